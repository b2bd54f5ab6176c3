# Who may include whom: the table of docs/Architecture.md, one line a room, and
# one for each room inside a room.
# Comes in: the top folder. Goes out: one line for each include that goes up
# the house or leaves it where it may not, and one for rooms in a circle.
import collections
import posixpath
import re
import sys

import tree

SCHEDULE = "redistSchedule/"
DIRECTIVE, PLAN, SEMA, EMIT = (
    "redistc/Directive/", "redistc/Plan/", "redistc/Sema/", "redistc/Emit/")
EXACT, VIEW, DRIVER = "redistc/Exact/", "redistc/View/", "redistc/Driver/"
EFFECTS = "redistc/Effects/"
VERSION = "redistc/Version/"
PROFILE = ("redist/Profile.h", "redist/Error.h")
SUPPORT = "redistc/Support/"
CLANG = ("clang/", "llvm/")



def inside(library, headers, name, *uses):
    """A room inside a room: its folders, and what it may use of its neighbours."""
    folders = (f"{library}/{name}",) + ((f"include/{headers}{name}",) if headers else ())
    prefixes = tuple(one + "/" for one in (name, *uses))
    return folders, prefixes + tuple(headers + one for one in prefixes if headers)


def schedule(name, *uses):
    return inside("lib/Schedule", SCHEDULE, name, *uses)


def part(room, name, *uses):
    """A folder of a room of schedules, whose headers are those of the room."""
    folders, allowed = inside("lib/Schedule", "", f"{room}/{name}",
                              *(f"{room}/{one}" for one in uses))
    return folders, allowed + ("Support/", f"{SCHEDULE}{room}/", f"{SCHEDULE}Support/")


def sema(name, *uses):
    folders, allowed = inside("lib/Sema", "", name, *uses)
    return folders, allowed + (SCHEDULE, DIRECTIVE, PLAN, EFFECTS, SEMA) + CLANG


def effects(name, *uses):
    folders, allowed = inside("lib/Effects", "", name, *uses)
    return folders, allowed + (EFFECTS,) + CLANG


def runtime(name, *uses):
    return inside("runtime", "", name, *uses)


def mpi(name, *uses):
    folders, allowed = runtime(name, *uses)
    return folders, allowed + (SCHEDULE, "redist/", "mpi.h")


