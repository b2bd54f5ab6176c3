// What the compiler of the generated code would refuse is refused here.
// REQUIRES: compiler, runtime
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include <array>
#include <functional>
#include <mpi.h>
#include <vector>

struct Deleted {
  operator int() const = delete;
};
struct Ambiguous {
  operator int() const;
  operator long() const;
};
struct Fixed { // trivially copyable, and neither copied nor moved when made
  Fixed() = default;
  Fixed(const Fixed &) = delete;
  Fixed &operator=(const Fixed &) = default;
  int n;
};
template <typename T> struct Constrained {
  T *data()
    requires(sizeof(T) > 8);
  unsigned long size() const;
};
consteval int sum(int a, int b) { return a + b; }
#define MERGE(a, b) ((a) + (b))
namespace app {
typedef int MPI_Comm;
}

// What the parser sees comes first.
void names(long n) {
#pragma reduce(MERGE : n)
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:16: error: 'MERGE' is a macro, and no name of an operator: name a function or a lambda that uses it
#pragma reduce(std::plus<>() : n)
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:16: error: 'std::plus<>()' is an expression, and no name of an operator: write '+' instead
#pragma reduce(std::less<>{} : n)
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:16: error: 'std::less<>{}' is an expression, and no name of an operator: declare a variable that holds it
}

void f(long n, Deleted deleted, Ambiguous ambiguous, std::vector<Fixed> &fixed,
       Constrained<double> constrained, volatile std::array<double, 4> kept,
       app::MPI_Comm comm) {
  auto never = [&]() constexpr {
#pragma reduce(+ : n)
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:1: error: '#pragma reduce' in a constexpr function: no communication is a constant expression
  };
#pragma reduce(+ : n) onto(4) cost(transfer : deleted, combine : 1.0)
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:47: error: expected a number of seconds for the cost of a transfer, found an expression of type 'Deleted'
#pragma reduce(+ : n) onto(4) cost(transfer : ambiguous, combine : 1.0)
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:47: error: expected a number of seconds for the cost of a transfer, found an expression of type 'Ambiguous'
#pragma redistribute fixed[n] from(block onto(2)) to(cyclic onto(2))
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:22: error: 'fixed' cannot be resized for the target layout: its element type 'Fixed' can be neither copied nor moved
// CHECK: note:
#pragma redistribute constrained[n] from(block onto(2)) to(cyclic onto(2))
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:22: error: 'constrained' is not contiguous storage
// CHECK: note:
#pragma redistribute kept[8] from(block onto(2)) to(cyclic onto(2))
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:22: error: 'kept' is not contiguous storage
// CHECK: note:
#pragma reduce(sum : n)
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:16: error: operator 'sum' is consteval: the values of ranks are no constants
// CHECK: note:
#pragma reduce(+ : n) comm(comm)
// CHECK: {{^}}compiler-would-refuse-error.cpp:[[#@LINE-1]]:28: error: expected an 'MPI_Comm', found an expression of type 'app::MPI_Comm' (aka 'int')
}
