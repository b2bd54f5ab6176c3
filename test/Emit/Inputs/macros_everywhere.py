"""Programs that define the names of the runtime's headers as macros.

Each identifier of the project's headers, of cereal and of generated code becomes a
macro between the program's own includes and a function with directives. Its
replacement is no token of C++: wherever it reaches, nothing compiles.

usage: macros_everywhere.py FOLDER REDISTC MPICXX INCLUDE [NAME...]

Writes the programs to FOLDER, rewrites and compiles them. With names: these alone.
"""
import pathlib
import re
import subprocess
import sys

HEADERS = ["redist/redist.h", "redist/Accumulate.h", "redist/Reduce.h", "redist/Pipeline.h"]

# Macros are expanded inside directives: the words of these are no macros here.
ALL_FAMILIES = (
    {"from", "to", "onto", "cyclic", "into", "accumulate", "nowait", "wait", "stage", "ordered", "work"},
    """#pragma redistribute q_a[q_n] from(cyclic(3) onto(2)) to(cyclic(q_two) onto(q_n))
#pragma redistribute q_a[q_n] from(cyclic(3) onto(2)) to(cyclic(2) onto(2)) nowait(q_r)
#pragma redistribute wait(q_r)
#pragma redistribute q_a[q_n] from(cyclic(3) onto(2)) to(cyclic(2) onto(2)) into(q_b) accumulate(+)
#pragma reduce(q_combine : q_n) ordered
#pragma pipeline
  while (q_n > 0) {
    q_long q_v = 0;
#pragma pipeline stage work(q_two)
    { q_v = --q_n; }
#pragma pipeline stage
    { q_sum += q_v; }
  }
""")
LAYOUTS = (
    {"from", "to", "onto", "block", "shift", "room", "halo", "lead", "copies", "ranks", "into"},
    """#pragma redistribute q_a[q_n] from(* onto(copies(q_two))) to(block shift(1) onto(q_n) halo(1))
#pragma redistribute q_a[8] from(block onto(2) room(1 : q_two)) to(block onto(2, copies(2)) ranks(q_numbers)) into(q_b)
#pragma redistribute q_a[q_n][q_n] from(block, * onto(2) lead(q_n)) to(*, block shift(q_n) onto(2)) into(q_b)
""")
REDUCTION = (set(), """#pragma reduce(+ : q_n, q_sum)
#pragma reduce(q_merge : q_words)
""")

PROGRAM = """#include <map>
#include <mpi.h>
#include <string>
#include <vector>
typedef long q_long;
typedef std::vector<double> q_vector;
typedef std::map<std::string, q_vector> q_map;
inline q_map q_merge(const q_map &, const q_map &y) { return y; }
static q_long q_combine(q_long a, q_long b) { return a + b; }
#define q_two q_id(2)
#define q_id(x) x
%s
void q_f(q_vector &q_a, q_vector &q_b, q_long q_n, q_map &q_words) {
  q_long q_sum = 0;
  const int q_numbers[] = {0, 1, 2, 3};
%s}
"""

KEYWORDS = set("""alignas alignof and asm auto bool break case catch char class const
constexpr const_cast continue decltype default delete do double dynamic_cast else enum
explicit extern false float for friend goto if inline int long mutable defined namespace new
noexcept not nullptr operator or private protected public reinterpret_cast return short
signed sizeof static static_assert static_cast struct switch template this throw true
try typedef typeid typename union unsigned using virtual void volatile while""".split())


def identifiers(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    # What directives test or name configures the headers; a macro's body is code.
    text = re.sub(r"^[ \t]*#[ \t]*define[ \t]+\w+", "", text, flags=re.M)
    text = re.sub(r"^[ \t]*#[^\n]*(\\\n[^\n]*)*", " ", text, flags=re.M)
    text = re.sub(r'"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])+\'', " ", text)
    return set(re.findall(r"\b[A-Za-z_]\w*", text))


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def all_names(folder, mpicxx, include):
    probe = folder / "probe.cpp"
    probe.write_text("#define REDIST_REWRITTEN 1\n"
                     + "".join(f"#include <{name}>\n" for name in HEADERS))
    flags = ["-std=c++17", "-I", include, str(probe)]
    files = output(mpicxx, "-M", *flags).replace("\\\n", " ").split()[1:]
    ours = [name for name in files if "/redist/" in name or "/cereal/" in name]
    assert len(ours) > 60, ours
    macros = set(re.findall(r"^#define (\w+)", output(mpicxx, "-dM", "-E", *flags), re.M))
    names = set().union(*(identifiers(pathlib.Path(name).read_text()) for name in ours))
    return names - macros - KEYWORDS


def generated_names(program, folder, redistc):
    """What generated code consists of, as it is without macros."""
    text = output(redistc, str(program), "--", "-std=c++17")
    return identifiers(text) - identifiers(program.read_text())


def defines(names, is_function):
    return "\n".join(f"#define {name}{'(...)' if is_function else ''} @"
                     for name in sorted(names))


def main():
    folder = pathlib.Path(sys.argv[1])
    redistc, mpicxx, include = sys.argv[2:5]
    folder.mkdir(parents=True, exist_ok=True)
    names = set(sys.argv[5:]) or all_names(folder, mpicxx, include)
    count = 0
    for index, (words, body) in enumerate((ALL_FAMILIES, LAYOUTS, REDUCTION)):
        plain = folder / f"plain{index}.cpp"
        plain.write_text(PROGRAM % ("", body))
        chosen = names | generated_names(plain, folder, redistc)
        chosen -= words | KEYWORDS
        # Of the program itself, of MPI, which the program uses, too, and of the
        # compiler.
        chosen = {name for name in chosen
                  if not name.startswith(("q_", "MPI_", "__"))}
        count = max(count, len(chosen))
        for is_function in (False, True):
            source = folder / f"macros{index}{int(is_function)}.cpp"
            source.write_text(PROGRAM % (defines(chosen, is_function), body))
            rewritten = source.with_suffix(".redist.cpp")
            subprocess.run([redistc, str(source), "-o", str(rewritten), "--",
                            "-std=c++17"], check=True)
            subprocess.run([mpicxx, "-std=c++17", "-fsyntax-only", "-I", include,
                            str(rewritten)], check=True)
    print(count, "names as macros")


main()
