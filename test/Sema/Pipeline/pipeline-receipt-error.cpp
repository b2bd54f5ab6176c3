// To receive a value, a rank compares, makes and ends elements, which the serial
// program does not: that changes nothing, and reads nothing that stages write.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_set>
#include <vector>
long calls = 0;
struct Less {
  bool operator()(long a, long b) const {
    ++calls;
    return a < b;
  }
};
struct Counted {
  long value = 0;
  Counted() { ++calls; }
  explicit Counted(long given) : value(given) {}
  template <typename Archive> void serialize(Archive &archive) {
    archive(value);
  }
};
void compares(long &sum) {
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    std::set<long, Less> x;
#pragma pipeline stage
    x.insert(i);
#pragma pipeline stage
    sum += static_cast<long>(x.size());
  }
}
void makes(long &sum) {
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    std::vector<Counted> x;
#pragma pipeline stage
    x.push_back(Counted(i));
#pragma pipeline stage
    sum += x.back().value;
  }
}
// A state is received where its stage's rank changes, and behind the loop.
void receivesState(std::map<long, Counted> &all) {
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    all.emplace(x, Counted(x));
  }
}
// What a comparator reads may be older on the rank that receives.
void readsWhatChanges() {
  std::vector<long> weight(9);
  auto byWeight = [&](long a, long b) { return weight[a] < weight[b]; };
  std::set<long, decltype(byWeight)> all(byWeight);
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    {
      weight[x] = 9 - x;
      all.insert(x);
    }
  }
}
// A comparator that changes itself compares otherwise after a receipt.
struct Counting {
  mutable long count = 0;
  bool operator()(long a, long b) const { return ++count, a < b; }
};
struct CountingHash {
  mutable long count = 0;
  std::size_t operator()(long a) const {
    return static_cast<std::size_t>(a + 0 * ++count);
  }
};
void comparesWithCount(long &sum) {
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    std::set<long, Counting> x;
#pragma pipeline stage
    x.insert({i, i + 1L, i - 1L});
#pragma pipeline stage
    sum += x.key_comp().count;
  }
}
void hashesWithCount(long &sum) {
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    std::unordered_set<long, CountingHash> x;
#pragma pipeline stage
    x.insert({i, i + 1L, i - 1L});
#pragma pipeline stage
    sum += x.hash_function().count;
  }
}
// CHECK: {{^}}pipeline-receipt-error.cpp:29:26: error: receiving 'x' on another rank calls functions that change 'calls'
// CHECK: {{^}}pipeline-receipt-error.cpp:14:5: note: in function 'operator()', here
// CHECK: {{^}}pipeline-receipt-error.cpp:39:26: error: receiving 'x' on another rank calls functions that change 'calls'
// CHECK: {{^}}pipeline-receipt-error.cpp:20:13: note: in function 'Counted', here
// CHECK: {{^}}pipeline-receipt-error.cpp:20:15: note: in function 'Counted', here
// CHECK: {{^}}pipeline-receipt-error.cpp:49:3: error: receiving 'all' on another rank calls functions that change 'calls'
// CHECK: {{^}}pipeline-receipt-error.cpp:20:13: note: in function 'Counted', here
// CHECK: {{^}}pipeline-receipt-error.cpp:20:15: note: in function 'Counted', here
// CHECK: {{^}}pipeline-receipt-error.cpp:63:3: error: receiving 'all' on another rank calls functions that read what 'weight' refers to, which stage 2 writes
// CHECK: {{^}}pipeline-receipt-error.cpp:60:48: note: in function 'operator()', here
// CHECK: {{^}}pipeline-receipt-error.cpp:69:17: note: what 'weight' refers to is written here
// CHECK: {{^}}pipeline-receipt-error.cpp:88:30: error: receiving 'x' on another rank calls functions that change what 'x' refers to
// CHECK: {{^}}pipeline-receipt-error.cpp:77:50: note: in function 'operator()', here
// CHECK: {{^}}pipeline-receipt-error.cpp:98:44: error: receiving 'x' on another rank calls functions that change what 'x' refers to
// CHECK: {{^}}pipeline-receipt-error.cpp:82:45: note: in function 'operator()', here
