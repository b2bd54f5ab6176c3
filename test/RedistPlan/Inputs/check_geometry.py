"""check_geometry.py FILE.svg...: what any drawing has to keep. No text meets
another one; bars (they have titles) do not overlap; a text lies in a bar or
beside it; all is inside the picture; texts stand out from what they lie on, in
light and in dark. Then both are rendered, to FILE.light.png and FILE.dark.png:
the paper is of the colour that it should be, there is ink on it, and none at
the borders.
"""
import collections
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zlib

SPACE = "{http://www.w3.org/2000/svg}"
RULE = re.compile(r"(\.?[\w-]+)\s*\{([^{}]*)\}")
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{\n(.*)\}\n$", re.S)
Box = collections.namedtuple("Box", "left top right bottom what kind")
# Bars of no width are drawn half a pixel wide; numbers have two digits.
HAIR, ROUNDING = 0.5, 0.02


def style_of(sheet, element, kinds):
    """The declarations that hold: of the element's name, then of its classes
    in the order of the sheet."""
    found = {}
    for pick in ([element], ["." + kind for kind in kinds]):
        for selector, body in RULE.findall(sheet):
            if selector in pick:
                found.update(re.findall(r"([\w-]+):\s*([^;]*?)\s*(?:;|$)",
                                        body))
    return found


def text_box(text, sheet):
    kinds = (text.get("class") or "").split()
    style = style_of(sheet, "text", kinds)
    size = float(re.search(r"([\d.]+)px", style.get("font-size",
                                                    style["font"])).group(1))
    # What digits and most letters need in the usual fonts, or more.
    width = 0.6 * size * len(text.text)
    x, y = float(text.get("x")), float(text.get("y"))
    shift = {"end": 1, "middle": 0.5}.get(style.get("text-anchor"), 0)
    left = x - shift * width
    return Box(left, y - 0.74 * size, left + width, y + 0.02 * size,
               text.text, tuple(kinds))


def rect_box(rect):
    x, y, width, height = (float(rect.get(name))
                           for name in ("x", "y", "width", "height"))
    title = rect.find(SPACE + "title")
    return Box(x, y, x + width, y + height,
               None if title is None else title.text,
               tuple(rect.get("class").split()))


def meet(a, b, slack=ROUNDING):
    return (a.left + slack < b.right and b.left + slack < a.right and
            a.top + slack < b.bottom and b.top + slack < a.bottom)


def pairs_that_meet(boxes, slack):
    """By a sweep downwards."""
    active = []
    for box in sorted(boxes, key=lambda box: (box.top, box.left)):
        active = [other for other in active if other.bottom > box.top]
        yield from ((other, box) for other in active
                    if meet(other, box, slack(other, box)))
        active.append(box)


def is_hair(box):
    return box.right - box.left <= HAIR + ROUNDING


def luminance(colour):
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * d for d in digits)
    parts = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4
             for p in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def fill(sheet, element, kinds):
    return style_of(sheet, element, kinds)["fill"]


def under(text, rects):
    """The class of the last rectangle that lies under the text."""
    middle = ((text.left + text.right) / 2, (text.top + text.bottom) / 2)
    kinds = ("paper",)
    for rect in rects:
        if (rect.left <= middle[0] <= rect.right and
                rect.top <= middle[1] <= rect.bottom):
            kinds = rect.kind
    return kinds


def check_geometry(root, sheet):
    width, height = float(root.get("width")), float(root.get("height"))
    assert root.get("viewBox").split()[2:] == [root.get("width"),
                                               root.get("height")]
    assert width * height <= 8e6, ("a large picture", width, height)
    texts = [text_box(text, sheet) for text in root.iter(SPACE + "text")]
    rects = [rect_box(rect) for rect in root.iter(SPACE + "rect")
             if rect.get("class") != "paper"]
    bars = [rect for rect in rects if rect.what is not None]
    lines = [Box(*(f(float(line.get(name + "1")), float(line.get(name + "2")))
                   for f in (min, max) for name in "xy"), "line", ())
             for line in root.iter(SPACE + "line")]
    assert texts and bars
    for box in texts + rects + lines:
        assert (0 < box.left and box.right < width and
                0 < box.top and box.bottom < height), ("outside", box)
    for pair in pairs_that_meet(texts, lambda a, b: ROUNDING):
        sys.exit(f"texts meet: {pair}")
    for pair in pairs_that_meet(bars, lambda a, b: HAIR + ROUNDING if
                                is_hair(a) or is_hair(b) else ROUNDING):
        sys.exit(f"bars meet: {pair}")
    for text in texts:
        for bar in bars:
            assert not meet(text, bar) or (
                bar.left <= text.left and text.right <= bar.right and
                bar.top <= text.top and text.bottom <= bar.bottom), (text, bar)
    return texts, rects


