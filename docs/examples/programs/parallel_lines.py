# Counts the parallel lines of programs: directives, and what stands between the
# comments "parallel: begin" and "parallel: end". Comes in: sources. Goes out: the
# number of these lines, without blank ones and those that are a comment alone.
import re
import sys

DIRECTIVE = re.compile(r"#pragma (redistribute|reduce|pipeline)\b")


def parallel_lines(path):
    count, inside = 0, False
    continues = False  # a directive, behind a backslash
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = line.strip()
            is_directive = continues or DIRECTIVE.match(text) is not None
            continues = is_directive and text.endswith("\\")
            if text in ("// parallel: begin", "// parallel: end"):
                if inside == text.endswith("begin"):
                    sys.exit(f"{path}:{number}: '{text}' out of turn")
                inside = not inside
            elif is_directive or inside and text and not text.startswith("//"):
                count += 1
    if inside:
        sys.exit(f"{path}: 'parallel: begin' without an end")
    if count == 0:
        sys.exit(f"{path}: no parallel line")
    return count


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: parallel_lines.py SOURCE...")
    print(sum(map(parallel_lines, sys.argv[1:])))
