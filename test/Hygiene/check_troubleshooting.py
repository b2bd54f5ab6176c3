# Every message is in docs/troubleshooting.md with its cause and cure. Comes in: the
# top folder. Goes out: the messages that stand in no code of that document.
#
# Messages of redistc are the errors, warnings and remarks of its catalogue; each has
# to be there as printed, with something in the place of what varies. All others are put
# together where they are thrown: of the literals there, those of three words or more
# are looked for.
import re
import sys

import tree

DOCUMENT = "docs/troubleshooting.md"
CATALOGUE = "include/redistc/Directive/Diagnostics.def"
ENTRY = re.compile(
    r'REDISTC_DIAGNOSTIC\(\s*(\w+),\s*(\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)')
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
PLACE = re.compile(r"%(?:(select|plural)\{((?:[^{}])*)\})?\d")
CHOICE = re.compile(r"^(?:\d*:)?")

# Where messages are made of literals, and which statements make some: of the
# schedules those that return an error. Not the summary, not the timeline, no help,
# and no checks of what only the project itself can get wrong.
SOURCES = [
    ("runtime", "."), ("include/redist", "."), ("lib/Schedule", r"\bError\b"),
    ("lib/Plan", "reason|text|push_back"), ("lib/Driver", "fail|Error"),
    ("tools/redistc++", "fail|errs"),
]
SILENT = ("Summary.cpp", "Timeline.cpp", "ReportGroup.cpp", "Options.cpp")
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\]|\\.)\'|([;{}])|'
    r'(?:[^"\'/;{}]|/(?![/*]))+', re.S)
OURS = re.compile(r"\bassert\(|static_assert\((std::atomic|Outgoing|N == 0|sizeof\(static_range)")


def unescaped(literal):
    return literal.replace('\\"', '"').replace("\\\\", "\\").replace("\\n", "\n")


def pattern(text):
    """The expression that what is printed matches."""
    result, at = "", 0
    for match in PLACE.finditer(text):
        result += re.escape(text[at:match.start()])
        if match[1]:
            options = [CHOICE.sub("", option) if match[1] == "plural" else option
                       for option in match[2].split("|")]
            result += "(?:" + "|".join(map(pattern, options)) + ")"
        else:
            result += ".+"
        at = match.end()
    return result + re.escape(text[at:])


def of_redistc(top):
    for name, kind, literals in ENTRY.findall(tree.read(top, CATALOGUE)):
        text = unescaped("".join(LITERAL.findall(literals)))
        # What a remark says is made from the plan; the reference shows them.
        if kind != "Note" and name != "PlanRemark":
            yield name, text, re.compile(pattern(text))


def statements(source):
    """The literals of each statement, those side by side as one, and its code."""
    literals, code, is_next = [], "", False
    for match in TOKEN.finditer(re.sub(r"^[ \t]*#.*$", "", source, flags=re.M)):
        if match[1] is not None:
            if is_next:
                literals[-1] += match[1]
            else:
                literals.append(match[1])
            is_next = True
        elif match[2] and match[2] != "{":
            yield literals, code
            literals, code, is_next = [], "", False
        elif match[0].strip() and not match[0].startswith(("//", "/*")):
            code += match[0]
            is_next = False


def pieces(source, mark):
    for literals, code in statements(source):
        if OURS.search(code) or not re.search(mark, code):
            continue
        for literal in map(unescaped, literals):
            piece = literal.strip().split("%")[0].split("\n")[0].strip()
            if (re.search(r"[a-z]+ [a-z]+ [a-z]+", piece)
                    and not piece.startswith("internal error")):
                yield piece


def of_sources(top):
    for path in tree.files(top, ".cpp", ".h"):
        name = path.split("/")[-1]
        for folder, mark in SOURCES:
            if (path.startswith(folder + "/") and name not in SILENT):
                for piece in pieces(tree.read(top, path), mark):
                    yield name, piece


def missing(top):
    document = tree.read(top, DOCUMENT)
    spans = re.findall(r"`([^`\n]+)`", document)
    whole = "\n".join(spans)
    for name, text, expression in of_redistc(top):
        if not any(expression.fullmatch(span) for span in spans):
            yield f"{name}: {text}"
    for name, piece in of_sources(top):
        if piece not in whole:
            yield f"{name}: {piece}"


if __name__ == "__main__":
    tree.report(sorted(set(missing(sys.argv[1]))))
