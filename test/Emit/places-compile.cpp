// In the less usual places where a statement may stand the output compiles as
// well: lambdas in initializers, default arguments and members, statement
// expressions, local classes, handlers.
//
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: env OMPI_CXX=clang++ MPICH_CXX=clang++ %mpicxx -Qunused-arguments -std=c++17 @%S/Inputs/warnings.txt -Wno-gnu-statement-expression -I %source_dir/include %t.cpp
#include <mpi.h>
#include <vector>

using Part = std::vector<double>;

int inStatementExpression(Part &a, long n) {
  return __extension__({
    int k = 1;
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
    k;
  });
}

struct InConstructor {
  Part a;
  int k;
  explicit InConstructor(long n) : a(4), k([&] {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
    return 1;
  }()) {}
};

void inDefaultArgument(Part &a, int (*f)(Part &) = [](Part &b) {
#pragma redistribute b[9] from(block onto(4)) to(cyclic onto(4))
  return 1;
}) {
  f(a);
}

Part global;
int inInitializer = [] {
#pragma redistribute global[9] from(block onto(4)) to(cyclic onto(4))
  return 1;
}();

template <typename T> T inVariableTemplate = [] {
#pragma redistribute global[9] from(block onto(4)) to(cyclic onto(sizeof(T)))
  return T(1);
}();

double instances() {
  return inVariableTemplate<int> + inVariableTemplate<double>;
}

void inLocalClass(Part &b) {
  struct Local {
    static void run(Part &a) {
#pragma redistribute a[9] from(block onto(4)) to(cyclic onto(4))
    }
    int member = [] {
#pragma redistribute global[19] from(block onto(4)) to(cyclic onto(4))
      return 1;
    }();
  };
  Local::run(b);
  try {
    Local local;
    local.member++;
  } catch (...) {
#pragma redistribute b[19] from(block onto(4)) to(cyclic onto(4))
  }
  b.clear();
#pragma redistribute b[19] from(block onto(4)) to(cyclic onto(4))
}

struct InMember {
  Part part;
  int k = [this] {
#pragma redistribute part[19] from(block onto(4)) to(cyclic onto(4))
    return 1;
  }();
};
InMember member;
