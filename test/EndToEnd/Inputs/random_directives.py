"""Writes an annotated program with random redistribute directives.

The program checks every directive itself, on every rank, element by element
against the owner formula of the language reference; it prints "OK <count>" on
rank 0. Parameters appear as literals, constexpr names, macros, enumerators,
template arguments, sizeof and run-time variables; objects as vectors, C
arrays, std::array, pointers and a range type of the user's own. The same seed
gives the same program.

    python3 random_directives.py SEED COUNT RANKS [LONGEST] > program.cpp

LONGEST is the greatest extent (3000): arrays of a megabyte and more travel
through shared memory.
"""
import random
import sys

PRELUDE = r'''
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <memory>
#include <vector>
#include <mpi.h>

static int failures = 0;
static int checks = 0;

template <int Bytes> struct Item { unsigned char bytes[Bytes]; };

template <typename T> T valueOf(long long globalIndex) {
  T item;
  unsigned char *bytes = reinterpret_cast<unsigned char *>(&item);
  unsigned long long mixed = 0x9E3779B97F4A7C15ull * (globalIndex + 1);
  for (unsigned i = 0; i < sizeof(T); ++i)
    bytes[i] = static_cast<unsigned char>(mixed >> (8 * (i % 8))) ^ i;
  return item;
}
template <typename T> bool same(const T &a, const T &b) {
  const unsigned char *x = reinterpret_cast<const unsigned char *>(&a);
  const unsigned char *y = reinterpret_cast<const unsigned char *>(&b);
  for (unsigned i = 0; i < sizeof(T); ++i)
    if (x[i] != y[i])
      return false;
  return true;
}
// A range of the user's own: contiguous, with data() and size() only.
template <typename T> struct MyRange {
  T *first;
  std::size_t count;
  T *data() { return first; }
  const T *data() const { return first; }
  std::size_t size() const { return count; }
};
// Owner-by-element: walks all global indices, the slow and certain way.
static long long localCount(long long n, long long k, long long p,
                            long long c) {
  long long count = 0;
  if (c >= 0 && c < p)
    for (long long i = 0; i < n; ++i)
      count += (i / k) % p == c;
  return count;
}
template <typename T>
void fill(T *a, long long n, long long k, long long p, long long c) {
  long long at = 0;
  if (c >= 0 && c < p)
    for (long long i = 0; i < n; ++i)
      if ((i / k) % p == c)
        a[at++] = valueOf<T>(i);
}
template <typename T>
void check(int test, const T *a, long long size, long long n, long long k,
           long long p, long long c) {
  long long at = 0;
  bool good = true;
  if (c >= 0 && c < p)
    for (long long i = 0; i < n && good; ++i)
      if ((i / k) % p == c)
        good = at < size && same(a[at], valueOf<T>(i)), ++at;
  ++checks;
  if (!good || at > size) {
    std::printf("directive %d wrong on coordinate %lld (size %lld)\n", test, c,
                size);
    ++failures;
  }
}
'''


