// What unseen code gives an object may lie anywhere in it, and in what it leads
// to: a stage that writes there changes what is read behind the loop.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <cstdio>
#include <memory>

// Behind a number.
struct Grid {
  int n;
  double *cells;
  explicit Grid(int);
};
void behindNumber(int n) {
  Grid grid(4);
  double x;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double item;
#pragma pipeline stage
    { item = i; }
#pragma pipeline stage
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+3]]:21: error: memory that is not known is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+4]]:7: note: memory that is not known is read here
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE-16]]:8: note: with a 'serialize' of class 'Grid' its value would come to all ranks behind the loop
    { grid.cells[0] += item; }
  }
  x = grid.cells[0];
  std::printf("%g\n", x);
}

// In a base class, of a pointer to bytes.
struct Raw {
  long flags;
  int rows, columns;
  unsigned char *data;
  Raw(int, int);
};
struct Matrix : Raw {
  using Raw::Raw;
  double &at(int i) { return reinterpret_cast<double *>(data)[i]; }
};
void inBase(int n) {
  Matrix matrix(2, 2);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double item;
#pragma pipeline stage
    { item = i; }
#pragma pipeline stage
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+3]]:20: error: memory that is not known is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+4]]:30: note: memory that is not known is read here
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE-14]]:8: note: with a 'serialize' of class 'Matrix' its value would come to all ranks behind the loop
    { matrix.at(1) += item; }
  }
  std::printf("%g\n", matrix.at(1));
}

// In what a member of the object leads to.
struct Table {
  int n;
  double *row;
};
struct Book {
  int pages;
  Table *first;
};
void fill(Book &);
void inDepth(int n) {
  Table table{0, nullptr};
  Book book{1, &table};
  fill(book);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double item;
#pragma pipeline stage
    { item = i; }
#pragma pipeline stage
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+3]]:20: error: memory that is not known is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+4]]:23: note: memory that is not known is read here
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+1]]:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
    { table.row[0] += item; }
  }
  std::printf("%g\n", table.row[0]);
}

// An array of pointers.
void fillAll(double *(&rows)[3]);
void inArray(int n) {
  double *rows[3];
  fillAll(rows);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double item;
#pragma pipeline stage
    { item = i; }
#pragma pipeline stage
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+3]]:18: error: memory that is not known is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+4]]:23: note: memory that is not known is read here
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+1]]:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
    { rows[2][0] += item; }
  }
  std::printf("%g\n", rows[2][0]);
}

// A structure that a function returns in registers.
struct Row {
  long n;
  double *cells;
};
Row makeRow(int);
void returned(int n) {
  Row row = makeRow(3);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double item;
#pragma pipeline stage
    { item = i; }
#pragma pipeline stage
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+3]]:20: error: memory that is not known is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+4]]:23: note: memory that is not known is read here
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE-15]]:8: note: with a 'serialize' of class 'Row' its value would come to all ranks behind the loop
    { row.cells[0] += item; }
  }
  std::printf("%g\n", row.cells[0]);
}

// What unseen code was given may be in what it makes: here a stage writes
// 'total', which another one reads.
struct Sink {
  virtual void put(double) = 0;
  virtual ~Sink();
};
std::unique_ptr<Sink> makeSink(double *);
void kept(int n) {
  double total = 0;
  std::unique_ptr<Sink> sink = makeSink(&total);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double item;
#pragma pipeline stage
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+2]]:14: error: 'total' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+6]]:13: note: 'total' is written here
    { item = total; }
#pragma pipeline stage
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+3]]:13: error: cannot see which memory stage 2 uses here: it may be 'total', which stage 1 uses
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE-3]]:14: note: 'total' is read here
  // CHECK: {{^}}pipeline-unseen-memory-error.cpp:[[#@LINE+1]]:5: note: state what stage 2 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
    { sink->put(item); }
  }
}
