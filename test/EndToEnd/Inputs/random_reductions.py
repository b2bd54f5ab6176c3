"""Writes an annotated program with random reduce directives.

The program checks every directive itself, on every rank, against a serial fold
of what all ranks had; it prints "OK <count>" on rank 0. Items are arithmetic
types, strings, containers, classes with serialize(), arrays and sections of
all of these; operators are built in or named: functions, templates, overload
sets, functors, lambdas, members, for values and in place. Every directive runs
twice, with other values and sizes. There are roots, fewer ranks than the
communicator has, other communicators, costs, limits, strategies, operators that
do not commute, and nowait. Parameters appear as literals, constexpr names,
macros, enumerators, template arguments and run-time variables. The same seed
gives the same program.

    python3 random_reductions.py SEED COUNT RANKS > program.cpp
"""
import random
import sys

PRELUDE = r'''
#include <array>
#include <cereal/types/map.hpp>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <mpi.h>
#include <redist/redist.h>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

static int failures = 0;
static int checks = 0;

// One number from where it is needed: the same on every rank.
static unsigned long mixed(long seed) {
  unsigned long long x = 0x9E3779B97F4A7C15ull * (unsigned long long)(seed + 1);
  x ^= x >> 31;
  x *= 0xBF58476D1CE4E5B9ull;
  return (unsigned long)(x ^ (x >> 29));
}

struct Affine { long a, b; };
struct Matrix { long long m[2][2]; };
struct Tally {
  std::map<std::string, long> counts;
  std::string note;
  template <class Archive> void serialize(Archive &archive) {
    archive(counts, note);
  }
};
namespace apart {
class Track {
public:
  std::vector<int> points;
  long weight = 0;
};
template <class Archive> void save(Archive &archive, const Track &track) {
  archive(track.weight, track.points);
}
template <class Archive> void load(Archive &archive, Track &track) {
  archive(track.weight, track.points);
}
} // namespace apart
using apart::Track;
static bool operator==(const Affine &x, const Affine &y) {
  return x.a == y.a && x.b == y.b;
}
static bool operator==(const Matrix &x, const Matrix &y) {
  return x.m[0][0] == y.m[0][0] && x.m[0][1] == y.m[0][1] &&
         x.m[1][0] == y.m[1][0] && x.m[1][1] == y.m[1][1];
}
static bool operator==(const Tally &x, const Tally &y) {
  return x.counts == y.counts && x.note == y.note;
}
namespace apart {
static bool operator==(const Track &x, const Track &y) {
  return x.points == y.points && x.weight == y.weight;
}
} // namespace apart

// What a rank has before. `mode`: 0 small numbers, 1 bits, 2 truth values.
template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
void fill(T &x, long seed, int mode) {
  const unsigned long r = mixed(seed);
  x = T(mode == 0 ? 1 + r % 3 : mode == 1 ? r % 120 : r % 4 != 0);
}
static void fill(std::complex<double> &x, long seed, int) {
  x = {double(1 + mixed(seed) % 2), double(mixed(seed + 1) % 3) - 1};
}
static void fill(std::string &x, long seed, int) {
  x = std::string(mixed(seed) % 40 == 0 ? 9000 : mixed(seed) % 7,
                  char('a' + mixed(seed + 1) % 26));
}
static void fill(Affine &x, long seed, int) {
  x = {long(mixed(seed) % 100), long(mixed(seed + 1) % 100)};
}
static void fill(Matrix &x, long seed, int) {
  for (int i = 0; i < 4; ++i)
    x.m[i / 2][i % 2] = (long long)(mixed(seed * 4 + i) % 1000);
}
template <class T> void fill(std::vector<T> &x, long seed, int mode);
template <class T> void fill(std::deque<T> &x, long seed, int mode);
template <class T> void fill(std::list<T> &x, long seed, int mode);
template <class A, class B> void fill(std::pair<A, B> &x, long seed, int mode) {
  fill(x.first, seed, mode);
  fill(x.second, seed + 1000003, mode);
}
template <class Many> void fillAll(Many &x, long seed, int mode) {
  x.resize(mixed(seed) % 6);
  for (auto &one : x)
    fill(one, ++seed * 31, mode);
}
template <class T> void fill(std::vector<T> &x, long seed, int mode) {
  fillAll(x, seed, mode);
}
template <class T> void fill(std::deque<T> &x, long seed, int mode) {
  fillAll(x, seed, mode);
}
template <class T> void fill(std::list<T> &x, long seed, int mode) {
  fillAll(x, seed, mode);
}
static void fill(std::set<int> &x, long seed, int) {
  x.clear();
  for (unsigned long i = mixed(seed) % 9; i-- > 0;)
    x.insert(int(mixed(seed * 16 + long(i)) % 50));
}
template <class Map> void fillMap(Map &x, long seed) {
  x.clear();
  for (unsigned long i = mixed(seed) % 9; i-- > 0;) {
    typename Map::key_type key;
    fill(key, seed * 16 + long(i), 0);
    x[key] += long(i) + 1;
  }
}
template <class K> void fill(std::map<K, long> &x, long seed, int) {
  fillMap(x, seed);
}
template <class K> void fill(std::unordered_map<K, long> &x, long seed, int) {
  fillMap(x, seed);
}
static void fill(Tally &x, long seed, int mode) {
  fill(x.counts, seed, mode);
  fill(x.note, seed + 5, mode);
}
static void fill(Track &x, long seed, int mode) {
  fill(x.points, seed, mode);
  x.weight = long(mixed(seed) % 1000);
}
template <class T, std::size_t N>
void fill(std::array<T, N> &x, long seed, int mode) {
  for (T &one : x)
    fill(one, ++seed * 37, mode);
}
template <class T, std::size_t N> void fill(T (&x)[N], long seed, int mode) {
  for (T &one : x)
    fill(one, ++seed * 37, mode);
}

template <class T> bool same(const T &x, const T &y) { return x == y; }
template <class T, std::size_t N>
bool same(const T (&x)[N], const T (&y)[N]) {
  for (std::size_t i = 0; i < N; ++i)
    if (!same(x[i], y[i]))
      return false;
  return true;
}
template <class T> void copy(T &to, const T &from) { to = from; }
template <class T, std::size_t N> void copy(T (&to)[N], const T (&from)[N]) {
  for (std::size_t i = 0; i < N; ++i)
    copy(to[i], from[i]);
}

// What operators mean: into = into op from.
static void compose(Affine &into, const Affine &from) {
  into = {into.a * from.a % 10007, (into.a * from.b + into.b) % 10007};
}
static void add(Affine &into, const Affine &from) {
  into.a += from.a;
  into.b += from.b;
}
static void multiply(Matrix &into, const Matrix &from) {
  Matrix product{};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      product.m[i][j] = (into.m[i][0] * from.m[0][j] +
                         into.m[i][1] * from.m[1][j]) % 1000003;
  into = product;
}
template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
void add(T &into, const T &from) {
  into = T(into + from);
}
static void concat(std::string &into, const std::string &from) { into += from; }
template <class Many> void concat(Many &into, const Many &from) {
  into.insert(into.end(), from.begin(), from.end());
}
template <class Map> void unite(Map &into, const Map &from) {
  for (const auto &[key, count] : from)
    into[key] += count;
}
static void unite(std::set<int> &into, const std::set<int> &from) {
  into.insert(from.begin(), from.end());
}
static void unite(Tally &into, const Tally &from) {
  unite(into.counts, from.counts);
  if (into.note < from.note)
    into.note = from.note;
}
static void concat(Tally &into, const Tally &from) {
  unite(into.counts, from.counts);
  into.note += from.note;
}
static void concat(Track &into, const Track &from) {
  concat(into.points, from.points);
  into.weight += from.weight;
}
template <class A, class B>
void concat(std::pair<A, B> &into, const std::pair<A, B> &from) {
  add(into.first, from.first);
  concat(into.second, from.second);
}

struct Plus {
  template <class T> T operator()(const T &a, const T &b) const { return T(a + b); }
};
struct Times {
  template <class T> T operator()(const T &a, const T &b) const { return T(a * b); }
};
struct And {
  template <class T> T operator()(const T &a, const T &b) const { return T(a & b); }
};
struct Or {
  template <class T> T operator()(const T &a, const T &b) const { return T(a | b); }
};
struct Xor {
  template <class T> T operator()(const T &a, const T &b) const { return T(a ^ b); }
};
struct Both {
  template <class T> T operator()(const T &a, const T &b) const { return T(a && b); }
};
struct Either {
  template <class T> T operator()(const T &a, const T &b) const { return T(a || b); }
};
struct Least {
  template <class T> T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};
struct Greatest {
  template <class T> T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};
// Element by element.
template <class Op, class T> void fold(Op op, T &into, const T &from) {
  into = op(static_cast<const T &>(into), from);
}
template <class Op, class T, std::size_t N>
void fold(Op op, std::array<T, N> &into, const std::array<T, N> &from) {
  for (std::size_t i = 0; i < N; ++i)
    fold(op, into[i], from[i]);
}
template <class Op, class T, std::size_t N>
void fold(Op op, T (&into)[N], const T (&from)[N]) {
  for (std::size_t i = 0; i < N; ++i)
    fold(op, into[i], from[i]);
}

/// A communicator, with the number of its first values.
struct Team {
  MPI_Comm comm;
  int rank, size;
  long first;
  Team(int color, int key, long firstValue) : first(firstValue) {
    MPI_Comm_split(MPI_COMM_WORLD, color, key, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
  }
};

/// Who has the result, and of whom.
struct Shape {
  long ranks, root;
  int rank;
  bool has() const { return rank < ranks && (root < 0 || root == rank); }
};
static long seedOf(int test, int item, int round, const Team &team, long rank) {
  return ((long(test) * 8 + item) * 4 + round) * 100000 + team.first + rank;
}
/// `x` holds what this rank had: then what it must have.
template <class T, class Combine>
void expect(T &x, const Shape &shape, const Team &team, int test, int item,
            int round, int mode, Combine combine) {
  if (!shape.has())
    return;
  fill(x, seedOf(test, item, round, team, 0), mode);
  for (long r = 1; r < shape.ranks; ++r) {
    T other;
    copy(other, x);
    fill(other, seedOf(test, item, round, team, r), mode);
    combine(x, other);
  }
}
/// The same of elements lower, lower + stride, ... of a buffer.
template <class T, std::size_t N, class Combine>
void expectSection(T (&x)[N], long lower, long length, long stride,
                   const Shape &shape, const Team &team, int test, int item,
                   int round, int mode, Combine combine) {
  T all[N];
  copy(all, x);
  expect(all, shape, team, test, item, round, mode, [&](T (&a)[N], T (&b)[N]) {
    for (std::size_t i = 0; i < N; ++i)
      combine(a[i], b[i]);
  });
  for (long i = 0; i < length; ++i)
    copy(x[lower + i * stride], all[lower + i * stride]);
}
static void report(int test, int item, int round, bool good) {
  ++checks;
  if (good)
    return;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::printf("directive %d, item %d, round %d wrong on rank %d\n", test, item,
              round, rank);
  ++failures;
}
'''

