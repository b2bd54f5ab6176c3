"""check_redistribution_svg.py JSON SVG: the drawing has each message of the
JSON twice, in its place of the grid and of the steps, as wide there as it is
long, and in the colour of its step; steps that follow each other differ in
colour."""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree

SPACE = "{http://www.w3.org/2000/svg}"
MESSAGE = re.compile(r"step (\w+): (\d+) sends (\d+) to (\d+)$")
STEP = re.compile(r"step (\w+): (\d+) messages, cost (\d+)$")
# Bars leave a gap to their neighbours, and have two digits.
NEAR = 1

plan = json.load(open(sys.argv[1]))
root = ElementTree.parse(sys.argv[2]).getroot()
plots, bands, bars = [], [], []
for rect in root.iter(SPACE + "rect"):
    place = [float(rect.get(name, "0").rstrip("%"))
             for name in ("x", "y", "width")]
    if rect.get("class") == "plot":
        plots.append((*place, float(rect.get("height"))))
    elif rect.find(SPACE + "title") is not None:
        title = rect.find(SPACE + "title").text
        kind = bands if STEP.match(title) else bars
        kind.append(((STEP if kind is bands else MESSAGE)
                     .match(title).groups(), rect.get("class"), place))
grid, timeline = plots
expected, begin = {}, 0
assert len(bands) == plan["step_count"], len(bands)
for step, ((name, count, cost), colour, place) in zip(plan["steps"], bands):
    assert int(count) == len(step["transfers"]) and int(cost) == step["cost"]
    for one in step["transfers"]:
        expected[name, str(one["from"]), str(one["length"]),
                 str(one["to"])] = (begin, colour)
    begin += step["cost"]
colours = [colour for _, colour, _ in bands]
for i, colour in enumerate(colours):
    assert colour not in colours[max(0, i - 7):i], "a colour too early"


def near(a, b):
    return abs(a - b) <= NEAR


seen = {"grid": set(), "steps": set()}
for message, colour, (x, y, width) in bars:
    begin, step_colour = expected[message]
    assert colour == step_colour, (message, colour)
    _, sender, length, receiver = message
    part = "grid" if y < grid[1] + grid[3] else "steps"
    left, top, whole, height = grid if part == "grid" else timeline
    assert near(y, top + height * int(sender) / plan["P"]), message
    if part == "grid":
        assert near(x, left + whole * int(receiver) / plan["Q"]), message
        assert near(width, whole / plan["Q"]), message
    else:
        scale = whole / plan["total_cost"]
        assert near(x, left + scale * begin), message
        assert near(width, scale * int(length)), message
    assert message not in seen[part], message
    seen[part].add(message)
assert seen["grid"] == seen["steps"] == set(expected)
print("a drawing of", len(expected), "messages")
