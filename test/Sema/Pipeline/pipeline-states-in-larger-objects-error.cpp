// A state by a reference or a pointer is as large as its type. What the stage
// writes beside it is not there behind the loop.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <cstdlib>

struct Base {
  long count = 0;
};
struct Derived : Base {
  long last = 0;
};
static void add(Base &base, long x) {
  ++base.count;
  static_cast<Derived &>(base).last = x;
}
static void addAll(Base &base, int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    add(base, x);
  }
}
long byBase(int n) {
  Derived whole;
  addAll(whole, n);
  return whole.count + whole.last;
}
static void addIndexed(long &first, int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    (&first)[i % 4] += x;
  }
}
long byIndex(int n) {
  long all[4] = {};
  addIndexed(all[0], n);
  return all[3];
}
struct Text {
  long size;
  char letters[];
};
static void write(Text &all, int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    all.letters[all.size++] = static_cast<char>('a' + x);
  }
}
long byFlexibleArray(int n) {
  auto *text = static_cast<Text *>(std::calloc(1, sizeof(Text) + 64));
  write(*text, n);
  const long found = text->letters[2];
  std::free(text);
  return found;
}
// The name of the whole object is a state of the whole object.
long byName(int n) {
  Derived whole;
  Base &base = whole;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    add(base, x);
  }
  return whole.count + whole.last;
}
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:24:5: error: 'whole' is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:15:37: note: in function 'add', here
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:30:30: note: 'whole' is read here
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:24:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:39:21: error: 'all' is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:45:10: note: 'all' is read here
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:39:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:58:29: error: allocated memory is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:64:22: note: allocated memory is read here
// CHECK: {{^}}pipeline-states-in-larger-objects-error.cpp:58:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
