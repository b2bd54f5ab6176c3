# The example checkpoint: it is killed in the middle on four ranks, goes on with three
# in another layout, and ends with the bits of a run that nobody disturbs. Comes in: how
# mpirun is called, and the program. Goes out: one line, or what is wrong.
import os
import shlex
import signal
import subprocess
import sys

STEPS, KILL_AT = 600, 200
mpirun, program = shlex.split(sys.argv[1]), os.path.abspath(sys.argv[2])


def command(ranks, *arguments):
    return [*mpirun, str(ranks), program, str(STEPS), *arguments]


def run(folder, ranks, *arguments):
    done = subprocess.run(command(ranks, *arguments), cwd=folder, capture_output=True,
                          text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return [int(line.split()[1]) for line in done.stdout.splitlines()
            if line.startswith("step ")]


def run_killed(folder, ranks):
    """The steps that were written before one of the job's ranks was killed."""
    processes, steps = [], []
    with subprocess.Popen(command(ranks), cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as job:
        for line in job.stdout:
            word, number = line.split()
            (processes if word == "process" else steps).append(int(number))
            if steps and steps[-1] == KILL_AT and len(processes) == ranks:
                os.kill(processes.pop(), signal.SIGKILL)
        assert job.wait(120) != 0, "the job has not noticed"
    return steps


for folder in ("undisturbed", "disturbed"):
    os.makedirs(folder)
assert run("undisturbed", 4)[-1] == STEPS
before = run_killed("disturbed", 4)
assert KILL_AT in before and before[-1] < STEPS, before
assert not os.path.exists("disturbed/field.npy"), "the killed job has ended"
after = run("disturbed", 3, "5")
# The last file may have been written without the line that says so.
assert KILL_AT < after[0] <= before[-1] + 40 and after[-1] == STEPS, (before, after)
results = [open(f"{folder}/field.npy", "rb").read() for folder in ("undisturbed", "disturbed")]
assert results[0] == results[1], "the results differ"
print("the same bits")
