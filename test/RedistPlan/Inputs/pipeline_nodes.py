"""--ranks-per-node and --node-bandwidth say what a matrix says.

Usage: pipeline_nodes.py REDIST_PLAN FOLDER COUNT
"""
import pathlib
import random
import subprocess
import sys


def matrix(nodes, inside, between):
    """P_in, the processors by their nodes, P_out."""
    ends = [None, *nodes, None]
    return "".join(
        " ".join("-" if u == v else str(between if a is not None and b is not None
                                        and a != b else inside)
                 for v, b in enumerate(ends)) + "\n" for u, a in enumerate(ends))


def document(tool, *options):
    done = subprocess.run([tool, "pipeline", "--format", "json", *options],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{options}: {done.stderr}")
    return done.stdout


def main():
    tool, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    chosen, apart = random.Random(1), 0
    for _ in range(count):
        ranks, stages = chosen.randint(1, 7), chosen.randint(1, 5)
        per_node, in_turn = chosen.randint(1, 8), chosen.random() < 0.5
        count_of_nodes = -(-ranks // per_node)
        nodes = [i % count_of_nodes if in_turn else i // per_node
                 for i in range(ranks)]
        inside, between = chosen.randint(1, 20), chosen.randint(1, 20)
        numbers = lambda n: ",".join(str(chosen.randint(1, 9)) for _ in range(n))
        problem = ["--work", numbers(stages), "--data", numbers(stages + 1),
                   "--speeds", numbers(ranks)]
        if chosen.random() < 0.5:
            problem.append("--overlap")
        path = folder / "links.txt"
        path.write_text(matrix(nodes, inside, between))
        by_matrix = document(tool, *problem, "--bandwidth-matrix", str(path))
        by_nodes = document(tool, *problem, "--bandwidth", str(inside),
                            "--node-bandwidth", str(between), "--ranks-per-node",
                            str(per_node), "--placement",
                            "node" if in_turn else "slot")
        if by_matrix != by_nodes:
            sys.exit(f"{problem} on {nodes}: differ")
        apart += count_of_nodes > 1
    print(f"{count} machines, {apart} of several nodes")


main()
