# Runs a command that must end with a given status, write nothing to standard
# output and one line to standard error, which is printed.
import subprocess
import sys

expected, command = int(sys.argv[1]), sys.argv[2:]
result = subprocess.run(command, capture_output=True, text=True)
sys.stdout.write(result.stderr)
if result.returncode != expected:
    sys.exit(f"status {result.returncode}, expected {expected}")
if result.stdout:
    sys.exit("something on standard output")
if result.stderr.count("\n") != 1:
    sys.exit("not one line")
