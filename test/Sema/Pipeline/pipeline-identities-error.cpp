// What a shared_ptr owns is a new object where the pointer arrives.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20
#include <memory>

struct Color {
  int value = 0;
};
bool areSame(const std::shared_ptr<Color> &a, const std::shared_ptr<Color> &b) {
  return a.get() == b.get();
}

long run(int n) {
  long sum = 0;
  const auto red = std::make_shared<Color>(), blue = std::make_shared<Color>();
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::shared_ptr<Color> color;
#pragma pipeline stage
    color = i % 2 ? red : blue;
#pragma pipeline stage
    // CHECK: {{^}}pipeline-identities-error.cpp:[[#@LINE+2]]:12: error: stage 2 compares the address of what 'red' refers to with another one: what a 'std::shared_ptr' owns is a new object where it arrives
    // CHECK: {{^}}pipeline-identities-error.cpp:10:18: note: in function 'areSame', here
    sum += areSame(color, red);
  }
  return sum;
}
