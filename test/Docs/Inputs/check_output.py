# What a document says that an example prints is what it prints. Comes in: the
# document, the example's path as it stands there, its output on standard input.
# Goes out: nothing, or the block as it should be.
import re
import sys

path, example = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    blocks = re.findall(
        rf"<!-- output of {re.escape(example)} -->\n```text\n(.*?)^```$",
        file.read(), re.M | re.S)
output = sys.stdin.read()
if blocks != [output]:
    sys.exit(f"{path}: output of {example}, found {len(blocks)} times, is\n"
             + output)
