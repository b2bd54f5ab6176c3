"""Random directives: what redistc and redist-plan say of their costs.

usage: compare_costs.py REDISTC REDIST_PLAN FOLDER SEED COUNT
"""
import json
import os
import random
import re
import subprocess
import sys


def run(words):
    return subprocess.run(words, check=True, capture_output=True, text=True)


def directive(dice):
    """Layouts, extent (or none) and the target's first rank."""
    ranks = [dice.randint(2, 9), dice.randint(2, 9)]
    blocks = [dice.randint(1, 7), dice.randint(1, 7)]
    extent = dice.choice([None, dice.randint(1, 60), dice.randint(1, 900)])
    strategy = dice.choice(["auto", "exact"])
    first = dice.choice([0, 0, 1, 30])
    source = f"cyclic({blocks[0]}) onto({ranks[0]})"
    target = f"cyclic({blocks[1]}) onto({ranks[1]}) at({first})"
    return source, target, extent, strategy


def planned(tool, source, target, extent, strategy):
    words = [tool, "redistribute", "--from", source, "--to", target,
             "--strategy", strategy, "--shared", "--format", "json"]
    if extent is not None:
        words += ["--extent", str(extent)]
    told = json.loads(run(words).stdout)
    bound = told["lower_bound"]
    return (told["step_count"], bound["step_count"], told["total_cost"],
            bound["total_cost_at_step_count"], told["proved"]["total_cost"])


def compiled(line):
    found = re.search(r" steps=(\d+) least=(\d+) cost=(\d+) bound=(\d+) "
                      r"proved=(yes|no) of=(directive|superblock)", line)
    assert found, line
    return (*(int(found[i]) for i in range(1, 5)), found[5] == "yes"), found[6]


def sentence(numbers, scope):
    """How remarks and comments begin."""
    steps, least, cost, _, proved = numbers
    if steps == 0:
        return "0 steps: no rank sends to another"
    text = f"{steps} step{'' if steps == 1 else 's'}"
    assert steps == least, "auto and exact need the fewest steps"
    text += f", the fewest possible; total cost {cost}"
    text += " a superblock" if scope == "superblock" else ""
    return text + (", the least possible" if proved else " (lower bound ")


def main():
    redistc, plan, folder = sys.argv[1:4]
    dice = random.Random(int(sys.argv[4]))
    directives = [directive(dice) for _ in range(int(sys.argv[5]))]
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, "costs.cpp")
    with open(source, "w") as file:
        file.write("#include <vector>\nvoid f(std::vector<int> &a, long n) {\n")
        for origin, target, extent, strategy in directives:
            file.write(f"#pragma redistribute a[{extent or 'n'}] from({origin}) "
                       f"to({target}) strategy({strategy})\n")
        file.write("}\n")
    output = os.path.join(folder, "costs.redist.cpp")
    dump = run([redistc, "--dump=plan", source]).stdout.splitlines()
    embedded = [line for line in dump if line.startswith("  embedded:")]
    remarks = [line for line in run([redistc, "--remarks", source, "-o", output])
               .stderr.splitlines() if "remark:" in line]
    with open(output) as file:
        text = re.sub(r"\n *// ", " ", file.read())
    assert len(embedded) == len(remarks) == len(directives), dump
    for asked, line, remark in zip(directives, embedded, remarks):
        numbers, scope = compiled(line)
        assert scope == ("directive" if asked[2] else "superblock"), line
        expected = planned(plan, *asked)
        assert numbers == expected, (asked, numbers, expected)
        words = "schedule embedded: " + sentence(numbers, scope)
        assert words in remark, (words, remark)
        assert words in text, words


main()
