# Comes in: a SARIF 2.1.0 log. Goes out: a line for each result, related
# location and notification, or an assertion of what the standard demands and
# the log does not keep.
import json
import os
import sys
import urllib.parse

LEVELS = ("none", "note", "warning", "error")


def message_of(holder):
    text = holder["message"]["text"]
    assert isinstance(text, str) and text
    return text


def place_of(location, artifacts):
    if "physicalLocation" not in location:
        return "nowhere"
    physical = location["physicalLocation"]
    artifact = physical["artifactLocation"]
    uri = urllib.parse.urlparse(artifact["uri"])
    path = urllib.parse.unquote(uri.path)
    assert uri.scheme == "file" and os.path.isabs(path), artifact
    if "index" in artifact:
        named = artifacts[artifact["index"]]["location"]["uri"]
        assert named == artifact["uri"], (named, artifact)
    region = physical["region"]
    begin = (region["startLine"], region["startColumn"])
    end = (region.get("endLine", begin[0]), region["endColumn"])
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    assert 1 <= begin[0] <= len(lines) and begin <= end, region
    text = lines[begin[0] - 1][begin[1] - 1:end[1] - 1]
    return f"{os.path.basename(path)}:{begin[0]}:{begin[1]}: '{text}'"


def show(result, run):
    driver = run["tool"]["driver"]
    rule = driver["rules"][result["ruleIndex"]]
    assert rule["id"] == result["ruleId"], (rule, result)
    assert rule["fullDescription"]["text"]
    assert result["level"] in LEVELS
    places = [place_of(location, run["artifacts"])
              for location in result.get("locations", [])]
    assert len(places) <= 1
    print(*places, result["level"], result["ruleId"], message_of(result))
    for location in result.get("relatedLocations", []):
        print("  related", place_of(location, run["artifacts"]),
              message_of(location))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        log = json.load(file)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        ids = [rule["id"] for rule in driver["rules"]]
        assert len(ids) == len(set(ids)), ids
        print("run", driver["name"], driver["version"])
        for result in run["results"]:
            show(result, run)
        for invocation in run["invocations"]:
            told = invocation.get("toolExecutionNotifications", [])
            assert invocation["executionSuccessful"] == (not told)
            for notification in told:
                assert notification["level"] in LEVELS
                print("notification", notification["level"],
                      message_of(notification))


main()
