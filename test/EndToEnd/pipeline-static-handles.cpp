// Pointers and views of characters travel where they refer to literals,
// constants and functions, which are at other addresses on other ranks.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -w %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: timeout 60 %mpirun 2 %t | sort -u | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | sort -u | diff %t.out -
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <mpi.h>
#include <string>
#include <string_view>
#include <vector>
struct Unit {
  const char *name;
  double factor;
};
static const Unit units[] = {
    {"metre", 1}, {"foot", 0.3048}, {"mile", 1609.344}};
static constexpr std::string_view words[] = {"zero", "one", "two", "three"};
static long twice(long x) { return 2 * x; }
static long square(long x) { return x * x; }
static const char *nameOf(int i) {
  switch (i % 3) {
  case 0:
    return "zero";
  case 1:
    return "one";
  default:
    return nullptr;
  }
}
struct Operation {
  const char *name;
  long (*run)(long);
};
static const Operation operations[] = {{"twice", twice}, {"square", square}};
struct Base {
  virtual long f(long x) const = 0;
};
struct A : Base {
  long f(long x) const override { return x + 1; }
};
struct B : Base {
  long f(long x) const override { return x * 3; }
};
static const A a;
static const B b;
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::string out;
  long sum = 0;
  double total = 0;
  const Base *const bases[] = {&a, &b};
#pragma pipeline
  for (int i = 0; i < 30; ++i) {
    const char *text = nullptr;
    const Unit *unit = nullptr;
    long (*run)(long) = nullptr;
    double (*math)(double) = nullptr;
    std::string_view view;
    const Operation *operation = nullptr;
    const Base *base = nullptr;
    const char *later; // has no value in most items
    const Unit *mark = nullptr;
    long x = 0;
#pragma pipeline stage
    {
      if (i % 5 == 0)
        later = "fifth";
      mark = i % 4 ? reinterpret_cast<const Unit *>(-1) : &units[0];
      text = nameOf(i);
      unit = &units[i % 3];
      run = i % 2 ? twice : square;
      math = i % 2 ? static_cast<double (*)(double)>(std::sin)
                   : static_cast<double (*)(double)>(std::cos);
      view = words[i % 4];
      operation = &operations[i % 2];
      base = bases[i % 2];
      x = i;
    }
#pragma pipeline stage
    {
      if (text)
        out += text;
      x = run(x) + operation->run(x) + base->f(x);
      total += math(double(x));
    }
#pragma pipeline stage
    {
      sum += x + long(unit->factor) + long(std::strlen(unit->name)) +
             long(view.size()) + view[0];
      if (i % 5 == 0)
        sum += later[i % 3];
      if (mark != reinterpret_cast<const Unit *>(-1))
        sum += long(mark->factor * 7);
    }
  }
  std::printf("%s %ld %.6f\n", out.c_str(), sum, total);
  MPI_Finalize();
}
