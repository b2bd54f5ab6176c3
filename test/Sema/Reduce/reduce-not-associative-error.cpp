// Operators that come to the same as '-' or '/' get the same lint, wherever the
// sign stands. What does more than that is the user's to judge.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/containers.h"

struct Stats {
  long count;
};
Stats operator-(const Stats &, const Stats &);
double difference(double left, double right) { return (left - right); }
void quotient(double &into, const double &from) { into /= from; }
template <typename T> T general(const T &left, const T &right) {
  return static_cast<T>(right - left);
}
double later(double, double);
double apart(double left, double right) {
  const double sum = left + right;
  return sum - left;
}
double half(double left, double right) { return right - 1; }
Stats classes(const Stats &left, const Stats &right) { return left - right; }
void f(Stats stats, double x, int n) {
  std::minus<> minus;
#pragma reduce(minus : x, n)
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-1]]:16: error: '-' is not associative: the result would depend on the order in which ranks combine
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-3]]:16: note: 'minus' has type 'std::minus<>'
  constexpr auto divides = std::divides<double>{};
#pragma reduce(divides : x)
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-1]]:16: error: '/' is not associative
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-3]]:18: note: 'divides' has type 'const std::divides<double>'
#pragma reduce(difference : x)
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-1]]:16: error: '-' is not associative
// CHECK: {{^}}reduce-not-associative-error.cpp:11:61: note: 'difference' combines by '-' here
#pragma reduce(quotient : x)
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-1]]:16: error: '/=' is not associative
// CHECK: {{^}}reduce-not-associative-error.cpp:12:56: note: 'quotient' combines by '/=' here
#pragma reduce(general : x)
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-1]]:16: error: '-' is not associative
// CHECK: {{^}}reduce-not-associative-error.cpp:14:31: note: 'general' combines by '-' here
  auto lambda = [](long a, long b) { return a % b; };
#pragma reduce(lambda : n)
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-1]]:16: error: '%' is not associative
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-3]]:47: note: 'lambda' combines by '%' here
  auto generic = [](auto a, auto b) { return a - b; };
#pragma reduce(generic : n)
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-1]]:16: error: '-' is not associative
// CHECK: {{^}}reduce-not-associative-error.cpp:[[#@LINE-3]]:48: note: 'generic' combines by '-' here
#pragma reduce(later : x)
#pragma reduce(apart : x)
#pragma reduce(half : x)
#pragma reduce(classes : stats)
#pragma reduce(general : stats)
}