INTEGERS = ["int", "long", "unsigned", "short", "unsigned char", "long long",
            "std::int8_t", "std::uint64_t"]
REALS = ["double", "float"]
BUILTIN = {"+": ("Plus", 0), "*": ("Times", 0), "&": ("And", 1),
           "|": ("Or", 1), "^": ("Xor", 1), "&&": ("Both", 2),
           "||": ("Either", 2), "min": ("Least", 1), "max": ("Greatest", 1)}
# type: (meaning, commutes)
NAMED = {
    "Affine": [("compose", False), ("add", True)],
    "Matrix": [("multiply", False)],
    "std::string": [("concat", False)],
    "std::vector<int>": [("concat", False)],
    "std::vector<std::vector<double>>": [("concat", False)],
    "std::vector<std::string>": [("concat", False)],
    "std::deque<std::string>": [("concat", False)],
    "std::list<long>": [("concat", False)],
    "std::pair<int, std::string>": [("concat", False)],
    "std::set<int>": [("unite", True)],
    "std::map<std::string, long>": [("unite", True)],
    "std::map<int, long>": [("unite", True)],
    "std::unordered_map<std::string, long>": [("unite", True)],
    "Tally": [("unite", True), ("concat", False)],
    "Track": [("concat", False)],
    "int": [("add", True)], "double": [("add", True)],
}
TRIVIAL = set(INTEGERS + REALS + ["bool", "std::complex<double>", "Affine",
                                  "Matrix"])
