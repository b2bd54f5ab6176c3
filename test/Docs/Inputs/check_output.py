# What the documents say that an example prints is what it prints. Comes in: the
# top folder, the example's path as it stands in documents, its output on standard
# input. Goes out: nothing, or the block as it should be.
import re
import sys

from documents import documents, read

top, example = sys.argv[1:]
output = sys.stdin.read()
BLOCK = re.compile(
    rf"<!-- output of {re.escape(example)} -->\n```text\n(.*?)^```$", re.M | re.S)
blocks = [(path, block) for path in documents(top)
          for block in BLOCK.findall(read(path))]
wrong = [path for path, block in blocks if block != output]
if wrong or not blocks:
    sys.exit(f"output of {example} in {', '.join(wrong) or 'no document'} is\n"
             + output)
