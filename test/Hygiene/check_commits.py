# Subjects of commits: "[Room] Imperative subject", with a tag of docs/Contributing.md.
# Comes in: the top folder. Goes out: one line for each commit since this check is
# there that has another one. Where there is no history there is nothing to look at.
import os
import re
import subprocess
import sys

import tree

SUBJECT = re.compile(r"\[([\w+-]+)\] [A-Z].*[^.]$")


def git(top, *arguments):
    done = subprocess.run(["git", "-C", top, *arguments], capture_output=True,
                          text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def tags(top):
    rows = [line for line in tree.read(top, "docs/Contributing.md").split("\n")
            if line.startswith("| `[")]
    return {tag for row in rows for tag in re.findall(r"`\[([\w+-]+)\]`", row)}


def problem_of(subject, known):
    match = SUBJECT.match(subject)
    if not match:
        return "is no '[Tag] Imperative subject'"
    return None if match.group(1) in known else f"has the unknown tag {match.group(1)}"


def problems(top):
    check = os.path.relpath(__file__, top)
    first = git(top, "log", "--diff-filter=A", "--format=%H", "--", check)[-1:]
    known = tags(top)
    for one in first:
        for line in git(top, "log", "--no-merges", "--format=%h %s", f"{one}..HEAD"):
            number, subject = line.split(" ", 1)
            if problem := problem_of(subject, known):
                yield f"{number}: '{subject}' {problem}"


if __name__ == "__main__":
    if len(sys.argv) == 3:  # one subject
        tree.report([one for one in [problem_of(sys.argv[2], tags(sys.argv[1]))] if one])
    tree.report(list(problems(sys.argv[1])))
