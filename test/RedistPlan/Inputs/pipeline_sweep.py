"""pipeline_sweep.py REDIST-PLAN REFERENCES: mappings of many problems.

The reference values of test/Unit/Schedule through the command line; small
problems with equal and other links, pins, dealt stages, limits and both models
against all mappings.
"""
import json
import re
import sys
from fractions import Fraction

from pipeline_check import Problem, check

tool, references = sys.argv[1:3]
KINDS = ("auto", "one_to_one", "interval", "exact", "h1a", "h1b", "h2", "h3",
         "h4", "h5", "h6", "h7a", "h7b")


def rows_of(name):
    for line in open(name):
        if line.startswith("{"):
            text = re.sub(r"ReferenceKind::(\w+)", r'"\1"', line.strip(" ,\n"))
            yield json.loads(text.replace("{", "[").replace("}", "]"))


def fractions(pairs):
    return [Fraction(*pair) for pair in pairs]


def check_reference(row):
    name, kind, period, work, data, speeds, bandwidth, places, pareto = row
    side = len(speeds) + 2
    links = [b if b else None for b in fractions(bandwidth)]
    links = (links[0] if len(links) == 1 else
             [links[i:i + side] for i in range(0, len(links), side)])
    problem = Problem(fractions(work), fractions(data), fractions(speeds),
                      links)
    options = {"OneToOne": ["--mapping", "one_to_one"],
               "Interval": ["--mapping", "interval"],
               "Deal": ["--replicas", "auto"], "Pareto": ["--pareto"],
               "Optimistic": ["--mapping", "general", "--equations", 3],
               "Path": ["--mapping", "general"]}.get(kind)
    if options is None:
        options = ["--alloc", ",".join(map(str, places)), "--equations",
                   "45" if kind == "EvaluatePath" else "3"]
    if kind == "Deal":
        problem.replicas = ["auto"] * problem.n
        options = []
    document = problem.run(tool, *options, "--verify")
    assert isinstance(document, dict), (name, document)
    assert document["period_exact"] == str(Fraction(*period)), name
    assert document["verify"]["valid"], name
    if kind in ("OneToOne", "Interval", "Deal", "Pareto"):
        check(document, problem)
    if not kind.startswith("Evaluate"):
        assert document["optimal"], name
    if kind == "Pareto":
        assert [[Fraction(point[key]) for key in
                 ("period_exact", "latency_exact")]
                for point in document["pareto"]] == [fractions(p)
                                                     for p in pareto], name


class Numbers:
    """The same ones every time."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407
                      ) % 2**64
        return (self.state >> 33) % n

    def fraction(self, low, high):
        return Fraction(low + self.below(high - low + 1), 1 + self.below(2))


def random_problem(number):
    draw = Numbers(number)
    n, p = 1 + draw.below(4), 1 + draw.below(4)
    equal = draw.below(3) > 0
    side = p + 2
    links = (draw.fraction(1, 9) if equal else
             [[None if draw.below(8) == 0 else draw.fraction(1, 9)
               for _ in range(side)] for _ in range(side)])
    problem = Problem([draw.fraction(0, 20) for _ in range(n)],
                      [draw.fraction(0, 12) for _ in range(n + 1)],
                      [draw.fraction(1, 6) for _ in range(p)], links,
                      overlap=draw.below(3) == 0)
    if draw.below(3) == 0:
        problem.pins[draw.below(n)] = 1 + draw.below(p)
    elif equal and draw.below(2) == 0:
        problem.replicas = [(1, "auto", "auto", 2)[draw.below(4)]
                            for _ in range(n)]
    if draw.below(4) == 0:
        problem.latency = draw.fraction(10, 60)
    return problem


def check_random(number):
    problem = random_problem(number)
    best = problem.best()
    counts = problem.replicas
    problem.replicas = [1 if count == "auto" else count for count in counts]
    undealt = problem.best()  # heuristics choose no number of processors
    alone = problem.best(one_to_one=True)
    problem.replicas = counts
    for kind in KINDS:
        document = problem.run(tool, "--mapping", kind, "--verify")
        expected = (alone if kind == "one_to_one" else
                    undealt if kind.startswith("h") else best)
        if not isinstance(document, dict):
            assert document.startswith("redist-plan: error: --mapping: ")
            assert expected is None or kind.startswith("h") or \
                (kind == "one_to_one" and problem.p < problem.n), (
                    number, kind, document)
            continue
        assert document["mapping"] == kind
        period = check(document, problem)
        assert expected is not None and period >= expected, (number, kind)
        assert Fraction(document["lower_bound_exact"]) <= expected, (number,
                                                                     kind)
        if document["optimal"] or kind in ("auto", "exact", "interval"):
            assert period == expected, (number, kind, period, expected)


rows = list(rows_of(references))
for row in rows:
    check_reference(row)
COUNT = 25
for number in range(COUNT):
    check_random(number)
print(len(rows), "references,", COUNT, "problems of all kinds")
