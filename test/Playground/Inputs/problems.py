"""Random problems for redist-plan, the same ones for the same seed.

Comes in: seed and count. Goes out: lists of arguments without a format.
"""
import random


def layout(rng, dimensions, extents):
    """A random layout; block needs extents."""
    kinds, ranks = [], []
    for k in range(dimensions):
        kind = rng.choice(["cyclic", "cyclic", "*", "block"])
        if kind == "*" and (k < dimensions - 1 or ranks):
            kinds.append("*")
            continue
        ranks.append(rng.randint(1, 12 if dimensions == 1 else 4))
        kinds.append("block" if kind == "block" and extents
                     else f"cyclic({rng.randint(1, 20)})")
    return f"{', '.join(kinds)} onto({', '.join(map(str, ranks or [1]))})"


def redistribution(rng):
    dimensions = rng.choice([1, 1, 1, 2, 3])
    extents = rng.random() < 0.5
    line = ["redistribute", "--from", layout(rng, dimensions, extents),
            "--to", layout(rng, dimensions, extents)]
    if extents:
        line += ["--extent", ",".join(str(rng.randint(1, 2000 // 8 ** (dimensions - 1)))
                                      for _ in range(dimensions))]
    if rng.random() < 0.3:
        line.append(rng.choice(["--shared", "--relabel"]))
    line += ["--strategy", rng.choice(["auto"] * 4 + ["greedy", "stepwise", "classes"])]
    return line


def number(rng):
    return rng.choice([str(rng.randint(1, 20)), f"{rng.randint(1, 9999)}e-6",
                       f"{rng.randint(1, 9)}/{rng.randint(1, 9)}"])


def reduction(rng):
    ranks = rng.randint(1, rng.choice([8, 40, 500]))
    line = ["reduce", "--ranks", str(ranks), "--transfer", number(rng),
            "--combine", number(rng)]
    kind = rng.randrange(6)
    if kind == 0:
        line += ["--latency", number(rng)]
    elif kind == 1:
        line += ["--transfers", str(rng.randint(1, 5))]
    elif kind == 2:
        line += ["--reducers", str(rng.randint(1, 5))]
    elif kind == 3:
        line += ["--root", str(rng.randrange(ranks)), "--ordered"]
    elif kind == 4:
        line += ["--strategy", rng.choice(["greedy", "binomial", "fibonacci"])]
    else:
        line.append("--allreduce")
    return line


def pipeline(rng):
    stages, processors = rng.randint(1, 7), rng.randint(1, 6)
    same = number(rng)
    line = ["pipeline", "--work", ",".join(number(rng) for _ in range(stages)),
            "--data", ",".join(number(rng) for _ in range(stages + 1)),
            "--speeds", ",".join(same if rng.random() < 0.5 else number(rng)
                                 for _ in range(processors)),
            "--bandwidth", number(rng)]
    if rng.random() < 0.3:
        line += ["--replicas", ",".join(rng.choice(["1", "2", "auto"])
                                        for _ in range(stages))]
    for flag in ("--overlap", "--compare", "--pareto"):
        if rng.random() < 0.2 and (flag != "--pareto" or "--replicas" not in line):
            line.append(flag)
    return line


def problems(seed, count):
    rng = random.Random(seed)
    made = []
    for i in range(count):
        line = (redistribution, reduction, pipeline)[i % 3](rng)
        if rng.random() < 0.3:
            line = (["compare"] + line if rng.random() < 0.3 and not
                    {"--allreduce", "--pareto", "--compare", "--strategy"} & set(line)
                    else line + ["--verify"])
        made.append(line)
    return made
