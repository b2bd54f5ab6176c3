# Who may include whom: the table of docs/Architecture.md, one line a room.
# Comes in: the top folder. Goes out: one line for each include that goes up
# the house or leaves it where it may not.
import posixpath
import re
import sys

import tree

SCHEDULE = "redist/Schedule/"
DIRECTIVE, PLAN, SEMA, EMIT = (
    "redistc/Directive/", "redistc/Plan/", "redistc/Sema/", "redistc/Emit/")
EXACT, VIEW, DRIVER = "redistc/Exact/", "redistc/View/", "redistc/Driver/"
EFFECTS = "redistc/Effects/"
VERSION = "redistc/Version/"
PROFILE = ("redist/Profile.h", "redist/Error.h")
FILES = "redistc/Files/"
CLANG = ("clang/", "llvm/")

# Folders of a room; what its files may include besides the room's own headers
# and the C++ standard library. "redist/" alone stands for the runtime's interface.
ROOMS = [
    (("include/redist/Schedule", "lib/Schedule"), (SCHEDULE,)),
    (("include/redistc/Exact", "lib/Exact"), (SCHEDULE, EXACT, "coin/", "Cbc", "Clp", "Coin", "Osi")),
    (("include/redistc/Version", "lib/Version"), (VERSION,)),
    (("include/redistc/Files", "lib/Files"), (FILES,)),
    (("lib/Profile",), PROFILE),
    (("include/redistc/View", "lib/View"), (SCHEDULE, VIEW)),
    (("include/redistc/Directive", "lib/Directive"),
     (DIRECTIVE, "clang/Lex/", "clang/Basic/", "clang/Parse/", "llvm/")),
    (("include/redistc/Plan", "lib/Plan"), (SCHEDULE, PLAN)),
    (("include/redistc/Effects", "lib/Effects"), (EFFECTS,) + CLANG),
    (("include/redistc/Sema", "lib/Sema"),
     (SCHEDULE, DIRECTIVE, PLAN, EFFECTS, SEMA) + CLANG),
    (("include/redistc/Emit", "lib/Emit"), (DIRECTIVE, PLAN, EMIT) + CLANG),
    (("include/redistc/Driver", "lib/Driver"),
     (SCHEDULE, EXACT, DIRECTIVE, PLAN, SEMA, EMIT, VIEW, DRIVER, VERSION, FILES, EFFECTS,
      "dtl/") + PROFILE + CLANG),
    (("include/redist", "runtime"), ("redist/", "mpi.h", "cereal/")),
    (("runtime/ScaLAPACK",),
     ("redist/", "mpi.h", "../CommunicatorState.h", "../MpiCalls.h",
      "../Reduction/ItemMemory.h")),
    (("tools/redistc",), (DRIVER, "llvm/")),
    (("tools/redistc++",), (VERSION, "llvm/")),
    (("tools/redist-plan",), (SCHEDULE, EXACT, VIEW, VERSION, FILES) + PROFILE),
    (("tools/redist-tune",),
     (VERSION, FILES, "redist/", "mpi.h", "FlowOptions.h", "NodeSegment.h", "PlanCache.h")),
]

# Headers of the system that hold no interface of another room.
SYSTEM = re.compile(
    r"^(c?[a-z_0-9]+|(sys|bits)/[a-z_]+\.h|linux/futex\.h|"
    r"(fcntl|link|pthread|sched|signal|spawn|stdlib|time|unistd|immintrin|emmintrin|arm_neon)\.h)$")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


def room_of(path):
    folder = path.rsplit("/", 1)[0]
    best = None
    for folders, allowed in ROOMS:
        for name in folders:
            inside = folder == name or folder.startswith(name + "/")
            if inside and (best is None or len(name) > len(best[0])):
                best = (name, allowed)
    return best


def is_own(path, name, room, files):
    """A file of the same room, from the file's folder or from the room's."""
    for folder in (path.rsplit("/", 1)[0], room[0]):
        meant = posixpath.normpath(posixpath.join(folder, name))
        if meant in files and room_of(meant) == room:
            return True
    return False


def problems(top):
    files = {name.removesuffix(".in") for name in tree.files(top)}
    for path in tree.files(top, ".h", ".cpp", ".def"):
        if path.split("/")[0] not in ("include", "lib", "runtime", "tools"):
            continue
        room = room_of(path)
        if room is None:
            yield f"{path}: lies in no room of docs/Architecture.md"
            continue
        for match in INCLUDE.finditer(tree.read(top, path)):
            style, name = match.groups()
            allowed = (name.startswith(room[1]) or
                       style == '"' and is_own(path, name, room, files) or
                       style == "<" and SYSTEM.match(name))
            if not allowed:
                line = tree.read(top, path)[:match.start()].count("\n") + 1
                yield f"{path}:{line}: {room[0]} may not include {name}"


if __name__ == "__main__":
    tree.report(list(problems(sys.argv[1])))
