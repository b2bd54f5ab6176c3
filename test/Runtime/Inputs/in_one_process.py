# Runs a program of random cases on simulated ranks, all in one process, until
# so many cases are done; prints how many. Each process runs few: the simulator
# slows down as messages add up.
# Arguments: the program, a platform, a file with the number of cases.
import concurrent.futures
import os
import subprocess
import sys

program, platform = sys.argv[1:3]
with open(sys.argv[3], encoding="utf-8") as file:
    wanted = int(file.read())
cases_each = 20
ranks = [1, 2, 3, 2, 4, 3, 5, 2, 6, 3, 8, 4]


def run(number):
    command = ["smpirun", "-np", str(ranks[number % len(ranks)]),
               "-platform", platform, "-quiet", "--log=root.thres:critical",
               "--cfg=smpi/simulate-computation:0", program, str(number),
               str(cases_each)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100,
                          check=False)
    if done.returncode or done.stdout != f"{cases_each} cases\n":
        raise SystemExit(" ".join(command) + f" ended with {done.returncode}:\n"
                         + done.stdout + done.stderr)


batches = -(-wanted // cases_each)
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for _ in pool.map(run, range(batches)):
        pass
print(f"{batches * cases_each} cases")