# How an operator of a meaning may be written: text before the function that
# holds the directive, text in it, its name. T: item type, M: meaning, K: number
FORMS = [
    ("static T opK(const T &a, const T &b) { T c = a; M(c, b); return c; }",
     "", "opK"),
    ("static void opK(T &a, const T &b) { M(a, b); }", "", "opK"),
    ("static T opK(T a, T b) { M(a, b); return a; }", "", "opK"),
    ("static T opK(const T &a, const T &b) noexcept "
     "{ T c = a; M(c, b); return c; }", "", "opK"),
    ("template <class X> X opK(const X &a, const X &b) "
     "{ X c = a; M(c, b); return c; }", "", "opK"),
    ("template <class X> X opK(const X &a, const X &b) "
     "{ X c = a; M(c, b); return c; }", "", "opK<T>"),
    ("template <class X> void opK(X &a, const X &b) { M(a, b); }", "", "opK"),
    ("struct NoneK {}; [[maybe_unused]] static int opK(const NoneK &, "
     "const NoneK &) { return 0; }\n"
     "static T opK(const T &a, const T &b) { T c = a; M(c, b); return c; }\n"
     "[[maybe_unused]] static char *opK(char *a, char *) { return a; }",
     "", "opK"),
    ("namespace nsK { static void opK(T &a, const T &b) { M(a, b); } }", "",
     "nsK::opK"),
    ("namespace nsK { struct Ops { static T opK(const T &a, "
     "const T &b) { T c = a; M(c, b); return c; } }; }", "", "nsK::Ops::opK"),
    ("struct OpK { T operator()(const T &a, const T &b) const "
     "{ T c = a; M(c, b); return c; } };", "OpK opK;", "opK"),
    ("struct OpK { int used = 0; void operator()(T &a, const T &b) "
     "{ ++used; M(a, b); } };\nstatic OpK opK;", "", "opK"),
    ("", "const auto opK = [](const T &a, const T &b) "
     "{ T c = a; M(c, b); return c; };", "opK"),
    ("", "auto opK = [](T &a, const T &b) { M(a, b); };", "opK"),
    ("", "long usedK = 0; auto opK = [&usedK](T &a, const T &b) "
     "{ ++usedK; M(a, b); };", "opK"),
    ("", "auto opK = [](const auto &a, const auto &b) "
     "{ auto c = a; M(c, b); return c; };", "opK"),
    ("", "std::function<T(const T &, const T &)> opK = "
     "[](const T &a, const T &b) { T c = a; M(c, b); return c; };", "opK"),
    ("static void stepK(T &a, const T &b) { M(a, b); }",
     "void (*const opK)(T &, const T &) = stepK;", "opK"),
]


