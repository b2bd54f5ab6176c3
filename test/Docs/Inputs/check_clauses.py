# Every clause has an example in the language reference. Comes in: the folder of
# the reference, redistc. Goes out: the clauses that stand in no code of the page of
# their directive. Which clauses there are says redistc itself.
import os
import re
import subprocess
import sys
import tempfile

from documents import read

# Page, and a directive with a clause that there is not, in a function.
DIRECTIVES = [
    ("redistribute", "#pragma redistribute x[n] nonesuch(1)"),
    ("reduce", "#pragma reduce(+ : n) nonesuch(1)"),
    ("pipeline", "#pragma pipeline nonesuch(1)\nfor (;;) {}"),
    ("pipeline", "#pragma pipeline stage nonesuch(1)\n;"),
]


def clauses(redistc, directive):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write("void f(int *x, long n) {\n" + directive + "\n}\n")
        file.flush()
        run = subprocess.run([redistc, "--check", file.name, "--"],
                             capture_output=True, text=True, check=False)
    told = re.search(r"unknown clause 'nonesuch'; expected one of (.*)",
                     run.stderr)
    return re.findall(r"'(\w+)'", told[1])


def without(folder, redistc):
    for page, directive in DIRECTIVES:
        text = read(os.path.join(folder, page + ".md"))
        code = "\n".join(re.findall(r"```cpp\n(.*?)^```$", text, re.M | re.S))
        # A continued line belongs to the pragma.
        pragmas = "\n".join(re.findall(
            rf"^#pragma {page}.*$", code.replace("\\\n", " "), re.M))
        for clause in clauses(redistc, directive):
            if not re.search(rf"\b{clause}\b", pragmas):
                yield f"{page}.md: no example of '{clause}'"


found = list(without(*sys.argv[1:]))
print("\n".join(found))
sys.exit(1 if found else 0)
