#!/usr/bin/env python3
"""Runs a program across hosts of utils/hosts.sh:

    check_hosts.py HOSTS_SH PROGRAM LAUNCHER OPTION... -n
    check_hosts.py HOSTS_SH PROGRAM LAUNCHER OPTION... -n -- ARGUMENT...

With arguments, any program that says "N ranks: right" runs in three placements.
Otherwise the program (families.cpp) runs on three hosts, with 3 + 1 ranks, 1 + 2 + 2, and in
turn; over slow links; where packets are lost; and a rank of it is killed in each
family of directives: then the job must fail, and on no host a process or a file of
it may be left. What takes longer than SECONDS has failed. Prints a line for each.
"""
import os
import subprocess
import sys
import tempfile
import time

SECONDS = 60
SECONDS_TO_VANISH = 20
HOSTS = ["n1", "n2", "n3"]
PLACEMENTS = (("3 + 1", ["--ranks", "3,1"], 4, 2),
              ("1 + 2 + 2", ["--ranks", "1,2,2"], 5, 3),
              ("in turn", ["--round-robin"], 5, 3))
FAMILIES = ["redistribute", "request", "reduce", "array", "pipeline"]
# Every process but those of the host itself, and every file of the runtime.
LEFTOVERS = """
for process in /proc/[0-9]*; do
  case $(readlink "$process/exe") in "$1") echo "process $process" ;; esac
done
ls /dev/shm | grep redist
"""


def fail(text):
    sys.exit("check_hosts.py: error: " + text)


class Hosts:
    """The hosts that hosts.sh makes in a folder of their own."""

    def __init__(self, script, folder):
        self.script = script
        self.environment = dict(os.environ, REDIST_HOSTS_DIR=folder)

    def call(self, *arguments, **options):
        return subprocess.run([self.script, *arguments], text=True,
                              env=self.environment, check=False, **options)

    def job(self, placement, words):
        """Exit status and output of a job; it is killed when its time is up."""
        with subprocess.Popen([self.script, "mpirun", *placement, *words],
                              env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              start_new_session=True) as job:
            try:
                output, _ = job.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(job.pid, 9)
                output, _ = job.communicate()
                fail(f"{' '.join(placement)}: nothing after {SECONDS} s\n{output}")
        return job.returncode, output

    def leftovers(self, program):
        found = []
        for host in HOSTS:
            lines = self.call("on", host, "sh", "-c", LEFTOVERS, "sh", program,
                              capture_output=True).stdout.splitlines()
            found += [f"{host}: {line}" for line in lines]
        return found


def check_right(hosts, what, placement, words, expected):
    begin = time.monotonic()
    status, output = hosts.job(placement, words)
    if status != 0 or expected not in output.splitlines():
        fail(f"{what}: status {status}, '{expected}' is not in\n{output}")
    print(f"{what}: right, {time.monotonic() - begin:.1f} s", flush=True)


def check_killed(hosts, family, words, program):
    begin = time.monotonic()
    status, output = hosts.job(["--ranks", "3,1"], words)
    if status == 0 or "right" in output:
        fail(f"killed in {family}: the job has not failed\n{output}")
    deadline = time.monotonic() + SECONDS_TO_VANISH
    while left := hosts.leftovers(program):
        if time.monotonic() > deadline:
            fail(f"killed in {family}: left are " + ", ".join(left))
        time.sleep(0.1)
    print(f"killed in {family}: ended, {time.monotonic() - begin:.1f} s",
          flush=True)


def check_all(hosts, folder, program, options):
    def words(count, *arguments):
        return [*options, str(count), program, os.path.join(folder, "file"),
                *arguments]

    for what, placement, count, wanted in PLACEMENTS:
        check_right(hosts, what, placement, words(count),
                    f"{wanted} hosts, {count} ranks: right")
    if hosts.call("loss", "1").returncode == 0:
        check_right(hosts, "packets lost", ["--ranks", "2,2"], words(4),
                    "2 hosts, 4 ranks: right")
        hosts.call("loss", "none")
    else:
        print("packets lost: not tried", flush=True)
    for family in FAMILIES:
        check_killed(hosts, family, words(4, family, "killed"), program)


def check_placements(hosts, program, options, arguments):
    for what, placement, count, _ in PLACEMENTS:
        check_right(hosts, what, placement,
                    [*options, str(count), program, *arguments],
                    f"{count} ranks: right")


def main():
    script, program, launcher, *options = sys.argv[1:]
    arguments = None
    if "--" in options:
        at = options.index("--")
        options, arguments = options[:at], options[at + 1:]
    os.environ["MPIRUN"] = launcher
    # A short path: MPI puts sockets there.
    with tempfile.TemporaryDirectory(prefix="redist-hosts-") as folder:
        hosts = Hosts(script, os.path.join(folder, "hosts"))
        try:
            if hosts.call("up", str(len(HOSTS)), "--rate", "1gbit").returncode:
                fail("no hosts")
            if arguments is None:
                check_all(hosts, folder, program, options)
            else:
                check_placements(hosts, program, options, arguments)
        finally:
            hosts.call("down")


main()
