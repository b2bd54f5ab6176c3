// A reference to an element, or a pointer to it, says where it is: every rank
// may have one, although one stage alone writes what is there. What reads the
// elements for it is an error, and so is a copy.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

struct Cell {
  int value;
  int next;
};
struct Grid {
  std::vector<Cell> cells;
  int rows[3][4];
  void fill(int n, std::vector<double> &sums) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      Cell &cell = cells[i % 8];
      auto &part = cells[i].next;
      int *row = rows[i % 3] + 1;
      double *from = sums.data() + 2 * i;
      auto at = sums.begin() + i;
      double *also = &sums[i];
      int x = 0;
#pragma pipeline stage
      x = i;
#pragma pipeline stage
      {
        cell.value = x;
        part = x;
      }
#pragma pipeline stage
      *row = x;
#pragma pipeline stage
      {
        *from += x;
        *at += x;
        *also += x;
      }
    }
  }
};
void wrong(int n, std::vector<Cell> cells, std::vector<int> links) {
  double *chosen = nullptr;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Cell &cell = cells[cells[i].next];
    const int &copy = links[i] + 1;
    double *place = chosen;
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    {
      cell.value = x;
      links[i] = copy;
      chosen = place;
    }
  }
}
// CHECK: {{^}}pipeline-initialiser-places.cpp:47:24: error: the initialiser of 'cell' runs on every rank, but reads 'cells', which is up to date on one
// CHECK: {{^}}pipeline-initialiser-places.cpp:55:12: note: 'cells' is written by stage 2 here
// CHECK: {{^}}pipeline-initialiser-places.cpp:48:23: error: the initialiser of 'copy' runs on every rank, but reads 'links', which is up to date on one
// CHECK: {{^}}pipeline-initialiser-places.cpp:56:7: note: 'links' is written by stage 2 here
// CHECK: {{^}}pipeline-initialiser-places.cpp:49:21: error: the initialiser of 'place' runs on every rank, but reads 'chosen', which is up to date on one
// CHECK: {{^}}pipeline-initialiser-places.cpp:57:7: note: 'chosen' is written by stage 2 here
