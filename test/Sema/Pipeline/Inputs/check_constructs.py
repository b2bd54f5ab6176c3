# Changes the files pipeline-every-construct-* and compares what redistc refuses.
#
#   check_constructs.py --redistc PATH FOLDER FILE...
#
# Comes in: files in which stage 1 hides writes in constructs of C++, and stage 2
# reads what they change by `seen<x>()`. Each is given to redistc in these forms:
#
#   same      as it is: each read is refused
#   apart     stage 2 reads a variable of its own: nothing is refused
#   reversed  the reading stage comes first: each read is refused
#   lambda    stage 1 is the body of a lambda: each read is refused
#   branch    stage 1 stands in a branch, in `try` and in a loop: as before
#
# Goes out: exit status 0 where all is so. A line in a file names a function whose
# loop is refused in all forms, since what stage 1 uses is not known:
#
#   // NEVER ACCEPTED: function: reason
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys

STAGES = re.compile(
    r"(#pragma pipeline stage\n)(.*?)(\n#pragma pipeline stage\n)"
    r"( *sum \+= .*?;)(?=\n  \}\n\})", re.S)
READ = re.compile(r"seen<([\w:]+)>\(\)")
NEVER = re.compile(r"// NEVER ACCEPTED: (\w+): \S")
FLAGS = re.compile(r"// RUN: .* -- (.*)")
ERROR = re.compile(r"^[^:\n]+:(\d+):(\d+): error: (.*)$", re.M)
UNKNOWN = ("coroutines are not followed", "cannot see which memory")
OWN = "static long ownOfReader;\n"


def inside(before, behind):
    """Stage 1 between two texts, with all lines where they were."""
    def change(match):
        pragma, first, other, second = match.groups()
        return pragma + before + first + behind + other + second
    return change


def reversed_stages(match):
    pragma, first, other, second = match.groups()
    return pragma + second + other + first


FORMS = {
    "same": lambda match: match[0],
    "apart": lambda match: READ.sub("seen<ownOfReader>()", match[0]),
    "reversed": reversed_stages,
    "lambda": inside("[&] {", "}();"),
    "branch": inside("try { for (int k = 0; k < 2; ++k) if (i > k) {",
                     "} } catch (int) { throw; }"),
}


def lines_of(text, function):
    """Those of a function of the file."""
    match = re.search(rf"^\w[^\n]*\b{function}\(.*?^\}}", text, re.S | re.M)
    first = text.count("\n", 0, match.start()) + 1
    return range(first, first + match[0].count("\n") + 1)


def check(redistc, folder, path, form):
    """What is wrong, as text."""
    text = path.read_text(encoding="utf-8")
    flags = FLAGS.search(text)[1].split()
    never = NEVER.findall(text)
    text = re.sub(r"\n// CHECK.*", "", text)
    include = '#include "Inputs/seen.h"\n'
    changed, count = STAGES.subn(FORMS[form], text)
    changed = changed.replace(include, include[:-1] + "\n" + OWN)
    if count != text.count("#pragma pipeline\n"):
        return f"{path.name}: {count} loops have the expected form"
    source = folder / f"{path.stem}-{form}.cpp"
    source.write_text(changed, encoding="utf-8")
    result = subprocess.run(
        [redistc, source, "-o", "/dev/null", "--", "-I", path.parent, *flags],
        capture_output=True, text=True, check=False)
    errors = [(int(line), int(column), said)
              for line, column, said in ERROR.findall(result.stderr)]
    if result.returncode != int(bool(errors)):
        return f"{source}: status {result.returncode}\n{result.stderr[:2000]}"
    wrong, unknown = "", set()
    for name in never:
        lines = lines_of(changed, name)
        unknown.update(lines)
        if not any(line in lines and any(one in said for one in UNKNOWN)
                   for line, _, said in errors):
            wrong += f"{source}: '{name}' is not refused\n"
    if form == "apart":
        return wrong + "".join(f"{source}:{line}: refused: {said}\n"
                               for line, _, said in errors
                               if line not in unknown)
    for match in READ.finditer(changed):
        place = changed.count("\n", 0, match.start()) + 1
        name = f"'{match[1].split(':')[-1]}'"
        if place not in unknown and not any(
                line == place and name in said for line, _, said in errors):
            wrong += f"{source}:{place}: {name} is not refused\n"
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--redistc", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    tasks = [(path.resolve(), form) for path in options.files for form in FORMS]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = list(pool.map(
            lambda task: check(options.redistc, options.folder, *task), tasks))
    sys.stdout.write("\n".join(filter(None, wrong)))
    sys.exit(any(wrong))


if __name__ == "__main__":
    main()
