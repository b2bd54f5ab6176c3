# Every message is in the document with its cause and cure. Comes in: the top folder,
# the document. Goes out: the messages that stand in no code of it.
#
# Messages of redistc are the errors, warnings and remarks of its catalogue; each has
# to be there as printed, with something in the place of what varies. Those of the
# runtime are put together where they are thrown: of the literals in its sources,
# those of three words or more are looked for.
import os
import re
import sys

from documents import read

CATALOGUE = "include/redistc/Directive/Diagnostics.def"
ENTRY = re.compile(
    r'REDISTC_DIAGNOSTIC\(\s*(\w+),\s*(\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)')
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
PLACE = re.compile(r"%(?:(select|plural)\{((?:[^{}])*)\})?\d")
CHOICE = re.compile(r"^(?:\d*:)?")

# Of the runtime's sources, those that speak of errors: not the summary, not the
# timeline, and no checks of what only the project itself can get wrong.
SILENT = ("Summary.cpp", "Timeline.cpp", "ProcessGroup.cpp")
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\]|\\.)\'|([;{}])|'
    r'(?:[^"\'/;{}]|/(?![/*]))+', re.S)
OURS = re.compile(r"\bassert\(|static_assert\((std::atomic|Outgoing|N == 0)")


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
    for name, kind, literals in ENTRY.findall(read(os.path.join(top, CATALOGUE))):
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


def of_runtime(top):
    for part in ("runtime", "include/redist"):
        for folder, folders, names in sorted(os.walk(os.path.join(top, part))):
            if "Schedule" in folders:
                folders.remove("Schedule")
            for name in sorted(names):
                if name in SILENT or not name.endswith((".cpp", ".h")):
                    continue
                for literals, code in statements(read(os.path.join(folder, name))):
                    if OURS.search(code):
                        continue
                    for literal in map(unescaped, literals):
                        piece = literal.strip().split("%")[0].split("\n")[0]
                        if (re.search(r"[a-z]+ [a-z]+ [a-z]+", piece)
                                and not piece.startswith("internal error")):
                            yield name, piece.strip()


def missing(top, document):
    spans = re.findall(r"``? ?(.+?) ?``?(?!`)", read(document))
    whole = "\n".join(spans)
    for name, text, expression in of_redistc(top):
        if not any(expression.fullmatch(span) for span in spans):
            yield f"{name}: {text}"
    for name, piece in of_runtime(top):
        if piece not in whole:
            yield f"{name}: {piece}"


found = sorted(set(missing(*sys.argv[1:])))
print("\n".join(found))
sys.exit(1 if found else 0)
