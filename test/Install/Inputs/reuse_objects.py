"""reuse_objects.py BUILD FOLDER COMPILER ARGUMENT...: a launcher of compilers for a build
of redistc within another project, which takes minutes otherwise. What COMPILER would write
below FOLDER is copied from the same place in the build tree BUILD; all else is compiled."""
import os
import shutil
import subprocess
import sys

build, folder, *command = sys.argv[1:]
output = command[command.index("-o") + 1] if "-o" in command else ""
if not output.startswith(folder + "/"):
    sys.exit(subprocess.run(command, check=False).returncode)
if output.endswith(".gch"):
    open(output, "w").close()
else:
    shutil.copy(os.path.join(build, os.path.relpath(output, folder)), output)
if "-MF" in command:
    with open(command[command.index("-MF") + 1], "w") as rule:
        rule.write(f"{output}:\n")
