// A static variable of a function whose initialiser depends on nothing has the
// same value on every rank.
// REQUIRES: compiler
// RUN: %redistc %s --dump=sema -o %t.cpp -- -std=c++20 > %t.sema
// RUN: FileCheck %s < %t.sema
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual long area(long side) const { return side; }
};
struct Square : Shape {
  long area(long side) const override { return side * side; }
};

// Each rank has its own.
long square(int n) {
  static const std::vector<long> table = [] {
    std::vector<long> made;
    for (int k = 0; k < 50; ++k)
      made.push_back(k * k);
    return made;
  }();
  return table[n];
}
long named(const std::string &name) {
  static const std::map<std::string, long> table = {{"one", 1}, {"two", 2}};
  const auto found = table.find(name);
  return found == table.end() ? 0 : found->second;
}
const std::string &greeting() {
  static const std::string text = "good morning to all of you";
  return text;
}
long area(long side) {
  static const std::unique_ptr<Shape> shape = std::make_unique<Square>();
  return shape->area(side);
}
template <class T> T power(int n) {
  static const std::array<T, 8> powers = [] {
    std::array<T, 8> made{1};
    for (int k = 1; k < 8; ++k)
      made[k] = made[k - 1] * 3;
    return made;
  }();
  return powers[n % 8];
}
long legal(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = square(i % 50) + named("one") + power<long>(i) + area(i);
#pragma pipeline stage
    sum += x + square(i / 2 % 50) + named("two") + power<long>(i + 1) + area(2) +
           static_cast<long>(greeting().size());
  }
  return sum;
}
// CHECK: {{^}}sema: pipeline 0 at line 54{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 57, stays: it calls 'area', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}    carries: x (long, 8 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 59, stays: it calls 'area', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}  state: sum (long) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
