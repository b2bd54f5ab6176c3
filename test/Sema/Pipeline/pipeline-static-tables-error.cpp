// A static variable of a function belongs to one stage where its initialiser
// depends on the call, or where it changes.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <vector>

extern int level;
static int count;
// The first call decides.
long fromArgument(int n) {
  static const std::vector<long> table(1, n);
  return table[0];
}
long fromGlobal() {
  static const long value = level * 2;
  return value;
}
long fromCounter() {
  static const std::vector<long> table = {++count};
  return table[0];
}
// It changes.
long changed(long n) {
  static std::vector<long> table = {1, 2, 3};
  table[n % 3] += n;
  return table[0];
}
std::vector<long> &handedOut() {
  static std::vector<long> table = {1, 2, 3};
  return table;
}
long first(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = fromArgument(i);
#pragma pipeline stage
    sum += x + fromArgument(i + 1);
  }
  return sum;
}
long second(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = fromGlobal();
      level = i;
    }
#pragma pipeline stage
    sum += x + fromGlobal();
  }
  return sum;
}
long third(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = fromCounter();
#pragma pipeline stage
    sum += x + fromCounter();
  }
  return sum;
}
long fourth(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = changed(i);
#pragma pipeline stage
    sum += x + changed(i);
  }
  return sum;
}
long fifth(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i;
      handedOut().push_back(i);
    }
#pragma pipeline stage
    sum += x + static_cast<long>(handedOut().size());
  }
  return sum;
}
// CHECK: {{^}}pipeline-static-tables-error.cpp:40:16: error: 'table' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-static-tables-error.cpp:11:34: note: in function 'fromArgument', here
// CHECK: {{^}}pipeline-static-tables-error.cpp:38:9: note: 'table' is written by stage 1 here
// CHECK: {{^}}pipeline-static-tables-error.cpp:11:34: note: in function 'fromArgument', here
// CHECK: {{^}}pipeline-static-tables-error.cpp:55:16: error: 'level' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-static-tables-error.cpp:15:29: note: in function 'fromGlobal', here
// CHECK: {{^}}pipeline-static-tables-error.cpp:52:7: note: 'level' is written by stage 1 here
// CHECK: {{^}}pipeline-static-tables-error.cpp:67:16: error: 'count' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-static-tables-error.cpp:19:45: note: in function 'fromCounter', here
// CHECK: {{^}}pipeline-static-tables-error.cpp:65:9: note: 'count' is written by stage 1 here
// CHECK: {{^}}pipeline-static-tables-error.cpp:19:45: note: in function 'fromCounter', here
// CHECK: {{^}}pipeline-static-tables-error.cpp:79:16: error: 'table' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-static-tables-error.cpp:25:3: note: in function 'changed', here
// CHECK: {{^}}pipeline-static-tables-error.cpp:77:9: note: 'table' is written by stage 1 here
// CHECK: {{^}}pipeline-static-tables-error.cpp:25:3: note: in function 'changed', here
// CHECK: {{^}}pipeline-static-tables-error.cpp:94:34: error: 'table' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-static-tables-error.cpp:91:7: note: 'table' is written by stage 1 here
