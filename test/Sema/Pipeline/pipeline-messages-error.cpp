// One rank executes a stage: what all ranks of MPI_COMM_WORLD must reach would
// wait for ever.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <mpi.h>
#include <vector>

static double total(double mine) {
#pragma reduce(+ : mine)
  return mine;
}
static double totalOfGroup(double mine, MPI_Comm group) {
#pragma reduce(+ : mine) comm(group)
  return mine;
}
static void wait(MPI_Comm group) { MPI_Barrier(group); }
void collective(int n, double &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double x = 0;
#pragma pipeline stage
    MPI_Allreduce(&i, &x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#pragma pipeline stage
    sum += x;
  }
}
void directive(int n, double &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double x = 0;
#pragma pipeline stage
    x = total(i);
#pragma pipeline stage
    sum += x;
  }
}
void called(int n, double &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    {
      sum += x;
      if (i == n - 1)
        wait(MPI_COMM_WORLD);
    }
  }
}
// Ranks of other communicators are the program's affair; who am I is no message.
void others(int n, double &sum, MPI_Comm group) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double x = 0;
#pragma pipeline stage
    {
      int rank = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      wait(MPI_COMM_SELF);
      x = totalOfGroup(i, group);
    }
#pragma pipeline stage
    sum += x;
  }
}
// CHECK: {{^}}pipeline-messages-error.cpp:22:5: error: stage 1 communicates in MPI_COMM_WORLD, but one rank alone executes it
// CHECK: {{^}}pipeline-messages-error.cpp:32:9: error: stage 1 communicates in MPI_COMM_WORLD, but one rank alone executes it
// CHECK: {{^}}pipeline-messages-error.cpp:10:3: note: in function 'total', here
// CHECK: {{^}}pipeline-messages-error.cpp:47:9: error: stage 2 communicates in MPI_COMM_WORLD, but one rank alone executes it
// CHECK: {{^}}pipeline-messages-error.cpp:16:36: note: in function 'wait', here
