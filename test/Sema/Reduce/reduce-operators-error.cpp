// An operator that does not fit the items: what was expected, and what its
// declarations are.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/containers.h"

struct Stats {
  long count;
};
Stats merge(const Stats &, const Stats &);
int merge(int);
template <typename T> T fold(T *, T *);
void reset(Stats &);
void both(Stats &, double &);
void *address(const Stats &, const Stats &);
struct Functor {
  Stats operator()(const Stats &) const;
};
void f(Stats stats, double x, int n, std::string text) {
#pragma reduce(merge : stats, x)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'merge' does not fit 'x' of type 'double': expected 'double merge(const double &, const double &)' or 'void merge(double &, const double &)'
// CHECK: {{^}}reduce-operators-error.cpp:11:5: note: 'merge' has type 'int (int)'
// CHECK: {{^}}reduce-operators-error.cpp:10:7: note: 'merge' has type 'Stats (const Stats &, const Stats &)'
#pragma reduce(fold : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'fold' does not fit 'stats' of type 'Stats': expected 'Stats fold(const Stats &, const Stats &)' or 'void fold(Stats &, const Stats &)'
// CHECK: {{^}}reduce-operators-error.cpp:12:25: note: 'fold' has type 'T (T *, T *)'
#pragma reduce(reset : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'reset' does not fit 'stats'
// CHECK: {{^}}reduce-operators-error.cpp:13:6: note: 'reset' has type 'void (Stats &)'
#pragma reduce(both : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'both' does not fit 'stats'
// CHECK: {{^}}reduce-operators-error.cpp:14:6: note: 'both' has type 'void (Stats &, double &)'
#pragma reduce(address : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'address' does not fit 'stats'
// CHECK: {{^}}reduce-operators-error.cpp:15:7: note: 'address' has type 'void *(const Stats &, const Stats &)'
#pragma reduce(n : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: 'n' is no operator: expected a function, a functor object or a lambda, found an expression of type 'int'
// CHECK: {{^}}reduce-operators-error.cpp:19:35: note: 'n' declared here
#pragma reduce(Functor : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: 'Functor' is no operator: expected a function, a functor object or a lambda, found type 'Functor'
#pragma reduce(std::plus<> : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: 'std::plus<>' is no operator: expected a function, a functor object or a lambda, found type 'std::plus<>'
  Functor functor;
#pragma reduce(functor : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'functor' does not fit 'stats'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-3]]:11: note: 'functor' has type 'Functor'
#pragma reduce(stats : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'stats' does not fit 'stats'
// CHECK: {{^}}reduce-operators-error.cpp:19:14: note: 'stats' has type 'Stats'
  auto lambda = [](const Stats &a, double b) { return a; };
#pragma reduce(lambda : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'lambda' does not fit 'stats'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-3]]:8: note: 'lambda' has type
}
void builtins(Stats stats, double x, bool b, std::string text,
              std::vector<double> v, std::complex<double> z,
              std::array<Stats, 3> records, Stats more[4], int n) {
  double matrix[2][3];
  std::array<std::array<long, 2>, 3> table;
#pragma reduce(+ : x, n, b, text, z, matrix, table, v[0 : n])
#pragma reduce(min : x, n, b, text, matrix)
#pragma reduce(^ : n, b, table)
#pragma reduce(&& : n, x, b)
#pragma reduce(& : x)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:20: error: 'x' cannot be combined: type 'double' has no operator '&'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-11]]:35: note: 'x' declared here
#pragma reduce(^ : matrix)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:20: error: 'matrix' cannot be combined: type 'double' has no operator '^'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-11]]:10: note: 'matrix' declared here
#pragma reduce(+ : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:20: error: 'stats' cannot be combined: type 'Stats' has no operator '+'
// CHECK: {{^}}reduce-operators-error.cpp:7:8: note: 'Stats' declared here
#pragma reduce(* : records)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:20: error: 'records' cannot be combined: type 'Stats' has no operator '*'
// CHECK: {{^}}reduce-operators-error.cpp:7:8: note: 'Stats' declared here
#pragma reduce(* : more[0 : n])
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:20: error: 'more' cannot be combined: type 'Stats' has no operator '*'
// CHECK: {{^}}reduce-operators-error.cpp:7:8: note: 'Stats' declared here
#pragma reduce(max : z)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:22: error: 'z' cannot be combined: type 'std::complex<double>' has no operator '<'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-25]]:59: note: 'z' declared here
#pragma reduce(+ : v)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:20: error: 'v' of type 'std::vector<double>' has no operator '+'; expected a section, whose elements are combined one by one: 'v[0 : v.size()]'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-28]]:35: note: 'v' declared here
}
template <typename T> void instance(T value) {
#pragma reduce(+ : value)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:20: error: 'value' cannot be combined: type 'Stats' has no operator '+'
// CHECK: {{^}}reduce-operators-error.cpp:7:8: note: 'Stats' declared here
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-3]]:1: note: in the instantiation 'instance<Stats>'
}
template void instance(long);
template void instance(Stats);
// What cannot write its first operand gives no result.
void constant(const Stats &, const Stats &);
void copied(Stats, const Stats &);
void overloaded(const Stats &, const Stats &);
void overloaded(Stats &, const Stats &);
void number(double &, const double &);
struct Sink {
  void operator()(const Stats &, const Stats &) const;
};
struct View {
  View(Stats &);
};
void viewed(View, const Stats &);
void decayed(double *, const double *);
void nothing(Stats stats, int n, double (&array)[4], Sink sink) {
#pragma reduce(overloaded : stats)
#pragma reduce(viewed : stats)
#pragma reduce(decayed : array)
#pragma reduce(constant : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'constant' does not fit 'stats' of type 'Stats': expected 'Stats constant(const Stats &, const Stats &)' or 'void constant(Stats &, const Stats &)'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-19]]:6: note: 'constant' has type 'void (const Stats &, const Stats &)'
#pragma reduce(copied : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'copied' does not fit 'stats' of type 'Stats'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-21]]:6: note: 'copied' has type 'void (Stats, const Stats &)'
#pragma reduce(number : n)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'number' does not fit 'n' of type 'int'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-21]]:6: note: 'number' has type 'void (double &, const double &)'
#pragma reduce(sink : stats)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'sink' does not fit 'stats' of type 'Stats'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-15]]:59: note: 'sink' has type 'Sink'
  auto lambda = [](const auto &a, const auto &b) {};
#pragma reduce(lambda : n)
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-1]]:16: error: operator 'lambda' does not fit 'n' of type 'int'
// CHECK: {{^}}reduce-operators-error.cpp:[[#@LINE-3]]:8: note: 'lambda' has type
}
