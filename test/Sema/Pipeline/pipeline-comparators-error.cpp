// Comparators travel with their containers, and deleters do not.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <functional>
#include <memory>
#include <set>
#include <vector>
struct ByWeight {
  const std::vector<long> *weight;
  bool operator()(long a, long b) const { return (*weight)[a] < (*weight)[b]; }
};
void cannotTravel(long &sum) {
  std::vector<long> weight(9);
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    std::set<long, ByWeight> x(ByWeight{&weight});
#pragma pipeline stage
    x.insert(i);
#pragma pipeline stage
    sum += static_cast<long>(x.size());
  }
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    std::set<long, std::function<bool(long, long)>> x{std::less<long>()};
#pragma pipeline stage
    x.insert(i);
#pragma pipeline stage
    sum += static_cast<long>(x.size());
  }
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    std::unique_ptr<long, void (*)(long *)> x(nullptr, [](long *p) { delete p; });
#pragma pipeline stage
    x.reset(new long(i));
#pragma pipeline stage
    sum += *x;
  }
}
// CHECK: {{^}}pipeline-comparators-error.cpp:20:30: error: 'x' of type 'std::set<long, ByWeight>' cannot travel from stage 1 to stage 2: 'const std::vector<long> *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-comparators-error.cpp:18:5: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-comparators-error.cpp:28:30: error: 'x' of type 'std::set<long, std::function<bool (long, long)>>' cannot travel from stage 1 to stage 2: 'std::function<bool (long, long)>' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-comparators-error.cpp:26:5: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-comparators-error.cpp:36:13: error: 'x' of type 'std::unique_ptr<long, void (*)(long *)>' cannot travel from stage 1 to stage 2: 'std::unique_ptr<long, void (*)(long *)>' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-comparators-error.cpp:34:5: note: 'x' is written by stage 1 here
