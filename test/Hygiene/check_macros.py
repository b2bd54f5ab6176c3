# A macro of the program with a name of one word does not reach the public headers.
# include/redist/detail/macros puts aside all such names that these headers use, and
# cereal's, which they include. Comes in: the top folder. Goes out: the names that
# are missing there, and the headers without HeaderBegin.h and HeaderEnd.h. With
# --write, the two files are written anew; with --programs FOLDER, two programs are
# written in which each of the names is a macro that no compiler takes.
import pathlib
import re
import sys

import tree

FOLDER = "include/redist/detail/macros/"
CEREAL = pathlib.Path("/usr/include/cereal")
KEYWORDS = set("""alignas alignof and asm auto bool break case catch char class const
constexpr continue decltype default delete do double else enum explicit extern false
float for friend goto if inline int long mutable namespace new noexcept not nullptr
operator or private protected public return short signed sizeof static struct switch
template this throw true try typedef typeid typename union unsigned using virtual void
volatile while""".split())
# Macros that the headers need, or that the preprocessor reads by name.
NEEDED = {"assert", "defined", "errno", "fpclassify", "noreturn", "offsetof"}
# Macros of <complex.h>, which one of the headers may include.
OF_HEADERS = {"I", "complex"}
WORD = re.compile(r"[A-Za-z]\w?|[A-Za-z][a-z]*[0-9]*|[A-Z][A-Z0-9]*")


def words(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#[ \t]*define[ \t]+\w+", "", text, flags=re.M)
    text = re.sub(r"^[ \t]*#[^\n]*(\\\n[^\n]*)*", " ", text, flags=re.M)
    text = re.sub(r'"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])+\'', " ", text)
    return {word for word in re.findall(r"\b[A-Za-z]\w*", text)
            if WORD.fullmatch(word)} - KEYWORDS - NEEDED


def public_headers(top):
    return [path for path in tree.files(top, ".h") if path.startswith("include/redist/")]


def user_headers(top):
    return [path for path in public_headers(top) if "/detail/" not in path]


def wanted(top):
    return set().union(*(words(tree.read(top, path)) for path in public_headers(top)))


def of_cereal():
    return set().union(*(words(path.read_text()) for path in CEREAL.rglob("*.hpp")
                         if "external" not in path.parts))


def hidden(top):
    return re.findall(r'push_macro\("(\w+)"\)', tree.read(top, FOLDER + "Hide.h"))


def banner(name, subject, text):
    line = f"//===- {name} - {subject} "
    return (line + "-" * (64 - len(line)) + "*- C++ -*-===//\n//\n" + text + "//\n"
            "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n//\n"
            "//===" + "-" * 70 + "===//\n")


def write(top, names):
    folder = pathlib.Path(top, FOLDER)
    hide = banner("Hide.h", "The program's macros, put aside",
                  "// Written by test/Hygiene/check_macros.py, read by HeaderBegin.h.\n")
    restore = banner("Restore.h", "The program's macros, brought back",
                     "// Written by test/Hygiene/check_macros.py, read by HeaderEnd.h.\n")
    for name in sorted(names):
        hide += f'#pragma push_macro("{name}")\n#undef {name}\n'
        pop = f'#pragma pop_macro("{name}")\n'
        # What a header has defined meanwhile stays.
        restore += f"#ifndef {name}\n{pop}#endif\n" if name in OF_HEADERS else pop
    (folder / "Hide.h").write_text(hide)
    (folder / "Restore.h").write_text(restore)


def problems(top):
    names = hidden(top)
    for name in sorted(wanted(top) - set(names)):
        yield f"{FOLDER}Hide.h lacks {name}: run test/Hygiene/check_macros.py . --write"
    for path in user_headers(top):
        text = tree.read(top, path)
        for file in ("HeaderBegin.h", "HeaderEnd.h"):
            if text.count(f'#include "redist/detail/{file}"') != 1:
                yield f"{path} does not include redist/detail/{file} once"
    restored = re.findall(r'pop_macro\("(\w+)"\)', tree.read(top, FOLDER + "Restore.h"))
    if restored != names:
        yield f"{FOLDER}Restore.h and Hide.h differ: run test/Hygiene/check_macros.py . --write"


def write_programs(top, folder):
    folder.mkdir(parents=True, exist_ok=True)
    names = hidden(top)
    # The others need another library.
    headers = [path.removeprefix("include/") for path in user_headers(top)
               if "/adapt/" not in path and not path.endswith("hdf5.h")]
    includes = "".join(f"#include <{header}>\n" for header in headers)
    checks = "".join(f"#ifndef {name}\n#error {name} is lost\n#endif\n" for name in names)
    for kind, parameters in (("object", ""), ("function", "(...)")):
        defines = "".join(f"#define {name}{parameters} @\n" for name in names)
        (folder / f"{kind}.cpp").write_text(defines + includes + checks)


def main():
    top = sys.argv[1]
    if "--write" in sys.argv:
        write(top, wanted(top) | of_cereal())
    elif "--programs" in sys.argv:
        write_programs(top, pathlib.Path(sys.argv[3]))
    else:
        tree.report(list(problems(top)))


main()
