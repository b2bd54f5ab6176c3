"""Tries programs with pipelines: what redistc accepts means the serial program.

    python3 check_pipelines.py --redistcxx PATH [--kinds roads,effects,...]
                               [--count N] [--seed S] [--ranks 2,3,4] [--keep DIR]

Each program is given to redistc alone. What it accepts is built with redistc++
and runs on several ranks, many programs in one; the same text, compiled with the
pragmas ignored, says on one rank what is right. Each program ends as one of

    equal      prints what it prints serially
    warned     as equal, but for what it reads after the loop of states that
               stay on their rank, which redistc has warned of
    refused    redistc refuses it, at a line of the loop, or of a declaration
               that the error names
    DIFFERS    prints something else
    HANGS      does not end within the time
    CRASHES    ends by a signal or with an error
    MISPLACED  is refused at a line that is neither
    FAILS      redistc ends otherwise, or the C++ compiler refuses what it writes
    INVALID    is no program at all: a fault of the generator

Those in capitals are failures, and the status is 1, also where more than one in
ten legal programs is refused. `--serial` only looks for INVALID, with what
`--serial-flags` says, as -fsanitize=address,undefined. The same seed and count
give the same programs; `--only WORD` takes those with the word in their name.
"""
import argparse
import bisect
import collections
import concurrent.futures
import dataclasses
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import pipeline_effects
import pipeline_legal
import pipeline_random
import pipeline_roads
import pipeline_transport
from pipeline_case import program

GENERATORS = {"roads": pipeline_roads, "effects": pipeline_effects,
              "transport": pipeline_transport, "random": pipeline_random,
              "legal": pipeline_legal}
OUTCOMES = ("equal", "warned", "refused", "DIFFERS", "HANGS", "CRASHES",
            "MISPLACED", "FAILS", "INVALID")
ERROR = re.compile(r"^[^\n:]*\.cpp:(\d+):\d+: (?:fatal )?error: (.*)$", re.M)
WARNING = re.compile(r"^[^\n:]*:(\d+):\d+: warning: (.*)$", re.M)


@dataclasses.dataclass
class Result:
    outcome: str
    why: str = ""


