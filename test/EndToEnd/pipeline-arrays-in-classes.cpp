// Stages use different members of one object: arrays and strings, by indices
// that are not constant. They change variables through containers of addresses.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -w %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: timeout 60 %mpirun 2 %t | sort -u | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t | sort -u | diff %t.out -
#include <array>
#include <cstdio>
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>
struct Operation {
  virtual ~Operation() = default;
  virtual void on(long k) = 0;
};
struct Into : Operation {
  long &to;
  explicit Into(long &target) : to(target) {}
  void on(long k) override { to = (to * 3 + k) % 1009; }
};
struct Histogram {
  long seen = 0;
  std::array<long, 8> first{};
  long middle[4]{};
  std::string name = "n";
  std::array<long, 8> second{};

  void go(int n) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      long v = i;
#pragma pipeline stage
      {
        for (long &x : first)
          x += v;
        first[v % 8] += i;
        v += first[(i + 3) % 8];
      }
#pragma pipeline stage
      {
        middle[v % 4] += v;
        const long *p = middle;
        for (int k = 0; k < 4; ++k)
          v += *p++;
      }
#pragma pipeline stage
      {
        name[v % name.size()] = char('a' + v % 26);
        name += 'x';
        for (char c : name)
          v += c;
      }
#pragma pipeline stage
      {
        std::vector<std::array<long, 8> *> all{&second};
        for (auto *one : all)
          (*one)[v % 8] += v;
        seen += v;
      }
    }
  }
};
using Numbers = std::vector<std::unique_ptr<long>>;
static void add(Numbers &all, long k) {
  all.push_back(std::make_unique<long>(k));
  if (all.size() > 4)
    all.erase(all.begin());
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Histogram h;
  h.go(40);
  long sum = 0, total = 0, last = 0;
  Numbers kept;
#pragma pipeline
  for (int i = 0; i < 30; ++i) {
    Numbers numbers;
#pragma pipeline stage
    {
      std::vector<std::unique_ptr<Operation>> all;
      all.push_back(std::make_unique<Into>(total));
      for (auto &one : all)
        one->on(i);
      add(numbers, total);
    }
#pragma pipeline stage
    {
      std::vector<long *> all{&last};
      for (long *one : all)
        *one += i;
      add(numbers, last);
      kept = std::move(numbers);
    }
  }
  for (const auto &one : kept)
    sum = sum * 3 + *one;
  for (long x : h.first)
    sum += x;
  for (long x : h.middle)
    sum += x;
  for (long x : h.second)
    sum = sum * 3 + x;
  std::printf("%ld %ld %ld %ld %s\n", h.seen, sum, total, last, h.name.c_str());
  MPI_Finalize();
}
