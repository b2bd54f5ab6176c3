// carry(p[0 : n]): what crosses each cut where elements travel with a pointer.
// They leave with the item: the stages that hand them on need to know how many
// they are.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

struct Tile {
  int row;
  double *cells;
  const float *weights;
  long count;
};
static double numbers[100];
static double sum;
void pointer(int n) {
#pragma pipeline carry(p[0 : n + 1 - n])
  for (int i = 0; i < n; ++i) {
    double *p = nullptr;
#pragma pipeline stage
    {
      numbers[0] = i;
      p = numbers;
    }
#pragma pipeline stage
    ;
#pragma pipeline stage
    sum += p[0];
  }
}
// CHECK: stage: 1 at line 20
// CHECK-NEXT: carries: p[0 : n + 1 - n] (double){{$}}
// CHECK: stage: 2 at line 25
// CHECK-NEXT: carries: p[0 : n + 1 - n] (double){{$}}
// CHECK: stage: 3 at line 27

/// The member arrives behind its variable; the number of elements is needed by
/// stage 2, which hands them on.
void members(int n) {
#pragma pipeline carry(tile.cells[0 : many], tile.weights[0 : 4])
  for (int i = 0; i < n; ++i) {
    Tile tile = {};
    long many = 0;
#pragma pipeline stage
    {
      tile.cells = numbers;
      many = 2;
    }
#pragma pipeline stage
    ;
#pragma pipeline stage
    {
      sum += tile.cells[1];
      many = 0;
    }
  }
}
// CHECK: stage: 1 at line 44
// CHECK-NEXT: carries: tile (Tile, 32 bytes), tile.cells[0 : many] (double), tile.weights[0 : 4] (const float, 16 bytes), many (long, 8 bytes)
// CHECK: stage: 2 at line 49
// CHECK-NEXT: carries: tile (Tile, 32 bytes), tile.cells[0 : many] (double), tile.weights[0 : 4] (const float, 16 bytes){{$}}
// CHECK: stage: 3 at line 51

/// By functions, references and pointers of a stage.
static void fill(double *p, int n) {
  for (int k = 0; k < n; ++k)
    p[k] = k;
}
template <typename T> void called(int n) {
#pragma pipeline carry(p[0 : 3])
  for (int i = 0; i < n; ++i) {
    T room[3];
    T *p = room;
#pragma pipeline stage
    fill(p, 3);
#pragma pipeline stage
    {
      T *const same = p;
      same[1] = 2;
    }
#pragma pipeline stage
    sum += *p;
  }
}
template void called<double>(int);
// CHECK: stage: 1 at line 74
// CHECK: carries: p[0 : 3] (double, 24 bytes){{$}}
// CHECK: stage: 2 at line 76
// CHECK: carries: p[0 : 3] (double, 24 bytes){{$}}

/// No stage reads the pointer behind the one that writes it.
void unused(int n) {
#pragma pipeline carry(p[0 : 3])
  for (int i = 0; i < n; ++i) {
    double *p = nullptr;
#pragma pipeline stage
    {
      p = numbers;
      numbers[0] = i;
    }
#pragma pipeline stage
    sum += i;
  }
}
// CHECK: {{^}}pipeline-carry.cpp:93:24: warning: 'carry' names 'p', which travels to no stage
