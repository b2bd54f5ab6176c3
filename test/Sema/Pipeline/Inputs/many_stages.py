# Prints a pipeline of COUNT stages, each with a state of its own; with `shared`, the
# last one has that of the first.
#
#   many_stages.py COUNT [shared]
import sys

count = int(sys.argv[1])
states = list(range(count))
if "shared" in sys.argv:
    states[-1] = 0
print("static long", ", ".join(f"total{k}" for k in range(count)) + ";")
print("void run(int n) {\n#pragma pipeline")
print("  for (int i = 0; i < n; ++i) {\n    long item = i;")
for k in states:
    print(f"#pragma pipeline stage\n  total{k} += item;")
print("  }\n}")