def run(command, limit, **more):
    """Status, what was printed and what was said; status None where time was up."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, errors="replace", start_new_session=True,
                          **more) as process:
        try:
            out, said = process.communicate(timeout=limit)
            return process.returncode, out, said
        except subprocess.TimeoutExpired:
            try:
                os.killpg(process.pid, signal.SIGTERM)  # mpirun ends its ranks
                out, said = process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                out, said = process.communicate()
            return None, out, said


def region(text):
    """First and last line of the pipeline."""
    lines = text.split("\n")
    first = next(k for k, line in enumerate(lines, 1) if "#pragma pipeline" in line)
    last = max(k for k, line in enumerate(lines, 1) if "end of loop" in line)
    return first, last


def is_placed(text, line, message):
    """Whether the line of an error is one of the loop, or declares what it names."""
    first, last = region(text)
    if first <= line <= last:
        return True
    words = set()
    for name in re.findall(r"'([^']*)'", message):
        words.update(re.findall(r"\w+", name))
    there = set(re.findall(r"\w+", text.split("\n")[line - 1]))
    return bool(words & there)


class Checker:
    def __init__(self, options):
        self.options = options
        self.redistc = options.redistc or os.path.join(
            os.path.dirname(options.redistcxx), "redistc")
        self.environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1",
                                OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        self.results = {}
        self.seconds = {}  # that redistc takes with each case
        self.folder = tempfile.mkdtemp(prefix="pipelines-")
        self.began = time.monotonic()

    def say(self, text):
        if self.options.verbose:
            print(f"[{time.monotonic() - self.began:6.1f} s] {text}", flush=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def finish(self, case, outcome, why=""):
        self.results[case.name] = Result(outcome, why)
        if outcome.isupper():
            self.say(f"{outcome} {case.kind} {case.name}: {why[:200]}")
            if self.options.keep:
                os.makedirs(self.options.keep, exist_ok=True)
                path = os.path.join(self.options.keep, f"{outcome}-{case.name}.cpp")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"// {outcome}: {why.splitlines()[0] if why else ''}\n")
                    file.write(program([case])[0])

    # What redistc says of each program alone.

    def check(self, case):
        """Whether redistc accepts the program; its warnings."""
        text, _ = program([case])
        source = self.path(case.name + ".cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        start = time.monotonic()
        status, _, said = run([self.redistc, source, "-o", source + ".out.cpp",
                               "--", *self.flags(), *self.precompiled],
                              5 * self.options.limit, env=self.environment)
        self.seconds[case.name] = time.monotonic() - start
        # Those of redistc, not of Clang.
        warnings = "; ".join(text for _, text in WARNING.findall(said)
                             if " rank" in text)
        if status == 0:
            return case, True, warnings
        errors = ERROR.findall(said)
        if status != 1 or not errors:
            what = "took too long" if status is None else f"ends with {status}"
            self.finish(case, "FAILS", f"redistc {what}: {said[-300:]}")
            return case, False, ""
        line, message = int(errors[0][0]), errors[0][1]
        if is_placed(text, line, message):
            self.finish(case, "refused", message)
        else:
            self.finish(case, "MISPLACED", f"line {line}: {message}")
        return case, False, ""

    def flags(self):
        return ["-std=c++20", *self.mpi_flags]

    def read_headers_once(self, cases):
        """What redistc is given so that it does not read the headers of each program
        anew, which takes longer than all else: they are precompiled, if there is a Clang
        of redistc's version."""
        clang = next(filter(None, map(shutil.which, ("clang++-19", "clang++"))), None)
        if not clang:
            return []
        headers = {line for case in cases for line in program([case])[0].split("\n")
                   if line.startswith("#include <")}
        header, compiled, empty = map(self.path, ("all.h", "all.pch", "empty.cpp"))
        with open(header, "w", encoding="utf-8") as file:
            file.write("\n".join(sorted(headers)) + "\n")
        with open(empty, "w", encoding="utf-8") as file:
            file.write("int main() {}\n")
        used = ["-include-pch", compiled]
        for command in ([clang, "-x", "c++-header", *self.flags(), header, "-o", compiled],
                        [self.redistc, empty, "-o", self.path("empty.out.cpp"), "--",
                         *self.flags(), *used]):
            if run(command, 600, env=self.environment)[0] != 0:
                return []
        return used

    def find_mpi_flags(self):
        """What the MPI compiler adds: include folders."""
        for question in ("--showme:compile", "-compile_info"):
            status, out, _ = run([*self.options.mpicxx.split(), question], 60,
                                 env=self.environment)
            if status == 0:
                return [word for word in out.split() if word.startswith("-I")]
        return []

    # What the programs do.

    def compile(self, compiler, cases, name, *flags):
        text, starts = program(cases)
        source = self.path(name + ".cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        status, _, said = run([*compiler, "-std=c++20", "-O0", "-w", "-pthread",
                               *flags, source, "-o", self.path(name)],
                              600, env=self.environment)
        return status, said, starts

    def execute(self, name, ranks, numbers, limit=None):
        """Status and, by name, what each case said."""
        status, out, said = run([*self.options.mpirun.split(), str(ranks),
                                 self.path(name), *map(str, numbers)],
                                limit or self.options.limit, env=self.environment)
        told = collections.defaultdict(dict)
        for line in out.split("\n"):
            parts = line.split("|", 2)
            if len(parts) == 3:
                told[parts[0]].setdefault(parts[1], parts[2])
        return status, told, said

    def serial(self, cases, name):
        """What the cases that are valid say serially."""
        if not cases:
            return {}
        status, said, _ = self.compile(self.options.mpicxx.split(), cases, name,
                                       *self.options.serial_flags.split())
        if status != 0:
            bad = self.blamed(cases, said)
            for case, message in bad.items():
                self.finish(case, "INVALID", message)
            return self.serial([case for case in cases if case not in bad], name)
        expected = {}
        left = list(range(len(cases)))
        status, told, said = self.execute(name, 1, left)
        for number in left:
            case = cases[number]
            if "." not in told.get(case.name, {}):
                status, alone, said = self.execute(name, 1, [number])
                told[case.name] = alone.get(case.name, {})
            if "." in told[case.name] and (status == 0 or len(left) > 1):
                expected[case.name] = told[case.name]
            else:
                self.finish(case, "INVALID", f"serially: {status} {said[-2000:]}")
        return expected

    @staticmethod
    def blamed(cases, said):
        """The cases in which the errors of a compiler are, and the errors."""
        _, starts = program(cases)
        bad = {}
        for line, message in ERROR.findall(said):
            number = bisect.bisect_right(starts, int(line)) - 1
            if number >= 0:
                bad.setdefault(cases[number], message)
        return bad or {case: said[-300:] for case in cases}

    def try_cases(self, cases, warnings, name):
        """What accepted cases do, built together."""
        expected = self.serial(cases, name + "-serial")
        self.try_valid([case for case in cases if case.name in expected],
                       expected, warnings, name)

    def try_valid(self, cases, expected, warnings, name, trust=2):
        """Builds them together; where that fails, those alone that are blamed: what
        redistc knows of an address may depend on the rest of the file. Not all may
        be blamed at once: after `trust` failures each is built alone."""
        if not cases:
            return
        status, said, _ = self.compile([self.options.redistcxx], cases, name)
        if status != 0:
            if len(cases) > 1:
                self.say(f"bundle {name} fails: {said[:300]}")
                bad = self.blamed(cases, said) if trust else cases
                self.try_valid([case for case in cases if case not in bad],
                               expected, warnings, f"{name}-rest", trust - 1)
                for number, case in enumerate(bad):
                    self.try_valid([case], expected, warnings, f"{name}-{number}")
                return
            errors = ERROR.findall(said)
            self.finish(cases[0], "FAILS", f"redistc++ ends with {status}: "
                        f"{errors[0] if errors else said[-300:]}")
            return
        left = list(range(len(cases)))
        for ranks in self.options.ranks:
            left = self.try_ranks(name, cases, left, ranks, expected, warnings)
        for number in left:
            case = cases[number]
            if case.name not in self.results:
                self.finish(case, "equal")

    def try_ranks(self, name, cases, left, ranks, expected, warnings):
        """The numbers of the cases that are right on so many ranks."""
        remaining, good = list(left), []
        while remaining:
            status, told, said = self.execute(name, ranks, remaining)
            through = 0
            for number in remaining:
                case = cases[number]
                if "." not in told.get(case.name, {}):
                    break
                through += 1
                if self.compare(case, ranks, told[case.name],
                                expected[case.name], warnings):
                    good.append(number)
            if through == len(remaining):
                break
            case = cases[remaining[through]]
            if through > 0 or len(remaining) > 1:  # alone, with all of the time
                status, alone, said = self.execute(name, ranks, [remaining[through]])
                if "." in alone.get(case.name, {}):
                    if self.compare(case, ranks, alone[case.name],
                                    expected[case.name], warnings):
                        good.append(remaining[through])
                    remaining = remaining[through + 1:]
                    continue
            outcome = "HANGS" if status is None else "CRASHES"
            self.finish(case, outcome, f"on {ranks} ranks: {status} {said[-400:]}")
            remaining = remaining[through + 1:]
        return good

    def compare(self, case, ranks, told, expected, warnings):
        wrong = [key for key in "SD" if told.get(key) != expected.get(key)]
        after = [key for key in "LE" if told.get(key) != expected.get(key)]
        if wrong or after and not warnings[case.name]:
            key = (wrong + after)[0]
            meant = expected["S" if key in "SD" else "L"]
            who = f"rank {told[key][0]} of {ranks}" if key in "DE" else f"{ranks} ranks"
            text = told[key][2:] if key in "DE" else told.get(key)
            when = "" if wrong else " after the loop"
            self.finish(case, "DIFFERS", f"on {who}{when}: {text!r}, not {meant!r}")
            return False
        if after:
            self.finish(case, "warned", warnings[case.name])
        return True

    # All of it.

    def bundles(self, cases):
        # redistc takes ten times as long with some as with others, as those with
        # std::async (what it calls is much): not more than one of them in a file.
        usual = statistics.median(self.seconds.values()) if self.seconds else 0

        def is_alone(case):
            return case.alone or self.seconds.get(case.name, 0) > 8 * usual
        alone = [[case] for case in cases if is_alone(case)]
        many = [case for case in cases if not is_alone(case)]
        size = self.options.bundle
        return alone + [many[k:k + size] for k in range(0, len(many), size)]

    def check_all(self, cases):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            if self.options.serial:
                list(pool.map(lambda pair: self.serial(pair[1], f"serial-{pair[0]}"),
                              enumerate(self.bundles(cases))))
                return
            self.mpi_flags = self.find_mpi_flags()
            self.precompiled = self.read_headers_once(cases)
            checked = list(pool.map(self.check, cases))
            accepted = [case for case, good, _ in checked if good]
            refused = [case for case, good, _ in checked if not good]
            self.say(f"{len(accepted)} of {len(cases)} are accepted")
            warnings = {case.name: text for case, _, text in checked}
            work = [(self.try_cases, bundle, warnings, f"bundle-{number}")
                    for number, bundle in enumerate(self.bundles(accepted))]
            work += [(self.validate, bundle, f"refused-{number}")
                     for number, bundle in enumerate(self.bundles(refused))]
            list(pool.map(lambda task: task[0](*task[1:]), work))

    def validate(self, cases, name):
        """Whether what was refused is C++ at all."""
        source = self.path(name + ".cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program(cases)[0])
        status, _, said = run([*self.options.mpicxx.split(), "-std=c++20", "-w",
                               "-fsyntax-only", source], 600, env=self.environment)
        if status == 0:
            return
        for case, message in self.blamed(cases, said).items():
            self.finish(case, "INVALID", message)

    def report(self, cases):
        """The table, what went wrong, and whether all is well."""
        kinds = sorted({case.kind for case in cases}, key=list(GENERATORS).index)
        rows = {kind: collections.Counter() for kind in kinds}
        for case in cases:
            found = self.results.get(case.name)
            rows[case.kind][found.outcome if found else "equal"] += 1
        shown = [name for name in OUTCOMES
                 if not name.isupper() or any(row[name] for row in rows.values())]
        print(f"{'':12}" + "".join(f"{name:>11}" for name in shown) + f"{'all':>11}")
        for kind, row in [*rows.items(),
                          ("all", sum(rows.values(), collections.Counter()))]:
            print(f"{kind:12}" + "".join(f"{row[name]:11}" for name in shown) +
                  f"{sum(row.values()):11}")
        bad = 0
        for case in cases:
            found = self.results.get(case.name)
            if found and found.outcome.isupper():
                bad += 1
                lines = found.why.strip().splitlines() or [""]
                print(f"{found.outcome} {case.kind} {case.name}: {lines[0][:300]}")
        legal = [case for case in cases if case.legal]
        refused = [case for case in legal
                   if case.name in self.results and
                   self.results[case.name].outcome in ("refused", "MISPLACED")]
        for case in refused:
            print(f"refused, but legal: {case.kind} {case.name}: "
                  f"{self.results[case.name].why}")
        if legal and not self.options.serial:
            print(f"legal programs: {len(legal)}, refused {len(refused)}: "
                  f"{100 * len(refused) / len(legal):.1f} %")
        good = bad == 0 and 10 * len(refused) <= len(legal)
        print(("OK " if good else "failed: ") + str(len(cases)))
        return good


def choose(options):
    """The cases: of each kind about as many, in an order of chance."""
    pick = random.Random(options.seed)
    groups = []
    for kind in options.kinds:
        made = GENERATORS[kind].cases(random.Random(f"{kind} {options.seed}"),
                                      options.count)
        made = [case for case in made if options.only in case.name]
        names = [case.name for case in made]
        assert len(set(names)) == len(names), "names are unique"
        pick.shuffle(made)
        # One of each group first, so that few programs show many groups.
        seen = collections.Counter()
        order = {}
        for case in made:
            order[case.name] = seen[case.group]
            seen[case.group] += 1
        made.sort(key=lambda case: order[case.name])
        groups.append(made)
    chosen = []
    while any(groups) and (options.count is None or len(chosen) < options.count):
        for group in groups:
            if group and (options.count is None or len(chosen) < options.count):
                chosen.append(group.pop(0))
    return chosen


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--redistcxx", default="redistc++", metavar="PATH")
    parser.add_argument("--redistc", default="", metavar="PATH",
                        help="default: beside redistc++")
    parser.add_argument("--mpicxx", default="mpicxx", metavar="COMMAND")
    parser.add_argument("--mpirun", metavar="COMMAND", default=(
        "mpirun --oversubscribe --mca mpi_yield_when_idle 1 -n"),
        help="the number of ranks follows it")
    parser.add_argument("--kinds", default=",".join(GENERATORS))
    parser.add_argument("--count", type=int, metavar="N",
                        help="how many programs; default: all that there are")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ranks", default="2,3,4")
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--keep", metavar="DIR", help="where sources that fail go")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--bundle", type=int, default=25,
                        help="how many cases are built together")
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS")
    parser.add_argument("--serial", action="store_true")
    parser.add_argument("--serial-flags", default="")
    parser.add_argument("--list", action="store_true", help="the names alone")
    parser.add_argument("--print", metavar="NAME", help="the text of one program")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.kinds = options.kinds.split(",")
    options.ranks = [int(number) for number in options.ranks.split(",")]
    return options


def main():
    options = arguments()
    cases = choose(options)
    if options.list:
        print("\n".join(f"{case.kind} {case.group} {case.name}" for case in cases))
        return True
    if options.print:
        found = [case for case in cases if case.name == options.print]
        print(program(found)[0] if found else f"no {options.print} of this seed and count")
        return bool(found)
    checker = Checker(options)
    try:
        checker.check_all(cases)
        return checker.report(cases)
    finally:
        shutil.rmtree(checker.folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
