# NumPy's side of array-npy.cpp. Comes in: save or load. Goes out: the files
# theirs-*.npy and bad ones, or a failure where own-*.npy is not what it should be.
import glob
import sys

import numpy

# As bothWays() in array-npy.cpp.
ARRAYS = {
    "double": ("<f8", (3, 4)), "float": ("<f4", (1001,)), "longdouble": ("<f16", (7,)),
    "complex": ("<c8", (5, 9)), "complex128": ("<c16", (2, 9, 5)), "bool": ("|b1", (10,)),
    "int8": ("|i1", (20, 3)), "uint16": ("<u2", (3, 4, 70)), "int64": ("<i8", (2, 3, 4, 5)),
    "empty": ("<i4", (0, 3)),
}


def values(name):
    """valueAt() of ArrayCheck.h."""
    kind, shape = ARRAYS[name]
    result = numpy.ones(shape, dtype="<i8")
    for index in numpy.indices(shape):
        result = result * 31 + index
    result %= 8388593
    return result.astype("<i8" if kind == "|b1" else kind).astype(kind)


def header(text, version=(1, 0)):
    text = text + " " * (118 - len(text) - 1) + "\n"
    return b"\x93NUMPY" + bytes(version) + len(text).to_bytes(2, "little") + text.encode()


def save():
    for name in ARRAYS:
        numpy.save(f"theirs-{name}-row.npy", values(name))
        numpy.save(f"theirs-{name}-column.npy", numpy.asfortranarray(values(name)))
    for name, kind in (("float32", "<f4"), ("big", ">f8"), ("int64", "<i8"), ("objects", "O"),
                       ("fields", [("x", "<f4"), ("y", "<f4")])):
        numpy.save(f"{name}.npy", numpy.zeros((3, 4), dtype=kind), allow_pickle=True)
    numpy.save("transposed.npy", numpy.zeros((4, 3)))
    numpy.save("flat.npy", numpy.zeros(12))
    numpy.save("scalar.npy", numpy.zeros(()))
    for version in (2, 3):
        with open(f"version{version}.npy", "wb") as file:
            numpy.lib.format.write_array(file, numpy.zeros((3, 4)), version=(version, 0))
    whole = open("theirs-double-row.npy", "rb").read()
    for name, data in (("raw", whole[128:]), ("empty", b""), ("cut-header", whole[:100]),
                       ("cut-data", whole[:-1]), ("more-data", whole + b"\0"),
                       ("no-dictionary", header("[1, 2]") + whole[128:])):
        open(f"{name}.npy", "wb").write(data)


def load():
    files = sorted(glob.glob("own-*.npy"))
    assert len(files) == 2 * len(ARRAYS), files
    for file in files:
        _, name, order = file.removesuffix(".npy").split("-")
        found, expected = numpy.load(file), values(name)
        assert found.dtype.str == ARRAYS[name][0] and found.shape == expected.shape, file
        assert (found == expected).all(), file
        flag = "F_CONTIGUOUS" if order == "column" else "C_CONTIGUOUS"
        assert found.flags[flag], f"{file} is not {flag}"


{"save": save, "load": load}[sys.argv[1]]()
