# What redist-tune has written: comes in the number of ranks and the file; goes
# out an assertion that fails where it is no profile.
import json
import sys

with open(sys.argv[2], encoding="utf-8") as file:
    profile = json.load(file)
assert profile["ranks"] == int(sys.argv[1]), profile["ranks"]
assert 0 <= profile["alpha"] < 1, profile["alpha"]
assert 0 < profile["beta"] < 1e-3, profile["beta"]
assert 0 < profile["combine"] < 1e-6, profile["combine"]
assert 0 < profile["call"] < 1e-2, profile["call"]
assert 0 < profile["packing"] < 1e-6, profile["packing"]
shapes = {(way["sources"], way["targets"]) for way in profile["ways"]}
assert len(shapes) == (3 if profile["ranks"] > 1 else 1), shapes
for way in profile["ways"]:
    assert 8 <= way["run"] <= way["piece"], way
    assert 1024 <= way["message"] < 1e8, way
    for key in ("steps", "at_once", "collective", "types"):
        assert 0 < way[key] < 10, way
assert 0 < profile["fan_in"] < 1e3, profile["fan_in"]
sizes = [sample["bytes"] for sample in profile["transfers"]]
assert sizes == sorted(set(sizes)) and sizes[0] == 8, sizes
assert len(sizes) >= 6 and sizes[-1] >= 1 << 20, sizes
ranks = profile["ranks"]
speeds = profile["speeds"]
assert len(speeds) == ranks and max(speeds) == 1 and min(speeds) > 0, speeds
assert profile["bandwidth"] > 1e3, profile["bandwidth"]
rows = profile.get("bandwidth_matrix")
if rows:
    assert [len(row) for row in rows] == [ranks] * ranks, rows
    for i in range(ranks):
        assert rows[i][i] == 0, rows
        for j in range(i):
            assert rows[i][j] == rows[j][i] > 0, rows
for sample in profile["transfers"] + profile["combines"]:
    assert 0 < sample["seconds"] < 10, sample
