"""sweep.py REDIST-PLAN: every strategy on many parameters and extents."""
import json
import subprocess
import sys

from redistribution_check import check

STRATEGIES = ("auto exact circulant classes stepwise greedy caterpillar "
              "alltoall direct").split()
# P, r, Q, s: equal grids, P > Q, P < Q, r > s, common factors, r = 1, s = 1,
# one rank on a side, the papers' sparse examples, no communication.
PARAMETERS = [(16, 3, 16, 5), (15, 3, 15, 5), (12, 4, 8, 3), (3, 2, 5, 7),
              (7, 12, 4, 8), (6, 1, 4, 9), (4, 9, 6, 1), (1, 3, 5, 2),
              (5, 2, 1, 3), (4, 7, 7, 2), (4, 3, 4, 3)]
# These may say that a case is not theirs.
LIMITED = "circulant", "classes"


def run(program, P, r, Q, s, extent, strategy):
    command = [program, "redistribute", "--format", "json", "--verify",
               "--from", f"cyclic({r}) onto({P})",
               "--to", f"cyclic({s}) onto({Q})", "--strategy", strategy]
    if extent is not None:
        command += ["--extent", str(extent)]
    return subprocess.run(command, capture_output=True, text=True)


def main():
    checked = dict.fromkeys(STRATEGIES, 0)
    for P, r, Q, s in PARAMETERS:
        for strategy in STRATEGIES:
            for extent in None, 0, 1, 13, 997:
                result = run(sys.argv[1], P, r, Q, s, extent, strategy)
                case = (P, r, Q, s, extent, strategy)
                if result.returncode != 0:
                    assert strategy in LIMITED, (case, result.stderr)
                    assert result.returncode == 1 and not result.stdout, case
                    assert "--strategy: " in result.stderr, case
                    assert f"strategy {strategy}" in result.stderr, case
                    continue
                document = json.loads(result.stdout)
                try:
                    check(document, P=P, Q=Q, r=r, s=s, extent=extent,
                          strategy=strategy)
                    assert document["verify"]["valid"]
                    assert not document["verify"]["offences"]
                except AssertionError as error:
                    sys.exit(f"{case}: {error!r}")
                checked[strategy] += 1
    for strategy, count in checked.items():
        print(f"{strategy}: {count} documents are right")
        assert count, strategy


main()