class Item:
    """An item: declaration, text in the directive, fill, what is expected."""

    def __init__(self, writer, number, kind, combine, mode):
        pick, self.number = writer.random, number
        self.combine, self.mode = combine, mode
        self.type = kind
        self.shape = pick.choice(["plain", "plain", "pointed", "member",
                                  "element", "reference"])
        name = f"x{number}"
        self.buffer = name
        self.text = name
        self.setup = f"{kind} {name}{{}};"
        if self.shape == "pointed":
            self.setup += f" {kind} *p{number} = &{name};"
            self.text = pick.choice([f"*p{number}", f"p{number}[0]"])
        elif self.shape == "member":
            self.setup = (f"struct {{ {kind} value; int more; }} o{number}{{}}; "
                          f"{kind} &{name} = o{number}.value; (void){name};")
            self.text = f"o{number}.value"
        elif self.shape == "element":
            self.setup = (f"std::array<{kind}, 3> w{number}{{}}; "
                          f"{kind} &{name} = w{number}[1];")
            self.text = pick.choice([f"w{number}[1]", f"w{number}.at(1)"])
        elif self.shape == "reference":
            self.setup += f" auto &&r{number} = {name};"
            self.text = f"r{number}"

    def expected(self):
        common = f"shape, team, test, {self.number}, round, {self.mode}"
        return f"expect(e{self.number}, {common}, {self.combine});"

    def copied(self):
        return f"auto e{self.number} = {self.buffer};"


