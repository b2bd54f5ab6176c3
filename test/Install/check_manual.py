# Comes in: a manual page, the sections to be read of it (all, where none is
# named), and the text that --help prints, on standard input. Goes out: a line
# for each option that only one of them has.
import re
import sys


def sections(text, wanted):
    parts = re.split(r"^\.Sh (.*)$", text, flags=re.M)
    found = dict(zip(parts[1::2], parts[2::2]))
    for name in wanted:
        if name not in found:
            print(f"{name}: no such section")
    return "".join(found.get(name, "") for name in wanted or found)


def of_page(text):
    names = set()
    for entry in re.findall(r"^\.It (.*)$", text, re.M):
        match = re.match(r"Fl (\S+)", entry)
        if match:
            names.add("-" + match.group(1))
    return names


def of_help(text):
    return set(re.findall(r"^ +(--?[a-z#][a-z#-]*)", text, re.M))


with open(sys.argv[1], encoding="utf-8") as file:
    page = of_page(sections(file.read(), sys.argv[2:]))
shown = of_help(sys.stdin.read())
if not shown:
    print("--help shows no option")
for name in sorted(shown - page):
    print(f"{name}: not in the manual page")
for name in sorted(page - shown):
    print(f"{name}: not in --help")
sys.exit(1 if shown != page or not shown else 0)