class Writer:
    def __init__(self, seed, count, ranks, longest):
        self.random = random.Random(seed)
        self.count, self.ranks, self.longest = count, ranks, longest
        self.lines = []

    def number(self, value, name):
        """Declarations and the expression by which a number is written."""
        kind = self.random.choice(
            ["literal", "constexpr", "macro", "enum", "runtime", "sum",
             "sizeof", "const"])
        if kind == "literal":
            return "", str(value)
        if kind == "constexpr":
            return f"constexpr long {name} = {value};", name
        if kind == "macro":
            return f"\n#define M_{name} ({value})\n", f"M_{name}"
        if kind == "enum":
            return f"enum {{ {name} = {value} }};", name
        if kind == "const":
            return f"const int {name} = {value};", f"{name} + 0"
        if kind == "sizeof":
            return f"struct {name} {{ char c[{value}]; }};", f"sizeof({name})"
        if kind == "sum":
            return f"constexpr int {name} = {value} - 1;", f"{name} + 1"
        return f"volatile int {name}Now = {value}; long {name} = {name}Now;", \
            name

    def layout(self, extent):
        ranks = self.random.randint(1, self.ranks)
        first = self.random.randint(0, self.ranks - ranks)
        kind = self.random.choice(["cyclic1", "cyclic", "cyclic", "cyclic",
                                   "block", "sized"])
        minimum = -(-extent // ranks)
        if kind == "cyclic1":
            return ranks, first, 1, "cyclic", None
        if kind == "cyclic":
            block = self.random.choice([1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 30,
                                        max(1, minimum)])
            return ranks, first, block, "cyclic(%s)", block
        if kind == "block":
            return ranks, first, max(1, minimum), "block", None
        block = max(1, minimum) + self.random.randint(0, 3)
        return ranks, first, block, "block(%s)", block

    def clause(self, word, layout, tag):
        ranks, first, _, form, block = layout
        declarations = []
        if block is not None:
            declaration, text = self.number(block, f"b{tag}")
            declarations.append(declaration)
            form = form % text
        declaration, text = self.number(ranks, f"p{tag}")
        declarations.append(declaration)
        clause = f"{word}({form} onto({text})"
        if first or self.random.random() < 0.2:
            declaration, text = self.number(first, f"f{tag}") \
                if first else ("", "0")
            declarations.append(declaration)
            clause += f" at({text})"
        return declarations, clause + ")"

    def one(self, test):
        pick = self.random
        extent = pick.choice([0, 1, 2, 7, 31, 97, 240, 500, 997, 1232,
                              pick.randint(0, self.longest),
                              pick.randint(0, self.longest)])
        source, target = self.layout(extent), self.layout(extent)
        item = pick.choice(["double", "char", "int", "short", "Item<3>",
                            "Item<16>", "Item<24>"])
        kind = pick.choice(["vector", "vector", "pointer", "array", "stdarray",
                            "range", "vectorInto"])
        declarations, fromClause = self.clause("from", source, f"s{test}")
        more, toClause = self.clause("to", target, f"t{test}")
        declarations += more
        declaration, n = self.number(extent, f"n{test}") if extent else \
            ("", "0")
        declarations.append(declaration)
        clauses = [fromClause, toClause]
        p, sf, r = source[0], source[1], source[2]
        q, tf, s = target[0], target[1], target[2]
        strategies = ["auto", "stepwise", "greedy", "caterpillar", "alltoall",
                      "direct", "exact"]
        if pick.random() < 0.5:
            clauses.append(f"strategy({pick.choice(strategies)})")
        if pick.random() < 0.3:
            clauses.append("comm(world)")
        body = [f"MPI_Comm world = MPI_COMM_WORLD; (void)world;"]
        body += [d for d in declarations if d]
        body.append(f"const long long mineFrom = localCount({extent}, {r}, "
                    f"{p}, me - {sf}), mineTo = localCount({extent}, {s}, "
                    f"{q}, me - {tf}); (void)mineFrom; (void)mineTo;")
        fill = f"{extent}, {r}, {p}, me - {sf});"
        verify = f"{extent}, {s}, {q}, me - {tf});"
        into = kind in ("pointer", "vectorInto")
        if kind in ("vector", "vectorInto"):
            body.append(f"std::vector<{item}> a(mineFrom); fill(a.data(), "
                        + fill)
        elif kind == "pointer":
            body.append(f"std::unique_ptr<{item}[]> owner(new {item}[mineFrom "
                        f"+ 1]), other(new {item}[mineTo + 1]); {item} *a = "
                        f"owner.get(), *b = other.get(); fill(a, " + fill)
        else:
            room = extent + 1
            if kind == "array":
                body.append(f"static {item} a[{room}]; fill(a, " + fill)
            elif kind == "stdarray":
                body.append(f"static std::array<{item}, {room}> a; "
                            f"fill(a.data(), " + fill)
            else:
                body.append(f"std::vector<{item}> room({room}); "
                            f"MyRange<{item}> a{{room.data(), room.size()}}; "
                            f"fill(a.data(), " + fill)
        if kind == "vectorInto":
            body.append(f"std::vector<{item}> b(mineTo);")
        if into:
            clauses.append(pick.choice([f"into(b)", f"into(b[{n}])"]))
        pick.shuffle(clauses)
        joint = " \\\n    " if pick.random() < 0.2 else " "
        text = joint.join(["redistribute " + f"a[{n}]"] + clauses)
        repeat = into and pick.random() < 0.3
        if repeat:
            body.append("for (int again = 0; again < 3; ++again) {")
        if pick.random() < 0.15 and joint == " ":
            body.append(f'_Pragma("{text}")')
        else:
            body.append(f"#pragma {text}")
        if repeat:
            body.append("}")
        result = "b" if into else "a"
        if kind == "pointer":
            body.append(f"check({test}, b, mineTo, " + verify)
        elif kind == "array":
            body.append(f"check({test}, a, {extent + 1}, " + verify)
        else:
            body.append(f"check({test}, {result}.data(), "
                        f"(long long){result}.size(), " + verify)
        if kind == "vector":
            body.append(f"if ((long long)a.size() != mineTo) {{ std::printf("
                        f"\"directive {test}: size\\n\"); ++failures; }}")
        if into:
            body.append(f"check({test}, "
                        + ("a, mineFrom, " if kind == "pointer" else
                           "a.data(), (long long)a.size(), ")
                        + f"{extent}, {r}, {p}, me - {sf});")
        shape = pick.choice(["function", "lambda", "method"])
        head = {"function": f"static void test{test}(int me) {{",
                "lambda": f"static void test{test}(int rank) {{ "
                          f"auto run = [&](int me) {{",
                "method": f"struct S{test} {{ int me; void run() {{"}[shape]
        tail = {"function": "}", "lambda": "}; run(rank); }",
                "method": f"}} }}; static void test{test}(int me) "
                          f"{{ S{test}{{me}}.run(); }}"}[shape]
        self.lines += [head] + body + [tail, ""]

    def template(self):
        self.lines += ['''
template <int P, int R, int S> void instance(int me, int test, long n) {
  std::vector<long> a(localCount(n, R, P, me)), b;
  fill(a.data(), n, R, P, me);
  b = a;
#pragma redistribute a[n] from(cyclic(R) onto(P)) to(cyclic(S) onto(P))
  check(test, a.data(), a.size(), n, S, P, me);
#pragma redistribute a[n] from(cyclic(S) onto(P)) to(cyclic(R) onto(P))
  check(test, a.data(), a.size(), n, R, P, me);
}
''']

    def program(self):
        self.lines.append(PRELUDE)
        self.template()
        for test in range(self.count):
            self.one(test)
        self.lines += ["int main(int argc, char **argv) {",
                       "  MPI_Init(&argc, &argv);", "  int me = 0;",
                       "  MPI_Comm_rank(MPI_COMM_WORLD, &me);"]
        self.lines += [f"  test{t}(me);" for t in range(self.count)]
        for test in range(4):
            p = self.random.randint(1, self.ranks)
            r, s = self.random.randint(1, 9), self.random.randint(1, 9)
            self.lines.append(f"  instance<{p}, {r}, {s}>(me, {1000 + test}, "
                              f"{self.random.randint(0, 700)});")
        self.lines += [
            "  int all = 0;",
            "  MPI_Reduce(&failures, &all, 1, MPI_INT, MPI_SUM, 0, "
            "MPI_COMM_WORLD);",
            "  if (me == 0 && all == 0) std::printf(\"OK %d\\n\", checks);",
            "  MPI_Finalize();", "  return all != 0;", "}", ""]
        return "\n".join(self.lines)


if __name__ == "__main__":
    seed, count, ranks, longest = \
        [int(word) for word in sys.argv[1:5]] + [3000] * (5 - len(sys.argv))
    print(Writer(seed, count, ranks, longest).program())
