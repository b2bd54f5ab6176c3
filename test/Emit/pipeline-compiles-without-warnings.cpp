// Pipelines come out as C++17 without a warning wherever they may stand and
// whatever their stages are; the source itself compiles with the pragmas
// ignored.
//
// REQUIRES: compiler, runtime
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: %mpicxx -std=c++20 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: env OMPI_CXX=clang++ MPICH_CXX=clang++ %mpicxx -Qunused-arguments -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: env OMPI_CXX=clang++ MPICH_CXX=clang++ %mpicxx -Qunused-arguments -std=c++20 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -Wno-unknown-pragmas -Wno-unused %s
#include <mpi.h>

#include <map>
#include <string>
#include <vector>

// Names of the user that look like ours.
namespace user {
namespace redist {
struct pipeline {};
} // namespace redist
namespace std {
struct uint32_t {};
} // namespace std
inline void shadowed(int n, int &redistItem, int &redistRun_) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    redistItem += i;
#pragma pipeline stage
    redistRun_ += i;
  }
}
} // namespace user

bool read(int &value);

// Statements of every kind, with and without braces, at any indentation.
inline void statements(int n, int &a, int &b, int &c) {
  const auto less = [](int x, int y) { return x < y; };
#pragma pipeline
  for (int i = 0; i < n; ++i)
  {
    int item = 0;
    bool isOdd;
#pragma pipeline stage
    if (i % 2 == 0)
      item = i;
    else
      item = -i;
    #pragma pipeline stage
    for (int k = 0; k < 3; ++k)
      if (less(k, item))
        a += k;
      else if (k == 2)
        a -= 1;
        #pragma pipeline stage
    isOdd = item % 2 != 0;
#pragma pipeline stage
      switch (item) { case 0: ++b; break; default: --b; }
#pragma pipeline stage
    ;
#pragma pipeline stage
    {}
#pragma pipeline stage
    while (isOdd) { isOdd = false; ++c; }
    }
}

std::string nextName();
struct Length {
  int value;
  explicit operator bool() const { return value > 0; }
};

// Loops that the first stage ends, and conditions that declare variables; as
// the only statement of an if, with comments at every place.
inline void ends(bool isFirst, long &sum, int *(*take)()) {
  if (isFirst) {
#pragma pipeline
    while (true) {
      int item = 0;
#pragma pipeline stage
      if (!read(item))
        break;
#pragma pipeline stage out(sum) in(item, sum)
      sum += item;
    }
  } else {
#pragma pipeline
    while /* a */ ( /* b */ const Length length{static_cast<int>(nextName().size())} /* c */ ) /* d */ { // e
      int item;
#pragma pipeline stage
      item = length.value;
#pragma pipeline stage
      sum += item;
    }
#pragma pipeline
    while (int *place =
               take()) {
      int item;
#pragma pipeline stage
      { item = *place; if (item == 3) break; }
#pragma pipeline stage
      sum += item;
    }
  }
}

inline void clauses(int n, long ranks, float weight, const std::vector<double> &speeds,
                    const double (&links)[4][4], MPI_Comm comm, long &sum) {
#pragma pipeline comm(comm) onto(ranks) speeds(speeds) bandwidth(links) latency(weight) depth(n)
  for (int i = 0; i < n; ++i) {
    std::vector<int> item;
#pragma pipeline stage work(weight) data(n) at(n % 2)
    item.resize(3);
#pragma pipeline stage replicate(n)
    item.push_back(1);
#pragma pipeline stage work(n * 2.0)
    sum += static_cast<long>(item.size());
  }
#pragma pipeline speeds(1, weight, n) bandwidth(1'000.5) onto(3u) mapping(exact)
  for (int i = 0; i < n; ++i) {
    int item = 0;
#pragma pipeline stage work(1) replicate(auto)
    item = i;
#pragma pipeline stage work(2u)
    sum += item;
  }
}

inline void drivenHeaders(long &sum, int &count) {
  int value = 0;
#pragma pipeline
  while (read(value)) {
#pragma pipeline stage
    ++count;
#pragma pipeline stage
    sum += value;
  }
  long at = 0;
#pragma pipeline
  for (; at < 100; ++at, ++count) {
    long twice = 0;
#pragma pipeline stage
    { at += 3; twice = at * 2; }
#pragma pipeline stage
    sum -= twice;
  }
}

template <class T, int N> T inTemplate(const std::vector<T> &given) {
  T best = 0;
#pragma pipeline onto(N) bandwidth(1)
  for (const T &one : given) {
    T twice{};
#pragma pipeline stage work(1)
    twice = one + one;
#pragma pipeline stage work(2) data(8)
    best = twice > best ? twice : best;
  }
  return best;
}
template double inTemplate<double, 2>(const std::vector<double> &);

class Member {
public:
  void run(int n) {
    const auto inner = [this](auto count) {
#pragma pipeline
      for (int i = 0; i < count; ++i) {
        std::string text;
#pragma pipeline stage
        text = std::to_string(i);
#pragma pipeline stage
        this->texts[i] = text;
      }
    };
    inner(n);
  }

private:
  std::map<int, std::string> texts;
};
inline void use() { Member().run(3); }
