# Counts the parallel lines of programs. Comes in: sources, whose parallel parts
# stand between the comments "parallel: begin" and "parallel: end". Goes out: the
# number of these lines, without blank ones and those that are a comment alone.
import sys


def parallel_lines(path):
    count, inside = 0, False
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = line.strip()
            if text in ("// parallel: begin", "// parallel: end"):
                if inside == text.endswith("begin"):
                    sys.exit(f"{path}:{number}: '{text}' out of turn")
                inside = not inside
            elif inside and text and not text.startswith("//"):
                count += 1
    if inside:
        sys.exit(f"{path}: 'parallel: begin' without an end")
    return count


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: parallel_lines.py SOURCE...")
    print(sum(map(parallel_lines, sys.argv[1:])))