def check_contrast(texts, rects, sheet):
    pairs = {(text.kind, under(text, rects)) for text in texts}
    for text, ground in pairs:
        found = contrast(fill(sheet, "text", text), fill(sheet, "rect", ground))
        assert found >= 4.5, ("hard to read", text, ground, found)


def unfiltered(data, stride, each):
    """The lines of a PNG's picture."""
    previous = bytearray(stride)
    for at in range(0, len(data), stride + 1):
        kind, line = data[at], bytearray(data[at + 1:at + 1 + stride])
        for i in range(stride if kind else 0):
            left = line[i - each] if i >= each else 0
            above = previous[i]
            corner = previous[i - each] if i >= each else 0
            if kind == 4:
                guess = left + above - corner
                left = min((left, above, corner), key=lambda v: abs(v - guess))
            line[i] = (line[i] + (left, left, above, (left + above) // 2,
                                  left)[kind]) & 255
        yield bytes(line)
        previous = line


def pixels_of(png, columns, rows):
    """The first rows of the picture and their first columns: red, green,
    blue, all of them opaque."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, parts, head = 8, [], None
    while at < len(png):
        size, = struct.unpack_from(">I", png, at)
        kind, body = png[at + 4:at + 8], png[at + 8:at + 8 + size]
        head = struct.unpack(">IIBBBBB", body) if kind == b"IHDR" else head
        parts += [body] if kind == b"IDAT" else []
        at += size + 12
    width, _, depth, colour, _, _, interlace = head
    assert depth == 8 and colour in (2, 6) and not interlace, head
    each = {2: 3, 6: 4}[colour]
    data = zlib.decompress(b"".join(parts))[:rows * (width * each + 1)]
    for line in unfiltered(data, width * each, each):
        line = line[:columns * each]
        assert each == 3 or set(line[3::4]) == {255}, "not opaque"
        yield list(zip(line[0::each], line[1::each], line[2::each]))


def check_rendering(drawing, sheet, size, path):
    # A large picture is made smaller, which takes less time and tells as much;
    # it need not fill the last pixels then.
    zoom = min(1, (2e5 / (size[0] * size[1])) ** 0.5)
    png = subprocess.run(["rsvg-convert", "--zoom", str(zoom),
                          "--format", "png"],
                         input=drawing.encode(), check=True,
                         stdout=subprocess.PIPE).stdout
    with open(path, "wb") as file:
        file.write(png)
    digits = fill(sheet, "rect", ["paper"]).lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * d for d in digits)
    paper = tuple(bytes.fromhex(digits))
    rows = list(pixels_of(png, *(int(length * zoom) for length in size)))
    assert set(rows[0]) == set(rows[-1]) == {paper}, "ink above or below"
    assert {row[0] for row in rows} == {row[-1] for row in rows} == {paper}
    ink = sum(pixel != paper for row in rows for pixel in row)
    share = ink / (len(rows) * len(rows[0]))
    assert 0.01 < share < 0.9, ("ink", share)
    return share


def check(path):
    drawing = open(path).read()
    root = ElementTree.fromstring(drawing)
    style = root.find(SPACE + "style").text
    light, extra = DARK.sub("", style), DARK.search(style).group(1)
    texts, rects = check_geometry(root, light)
    size = [float(root.get(name)) for name in ("width", "height")]
    for name, sheet in (("light", light), ("dark", light + extra)):
        check_contrast(texts, rects, sheet)
        share = check_rendering(drawing.replace(style, sheet), sheet, size,
                                f"{path}.{name}.png")
        print(f"{path}: {name}, {len(texts)} texts, {100 * share:.0f} % ink")


for path in sys.argv[1:]:
    check(path)
