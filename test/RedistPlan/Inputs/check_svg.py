"""check_svg.py RANKS < SVG: well-formed XML, a label a rank, a send, a receive
and a combine for each rank but one, all inside the picture."""
import collections
import sys
import xml.etree.ElementTree as ElementTree

SPACE = "{http://www.w3.org/2000/svg}"
ranks = int(sys.argv[1])
root = ElementTree.parse(sys.stdin.buffer).getroot()
assert root.tag == SPACE + "svg", root.tag
width, height = float(root.get("width")), float(root.get("height"))
bars = collections.Counter()
for bar in root.iter(SPACE + "rect"):
    if bar.find(SPACE + "title") is None:
        continue
    bars[bar.get("class")] += 1
    assert 0 <= float(bar.get("x")), "left of the picture"
    assert float(bar.get("x")) + float(bar.get("width")) <= width
    assert 0 <= float(bar.get("y"))
    assert float(bar.get("y")) + float(bar.get("height")) <= height
assert set(bars.values()) <= {ranks - 1}, bars
assert ranks == 1 or len(bars) == 3, bars
labels = [text.text for text in root.iter(SPACE + "text")
          if text.get("class") == "label"]
assert labels == [str(rank) for rank in range(ranks)], labels
print("a drawing of", ranks, "ranks")