class ArrayItem(Item):
    """A whole array of built-in types."""

    def __init__(self, writer, number, element, combine, mode):
        super().__init__(writer, number, element, combine, mode)
        pick, name = writer.random, f"x{number}"
        self.kind = pick.choice(["std::array<T, 3>", "T[4]", "T[2][3]",
                                 "std::array<std::array<T, 2>, 2>"])
        base = self.kind.replace("T", element)
        alias = f"using A{number} = {base};"
        self.setup = f"{alias} A{number} {name}{{}};"
        self.text = name
        self.type = f"A{number}"
        self.combine = (f"[](A{number} &a, const A{number} &b) "
                        f"{{ fold({combine}{{}}, a, b); }}")

    def copied(self):
        return f"{self.type} e{self.number}; copy(e{self.number}, {self.buffer});"


class SectionItem(Item):
    """x[lower : length : stride] of something contiguous."""
    SIZE = 23

    def __init__(self, writer, number, element, combine, mode, fixed):
        super().__init__(writer, number, element, combine, mode)
        pick, name, size = writer.random, f"x{number}", self.SIZE
        self.stride = pick.choice([1, 1, 1, 2, 3])
        self.length = pick.choice([0, 1, size // self.stride,
                                   pick.randint(1, (size - 3) // self.stride)])
        room = size - max(self.length - 1, 0) * self.stride
        self.lower = pick.randrange(room)
        self.setup = f"{element} {name}[{size}]{{}};"
        storage = pick.choice(["array", "pointer", "vector", "std::array"])
        if not fixed and storage == "array":
            storage = "pointer"
        self.before = self.after = ""
        if storage == "array":
            self.text = name
        elif storage == "pointer":
            self.setup += f" {element} *const s{number} = {name};"
            self.text = pick.choice([f"s{number}", f"(s{number} + 0)"])
        else:
            kind = (f"std::vector<{element}>" if storage == "vector"
                    else f"std::array<{element}, {size}>")
            arguments = f"({size})" if storage == "vector" else "{}"
            self.setup += f" {kind} s{number}{arguments};"
            loop = f"for (int i = 0; i < {size}; ++i) "
            self.before = loop + f"s{number}[i] = {name}[i];"
            self.after = loop + f"{name}[i] = s{number}[i];"
            self.text = f"s{number}"
        text = [writer.number(self.lower), writer.number(self.length)]
        if self.stride != 1 or pick.random() < 0.2:
            text.append(writer.number(self.stride))
        self.text += "[" + " : ".join(text) + "]"

    def copied(self):
        return (f"{self.type} e{self.number}[{self.SIZE}]; "
                f"copy(e{self.number}, {self.buffer});")

    def expected(self):
        return (f"expectSection(e{self.number}, {self.lower}, {self.length}, "
                f"{self.stride}, shape, team, test, {self.number}, round, "
                f"{self.mode}, {self.combine});")


class Writer:
    def __init__(self, seed, count, ranks):
        self.random = random.Random(seed)
        self.count, self.ranks = count, ranks
        self.lines = []

    def declared(self, value, kinds):
        """The expression for a value; notes the declarations it needs."""
        self.names += 1
        name = f"v{self.names}"
        declaration, text = kinds[self.random.choice(sorted(kinds))](name)
        if declaration:
            self.body.append(declaration)
        return text

    def number(self, value):
        kinds = {
            "literal": lambda n: ("", str(value)),
            "constexpr": lambda n: (f"constexpr long {n} = {value};", n),
            "macro": lambda n: (f"\n#define M{self.test}{n} ({value})\n",
                                f"M{self.test}{n}"),
            "enum": lambda n: (f"enum {{ {n} = {value} }};", n),
            "runtime": lambda n: (f"volatile int {n}Now = {value}; "
                                  f"unsigned {n} = {n}Now;", n),
            "sum": lambda n: (f"constexpr int {n} = {value} - 1;",
                              f"{n} + 1")}
        if self.place == "template":
            kinds["template"] = lambda n: (f"constexpr int {n} = R - R + {value};",
                                           n)
            kinds["argument"] = lambda n: ("", f"R + {value - 3}")
        return self.declared(value, kinds)

    def seconds(self):
        value = self.random.choice(["1e-3", "2.5e-4", "0.001", "1", "3.0e-6",
                                    "1e-3 * 2", "1.5f"])
        return self.declared(value, {
            "literal": lambda n: ("", value),
            "constexpr": lambda n: (f"constexpr double {n} = {value};", n),
            "runtime": lambda n: (f"volatile double {n}Now = {value}; "
                                  f"double {n} = {n}Now;", n)})

    def clauses(self, fixed, commutes):
        pick = self.random
        self.team = pick.choice(["world", "world", "world", "reversed",
                                 "parity"])
        fewest = max(1, self.ranks // 2) if self.team == "parity" else self.ranks
        ranks, root, list_ = None, None, []
        mpi = fixed and pick.random() < 0.2
        if self.team != "parity" and not mpi and pick.random() < 0.6:
            ranks = pick.choice([self.ranks, pick.randint(1, self.ranks)])
            list_.append(f"onto({self.number(ranks)})")
        if pick.random() < 0.5:
            root = pick.randrange(ranks or fewest)
            list_.append(f"root({self.number(root)})")
        if self.team != "world" or pick.random() < 0.1:
            list_.append(f"comm({self.team}.comm)")
        if pick.random() < 0.6:
            parts = [f"transfer: {self.seconds()}", f"combine: {self.seconds()}"]
            pick.shuffle(parts)
            list_.append(f"cost({', '.join(parts)})")
        if not mpi and pick.random() < 0.2:
            list_.append(f"transfers({self.number(pick.randint(1, 4))})")
        if not mpi and pick.random() < 0.2:
            list_.append(f"reducers({self.number(pick.randint(1, 4))})")
        if not commutes or pick.random() < 0.1:
            list_.append("ordered")
        if mpi:
            list_.append("strategy(mpi)")
        elif pick.random() < 0.4:
            list_.append(f"strategy({pick.choice(['auto', 'greedy', 'binomial', 'fibonacci'])})")
        self.waits = pick.random() < 0.25
        if self.waits:
            list_.append("nowait(under_way)")
        pick.shuffle(list_)
        return list_, ranks or f"{self.team}.size", -1 if root is None else root

    def builtin_items(self):
        pick = self.random
        op = pick.choice(sorted(BUILTIN))
        combine, mode = BUILTIN[op]
        types = {"+": INTEGERS + REALS + ["std::complex<double>",
                                          "std::string"],
                 "*": ["int", "long", "unsigned", "std::uint64_t", "double",
                       "std::complex<double>"],
                 "&": INTEGERS + ["bool"], "|": INTEGERS + ["bool"],
                 "^": INTEGERS + ["bool"],
                 "&&": INTEGERS + ["bool", "double"],
                 "||": INTEGERS + ["bool", "double"],
                 "min": INTEGERS + REALS + ["std::string"],
                 "max": INTEGERS + REALS + ["std::string",
                                            "std::pair<int, std::string>"]}[op]
        items, commutes, fixed = [], True, True
        for number in range(pick.choice([1, 1, 1, 2, 3])):
            kind = pick.choice(types)
            step = (f"[](auto &a, const auto &b) {{ fold({combine}{{}}, a, b); }}")
            way = pick.choice(["item", "array", "section"])
            if kind in TRIVIAL and way == "array":
                items.append(ArrayItem(self, number, kind, combine, mode))
            elif way == "section" and kind != "bool":
                items.append(SectionItem(self, number, kind, step, mode, True))
            else:
                items.append(Item(self, number, kind, step, mode))
            commutes &= not (op == "+" and kind == "std::string")
            fixed &= kind in TRIVIAL
        return op, items, commutes, fixed

    def named_items(self):
        pick = self.random
        kind = pick.choice(sorted(NAMED))
        meaning, commutes = pick.choice(NAMED[kind])
        before, inside, name = pick.choice(FORMS)

        def spelt(text):
            for word, value in (("K", str(self.test)), ("M(", meaning + "("),):
                text = text.replace(word, value)
            out, i = "", 0
            while i < len(text):
                alone = (text[i] == "T"
                         and not (text[i - 1:i].isalnum() if i else False)
                         and not text[i + 1:i + 2].isalnum())
                out += kind if alone else text[i]
                i += 1
            return out
        self.lines.append(spelt(before))
        self.body.append(spelt(inside))
        step = f"[](auto &a, const auto &b) {{ {meaning}(a, b); }}"
        items = []
        for number in range(pick.choice([1, 1, 1, 2])):
            if pick.random() < 0.3:
                items.append(SectionItem(self, number, kind, step, 0, True))
            else:
                items.append(Item(self, number, kind, step, 0))
        return spelt(name), items, commutes, kind in TRIVIAL

    def write_test(self):
        pick = self.random
        self.names, self.body = 0, []
        self.place = pick.choice(["plain", "template", "lambda", "member"])
        named = pick.random() < 0.5
        op, items, commutes, fixed = (self.named_items() if named
                                      else self.builtin_items())
        clauses, ranks, root = self.clauses(fixed, commutes)
        text = [f"  constexpr int test = {self.test};"]
        text += ["  " + line for line in self.body if line]
        text.append(f"  const Team &team = {self.team};")
        text.append(f"  const Shape shape = {{{ranks}, {root}, team.rank}};")
        text.append("  for (int round = 0; round < 2; ++round) {")
        for item in items:
            text.append("    " + item.setup)
            text.append(f"    fill({item.buffer}, seedOf(test, {item.number}, "
                        f"round, team, team.rank), {item.mode});")
            text.append("    " + item.copied())
            if getattr(item, "before", ""):
                text.append("    " + item.before)
        list_ = ", ".join(item.text for item in items)
        words = f"reduce({op} : {list_}) " + " ".join(clauses)
        text.append(f"#pragma {words}" if pick.random() < 0.9
                    else f'    _Pragma("{words}")')
        for item in items:
            text.append("    " + item.expected())
        if self.waits:
            text.append("#pragma reduce wait(under_way)")
        for item in items:
            if getattr(item, "after", ""):
                text.append("    " + item.after)
            text.append(f"    report(test, {item.number}, round, "
                        f"same(e{item.number}, {item.buffer}));")
        text.append("  }")
        self.write_function("\n".join(text))

    def write_function(self, text):
        n = self.test
        teams = "const Team &world, const Team &reversed, const Team &parity"
        unused = "  (void)world; (void)reversed; (void)parity;\n"
        if self.place == "template":
            self.lines.append(f"template <int R> static void test{n}({teams}) "
                              f"{{\n{unused}{text}\n}}")
            self.calls.append(f"test{n}<3>(world, reversed, parity);")
            return
        if self.place == "lambda":
            text = f"  const auto run = [&](int) {{\n{text}\n  }};\n  run(0);"
        if self.place == "member":
            self.lines.append(f"struct Holder{n} {{\nint mine = {n};\n"
                              f"void test{n}({teams}) {{\n{unused}{text}\n}}\n}};")
            self.calls.append(f"Holder{n}().test{n}(world, reversed, parity);")
            return
        self.lines.append(f"static void test{n}({teams}) {{\n{unused}{text}\n}}")
        self.calls.append(f"test{n}(world, reversed, parity);")

    def write(self):
        self.calls = []
        for self.test in range(self.count):
            self.write_test()
        print(PRELUDE)
        print("\n".join(self.lines))
        calls = "\n  ".join(self.calls)
        print(f'''
int main(int argc, char **argv) {{
  MPI_Init(&argc, &argv);
  int me;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  {{
  const Team world(0, me, 0), reversed(0, -me, 0), parity(me % 2, me, me % 2 * 100);
  {calls}
  }}
  int mine[2] = {{failures, checks}}, all[2];
  MPI_Reduce(mine, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0 && all[0] == 0)
    std::printf("OK %d\\n", all[1]);
  if (me == 0 && all[0] != 0)
    std::printf("FAILED %d of %d\\n", all[0], all[1]);
  MPI_Finalize();
}}''')


if __name__ == "__main__":
    Writer(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])).write()
