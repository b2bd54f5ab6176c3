"""Writes an annotated program with random pipelines.

Rank 0 prints a digest of every state after every loop; it is the one that the
program prints when the pragmas are ignored and it runs alone. Loops are `for`,
range-for and `while` over a source; two to five stages read, write and change
item variables of many types, some under conditions, some in lambdas and inner
loops; states are numbers, strings, containers and classes; items end by
`continue`. Clauses are literals, constants, macros and run-time values. The
same seed gives the same program.

    python3 random_pipelines.py SEED COUNT > program.cpp
"""
import random
import sys

PRELUDE = r'''
#include <array>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <mpi.h>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

struct Pod {
  int a;
  double b;
};
class Rich {
public:
  std::string name;
  std::vector<long> values;
  template <class Archive> void serialize(Archive &archive) {
    archive(name, values);
  }
};

static long mixed(long x) {
  unsigned long long y = 0x9E3779B97F4A7C15ull * (unsigned long long)(x + 1);
  y ^= y >> 29;
  return long(y % 100003);
}

// The value that a seed gives, the number that a value gives, and a change.
template <class T, class = void> struct Of;
template <class T> struct Of<T, std::enable_if_t<std::is_arithmetic_v<T>>> {
  static T make(long seed) { return T(mixed(seed) % 100); }
  static long digest(const T &x) { return long(x); }
};
template <> struct Of<std::string> {
  static std::string make(long seed) {
    return std::string(std::size_t(mixed(seed) % 60), char('a' + mixed(seed) % 26));
  }
  static long digest(const std::string &x) {
    return long(x.size()) * 31 + (x.empty() ? 0 : x.front() + x.back());
  }
};
template <class T> struct Of<std::vector<T>> {
  static std::vector<T> make(long seed) {
    std::vector<T> x(std::size_t(mixed(seed) % 9));
    for (auto &one : x)
      one = Of<T>::make(++seed);
    return x;
  }
  static long digest(const std::vector<T> &x) {
    long sum = long(x.size());
    for (const auto &one : x)
      sum = mixed(sum + Of<T>::digest(one));
    return sum;
  }
};
template <> struct Of<std::deque<int>> {
  static std::deque<int> make(long seed) {
    return std::deque<int>(std::size_t(mixed(seed) % 5), int(seed % 50));
  }
  static long digest(const std::deque<int> &x) {
    long sum = long(x.size());
    for (const int one : x)
      sum += one;
    return sum;
  }
};
template <> struct Of<std::map<int, long>> {
  static std::map<int, long> make(long seed) {
    std::map<int, long> x;
    for (long i = mixed(seed) % 6; i-- > 0;)
      x[int(mixed(seed + i) % 20)] += i;
    return x;
  }
  static long digest(const std::map<int, long> &x) {
    long sum = 1;
    for (const auto &[key, value] : x)
      sum = mixed(sum + key * 7 + value);
    return sum;
  }
};
template <> struct Of<Pod> {
  static Pod make(long seed) { return {int(mixed(seed) % 50), double(seed % 9)}; }
  static long digest(const Pod &x) { return x.a + long(x.b * 3); }
};
template <> struct Of<Rich> {
  static Rich make(long seed) {
    Rich x;
    x.name = Of<std::string>::make(seed);
    x.values = Of<std::vector<long>>::make(seed + 1);
    return x;
  }
  static long digest(const Rich &x) {
    return Of<std::string>::digest(x.name) + Of<std::vector<long>>::digest(x.values);
  }
};
template <> struct Of<std::array<long, 3>> {
  static std::array<long, 3> make(long seed) { return {seed % 10, 2, mixed(seed)}; }
  static long digest(const std::array<long, 3> &x) { return x[0] + x[1] * 3 + x[2]; }
};
template <class A, class B> struct Of<std::pair<A, B>> {
  static std::pair<A, B> make(long seed) {
    return {Of<A>::make(seed), Of<B>::make(seed + 3)};
  }
  static long digest(const std::pair<A, B> &x) {
    return Of<A>::digest(x.first) * 3 + Of<B>::digest(x.second);
  }
};
template <> struct Of<std::unique_ptr<int>> {
  static std::unique_ptr<int> make(long seed) {
    return seed % 4 == 0 ? nullptr : std::make_unique<int>(int(mixed(seed) % 90));
  }
  static long digest(const std::unique_ptr<int> &x) { return x ? *x : -1; }
};
template <class T> T make(long seed) { return Of<T>::make(seed); }
template <class T> long digest(const T &x) { return Of<T>::digest(x); }
template <class T> void change(T &x, long by) {
  x = Of<T>::make(Of<T>::digest(x) + by);
}

class Source {
public:
  explicit Source(int count) : left(count) {}
  bool next(long &value) {
    value = mixed(left);
    return left-- > 0;
  }

private:
  int left;
};

static int rank, ranks;
template <class T> void show(int test, const char *what, const T &x) {
  if (rank == 0)
    std::printf("%d %s %ld\n", test, what, digest(x));
}
'''

