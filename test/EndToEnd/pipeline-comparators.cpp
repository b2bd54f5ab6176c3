// Containers arrive with the order that they had: comparators and hash functions
// have values, and are called where the container arrives.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -w %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: timeout 60 %mpirun 2 %t | sort -u | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t | sort -u | diff %t.out -
#include <cstdio>
#include <map>
#include <mpi.h>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
struct Order {
  bool isDown = false;
  bool operator()(long a, long b) const { return isDown ? b < a : a < b; }
};
struct Hash {
  std::size_t buckets = 7;
  std::size_t operator()(long a) const {
    return static_cast<std::size_t>(a) % buckets;
  }
};
static bool isLess(long a, long b) { return a < b; }
static bool isGreater(long a, long b) { return b < a; }
template <typename Container> static long digest(const Container &all) {
  long sum = 0;
  for (const auto &one : all)
    if constexpr (requires { one.first; })
      sum = (sum * 7 + one.first + one.second) % 10007;
    else
      sum = (sum * 7 + one) % 10007;
  return sum;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  long sum = 0;
  std::vector<long> weight{4, 1, 3, 9, 2};
  std::multimap<long, long, Order> kept(Order{true});
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    const auto byWeight = [&](long a, long b) {
      return weight[a % 5] < weight[b % 5];
    };
    std::set<long, Order> turned;
    std::map<long, long, bool (*)(long, long)> chosen(isLess);
    std::set<long, decltype(byWeight)> weighed(byWeight);
    std::priority_queue<long, std::vector<long>, Order> first;
    std::priority_queue<long, std::vector<long>, decltype(byWeight)> lightest(
        byWeight);
    std::unordered_map<long, long, Hash> table(4, Hash{3});
#pragma pipeline stage
    {
      turned = std::set<long, Order>(Order{i % 2 == 1});
      first = decltype(first)(Order{i % 3 == 1});
      if (i % 2)
        chosen = decltype(chosen)(isGreater);
      table = decltype(table)(8, Hash{static_cast<std::size_t>(i % 4 + 1)});
      for (long k = 0; k < 5; ++k) {
        turned.insert(i * k % 11);
        weighed.insert(k);
        first.push(i * k % 7);
        lightest.push(k);
        chosen[i * k % 5] = k;
        table[i * k % 13] = k;
      }
    }
#pragma pipeline stage
    {
      turned.insert(6);
      chosen[3] = 6;
      weighed.erase(weighed.begin());
      first.push(4);
      lightest.pop();
      table[5] = 4;
      kept.emplace(i % 3, i);
    }
#pragma pipeline stage
    {
      sum = (sum * 5 + digest(turned) + digest(weighed) + first.top()) % 10007;
      sum = (sum * 5 + digest(chosen) + lightest.top() + digest(table)) % 10007;
    }
  }
  std::printf("%ld %ld\n", sum, digest(kept));
  MPI_Finalize();
}
