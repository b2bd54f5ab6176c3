// Every form of a named operator: overloads and templates are resolved for each
// item, in the scope and with the access of the directive.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/containers.h"

struct Stats {
  long count;
  void absorb(const Stats &);
};
Stats operator+(const Stats &, const Stats &);
struct Derived : Stats {};
namespace space {
struct Matrix : std::Owner {
  template <typename Archive> void serialize(Archive &);
};
Matrix multiply(const Matrix &, const Matrix &);
Stats multiply(Stats, Stats);
void nearby(Matrix &, Matrix &&);
} // namespace space
void nearby(Stats &, const Stats &);
template <typename T> T combine(const T &, const T &);
template <typename T> void accumulate(T &, const T &);
template <typename T> auto deduced(const T &a, const T &b) { return a + b; }
template <int N, typename T> T pick(T, T);
Stats &operator+=(Stats &, const Stats &);
double mean(double, double) noexcept;
bool either(bool, bool);
void whole(double (&)[4], const double (&)[4]);

struct Combiner {
  Stats operator()(const Stats &, const Stats &) const;
  void operator()(std::string &, const std::string &);
};
class Tree {
  Stats state;
  Stats join(const Stats &, const Stats &) const;
  static void fold(Stats &, const Stats &);
  Combiner combiner;
  void run() {
#pragma reduce(join : state)
#pragma reduce(this->join : this->state)
#pragma reduce(fold : state)
#pragma reduce(Tree::fold : state)
#pragma reduce(combiner : state)
  }
};

void f(Stats stats, Derived derived, space::Matrix matrix, std::string text,
       double x, float y, int n, double (&array)[4], double *p,
       std::vector<Stats> several, double (*pointer)(double, double),
       std::function<Stats(const Stats &, const Stats &)> function) {
#pragma reduce(combine : stats, text, x, p[0 : n], matrix)
#pragma reduce(combine<Stats> : stats)
#pragma reduce(accumulate : stats, text, array)
#pragma reduce(deduced : stats, x)
#pragma reduce(pick<3> : stats)
#pragma reduce(space::multiply : matrix, stats)
#pragma reduce(::nearby : stats)
#pragma reduce(nearby : stats, matrix) // the second by its arguments
#pragma reduce(operator+= : stats)
#pragma reduce(operator+ : stats)
#pragma reduce(mean : x, y)
#pragma reduce(either : n)
#pragma reduce(whole : array)
#pragma reduce(std::max : x, n)
#pragma reduce(pointer : x)
#pragma reduce(function : stats)
#pragma reduce(nearby : several[0 : several.size()])
  Combiner combiner;
#pragma reduce(combiner : stats, text)
  std::plus<> plus;
#pragma reduce(plus : stats, x)
  auto lambda = [](Stats &a, const Stats &b) { a.absorb(b); };
#pragma reduce(lambda : stats)
  auto generic = [](auto &a, const auto &b) { a.absorb(b); };
#pragma reduce(generic : stats)
  auto valued = [n](const auto &a, const auto &b) { return a + b; };
#pragma reduce(valued : stats, x)
  auto moving = [](std::string &&a, std::string &&b) -> std::string {
    return a + b;
  };
#pragma reduce(moving : text)
  auto counting = [calls = 0](long a, long b) mutable {
    ++calls;
    return a + b;
  };
#pragma reduce(counting : n)
  auto inner = [&] {
#pragma reduce(generic : stats)
  };
}
template <auto Operator, typename T> void constant(T value) {
#pragma reduce(Operator : value)
// CHECK: operator: Operator
// CHECK: instance: constant<&mean, double>
}
template void constant<mean>(double);
template <typename F, typename T> void parameter(F operation, T value) {
#pragma reduce(operation : value)
#pragma reduce(T::merge : value)
// CHECK: operator: T::merge
// CHECK: instance: parameter<Merging (*)(const Merging &, const Merging &), Merging>
#pragma reduce(accumulate : value)
// CHECK: operator: accumulate
}
struct Merging {
  static Merging merge(const Merging &, const Merging &);
};
template void parameter(Merging (*)(const Merging &, const Merging &), Merging);
