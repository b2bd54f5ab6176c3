"""Which of many small programs redistc accepts.

check(redistc, folder, headers, wrong, right): each program is a function of one
file, its text with the name 'NAME'. All of `wrong`, by case (text, message), must
have an error in their lines that has the message; of `right`, by case text, none.
A file has at most `most` programs: more may be too many for one analysis.
Ends the process with status 1 and the cases that are not so.
"""

import pathlib
import re
import subprocess
import sys


def function(before, items, first, second, after=""):
    """A text with a pipeline of two stages; items: declarations in its loop."""
    return f"""long NAME(int count) {{
  long sum = 0;
  {before}
#pragma pipeline
  for (int i = 0; i < count; ++i) {{
    {items}
#pragma pipeline stage
    {{ {first} }}
#pragma pipeline stage
    {{ {second} }}
  }}
  {after}
  return sum;
}}"""


def _errors(redistc, path, headers, texts):
    """The messages of each text, by its case."""
    lines, owner = headers.count("\n") + 1, {}
    parts = [headers + "\n"]
    for number, (case, text) in enumerate(texts.items()):
        part = f"// {case}\n" + text.replace("NAME", f"f{number}") + "\n"
        for line in range(lines + 1, lines + 1 + part.count("\n")):
            owner[line] = case
        lines += part.count("\n")
        parts.append(part)
    path.write_text("".join(parts))
    done = subprocess.run(
        [redistc, path, "-o", path.with_suffix(".out.cpp"), "--", "-std=c++20",
         "-w", "-ferror-limit=0"], capture_output=True, text=True, check=False)
    found = {case: [] for case in texts}
    place = re.compile(re.escape(path.name) + r":(\d+):\d+: (?:fatal )?error: (.*)")
    for line in done.stderr.splitlines():
        if match := place.search(line):
            found[owner.get(int(match[1]), "outside")].append(match[2])
    if (done.returncode == 0) != all(not one for one in found.values()):
        sys.exit(f"exit status {done.returncode}\n{done.stderr[:4000]}")
    return found


def _all_errors(redistc, path, headers, texts, most):
    """The same, of files of at most so many programs."""
    found, cases = {}, list(texts)
    for number, first in enumerate(range(0, len(cases), most)):
        part = {case: texts[case] for case in cases[first:first + most]}
        found |= _errors(redistc, path.with_stem(f"{path.stem}{number}"), headers,
                         part)
    return found


def check(redistc, folder, headers, wrong, right, most=1000):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    bad = []
    texts = {case: text for case, (text, _) in wrong.items()}
    for case, told in _all_errors(redistc, folder / "wrong.cpp", headers, texts,
                                  most).items():
        if not any(wrong[case][1] in one for one in told):
            bad.append(f"{case}: no error '{wrong[case][1]}', but {told}")
    for case, told in _all_errors(redistc, folder / "right.cpp", headers, right,
                                  most).items():
        if told:
            bad.append(f"{case}: rejected: {told}")
    print(f"{len(wrong)} rejected, {len(right)} accepted")
    if bad:
        sys.exit("\n".join(bad))
