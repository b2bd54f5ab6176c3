# Messages in documents are those of the compiler and the runtime. Comes in: the
# document or a folder of them, "errors", "remarks" or "run-time", and the redistc
# (or, for "run-time", redistc++ and mpirun). Goes out: nothing, or the entries whose
# message is not the stated one, in the form of the document.
#
# An entry is one or more directives, with the code that belongs to them, and the
# line of their message, in a block that begins with `<!-- errors -->` and ```text;
# a blank line separates them. In messages, lines are counted from the entry's
# first. Of a pipeline the directives may stand alone: they are put around and
# into a loop, with two stages at least.
import os
import re
import subprocess
import sys
import tempfile

from documents import documents, read

PREAMBLE = """
#include <redist/redist.h>
#include <mpi.h>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
constexpr int team = 4;
using Words = std::map<std::string, long>;
[[maybe_unused]] static void merge(Words &into, const Words &from) {
  for (const auto &[word, count] : from)
    into[word] += count;
}
[[maybe_unused]] static Words refuse(const Words &, const Words &) {
  throw std::runtime_error("not today");
}
struct Lock {
  ~Lock() {}
  int holder;
};
[[maybe_unused]] static Lock pass(const Lock &a, const Lock &) { return a; }
struct Node {
  Node *next;
  int value;
};
using Nodes = std::vector<Node>;
[[maybe_unused]] static Nodes longest(const Nodes &a, const Nodes &) { return a; }
"""
# What the document says of the names: around every directive.
SETTING = """
static void entry{number}(std::vector<double> &a, std::vector<double> &b,
    double *p, redist::array<double, 2> &t, std::vector<int> &sizes, long n,
    long m, int ranks) {{
  Words words = {{{{"all", 1}}}};
  std::string text = "text";
  Lock lock = {{}};
  std::vector<Node> nodes;
  (void)a, (void)b, (void)p, (void)t, (void)sizes, (void)n, (void)m,
      (void)ranks, (void)words, (void)text, (void)lock, (void)nodes;
{directive}
}}
"""
LOOP = """{pipeline}
for (long i = 0; i < n; ++i) {{
  long item = 0;
{stages}
  m += item;
}}"""
MAIN = """
int main(int argc, char **argv) {{
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void (*const entries[])(std::vector<double> &, std::vector<double> &,
      double *, redist::array<double, 2> &, std::vector<int> &, long, long,
      int) = {{{entries}}};
  for (auto entry : entries) {{
    const long n = 8, m = 6;
    std::vector<double> a(12), b(12); // 2 rows of 6 a rank
    std::vector<int> sizes = {{2, 2, 1, 2}};
    redist::array<double, 2> t({{n, m}},
        redist::layout({{redist::block(), redist::undistributed()}}).onto({{4}}));
    std::string told = "none";
    try {{
      entry(a, b, a.data(), t, sizes, n, m, 5);
    }} catch (const redist::error &problem) {{
      told = std::strstr(problem.what(), "error: ");
    }}
    if (rank == 0)
      std::printf("%s\\n", told.c_str());
  }}
  MPI_Finalize();
}}
"""


def entries(place, kind):
    text = "\n".join(map(read, documents(place)))
    for block in re.findall(rf"<!-- {kind} -->\n```text\n(.*?)^```$", text,
                            re.M | re.S):
        for part in re.split(r"\n\n+", block.strip()):
            lines = part.splitlines()
            is_code = [not re.match(r"(error|remark): |none$", line)
                       for line in lines]
            yield ("\n".join(l for l, code in zip(lines, is_code) if code),
                   "\n".join(l for l, code in zip(lines, is_code) if not code))


def in_loop(directives):
    """Directives of a pipeline that stand alone, with the loop they are for."""
    lines = directives.replace("\\\n", "").splitlines()
    if not all(line.startswith("#pragma pipeline") for line in lines):
        return directives
    stage = "#pragma pipeline stage"
    stages = [line for line in lines if line.startswith(stage)] or [stage] * 2
    return LOOP.format(pipeline=lines[0],
                       stages="\n  item += i;\n".join(stages))


def program(directives):
    """The text, and the lines of each entry."""
    text, places = PREAMBLE, []
    for number, directive in enumerate(map(in_loop, directives)):
        text += SETTING.format(number=number, directive=directive)
        last = text.count("\n", 0, text.rindex("\n}")) + 1
        places.append(range(last - directive.count("\n"), last + 1))
    return text, places


def written(folder, text):
    with open(os.path.join(folder, "app.cpp"), "w", encoding="utf-8") as file:
        file.write(text)


def compiled(redistc, directives, kind):
    """The first message of each entry."""
    text, places = program(directives)
    with tempfile.TemporaryDirectory() as folder:
        written(folder, text)
        run = subprocess.run(
            [redistc, "--check", "--remarks", "app.cpp", "--", "-std=c++17",
             "-ferror-limit=0"], capture_output=True, text=True, check=False,
            cwd=folder)
    found = {}
    for line, what, message in re.findall(
            r"^app\.cpp:(\d+):\d+: (error|remark): (.*)$", run.stderr, re.M):
        for number, place in enumerate(places):
            if int(line) in place and what == kind.rstrip("s"):
                found.setdefault(number, f"{what}: {message}")
    return [found.get(i, "none") for i in range(len(directives))]


def executed(redistcxx, mpirun, directives):
    """What each entry throws."""
    text, places = program(directives)
    text += MAIN.format(
        entries=", ".join(f"entry{i}" for i in range(len(directives))))
    with tempfile.TemporaryDirectory() as folder:
        written(folder, text)
        subprocess.run([redistcxx, "-std=c++17", "app.cpp", "-o", "app"],
                       check=True, cwd=folder)
        run = subprocess.run(mpirun.split() + ["4", "./app"], cwd=folder,
                             capture_output=True, text=True, check=False,
                             timeout=60)
    if run.returncode != 0:
        sys.exit(f"exit status {run.returncode}: {run.stderr}")
    told = run.stdout.splitlines()
    return [re.sub(r"app\.cpp:(\d+)",
                   lambda m: f"app.cpp:{int(m[1]) - place.start + 1}", line)
            for line, place in zip(told, places)]


place, what = sys.argv[1:3]
stated = list(entries(place, what))
if not stated:
    sys.exit(f"no block of {what} in {place}")
asked = [directive for directive, _ in stated]
real = (executed(*sys.argv[3:5], asked) if what == "run-time" else
        compiled(sys.argv[3], asked, what))
wrong = [(directive, message) for (directive, said), message in
         zip(stated, real) if said != message]
for directive, message in wrong:
    print(f"{directive}\n{message}\n")
sys.exit(1 if wrong or len(real) != len(stated) else 0)
