// Two variables of the item that lead to one object: each travels by itself.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <memory>
#include <vector>

long twoPointers(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::shared_ptr<long> one, other;
#pragma pipeline stage
    {
      one = std::make_shared<long>(i);
      other = one;
    }
#pragma pipeline stage
    {
      ++*one;
      sum += *other;
    }
  }
  return sum;
}
long pointerAndList(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::shared_ptr<long> first;
    std::vector<std::shared_ptr<long>> all;
#pragma pipeline stage
    {
      first = std::make_shared<long>(i);
      all.push_back(first);
    }
#pragma pipeline stage
    {
      ++*all[0];
      sum += *first;
    }
  }
  return sum;
}
// Only one of them travels: the other one leads to what its own rank has made.
struct Count {
  long n = 1;
  void add(long k) { n = (n * 3 + k) % 1009; }
};
long leftPointer(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::shared_ptr<Count> one = std::make_shared<Count>(), other = one;
#pragma pipeline stage
    one->add(i);
#pragma pipeline stage
    {
      other->add(1);
      sum += one->n;
    }
  }
  return sum;
}
long leftObserver(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    auto one = std::make_shared<Count>();
    std::weak_ptr<Count> other = one;
#pragma pipeline stage
    one->add(i);
#pragma pipeline stage
    sum += other.lock()->n + one->n;
  }
  return sum;
}
long leftClosure(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<long> all{1, 2};
    const auto first = [p = all.data()] { return *p; };
#pragma pipeline stage
    all[0] += i;
#pragma pipeline stage
    sum += first() + all[1];
  }
  return sum;
}
// This one looks where the vector has come to.
long closureOfVariable(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<long> all{1, 2};
    const auto first = [&all] { return all[0]; };
#pragma pipeline stage
    all[0] += i;
#pragma pipeline stage
    sum += first() + all[1];
  }
  return sum;
}
// CHECK: {{^}}pipeline-shared-items-error.cpp:19:7: error: what 'one' refers to is reached on two ways from variables of the item: at stage 2, on another rank, they lead to two copies
// CHECK: {{^}}pipeline-shared-items-error.cpp:38:7: error: what 'first' refers to is reached on two ways from variables of the item: at stage 2, on another rank, they lead to two copies
// CHECK: {{^}}pipeline-shared-items-error.cpp:59:19: error: what 'one' refers to is reached on two ways from variables of the item: at stage 2, on another rank, they lead to two copies
// CHECK: {{^}}pipeline-shared-items-error.cpp:73:26: error: what 'one' refers to is reached on two ways from variables of the item: at stage 2, on another rank, they lead to two copies
// CHECK: {{^}}pipeline-shared-items-error.cpp:86:22: error: what 'all' refers to is reached on two ways from variables of the item: at stage 2, on another rank, they lead to two copies
