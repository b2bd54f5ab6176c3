#!/usr/bin/env python3
"""Runs a job of which a rank is killed: check_killed.py FOLDER COMMAND...

The job must fail within two minutes; then, of the processes that it printed as
"process N", none may be left after some seconds, nor any file of the runtime in
memory or in FOLDER, where the job's temporary files go.
"""
import os
import shutil
import subprocess
import sys
import time

SECONDS_TO_END = 120
SECONDS_TO_VANISH = 20
MEMORY = "/dev/shm"


def fail(text):
    sys.exit("check_killed.py: error: " + text)


def files_of_runtime(folder):
    """Names in `folder` and below it that the runtime gives."""
    found = set()
    for where, _, names in os.walk(folder):
        found.update(os.path.join(where, name) for name in names
                     if "redist" in name)
    return found


def is_running(process):
    """Whether there is such a process that is no mere entry in a table."""
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def run(command, folder):
    """The exit status of the job, and its processes."""
    environment = dict(os.environ, TMPDIR=folder)
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment,
                          text=True) as job:
        try:
            output, _ = job.communicate(timeout=SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            job.kill()
            fail("the job has not ended")
    lines = [line.split() for line in output.splitlines()]
    return job.returncode, [int(line[1]) for line in lines
                            if len(line) == 2 and line[0] == "process"]


def main():
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    before = files_of_runtime(MEMORY)
    status, processes = run(sys.argv[2:], folder)
    if status == 0:
        fail("the job has not failed")
    if not processes:
        fail("the job has no processes")
    deadline = time.monotonic() + SECONDS_TO_VANISH
    while any(map(is_running, processes)):
        if time.monotonic() > deadline:
            fail("processes are left: " +
                 " ".join(str(one) for one in processes if is_running(one)))
        time.sleep(0.05)
    left = (files_of_runtime(MEMORY) - before) | files_of_runtime(folder)
    if left:
        fail("files are left: " + " ".join(sorted(left)))
    shutil.rmtree(folder)


main()