TYPES = ["int", "long", "double", "bool", "char", "std::string",
         "std::vector<int>", "std::vector<std::string>", "std::deque<int>",
         "std::map<int, long>", "Pod", "Rich", "std::array<long, 3>",
         "std::pair<int, std::string>", "std::vector<double>",
         "std::unique_ptr<int>"]
STATES = ["int", "long", "double", "std::string", "std::vector<int>",
          "std::map<int, long>", "Pod", "Rich", "std::array<long, 3>"]


class Writer:
    def __init__(self, seed, count):
        self.random = random.Random(seed)
        self.count = count
        self.lines = []
        self.calls = []

    def chance(self, p):
        return self.random.random() < p

    def expression(self):
        """A number from what may be read here."""
        pick = self.random
        parts = []
        for _ in range(pick.randint(1, 2)):
            name = pick.choice(self.readable)
            parts.append(name if name == self.index else f"digest({name})")
        parts.append(str(pick.randint(0, 99)))
        return " + ".join(parts)

    def statement(self, depth):
        pick = self.random
        way = pick.random()
        if way < 0.35:
            name = pick.choice(sorted(self.items))
            return f"{name} = make<{self.items[name]}>({self.expression()});"
        if way < 0.5:
            return f"change({pick.choice(sorted(self.items))}, {self.expression()});"
        if way < 0.75 and self.own:
            name = pick.choice(self.own)
            if self.states[name] in ("int", "long", "double") and self.chance(0.6):
                return f"{name} += {self.expression()};"
            return f"change({name}, {self.expression()});"
        if way < 0.8 and self.own:
            name = pick.choice(self.own)
            return f"{{ const long before = digest({name}); change({name}, before + {self.expression()}); }}"
        if depth == 0:
            return ";"
        inner = " ".join(self.statement(depth - 1)
                         for _ in range(pick.randint(1, 2)))
        if way < 0.88:
            text = f"if (({self.expression()}) % {pick.randint(2, 4)} == 0) {{ {inner} }}"
            if self.chance(0.4):
                text += f" else {{ {self.statement(depth - 1)} }}"
            return text
        if way < 0.94:
            return f"for (int k = 0; k < {pick.randint(1, 3)}; ++k) {{ {inner} }}"
        return f"[&] {{ {inner} }}();"

    def stage(self, number):
        pick = self.random
        self.own = [name for name in self.states if self.owner[name] == number]
        body = [self.statement(2) for _ in range(pick.randint(1, 3))]
        if self.own:
            body.append(f"{self.own[0]} = {self.own[0]};")
        if number < self.stages and self.chance(0.3):
            body.insert(pick.randint(0, len(body)),
                        f"if (({self.expression()}) % {pick.randint(3, 7)} == 0) continue;")
        clauses = []
        if self.weights or self.chance(0.15):
            clauses.append(f"work({pick.choice(['1', '2.5', 'WORK', 'weight', '3e-3'])})")
        if self.weights or self.chance(0.15):
            clauses.append(f"data({pick.choice(['8', '100.0', 'weight'])})")
        # A stage that writes what the header reads has a state, too.
        free = not self.own and not (number == 1 and self.driven)
        if free and self.chance(0.4):
            clauses.append(f"replicate({pick.choice(['auto', '1', 'auto'])})")
        elif not self.pinned and self.chance(0.2):
            self.pinned = True
            clauses.append(f"at({pick.choice(['0', 'ranks - 1', '0'])})")
        pick.shuffle(clauses)
        words = " ".join(["pipeline stage"] + clauses)
        lead = pick.choice(["", "    ", "      "])
        pragma = f"{lead}#pragma {words}" if self.chance(0.9) else f'{lead}_Pragma("{words}")'
        if len(body) == 1 and self.chance(0.5):
            return f"{pragma}\n    {body[0]}"
        inner = "\n      ".join(body)
        return f"{pragma}\n    {{\n      {inner}\n    }}"

    def header(self):
        """Text before the loop, the header, the loop's number."""
        pick = self.random
        count = pick.choice([0, 1, 2, 9, 17, 40, 100])
        way = pick.randrange(5)
        if way == 0:
            return "", f"for (int i = 0; i < {count}; ++i)", "i"
        if way == 1:
            return (f"std::vector<long> given = make<std::vector<long>>({count});",
                    "for (const long value : given)", "value")
        if way == 2:
            return (f"Source source({count}); long value = 0;",
                    "while (source.next(value))", "value")
        if way == 3:
            return (f"std::map<int, long> given; for (int k = 0; k < {count}; ++k) "
                    "given[k * 7 % 31] += k;",
                    "for (const auto &[key, value] : given)", "value")
        return (f"std::vector<long> given({count}, 3);",
                "for (auto it = given.begin(); it != given.end(); ++it)",
                "(it - given.begin())")

    def write_test(self):
        pick = self.random
        self.stages = pick.randint(2, 5)
        self.weights = self.chance(0.35)
        self.items = {f"v{k}": pick.choice(TYPES)
                      for k in range(pick.randint(1, 4))}
        self.states = {f"s{k}": pick.choice(STATES)
                       for k in range(pick.randint(1, 4))}
        self.owner = {name: pick.randint(1, self.stages) for name in self.states}
        before, header, self.index = self.header()
        self.driven, self.pinned = "next" in header, False
        self.readable = sorted(self.items) + [self.index]
        place = pick.choice(["plain", "template", "lambda", "member"])
        states = "\n".join(f"  {kind} {name} = make<{kind}>({pick.randint(0, 50)});"
                           for name, kind in self.states.items())
        clauses = []
        if self.weights or self.chance(0.15):
            clauses.append(f"bandwidth({pick.choice(['1e9', '100', 'weight'])})")
        if self.chance(0.2):
            clauses.append(f"depth({pick.choice(['1', '3', 'WORK'])})")
        if self.chance(0.2):
            clauses.append(f"mapping({pick.choice(['auto', 'interval', 'exact'])})")
        if self.chance(0.1):
            clauses.append("comm(MPI_COMM_WORLD)")
        if self.chance(0.2):
            clauses.append(f"onto({pick.choice(['1', 'ranks', 'ranks > 1 ? 2 : 1'])})")
            if "onto(1)" in clauses[-1] or "?" in clauses[-1]:
                self.few = True
        pick.shuffle(clauses)
        self.few = any("onto(1)" in c or "?" in c for c in clauses)
        # What one rank alone has, no other can initialise its variables with.
        initial = ["8", "7"] if self.driven else [self.index, "7"]
        declarations = "\n".join(
            f"    {kind} {name} = make<{kind}>({pick.choice(initial)});"
            if self.chance(0.8) else f"    {kind} {name}{{}};"
            for name, kind in self.items.items())
        stages = "\n".join(self.stage(k + 1) for k in range(self.stages))
        if self.few:
            stages = stages.replace("at(ranks - 1)", "at(0)")
        text = [f"  constexpr int test = {self.test};",
                "  [[maybe_unused]] const double weight = 4;"]
        if place != "member":
            text.append(states)
        text += ["  " + before,
                 "#pragma " + " ".join(["pipeline"] + clauses),
                 f"  {header} {{", declarations, stages, "  }"]
        for name in self.states:
            text.append(f'  show(test, "{name}", {name});')
        self.write_function(place, states, "\n".join(text))

    def write_function(self, place, states, text):
        n = self.test
        if place == "template":
            self.lines.append(f"template <int R> static void test{n}() {{\n{text}\n}}")
            self.calls.append(f"test{n}<3>();")
        elif place == "member":
            self.lines.append(f"struct Holder{n} {{\n{states}\nvoid run() {{\n{text}\n}}\n}};")
            self.calls.append(f"Holder{n}().run();")
        elif place == "lambda":
            self.lines.append(f"static void test{n}() {{\n const auto run = [&](int) {{\n"
                              f"{text}\n }};\n run(0);\n run(1);\n}}")
            self.calls.append(f"test{n}();")
        else:
            self.lines.append(f"static void test{n}() {{\n{text}\n}}")
            self.calls.append(f"test{n}();")

    def write(self):
        for self.test in range(self.count):
            self.write_test()
        print(PRELUDE)
        print("#define WORK 6")
        print("\n".join(self.lines))
        calls = "\n  ".join(self.calls)
        print(f'''
int main(int argc, char **argv) {{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  {calls}
  if (rank == 0)
    std::printf("OK {len(self.calls)}\\n");
  MPI_Finalize();
}}''')


if __name__ == "__main__":
    Writer(int(sys.argv[1]), int(sys.argv[2])).write()
