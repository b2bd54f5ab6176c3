"""check_pipeline_svg.py PROCESSORS INTERVALS [ends] < SVG: well-formed XML, a
label a processor, a box an interval; every processor receives, computes and
sends, one thing after the other, both ends of a transfer at the same time, and
all is inside the picture. With `ends`, P_in = P_out does one thing at once."""
import collections
import re
import sys
import xml.etree.ElementTree as ElementTree

SPACE = "{http://www.w3.org/2000/svg}"
processors, intervals = map(int, sys.argv[1:3])
TITLE = re.compile(r"processor (\d+) (sends|receives) item (\d+) (?:to|from) "
                   r"(?:processor )?(\w+)")
root = ElementTree.parse(sys.stdin.buffer).getroot()
assert root.tag == SPACE + "svg", root.tag
width, height = float(root.get("width")), float(root.get("height"))
bars = collections.defaultdict(list)
boxes, transfers, at_ends = 0, collections.defaultdict(list), []
for bar in root.iter(SPACE + "rect"):
    if bar.find(SPACE + "title") is None:
        continue
    x, y = float(bar.get("x")), float(bar.get("y"))
    right, bottom = x + float(bar.get("width")), y + float(bar.get("height"))
    assert 0 <= x and right <= width and 0 <= y and bottom <= height
    if bar.get("class") in ("even", "odd"):
        boxes += 1
    else:
        bars[y].append((x, right, bar.get("class")))
        title = TITLE.match(bar.find(SPACE + "title").text)
        if title:
            own, verb, item, peer = title.groups()
            ends = (own, peer) if verb == "sends" else (peer, own)
            transfers[ends, item].append((x, right))
assert boxes == intervals, boxes
for row in bars.values():
    row.sort()
    for before, after in zip(row, row[1:]):
        assert before[1] <= after[0] + 1, (before, after)
for (ends, item), seen in transfers.items():
    if set(ends) & {"P_in", "P_out"}:
        at_ends += seen
    else:
        assert len(seen) == 2 and seen[0] == seen[1], (ends, item, seen)
at_ends.sort()
for before, after in zip(at_ends, at_ends[1:]):
    assert "ends" not in sys.argv or before[1] <= after[0] + 1, (before, after)
kinds = {y: {bar[2] for bar in row} for y, row in bars.items()}
lanes = 1 if len(bars) == processors else 3
assert len(bars) == lanes * processors, len(bars)
assert sum(map(len, kinds.values())) == 3 * processors, kinds
labels = [text.text for text in root.iter(SPACE + "text")
          if (text.get("class") or "").startswith("label")]
assert len(labels) == processors, labels
print("a drawing of", processors, "processors")
