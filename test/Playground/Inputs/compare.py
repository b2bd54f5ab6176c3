"""Whether the module of the playground writes what redist-plan writes.

Comes in: redist-plan, the module, and how that is run: --node NODE or --chromium
PROGRAM. Goes out: one line with the counts; status 1 and the first difference
where an answer is another one. Where an integer program would decide, the module
refuses: these are counted, and are not among those that are the same.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

from browser import Browser
from problems import problems

REFUSAL = "1\nredist-plan: error: an integer program decides here, which needs CBC"
ANSWERS = """createRedistPlan().then((plan) => JSON.stringify(%s.map((line) =>
    plan.ccall("run", "string", ["string"], [line.join("\\n")]))))"""


def by_node(node, module, lines):
    run = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run.js")
    done = subprocess.run([node, run, module], input=json.dumps(lines), check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def by_chromium(chromium, module, lines):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = os.path.join(folder, "page.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(f'<!DOCTYPE html><script src="file://{module}"></script>')
        with Browser(chromium, folder) as browser:
            browser.open("file://" + page)
            return json.loads(browser.evaluate(ANSWERS % json.dumps(lines)))


def by_tool(tool, line):
    done = subprocess.run([tool, *line], capture_output=True, text=True, check=False)
    return f"{done.returncode}\n{done.stdout}{done.stderr}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("module")
    parser.add_argument("--node")
    parser.add_argument("--chromium")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--count", type=int, default=200)
    given = parser.parse_args()
    made = problems(given.seed, given.count)
    formats = ("text", "json", "svg")
    lines = [line + ["--format", name] for line in made for name in formats
             if line[0] != "compare" or name != "json"]
    answers = (by_node(given.node, given.module, lines) if given.node
               else by_chromium(given.chromium, given.module, lines))
    counts = {"same": 0, "errors": 0, "refused": 0, "different": 0}
    for line, answer in zip(lines, answers, strict=True):
        expected = by_tool(given.tool, line)
        if answer == expected:
            counts["same"] += 1
            counts["errors"] += expected.split("\n", 2)[1].startswith("redist-plan: error")
        elif answer.startswith(REFUSAL):
            counts["refused"] += 1
        else:
            counts["different"] += 1
            if counts["different"] == 1:
                print(f"{line}\n--- redist-plan\n{expected}\n--- module\n{answer}")
    print(f"{len(made)} problems:", ", ".join(
        f"{count} {name}" for name, count in counts.items()))
    sys.exit(counts["different"] > 0)


if __name__ == "__main__":
    main()
