"""hash_cache.py COMPILER ARGUMENT...: a cache of compilers in the manner of sccache. An
object is known by the bytes of the compiler, the arguments, and what the compiler's
preprocessor prints."""
import hashlib
import pathlib
import shutil
import subprocess
import sys

command = sys.argv[1:]
if "-c" not in command:
    sys.exit(subprocess.run(command, check=False).returncode)
output = command[command.index("-o") + 1]
words = [word for word in command if word not in ("-c", "-o", output)]
preprocessed = subprocess.run([*words, "-E"], capture_output=True, check=False)
if preprocessed.returncode != 0:
    sys.exit(subprocess.run(command, check=False).returncode)
parts = [pathlib.Path(shutil.which(command[0])).read_bytes(),
         "\0".join(words).encode(), preprocessed.stdout]
entry = pathlib.Path("cache-" + hashlib.sha256(b"\0".join(parts)).hexdigest())
if not entry.exists():
    status = subprocess.run(command, check=False).returncode
    if status != 0:
        sys.exit(status)
    shutil.copy(output, entry)
shutil.copy(entry, output)