# Folders of a room; what its files may include besides the room's own headers
# and the C++ standard library. "redist/" alone stands for the runtime's interface.
ROOMS = [
    schedule("Support"),
    schedule("Layout", "Support"),
    schedule("Intersection", "Layout", "Support"),
    schedule("EdgeColouring", "Support"),
    schedule("OneDimension", "EdgeColouring", "Intersection", "Layout", "Support"),
    schedule("Product", "OneDimension", "EdgeColouring", "Intersection", "Layout", "Support"),
    schedule("Nodes", "Product", "OneDimension", "EdgeColouring", "Intersection", "Layout",
             "Support"),
    schedule("Relabel", "EdgeColouring", "Intersection", "Layout", "Support"),
    schedule("CostModel", "Layout", "Support"),
    schedule("Pipeline", "Support"),
    part("Pipeline", "Problem"),
    part("Pipeline", "Mapping"),
    part("Pipeline", "Heuristics", "Mapping"),
    part("Pipeline", "Search", "Heuristics", "Mapping"),
    part("Pipeline", "Links", "Search", "Heuristics", "Mapping"),
    part("Pipeline", "Choice", "Links", "Search", "Heuristics", "Mapping"),
    schedule("Reduction", "Support"),
    part("Reduction", "Cost"),
    part("Reduction", "Role", "Cost"),
    part("Reduction", "Tree", "Role", "Cost"),
    part("Reduction", "Arrivals"),
    part("Reduction", "Program", "Role"),
    (("include/redistc/Exact", "lib/Exact"), (SCHEDULE, EXACT, "coin/", "Cbc", "Clp", "Coin", "Osi")),
    (("include/redistc/Version", "lib/Version"), (VERSION,)),
    (("include/redistc/Support", "lib/Support"), (SUPPORT,)),
    (("lib/Profile",), PROFILE),
    (("include/redistc/View", "lib/View"), (SCHEDULE, SUPPORT, VIEW)),
    (("include/redistc/Directive", "lib/Directive"),
     (DIRECTIVE, "clang/Lex/", "clang/Basic/", "clang/Parse/", "llvm/")),
    (("include/redistc/Plan", "lib/Plan"), (SCHEDULE, PLAN)),
    (("include/redistc/Effects",), (EFFECTS,) + CLANG),
    effects("PointsTo"),
    effects("Library"),
    effects("Code", "PointsTo"),
    effects("Program", "Code", "PointsTo", "Library"),
    effects("Sharing", "Program", "Code", "PointsTo", "Library"),
    sema("Common"),
    sema("Accesses", "Common"),
    sema("Redistribute", "Common"),
    sema("Reduce", "Common"),
    sema("Pipeline/Shape", "Accesses", "Common"),
    sema("Pipeline/Accesses", "Pipeline/Shape", "Accesses", "Common"),
    sema("Pipeline/Flow", "Pipeline/Accesses", "Pipeline/Shape", "Accesses", "Common"),
    sema("Pipeline/Check", "Pipeline/Flow", "Pipeline/Accesses", "Pipeline/Shape",
         "Accesses", "Common"),
    (("include/redistc/Sema", "lib/Sema"),
     (SCHEDULE, DIRECTIVE, PLAN, EFFECTS, SEMA, "Common/", "Accesses/", "Redistribute/",
      "Reduce/", "Pipeline/") + CLANG),
    (("include/redistc/Emit", "lib/Emit"), (DIRECTIVE, PLAN, EMIT) + CLANG),
    (("include/redistc/Driver", "lib/Driver"),
     (SCHEDULE, EXACT, DIRECTIVE, PLAN, SEMA, EMIT, VIEW, DRIVER, VERSION, SUPPORT, EFFECTS,
      "dtl/") + PROFILE + CLANG),
    (("include/redist",), ("redist/", "mpi.h", "cereal/")),
    mpi("Support"),
    (("runtime/Kernels",), ("Kernels/", "Support/", "redist/Operators.h",
                            "redist/detail/reduce/BuiltinReduction.h")),
    mpi("Trace", "Support"),
    (("runtime/Plan",), ("Plan/", "Kernels/", "Support/", SCHEDULE)),
    mpi("Progress", "Trace", "Support"),
    mpi("Agreement", "Progress", "Support"),
    mpi("Call", "Plan", "Kernels", "Support"),
    mpi("Owners", "Agreement", "Call", "Plan", "Kernels", "Progress", "Support"),
    runtime("Copy", "Plan", "Kernels", "Trace"),
    mpi("SharedMemory", "Progress", "Kernels", "Support"),
    mpi("Communicator", "SharedMemory", "Agreement", "Progress", "Trace", "Support"),
    mpi("Transport", "SharedMemory", "Kernels", "Support"),
    mpi("Execution", "Transport", "SharedMemory", "Copy", "Plan", "Trace", "Support"),
    mpi("Redistribute", "Execution", "Transport", "Communicator", "Owners", "Call",
        "SharedMemory",
        "Agreement", "Progress", "Trace", "Support"),
    mpi("Array", "Communicator", "SharedMemory", "Agreement", "Progress", "Support"),
    mpi("Pipeline/Link", "SharedMemory", "Progress", "Trace", "Support"),
    mpi("Pipeline/Mapping", "Pipeline/Link", "Agreement", "Progress", "Support"),
    mpi("Pipeline/Engine", "Pipeline/Mapping", "Pipeline/Link", "Communicator",
        "SharedMemory", "Agreement", "Progress", "Trace", "Support"),
    mpi("Reduction/Channel", "Progress", "Support"),
    mpi("Reduction/Machine", "Reduction/Channel", "Trace", "Support"),
    mpi("Reduction/Clauses", "Agreement", "Support"),
    mpi("Reduction/Mpi", "Reduction/Clauses", "Reduction/Machine", "Reduction/Channel",
        "Progress", "Support"),
    mpi("Reduction/Node", "SharedMemory", "Kernels", "Progress", "Support"),
    mpi("Reduction/Engine", "Reduction/Node", "Reduction/Mpi", "Reduction/Clauses", "Reduction/Machine",
        "Reduction/Channel", "Communicator", "SharedMemory", "Agreement", "Progress",
        "Trace", "Support"),
    (("runtime/ScaLAPACK",),
     ("redist/", "mpi.h", "../Communicator/", "../Support/")),
    (("runtime/Hdf5",),
     ("redist/", "mpi.h", "hdf5.h", "../Agreement/", "../Array/", "../Communicator/",
      "../Support/")),
    (("tools/redistc",), (DRIVER, "llvm/")),
    (("tools/redistc++",), (SUPPORT, VERSION, "llvm/")),
    (("tools/redist-plan",), (SCHEDULE, EXACT, VIEW, VERSION, SUPPORT) + PROFILE),
    (("tools/playground",), ("Run.h", "emscripten.h")),
    (("tools/redist-tune",),
     (VERSION, SUPPORT, "redist/", "mpi.h", "Call/CallParameters.h",
      "Execution/FlowOptions.h",
      "SharedMemory/SharedSegment.h", "Redistribute/PlanCache.h",
      "Support/PingPong.h")),
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
                best = (name, allowed, folders)
    return best


def meant_by(path, name, files):
    """The file that is included: from the file's folder, its library's or the headers'."""
    top = "/".join(path.split("/")[:1 if path.startswith("runtime/") else 2])
    for folder in (path.rsplit("/", 1)[0], top, "include"):
        meant = posixpath.normpath(posixpath.join(folder, name))
        if meant in files:
            return meant
    return None


def circle(edges):
    """Rooms that lead to each other; none: empty."""
    left = {room: set(to) for room, to in edges.items()}
    while True:
        ends = {room for room in left if not any(to in left for to in left[room])}
        if not ends:
            return sorted(left)
        for room in ends:
            del left[room]


def problems(top):
    files = {name.removesuffix(".in") for name in tree.files(top)}
    edges = collections.defaultdict(set)
    for path in tree.files(top, ".h", ".cpp", ".def"):
        if path.split("/")[0] not in ("include", "lib", "runtime", "tools"):
            continue
        room = room_of(path)
        if room is None:
            yield f"{path}: lies in no room of docs/Architecture.md"
            continue
        for match in INCLUDE.finditer(tree.read(top, path)):
            style, name = match.groups()
            meant = meant_by(path, name, files)
            other = room_of(meant) if meant else None
            if other and other[1] is not room[1]:
                edges[" and ".join(room[2])].add(" and ".join(other[2]))
            allowed = (name.startswith(room[1]) or
                       style == '"' and other and other[1] is room[1] or
                       style == "<" and SYSTEM.match(name))
            if not allowed:
                line = tree.read(top, path)[:match.start()].count("\n") + 1
                yield f"{path}:{line}: {room[0]} may not include {name}"
    if rooms := circle(edges):
        yield f"these rooms include each other: {'; '.join(rooms)}"


if __name__ == "__main__":
    tree.report(list(problems(sys.argv[1])))
