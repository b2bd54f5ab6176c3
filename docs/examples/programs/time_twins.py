# Times two programs in turns. Comes in: how to start them on a number of ranks,
# the two programs, how often, and their options. Goes out: for 1, 2 and 4 ranks
# the medians of each time that they print, and the ratio of the first program to
# the second.
#
#   time_twins.py "mpirun --oversubscribe -n" ./poisson ./poisson_mpi 15
#       --points 128 --repeat 5
import re
import shlex
import statistics
import subprocess
import sys

# "largest error 1.0e-3, 12.345 ms", "there 1.234 ms, factor 2.345 ms" and, on
# standard error, "sketch: 1.234 s on 4 ranks".
TIME = re.compile(r"(?:(\w+) )?([0-9.]+) (m?s)\b")


def times_of(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [(name or "all", float(time) * (1 if unit == "ms" else 1000))
             for name, time, unit in TIME.findall(done.stdout + done.stderr)]
    if done.returncode != 0 or not found:
        sys.exit(f"{shlex.join(command)}:\n{done.stdout}{done.stderr}")
    if len(found) > 1:
        found.append(("all", sum(time for _, time in found)))
    return dict(found)


def measure(launcher, programs, runs, options):
    for ranks in (1, 2, 4):
        times = ([], [])
        for _ in range(runs):
            for i, program in enumerate(programs):
                times[i].append(times_of(
                    [*launcher, str(ranks), program, *options]))
        for name in times[0][0]:
            first, second = (statistics.median(t[name] for t in mine)
                             for mine in times)
            print(f"{ranks} ranks, {name}: {first:.3f} ms, {second:.3f} ms, "
                  f"ratio {first / second:.2f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 5 or not sys.argv[4].isdecimal() or sys.argv[4] == "0":
        sys.exit("usage: time_twins.py LAUNCHER PROGRAM TWIN RUNS OPTION...")
    measure(shlex.split(sys.argv[1]), sys.argv[2:4], int(sys.argv[4]),
            sys.argv[5:])
