// carry() of pointers that a function which is not seen hands out: in and out
// say what the stages do. Where they are right, the program prints what the
// serial one prints; where a stage changes elements though its clauses say that
// it reads them, REDIST_VERIFY=1 tells every rank. So it does of a number of
// elements that cannot be, without it, where they are sent.
//
// REQUIRES: compiler, runtime
// RUN: split-file %s %t
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %t/app.cpp %t/pool.cpp -o %t/app
// RUN: timeout 60 %mpirun 1 %t/app | FileCheck --check-prefixes=CHECK,BLIND,ALONE %s
// RUN: timeout 60 %mpirun 3 %t/app | FileCheck --check-prefixes=CHECK,BLIND,SENT %s
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t/app | FileCheck --check-prefixes=CHECK,SEEN,ALONE %s
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t/app | FileCheck --check-prefixes=CHECK,SEEN,SENT %s
// CHECK: right: 66
// BLIND: wrong: 67
// SEEN: wrong: stage 2, item 0: 'p[0 : n]' has changed in stage 2 (line [[#]]), which by the plan does not write it
// ALONE: negative: 6
// ALONE: null: 4
// SENT: negative: stage 1, item 2: carry(): -1 elements behind 'p'
// SENT: null: stage 1, item 2: a null pointer, carry(): 3 elements behind 'p'

//--- pool.h
/// Memory that is used again.
double *take(int item);
void touch(double *elements);

//--- pool.cpp
#include "pool.h"

static double pool[3];
double *take(int item) {
  for (int k = 0; k < 3; ++k)
    pool[k] = item * 3 + k;
  return pool;
}
void touch(double *elements) { elements[0] += 1; }

//--- app.cpp
#include "pool.h"

#include <redist/redist.h>

#include <cstdio>
#include <cstring>
#include <string>

static std::string right() {
  double sum = 0;
#pragma pipeline carry(p[0 : 3])
  for (int i = 0; i < 4; ++i) {
    double *p = nullptr;
#pragma pipeline stage out(p)
    p = take(i);
#pragma pipeline stage in(p) out(sum)
    sum += p[0] + p[1] + p[2];
  }
  return std::to_string(static_cast<int>(sum));
}

static std::string wrong() {
  double sum = 0;
#pragma pipeline carry(p[0 : n])
  for (int i = 0; i < 1; ++i) {
    double *p = nullptr;
    int n = 0;
#pragma pipeline stage out(p, n)
    {
      p = take(21);
      n = 1;
    }
#pragma pipeline stage in(p)
    touch(p);
#pragma pipeline stage in(p) out(sum)
    sum += p[0] + 3;
  }
  return std::to_string(static_cast<int>(sum));
}

static double all[4];
static std::string impossible(bool isNull) {
  double sum = 0;
#pragma pipeline carry(p[0 : n])
  for (int i = 0; i < 4; ++i) {
    double *p = nullptr;
    int n = 0;
#pragma pipeline stage
    {
      all[0] = i;
      n = i != 2 ? 1 : isNull ? 3 : -1;
      p = isNull && i == 2 ? nullptr : all;
    }
#pragma pipeline stage
    if (p)
      sum += p[0];
  }
  return std::to_string(static_cast<int>(sum));
}

template <typename Run> static void tell(const char *what, Run run) {
  std::string told;
  try {
    told = run();
  } catch (const redist::error &problem) {
    told = std::strstr(problem.what(), "stage ");
  }
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%s: %s\n", what, told.c_str());
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  tell("right", right);
  tell("wrong", wrong);
  tell("negative", [] { return impossible(false); });
  tell("null", [] { return impossible(true); });
  MPI_Finalize();
}
