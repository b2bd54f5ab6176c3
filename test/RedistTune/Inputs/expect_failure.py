# A command that must fail: comes in its exit status, a part of its message and
# the command; goes out an assertion unless it says so in one line of its own.
import subprocess
import sys

status, message = int(sys.argv[1]), sys.argv[2]
done = subprocess.run(sys.argv[3:], capture_output=True, text=True,
                      timeout=300, check=False)
lines = [line for line in done.stderr.splitlines() if "redist-tune: " in line]
assert done.returncode == status, (done.returncode, done.stderr)
assert done.stdout == "" or "mpirun" in done.stdout, done.stdout
assert len(lines) == 1, done.stderr
assert lines[0].startswith("redist-tune: error: ") and message in lines[0], (
    lines)
