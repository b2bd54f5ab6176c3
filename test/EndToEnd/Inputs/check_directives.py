"""Tries programs with random redistribute directives (random_directives.py).

    python3 check_directives.py --redistcxx PATH --mpirun "mpirun ... -n"
                                [--first SEED] [--count N] [--directives N]
                                [--owners] [--hosts HOSTS_SH] [--keep DIR]

Program N has seed N and runs on N mod 8 + 1 ranks, or as many as --most allows;
every second one mostly has copies or parts, every third one any owners (all,
with --owners), and every fifth one arrays of up to some megabytes. With --hosts,
each also runs on four hosts of utils/hosts.sh. A program is right if it says so. The others are kept in DIR, with what redistc++ or the
program said, and the status is 1. Prints how many were right.
"""
import argparse
import os
import subprocess
import sys
import tempfile

GENERATOR = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                         "random_directives.py")
HOSTS = 4


def output_of(words, seconds=300, **options):
    """Status and text of a command, which is ended when its time is up."""
    with subprocess.Popen(words, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, start_new_session=True,
                          **options) as process:
        try:
            text, _ = process.communicate(timeout=seconds)
            return process.returncode, text
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 15)
            text, _ = process.communicate()
            return 1, f"{text}\nnothing after {seconds} s"


class Hosts:
    """Four hosts of utils/hosts.sh; none if there is no script."""

    def __init__(self, script, launcher, folder):
        self.script = script
        self.environment = dict(os.environ, MPIRUN=launcher,
                                REDIST_HOSTS_DIR=os.path.join(folder, "h"))
        if script and self.call("up", str(HOSTS))[0]:
            sys.exit("check_directives.py: error: no hosts")

    def call(self, *words):
        return output_of([self.script, *words], env=self.environment)

    def run(self, ranks, words):
        each = [ranks // HOSTS + (i < ranks % HOSTS) for i in range(HOSTS)]
        placement = ",".join(str(n) for n in each if n)
        return self.call("mpirun", "--ranks", placement, *words)

    def down(self):
        if self.script:
            self.call("down")


def problem_of(seed, options, hosts, folder):
    """What is wrong with program `seed`, or None."""
    ranks = seed % options.most + 1
    source = os.path.join(options.keep, f"directives{seed}.cpp")
    program = os.path.join(folder, "program")
    with open(source, "w", encoding="utf-8") as file:
        subprocess.run([sys.executable, GENERATOR, str(seed),
                        str(options.directives), str(ranks),
                        "200000" if seed % 5 == 0 else "3000", str(seed % 2),
                        str(int(options.owners or seed % 3 == 0))],
                       check=True, stdout=file)
    status, text = output_of([options.redistcxx, "-std=c++17", "-O1", source,
                              "-o", program])
    if status:
        return f"not compiled: {text}"
    launcher, *words = options.mpirun.split()
    status, text = output_of([launcher, *words, str(ranks), program])
    if status or "OK " not in text:
        return f"on {ranks} ranks: {text}"
    if options.hosts:
        status, text = hosts.run(ranks, [*words, str(ranks), program])
        if status or "OK " not in text:
            return f"on {ranks} ranks of {HOSTS} hosts: {text}"
    os.remove(source)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--redistcxx", required=True)
    parser.add_argument("--mpirun", required=True)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--directives", type=int, default=10)
    parser.add_argument("--most", type=int, default=8)
    parser.add_argument("--owners", action="store_true")
    parser.add_argument("--hosts")
    parser.add_argument("--keep", default="failed")
    options = parser.parse_args()
    os.makedirs(options.keep, exist_ok=True)
    right = 0
    # A short path: MPI puts sockets there.
    with tempfile.TemporaryDirectory(prefix="redist-") as folder:
        hosts = Hosts(options.hosts, options.mpirun.split()[0], folder)
        try:
            for seed in range(options.first, options.first + options.count):
                problem = problem_of(seed, options, hosts, folder)
                right += problem is None
                if problem:
                    print(f"program {seed}, {problem}", flush=True)
        finally:
            hosts.down()
    print(f"{right} of {options.count} programs are right")
    return right != options.count


sys.exit(main())
