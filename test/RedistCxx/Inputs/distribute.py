"""distribute.py [--as=COMPILER] COMPILER ARGUMENT...: compiles elsewhere in the manner of
distcc. The preprocessor runs here; its text alone is compiled by COMPILER in an empty
folder, without the options that are the preprocessor's and with nothing of the
environment. --as: by another compiler, as icecream sends its own."""
import os
import shutil
import subprocess
import sys
import tempfile

command = sys.argv[1:]
there = command.pop(0).partition("=")[2] if command[0].startswith("--as=") else command[0]
if "-c" not in command:
    sys.exit(subprocess.run(command, check=False).returncode)

JOINED = ("-I", "-D", "-U", "-M", "-iquote", "-isystem", "-include")
APART = ("-I", "-D", "-U", "-MF", "-MT", "-MQ", "-iquote", "-isystem", "-include")
output = os.path.abspath(command[command.index("-o") + 1])
source = next(word for word in command[1:] if word.endswith(".cpp"))
words, at = [], 1
while at < len(command):
    word = command[at]
    at += 1 + (word in APART or word == "-o")
    if word not in ("-o", "-c", source) and not word.startswith(JOINED):
        words.append(word)

here = list(command)
here[here.index("-o"):here.index("-o") + 2] = []
here[here.index("-c")] = "-E"
text = subprocess.run(here, stdout=subprocess.PIPE, check=False)
if text.returncode != 0:
    sys.exit(text.returncode)
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "text.ii"), "wb") as file:
        file.write(text.stdout)
    status = subprocess.run(
        [shutil.which(there), *words, "-c", "text.ii", "-o", output], cwd=folder,
        env={"PATH": "/usr/bin:/bin", "TMPDIR": folder}, check=False).returncode
if status == 0:
    print("compiled elsewhere")
sys.exit(status)
