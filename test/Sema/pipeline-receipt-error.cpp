// To receive a value, a rank compares, makes and ends elements, which the serial
// program does not: that changes nothing, and reads nothing that stages write.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <functional>
#include <map>
#include <memory>
#include <set>
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
// CHECK: {{^}}pipeline-receipt-error.cpp:28:26: error: receiving 'x' on another rank calls functions that change 'calls'
// CHECK: {{^}}pipeline-receipt-error.cpp:13:5: note: in function 'operator()', here
// CHECK: {{^}}pipeline-receipt-error.cpp:38:26: error: receiving 'x' on another rank calls functions that change 'calls'
// CHECK: {{^}}pipeline-receipt-error.cpp:19:13: note: in function 'Counted', here
// CHECK: {{^}}pipeline-receipt-error.cpp:19:15: note: in function 'Counted', here
// CHECK: {{^}}pipeline-receipt-error.cpp:48:3: error: receiving 'all' on another rank calls functions that change 'calls'
// CHECK: {{^}}pipeline-receipt-error.cpp:19:13: note: in function 'Counted', here
// CHECK: {{^}}pipeline-receipt-error.cpp:19:15: note: in function 'Counted', here
// CHECK: {{^}}pipeline-receipt-error.cpp:62:3: error: receiving 'all' on another rank calls functions that read what 'weight' refers to, which stage 2 writes
// CHECK: {{^}}pipeline-receipt-error.cpp:59:48: note: in function 'operator()', here
// CHECK: {{^}}pipeline-receipt-error.cpp:68:17: note: what 'weight' refers to is written here
