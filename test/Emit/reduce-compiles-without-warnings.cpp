// Reductions come out as C++17 without a warning wherever they may stand and
// however the operator is written; the source itself compiles with the pragmas
// ignored.
//
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: %mpicxx -std=c++20 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: env OMPI_CXX=clang++ MPICH_CXX=clang++ %mpicxx -Qunused-arguments -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: env OMPI_CXX=clang++ MPICH_CXX=clang++ %mpicxx -Qunused-arguments -std=c++20 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -Wno-unknown-pragmas -Wno-unused %s
#include <mpi.h>

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

// Names of the user that look like ours.
namespace user {
namespace redist {
struct reduction {};
} // namespace redist
namespace std {
struct uint32_t {};
} // namespace std
struct Point {
  int x, y;
};
inline Point meet(const Point &a, const Point &b) {
  return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}
inline void shadowed(int &a) {
#pragma reduce(+ : a)
}
} // namespace user

using Counts = std::map<std::string, long>;

static void merge(Counts &into, const Counts &from) {
  for (const auto &[word, count] : from)
    into[word] += count;
}
static long merge(long a, long b) noexcept { return a + b; }
template <typename T>
std::vector<T> merge(const std::vector<T> &a, const std::vector<T> &b) {
  std::vector<T> both = a;
  both.insert(both.end(), b.begin(), b.end());
  return both;
}

static void overloads(Counts &counts, long &sum, std::vector<int> &all,
                      user::Point &p) {
#pragma reduce(merge : counts) root(0)
#pragma reduce(merge : sum, all) ordered
#pragma reduce(merge<int> : all) ordered
#pragma reduce(user::meet : p)
}

struct Model {
  double weights[8] = {};
  long long factor = 2;
  std::function<int(int, int)> chosen = [](int a, int b) { return a | b; };
  long long scaled(const long long &a, const long long &b) const {
    return a * factor + b * factor;
  }
  static void inPlace(int &a, const int &b) { a += b; }
  void run(int &x) {
#pragma reduce(+ : weights[0 : 8 : 1], factor)
#pragma reduce(scaled : factor)
#pragma reduce(inPlace : x)
#pragma reduce(Model::inPlace : x)
#pragma reduce(chosen : x)
    const auto inside = [this](auto y) {
#pragma reduce(scaled : factor)
#pragma reduce(+ : y)
    };
    inside(1.0);
  }
};

template <typename T, int Ranks, typename Operator> struct Generic {
  T value{};
  Operator own{};
  T add(const T &a, const T &b) const { return a + b; }
  void run(T &x, std::vector<T> &many, double cost) {
    if constexpr (sizeof(T) > 1) {
#pragma reduce(add : x) onto(Ranks) cost(transfer: cost, combine: 1.0e-3)
    } else {
#pragma reduce(own : x, this->value) onto(Ranks + 1) root(Ranks - 1)
    }
#pragma reduce(Operator::fixed : x)
#pragma reduce(own : many[many.size() / 2 : 1])
  }
};
template <typename T> struct Adder {
  T operator()(const T &a, const T &b) const { return static_cast<T>(a + b); }
  static T fixed(T a, T b) { return a < b ? b : a; }
};

static int twice(int a) { return 2 * a; }

static void places(std::vector<double> &a, int &x, long long n, MPI_Comm comm,
                   bool wanted) {
  const auto add = [](const auto &p, const auto &q) { return p + q; };
  int calls = 0;
  auto counted = [&calls](int &p, const int &q) {
    ++calls;
    p += q;
  };
  int (*pointer)(int, int) = [](int p, int q) { return p < q ? p : q; };
  const std::plus<> plus{};
  for (int i = 0; i < 2; ++i) {
#pragma reduce(add : a[i : n], x) root(i) comm((comm))
  }
  switch (n) {
  case 1: {
#pragma reduce(counted : x) nowait(first)
#pragma reduce(min : a[0 : a.size()]) nowait(second)
#pragma reduce wait(second)
#pragma reduce wait(first)
    break;
  }
  default:
    break;
  }
  if (wanted)
    goto end;
  // The expressions hold a comparison, a lambda, a quote and a '?'.
#pragma reduce(pointer : x) root(n > 3 ? 2 : '\x03') \
    onto([] { return 4; }()) transfers(sizeof(int)) reducers(twice(1u < 2)) \
    cost(combine: 1.5f, transfer: n) strategy(binomial)
  _Pragma("reduce(plus : a[0 : n]) strategy(mpi)") n = 0;
end:;
}

struct InConstructor {
  int value, k;
  InConstructor() : value(1), k([&] {
#pragma reduce(max : value)
    return 1;
  }()) {}
  int later = [this] {
#pragma reduce(+ : value)
    return 1;
  }();
};

void use(Counts &counts, std::vector<int> &all, std::vector<double> &b) {
  long sum = 0;
  int x = 0;
  char c = 1;
  std::vector<char> letters(3);
  user::Point p{1, 2};
  user::shadowed(x);
  overloads(counts, sum, all, p);
  Model().run(x);
  Generic<int, 4, Adder<int>>().run(x, all, 1.0);
  Generic<char, 4, Adder<char>>().run(c, letters, 1.0);
  places(b, x, 4, MPI_COMM_SELF, true);
  InConstructor inside;
  inside.later++;
}
