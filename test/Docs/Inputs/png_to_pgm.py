# Makes a grey picture (binary PGM) of a PNG. Comes in: the two file names. Goes
# out: the PGM, with the luma of each pixel; what is transparent counts as
# white. Any bit depth up to 8 and any kind of colour; no interlacing.
import struct
import sys
import zlib


def chunks(data):
    at = 8
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        yield name, data[at + 8:at + 8 + size]
        at += 12 + size


def unfiltered(raw, stride, step):
    """The rows of samples, with the filter of each row undone."""
    rows, before = [], bytearray(stride)
    for at in range(0, len(raw), stride + 1):
        kind, row = raw[at], bytearray(raw[at + 1:at + 1 + stride])
        for i in range(stride):
            left = row[i - step] if i >= step else 0
            corner = before[i - step] if i >= step else 0
            up = before[i]
            near = left + up - corner
            paeth = min((left, up, corner), key=lambda x: abs(near - x))
            row[i] = (row[i] + (0, left, up, (left + up) // 2,
                                paeth)[kind]) & 255
        rows.append(row)
        before = row
    return rows


def samples(row, depth):
    for byte in row:
        for shift in range(8 - depth, -1, -depth):
            yield byte >> shift & ((1 << depth) - 1)


def grey(pixel, kind, depth, palette):
    scale = 255 / ((1 << depth) - 1)
    if kind == 3:
        pixel, scale = palette[pixel[0]], 1
    opaque = pixel[-1] * scale / 255 if kind in (4, 6) else 1
    luma = (0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2]
            if kind in (2, 3, 6) else pixel[0])
    return round(luma * scale * opaque + 255 * (1 - opaque))


source, target = sys.argv[1:]
with open(source, "rb") as file:
    content = list(chunks(file.read()))
parts = dict(content)
width, height, bits, colour, _, _, interlaced = struct.unpack(
    ">IIBBBBB", parts[b"IHDR"])
assert not interlaced and bits <= 8, source
colours = [tuple(parts[b"PLTE"][i:i + 3])
           for i in range(0, len(parts.get(b"PLTE", b"")), 3)]
count = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
pixels = zlib.decompress(b"".join(x for name, x in content if name == b"IDAT"))
lines = unfiltered(pixels, (width * count * bits + 7) // 8,
                   max(1, count * bits // 8))
with open(target, "wb") as file:
    file.write(b"P5\n# from a PNG\n%d %d\n255\n" % (width, height))
    for line in lines:
        values = list(samples(line, bits))
        file.write(bytes(
            grey(values[i:i + count], colour, bits, colours)
            for i in range(0, width * count, count)))
