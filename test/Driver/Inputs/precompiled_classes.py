"""Writes a header with COUNT classes and functions, and a program that uses them.

    python3 precompiled_classes.py COUNT FOLDER

Compiled beforehand, the header is read in pieces: the bases of a class when they are
asked for, the body of a function when another calls it.
"""
import pathlib
import sys

HEADER = """#pragma once
#include <cstdio>
#include <memory>
struct Item {{ int id = 0; }};
{classes}
inline int step0(int x) {{ return x; }}
{steps}
"""
PROGRAM = """#include "classes.h"
template <typename...> struct List {{}};
using All = List<{pointers}>;
int main() {{
#pragma pipeline
  for (int i = 0; i < 9; ++i) {{
    std::unique_ptr<Item> item;
#pragma pipeline stage
    item = std::make_unique<Item>(Item{{step{last}(i)}});
#pragma pipeline stage
    std::printf("%d\\n", item->id);
  }}
}}
"""


def main():
    count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    classes = "\n".join(f"struct Base{i} {{}}; struct Derived{i} : Base{i} {{}};"
                        for i in range(count))
    steps = "\n".join(f"inline int step{i}(int x) {{ return step{i - 1}(x) + 1; }}"
                      for i in range(1, count))
    pointers = ", ".join(f"Derived{i} *" for i in range(count))
    (folder / "classes.h").write_text(HEADER.format(classes=classes, steps=steps))
    (folder / "program.cpp").write_text(PROGRAM.format(pointers=pointers,
                                                       last=count - 1))


main()
