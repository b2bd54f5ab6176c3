// Elements arrive as they were, whatever constructors and copies of their class
// do; a static object may end MPI behind main.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -w %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: timeout 60 %mpirun 2 %t | sort -u | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t | sort -u | diff %t.out -
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mpi.h>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
struct Environment {
  Environment() { MPI_Init(nullptr, nullptr); }
  ~Environment() { MPI_Finalize(); }
};
static Environment environment;

// A copy counts how far it is from the original.
struct Copied {
  long value = 7, copies = 0;
  Copied() = default;
  explicit Copied(long given) : value(given) {}
  Copied(const Copied &other)
      : value(other.value), copies(other.copies + 1) {}
  Copied &operator=(const Copied &other) {
    value = other.value;
    copies = other.copies + 1;
    return *this;
  }
  bool operator<(const Copied &other) const { return value < other.value; }
  template <typename Archive> void serialize(Archive &archive) {
    archive(value, copies);
  }
};
static long of(const Copied &one) { return one.value * 10 + one.copies; }
template <typename A, typename B> static long of(const std::pair<A, B> &one) {
  return of(one.second);
}
static long of(const std::unique_ptr<Copied> &one) { return of(*one); }
template <typename Container> static long digest(const Container &all) {
  long sum = 0;
  for (const auto &one : all)
    sum = (sum * 7 + of(one)) % 100003;
  return sum;
}
int main() {
  long sums[8] = {}, elements = 0;
#pragma pipeline
  for (long i = 0; i < 20; ++i) {
    std::vector<Copied> vector;
    std::deque<Copied> deque;
    std::list<Copied> list;
    std::set<Copied> set;
    std::map<long, Copied> map;
    std::unordered_map<long, Copied> table;
    std::vector<std::unique_ptr<Copied>> owners;
    std::optional<Copied> one;
#pragma pipeline stage
    for (long k = 0; k < i; ++k) {
      vector.push_back(Copied(k));
      deque.emplace_front(k);
      list.emplace_back(k);
      set.emplace(k * 3 % 7);
      map.emplace(k * 5 % 11, Copied(k));
      table[k].value = k;
      owners.push_back(std::make_unique<Copied>(k));
      one = Copied(k);
    }
#pragma pipeline stage
    {
      sums[0] += digest(vector);
      sums[1] += digest(deque);
      sums[2] += digest(list);
      sums[3] += digest(set);
      sums[4] += digest(map);
      sums[5] += digest(table);
      sums[6] += digest(owners);
      sums[7] += one ? of(*one) : 0;
    }
#pragma pipeline stage
    elements += static_cast<long>(vector.size() + deque.size());
  }
  std::string line; // in one piece: other ranks print, too
  for (const long sum : sums)
    line += std::to_string(sum) + " ";
  std::printf("%s%ld\n", line.c_str(), elements);
  return 0;
}
