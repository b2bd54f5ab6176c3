"""expect_error.py STATUS MESSAGE COMMAND...

The command ends with STATUS and exactly one line on standard error that says
MESSAGE; it prints nothing else, creates no file, and with -o changes none.
"""
import os
import subprocess
import sys
import tempfile

status, message, *command = sys.argv[1:]
expected = f"redist-plan: error: {message}\n"


def run(extra):
    with tempfile.TemporaryDirectory() as folder:
        old = os.path.join(folder, "old")
        with open(old, "w") as file:
            file.write("as it was")
        result = subprocess.run([*command[:2], *extra, *command[2:]], cwd=folder,
                                capture_output=True, text=True)
        if result.stderr != expected:
            sys.exit(f"expected: {expected}found:    {result.stderr}")
        assert result.returncode == int(status), result.returncode
        assert result.stdout == "", result.stdout
        assert os.listdir(folder) == ["old"], os.listdir(folder)
        assert open(old).read() == "as it was"


run([])
if command[1:2] in (["redistribute"], ["reduce"], ["pipeline"]) and "-o" not in command:
    run(["-o", "old"])
    run(["-o", "new"])
