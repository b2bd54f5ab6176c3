// What carry() cannot name, and elements that cannot travel.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

struct Node {
  int value;
  Node *next;
};
struct Lock {
  Lock();
  ~Lock();
  int holder;
};
struct Opaque;
double *source(int);
static double sum;
void names(int n, double *given) {
  static double *kept;
#pragma pipeline carry(given[0 : n], kept[0 : n], n[0 : 2], missing[0 : n])
  for (int i = 0; i < n; ++i) {
    double *p;
#pragma pipeline stage
    p = source(i);
#pragma pipeline stage
    sum += *p;
  }
}
// CHECK: {{^}}pipeline-carry-error.cpp:20:61: error: use of undeclared identifier 'missing'
void forms(int n, double *given) {
#pragma pipeline carry(given[0 : n], room[0 : 2], fixed[0 : n], any[0 : n], opaque[0 : 1], p[1 : n], p[0 : -1], alias[0 : n], p[0 : n], p[0 : n], (&p)[0 : n])
  for (int i = 0; i < n; ++i) {
    double room[4];
    double *const fixed = given;
    void *any = nullptr;
    Opaque *opaque = nullptr;
    double *p;
    double *&alias = p;
#pragma pipeline stage
    p = room;
#pragma pipeline stage
    sum += *p;
  }
}
// CHECK: {{^}}pipeline-carry-error.cpp:31:24: error: 'carry' names 'given', which is not a pointer variable of the item, or a member of one
// CHECK: {{^}}pipeline-carry-error.cpp:31:38: error: 'carry' names 'room', which is not a pointer variable of the item, or a member of one
// CHECK: {{^}}pipeline-carry-error.cpp:31:51: error: 'carry' names 'fixed', which is not a pointer variable of the item, or a member of one
// CHECK: {{^}}pipeline-carry-error.cpp:31:65: error: 'carry' names 'any', which is not a pointer to objects of a known size
// CHECK: {{^}}pipeline-carry-error.cpp:31:77: error: 'carry' names 'opaque', which is not a pointer to objects of a known size
// CHECK: {{^}}pipeline-carry-error.cpp:31:94: error: the elements of a 'carry' begin at 0, not at '1'
// CHECK: {{^}}pipeline-carry-error.cpp:31:108: error: length must not be negative, found -1
// CHECK: {{^}}pipeline-carry-error.cpp:31:113: error: 'carry' names 'alias', which is not a pointer variable of the item, or a member of one
// CHECK: {{^}}pipeline-carry-error.cpp:31:137: error: 'carry' names 'p' twice
// CHECK: {{^}}pipeline-carry-error.cpp:31:147: error: 'carry' names '(&p)', which is not a pointer variable of the item, or a member of one
void elements(int n) {
#pragma pipeline carry(nodes[0 : n], locks[0 : n], rows[0 : n], at[0 : n])
  for (int i = 0; i < n; ++i) {
    Node *nodes = nullptr;
    Lock *locks = nullptr;
    double **rows = nullptr;
    volatile int *at = nullptr;
#pragma pipeline stage
    {
      nodes = nullptr;
      rows = nullptr;
    }
#pragma pipeline stage
    sum += nodes->value + locks->holder + **rows + *at;
  }
}
// CHECK: {{^}}pipeline-carry-error.cpp:56:24: error: an element behind 'nodes', of type 'Node', cannot travel: 'Node *' is an address, which is nothing on another rank: member 'next' of 'Node'
// CHECK: {{^}}pipeline-carry-error.cpp:56:38: error: an element behind 'locks', of type 'Lock', cannot travel: 'Lock' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-carry-error.cpp:56:52: error: an element behind 'rows', of type 'double *', cannot travel: 'double *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-carry-error.cpp:56:65: error: an element behind 'at', of type 'int', cannot travel: 'volatile int' is volatile
struct Pair {
  double *first, *second;
};
void beside(int n) {
  int calls = 0;
#pragma pipeline carry(pair.first[0 : ++calls])
  for (int i = 0; i < n; ++i) {
    Pair pair;
#pragma pipeline stage
    pair.first = pair.second = new double[2];
#pragma pipeline stage
    sum += *pair.first;
  }
#pragma pipeline carry(pair.first[0 : 2])
  for (int i = 0; i < n; ++i) {
    Pair pair;
#pragma pipeline stage
    pair.first = pair.second = new double[2];
#pragma pipeline stage
    sum += *pair.first;
  }
}
// CHECK: {{^}}pipeline-carry-error.cpp:80:41: error: the number of elements behind 'pair.first' is evaluated wherever the item leaves a rank, but changes 'calls'
// CHECK: {{^}}pipeline-carry-error.cpp:94:18: error: 'pair' of type 'Pair' cannot travel from stage 1 to stage 2: 'double *' is an address, which is nothing on another rank: member 'second' of 'Pair'
// CHECK: {{^}}pipeline-carry-error.cpp:92:23: note: 'pair' is written by stage 1 here
