// Variables of all forms are compared with REDIST_VERIFY=1, or left alone, but
// never stand in the way: bindings, bit-fields, arrays, references, constants,
// volatile ones, lambdas, packs, private and local classes, unions, names of
// macros, templates, a `serialize` for other archives, padding and memory that
// nobody has set. The program prints what it prints without.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O2 -w %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++17 -O2 -Wall -Wextra -Werror=uninitialized \
// RUN:   -Werror=maybe-uninitialized -Werror=unused %s -o %t
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 2 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t | diff %t.out -
#include <mpi.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

static void tell(const std::string &text) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::puts(text.c_str());
}

struct Bits {
  unsigned low : 3, high : 5;
};

/// Padding, a part that nobody sets, and an address.
struct Loose {
  char letter;
  double number;
  char buffer[40];
  const char *text;
};
static Loose looseOf(int i) {
  Loose made;
  made.letter = static_cast<char>('a' + i % 26);
  made.number = i % 5 == 0 ? std::nan("") : 0.5 * i;
  std::strcpy(made.buffer, "some");
  made.text = "text";
  return made;
}

/// Saved by archives that know names; ours do not.
struct ForOthers {
  std::vector<int> values;
  template <class Archive> void serialize(Archive &archive, unsigned) {
    archive.named("values", values);
  }
};

template <class T> struct Base {
  virtual ~Base() = default;
  T value{};
};
struct Derived : Base<int> {};

union Either {
  int number;
  float real;
};

namespace space {
static std::map<std::string, long> counts = {{"a", 1}};
static thread_local int ofThread = 3;
template <class T> struct Of {
  static inline T value = T(4);
};
} // namespace space
#define hidden_by_macro (space::ofThread)

static std::string forms() {
  long sum = 0;
  const std::vector<int> table = {1, 2, 3};
  std::vector<int> other = {4, 5, 6};
  const std::vector<int> &also = other;
  ForOthers theirs{{1, 2}};
  Derived derived;
  std::mutex lock;
  std::atomic<int> atomic{2};
  std::function<int(int)> doubled = [](int x) { return 2 * x; };
  volatile int shaky = 1;
  std::unique_ptr<int> owned = std::make_unique<int>(5);
  struct Local {
    int x = 1;
    std::string name = "local";
  } local;
#pragma pipeline
  for (int i = 0; i < 30; ++i) {
    auto [letter, number] = std::make_tuple(std::string("x"), i);
    auto [low, high] = Bits{static_cast<unsigned>(i % 8), 3};
    int raw[4], matrix[2][3] = {};
    std::string names[2];
    Loose loose = looseOf(i);
    Either either;
    std::optional<int> maybe, none;
    std::variant<int, std::string> one = i;
    std::list<std::pair<int, double>> pairs = {{i, 0.5}};
    std::unordered_map<int, std::string> hashed = {{i, "i"}};
    ForOthers own{{i}};
    Local inner;
    auto counter = [n = 0]() mutable { return ++n; };
    const int &element = other[static_cast<std::size_t>(i) % 3];
    const int fixed = 2 * i;
    constexpr int constant = 3;
    bool unset;
    long double wide = i;
    int *nothing = nullptr;
    std::array<short, 3> few = {{1, 2, 3}};
#pragma pipeline stage
    {
      counter();
      letter += "y";
      raw[i % 4] = i;
      raw[1] = raw[2] = raw[3] = raw[0] = fixed;
      either.number = counter();
      maybe = i;
      unset = i % 2 == 0;
      own.values.push_back(1);
      number += static_cast<int>(own.values.size());
    }
#pragma pipeline stage
    {
      names[1] = letter + std::to_string(raw[2]);
      matrix[1][2] = either.number + static_cast<int>(low + high);
      number += theirs.values[0] + derived.value + doubled(2) + atomic.load();
      if (i % 7 == 3)
        continue;
      number += loose.letter;
    }
#pragma pipeline stage
    {
      const std::lock_guard<std::mutex> guard(lock);
      sum += static_cast<long>(names[1].size()) + matrix[1][2] + number +
             *maybe + (none ? 1 : 0) + std::get<int>(one) + (unset ? 1 : 0) +
             pairs.front().first + static_cast<long>(hashed.at(i).size());
      sum += element + fixed + constant + few[1] + also[0] + table[2] +
             (std::isnan(loose.number) ? 7 : 0) + *owned + shaky + local.x +
             static_cast<long>(inner.name.size()) + static_cast<long>(wide) +
             (nothing ? 1 : 0) + space::counts["a"] + hidden_by_macro +
             space::Of<long>::value;
    }
  }
  return std::to_string(sum);
}

template <class T, class... More>
static std::string generic(T first, More... more) {
  T sum = T();
  std::vector<T> all;
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    T value = T();
    std::vector<T> some;
#pragma pipeline stage
    {
      value = static_cast<T>(first + i);
      some.assign(2, value);
    }
#pragma pipeline stage
    {
      sum += (value + ... + static_cast<T>(more));
      all.insert(all.end(), some.begin(), some.end());
    }
  }
  return std::to_string(static_cast<long>(sum)) + ' ' +
         std::to_string(all.size());
}

class Owner {
  struct Private {
    std::string text;
    template <class Archive> void serialize(Archive &archive) { archive(text); }
  };
  Private all;
  unsigned bits : 4;
  static inline int calls = 0;

public:
  Owner() : bits(1) {}
  std::string run(int n, long *sum, std::vector<long> &given) {
    const auto inside = [&, this](int by) {
#pragma pipeline
      for (int i = 0; i < 20; ++i) {
        Private one;
        int array[3] = {};
#pragma pipeline stage
        {
          one.text = std::to_string(i + by);
          array[i % 3] = static_cast<int>(bits);
          ++calls;
        }
#pragma pipeline stage
        {
          all.text += one.text;
          *sum += array[0] + n;
        }
#pragma pipeline stage
        given.push_back(array[1]);
      }
    };
    inside(n);
    return all.text + ' ' + std::to_string(calls);
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  tell(forms());
  tell(generic(1, 2L, 0.5) + generic(0.5) + generic(2L, 3));
  long sum = 0;
  std::vector<long> given;
  tell(Owner().run(2, &sum, given));
  tell(std::to_string(sum) + ' ' + std::to_string(given.size()));
  MPI_Finalize();
}
