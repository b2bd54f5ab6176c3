// What generated code shows: memory that two stages use by roads that no name
// shows, and memory that cannot be followed.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Ticket {
  static inline long next = 0;
  long number = next++;
};
// An operator of a class, called by the library.
struct Counted {
  long key;
  static inline long compared = 0;
  bool operator<(const Counted &other) const {
    ++compared;
    return key < other.key;
  }
};
long called(int n) {
  std::map<Counted, long> known;
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++known[Counted{i % 5}];
#pragma pipeline stage
    sum += x + Counted::compared;
  }
  return sum;
}
// A variable of the item, changed through an object that keeps its address.
long lost(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    auto [a, b] = std::pair<long, long>(1, 2);
#pragma pipeline stage
    {
      const std::initializer_list<long *> both = {&a, &b};
      for (long *one : both)
        *one = i;
    }
#pragma pipeline stage
    sum += a + b;
  }
  return sum;
}
// What every rank executes.
long everywhere(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<Ticket> tickets(2);
#pragma pipeline stage
    tickets[0].number += i;
#pragma pipeline stage
    sum += tickets[0].number;
  }
  return sum;
}
struct Snapshot {
  long compared = Counted::compared;
};
long stale(int n) {
  std::map<Counted, long> known;
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<Snapshot> before(1);
#pragma pipeline stage
    ++known[Counted{i % 5}];
#pragma pipeline stage
    sum += i;
  }
  return sum;
}
// Code of other files.
void log(const std::string &);
void count(long);
void unseen(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      log("next");
      x = i;
    }
#pragma pipeline stage
    count(x);
  }
}
long *place();
long unknown(int n) {
  static long total = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = *place() + i;
#pragma pipeline stage
    total += x;
  }
  return total;
}
// What is read behind the loop, and addresses that are.
long kept(int n) {
  std::map<int, long> table{{1, 1}};
  long &first = table[1];
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    table[1] += x;
  }
  return first;
}
// What an unseen caller has put into it.
long given(int n, const std::function<long(int)> &handler) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = handler(i);
#pragma pipeline stage
    sum += x + handler(i);
  }
  return sum;
}
// CHECK: {{^}}pipeline-shared-memory-error.cpp:35:16: error: 'compared' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-shared-memory-error.cpp:33:11: note: 'compared' is written here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:22:5: note: in function 'operator<', here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:30:3: error: receiving 'known' on another rank calls functions that change 'compared'
// CHECK: {{^}}pipeline-shared-memory-error.cpp:22:5: note: in function 'operator<', here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:52:12: error: a temporary, which stage 1 changes, is used by stage 2, but no variable that travels between them owns it
// CHECK: {{^}}pipeline-shared-memory-error.cpp:49:14: note: a temporary is written here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:61:25: error: 'next' is changed by an initialiser or destructor of the item, which every rank executes
// CHECK: {{^}}pipeline-shared-memory-error.cpp:13:8: note: in function 'Ticket', here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:15:21: note: in function 'Ticket', here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:79:7: error: 'compared' is written by stage 1, but the header of the loop or an initialiser, which every rank evaluates, uses it
// CHECK: {{^}}pipeline-shared-memory-error.cpp:22:5: note: in function 'operator<', here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:77:27: note: 'compared' is read here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:69:8: note: in function 'Snapshot', here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:70:19: note: in function 'Snapshot', here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:76:3: error: receiving 'known' on another rank calls functions that change 'compared'
// CHECK: {{^}}pipeline-shared-memory-error.cpp:22:5: note: in function 'operator<', here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:98:5: error: cannot see what 'count', called by stage 2, does to memory that 'log', called by stage 1, uses
// CHECK: {{^}}pipeline-shared-memory-error.cpp:94:7: note: what unseen functions keep is written here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:98:5: note: state what stage 2 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-shared-memory-error.cpp:93:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-shared-memory-error.cpp:98:5: error: 'compared' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-shared-memory-error.cpp:94:7: note: 'compared' is written here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:94:7: error: 'compared' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-shared-memory-error.cpp:98:5: note: 'compared' is written here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:108:9: error: cannot see which memory stage 1 uses here: it may be 'total', which stage 2 uses
// CHECK: {{^}}pipeline-shared-memory-error.cpp:110:11: note: 'total' is written here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:108:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-shared-memory-error.cpp:124:14: error: an address in what 'table' refers to, the state of stage 2, is taken before the loop and used behind it, but the state has new memory there
// CHECK: {{^}}pipeline-shared-memory-error.cpp:126:10: note: what 'table' refers to is read here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:137:16: error: 'handler' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-shared-memory-error.cpp:135:9: note: 'handler' is written here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:137:16: error: cannot see what a function, called by stage 2, does to memory that a function, called by stage 1, uses
// CHECK: {{^}}pipeline-shared-memory-error.cpp:135:9: note: what unseen functions keep is written here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:137:5: note: state what stage 2 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-shared-memory-error.cpp:135:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-shared-memory-error.cpp:135:9: error: cannot see which memory stage 1 uses here: it may be 'handler', which stage 2 uses
// CHECK: {{^}}pipeline-shared-memory-error.cpp:137:16: note: 'handler' is read here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:135:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-shared-memory-error.cpp:135:9: error: 'handler' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-shared-memory-error.cpp:137:16: note: 'handler' is written here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:137:16: error: cannot see which memory stage 2 uses here: it may be 'handler', which stage 1 uses
// CHECK: {{^}}pipeline-shared-memory-error.cpp:135:9: note: 'handler' is read here
// CHECK: {{^}}pipeline-shared-memory-error.cpp:137:5: note: state what stage 2 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
