# Links of documents lead somewhere: to a file that there is, and to a heading of it,
# named as GitHub names headings. Comes in: the top folder. Goes out: a line for each
# link that does not. Addresses in the net are not followed.
import posixpath
import re
import sys

import tree

LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?\)")
FENCE = re.compile(r"^[ ]*```.*?^[ ]*```$", re.M | re.S)
CODE = re.compile(r"`[^`\n]+`")


def without(pattern, text):
    """The text with blanks for what the pattern finds: lines stay lines."""
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def anchors(text):
    found = {}
    for title in re.findall(r"^#{1,6} +(.*)$", without(FENCE, text), re.M):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        name = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
        found[name] = found.get(name, -1) + 1
    return {name + (f"-{i}" if i else "")
            for name, last in found.items() for i in range(last + 1)}


def problems(top):
    files = set(tree.files(top))
    texts = {path: tree.read(top, path) for path in files
             if path.endswith(".md")}
    names = {path: anchors(text) for path, text in texts.items()}
    for path in sorted(texts):
        prose = without(CODE, without(FENCE, texts[path]))
        for match in LINK.finditer(prose):
            target = match[1]
            if re.match(r"\w+:", target):
                continue
            place, _, heading = target.partition("#")
            meant = posixpath.normpath(posixpath.join(
                posixpath.dirname(path), place)) if place else path
            line = prose.count("\n", 0, match.start()) + 1
            if meant not in files:
                yield f"{path}:{line}: there is no {target}"
            elif heading and heading not in names.get(meant, ()):
                yield f"{path}:{line}: {meant} has no heading #{heading}"


if __name__ == "__main__":
    tree.report(list(problems(sys.argv[1])))
