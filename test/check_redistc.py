# Runs redistc on a test and compares what it says with the test's CHECK lines.
#
#   check_redistc.py --redistc PATH [--prefix PREFIX] SOURCE FOLDER
#                    [options of redistc] [-- compile flags]
#
# Comes in: a source with RUN and CHECK comments. redistc sees a copy in FOLDER
# without the text of these comments, so that they match nothing in quoted
# source, and with every line where it was. Goes out: exit status 0 if FileCheck
# accepts the output (dumps, then diagnostics), no diagnostic came that the
# CHECK lines leave out, and the exit status fits: 1 where an error is expected,
# and then nothing was written, else 0.
import argparse
import pathlib
import re
import subprocess
import sys

KEPT = "left alone\n"


def arguments():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser()
    parser.add_argument("--redistc", required=True)
    parser.add_argument("--prefix", default="CHECK")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    known, options = parser.parse_known_args(words[:split])
    return known, options, words[split + 1:]


def blanked(text, prefix):
    comment = re.compile(r"//[ \t]*(RUN|REQUIRES|" + prefix +
                         r"(-[A-Z]+)?):[^\r\n]*")
    return comment.sub("//", text)


def fail(message, output):
    sys.stderr.write(f"check_redistc: {message}\n{output}")
    sys.exit(1)


def main():
    known, options, flags = arguments()
    known.folder.mkdir(parents=True, exist_ok=True)
    with open(known.source, newline="", encoding="utf-8") as file:
        text = file.read()
    copy = known.folder / known.source.name
    with open(copy, "w", newline="", encoding="utf-8") as file:
        file.write(blanked(text, known.prefix))
    written = known.folder / "output.txt"
    written.write_text(KEPT)
    command = [known.redistc, copy.name, "-o", written.name, *options, "--",
               "-I", str(known.source.parent.resolve()), *flags]
    result = subprocess.run(command, cwd=known.folder, capture_output=True,
                            text=True, check=False)
    output = result.stdout + result.stderr

    expected = int(re.search(known.prefix + r"\S*:.*\berror:", text) is not None)
    if result.returncode != expected:
        fail(f"exit status {result.returncode}, expected {expected}", output)
    if expected and written.read_text() != KEPT:
        fail("an output was written in spite of an error", output)
    checked = subprocess.run(
        ["FileCheck", str(known.source), f"--check-prefix={known.prefix}",
         "--dump-input-context=20", "--allow-empty",
         "--implicit-check-not={{(error|warning|note):}}"],
        input=output, text=True, check=False)
    sys.exit(checked.returncode)


if __name__ == "__main__":
    main()
