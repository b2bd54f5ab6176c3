# Damaged headers of NPY files, and what NumPy makes of them. Comes in: make and how
# many, or compare with the headers and what npy-headers.cpp has made of them. Goes out:
# headers as hexadecimal digits, one a line, or how many are read alike.
import io
import random
import sys
import warnings

import numpy

WORDS = [b"'", b'"', b"(", b")", b",", b":", b"{", b"}", b"True", b"False", b"None", b"3", b"-1",
         b"0", b"'descr'", b"'shape'", b"'fortran_order'", b"'<f8'", b"[", b"]", b" ", b"\n", b"L",
         b"99999999999999999999", b"\\", b"#", b"\0", b"\xff"]


def whole(random):
    shape = tuple(random.randrange(6) for _ in range(random.randrange(5)))
    if random.random() < 0.2:
        # As others write it: keys in any order, blanks, quotes.
        keys = ["'descr': '<i4'", f"'fortran_order':{random.choice(('True', 'False'))}",
                f'"shape" : {shape}']
        random.shuffle(keys)
        text = "{" + ", ".join(keys) + random.choice(("}", ", }", ",}")) + "\n"
        return bytearray(b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text.encode())
    array = numpy.zeros(shape, dtype=random.choice(
        ("<f8", ">f4", "|b1", "<c16", "|i1", "<u2", "<M8[s]", "|S3", [("a", "<f4")])))
    file = io.BytesIO()
    numpy.lib.format.write_array_header_1_0(
        file, numpy.lib.format.header_data_from_array_1_0(
            array if random.random() < 0.5 else numpy.asfortranarray(array)))
    return bytearray(file.getvalue())


def damage(data, random):
    for _ in range(random.choice((0, 0, 1, 1, 2, 3))):
        # Where the text is, more often than in the blanks behind it.
        at = random.randrange(min(len(data), 80))
        kind = random.randrange(5)
        if kind == 0:
            data[at] = random.randrange(256)
        elif kind == 1:
            del data[at:at + random.randrange(1, 9)]
        elif kind == 2:
            data[at:at] = random.choice(WORDS)
        elif kind == 3:
            word = random.choice(WORDS)
            data[at:at + len(word)] = word
        else:
            del data[random.randrange(len(data)):]
        if not data:
            break
    return data


def make(count):
    source = random.Random(23)
    for _ in range(int(count)):
        undamaged = bytes(whole(source))
        data = damage(bytearray(undamaged), source)
        print(data.hex() + ("=" if data == undamaged else ""))


def by_numpy(data):
    file = io.BytesIO(data)
    assert numpy.lib.format.read_magic(file) == (1, 0)
    shape, is_column, kind = numpy.lib.format.read_array_header_1_0(file)
    return " ".join([kind.str, "column" if is_column else "row", *map(str, shape)])


def compare(headers, outcomes):
    alike = 0
    headers, outcomes = (open(name).read().split("\n") for name in (headers, outcomes))
    assert len(headers) == len(outcomes), (len(headers), len(outcomes))
    for line, found in zip(headers[:-1], outcomes):
        data = bytes.fromhex(line.removesuffix("="))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = by_numpy(data)
        except Exception as problem:  # whatever NumPy and Python's parser throw
            expected = f"! {problem}"
        if found[0] == "!":
            # What is damaged may be refused, whatever Python reads into it.
            assert expected[0] == "!" or "fields" in found or line[-1] != "=", (
                f"refused: {data}: {found}, but NumPy reads {expected}")
        elif expected[0] == "!":
            # What is no type of NumPy is told to the user as a type that differs.
            assert "descr" in expected or "data type" in expected, (
                f"accepted: {data}: {found}, but NumPy says {expected}")
        else:
            # A type may have several names; what differs is refused later.
            own, theirs = (text[text.rindex("row" if " row" in text else "column"):]
                           for text in (found, expected))
            assert own == theirs, f"{data}: {found}, but NumPy reads {expected}"
            alike += 1
    print(f"{len(headers) - 1} headers, {alike} read alike")


globals()[sys.argv[1]](*sys.argv[2:])
