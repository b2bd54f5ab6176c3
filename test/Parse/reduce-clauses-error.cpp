// Clauses that are unknown, misspelt or written twice; the lint of operators
// that are not associative.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

struct Stats {};
Stats operator-(const Stats &, const Stats &);
void f(long n, Stats stats) {
#pragma reduce(+ : n) rot(0) coast(transfer: 1, combine: 1)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:23: error: unknown clause 'rot'; did you mean 'root'?
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:30: error: unknown clause 'coast'; did you mean 'cost'?
#pragma reduce(+ : n) to(block onto(4))
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:23: error: unknown clause 'to'; expected one of 'root', 'comm', 'onto', 'cost', 'transfers', 'reducers', 'ordered', 'strategy' or 'nowait'
#pragma reduce(+ : n) root(0) ordered root(1) ordered
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:39: error: clause 'root' may appear only once
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:23: note: first 'root' is here
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-3]]:47: error: clause 'ordered' may appear only once
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-4]]:31: note: first 'ordered' is here
#pragma reduce(+ : n) ordered(true) root
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:30: error: clause 'ordered' takes nothing in parentheses
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:41: error: expected '(' after 'root', found end of directive
#pragma reduce(+ : n) root(0) ordred
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:31: error: unknown clause 'ordred'; did you mean 'ordered'?
#pragma reduce(+ : n), root(0)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:22: error: expected a clause, found ','
#pragma reduce(- : n)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:16: error: '-' is not associative: the result would depend on the order in which ranks combine
#pragma reduce(/ : n)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:16: error: '/' is not associative
#pragma reduce(% : n) ordered
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:16: error: '%' is not associative
#pragma reduce(<< : n)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:16: error: '<<' is not associative
#pragma reduce(operator- : stats)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:24: error: '-' is not associative
#pragma redue(+ : n)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:9: error: unknown directive '#pragma redue'; did you mean 'reduce'?
#pragma reduc wait(id)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:9: error: unknown directive '#pragma reduc'; did you mean 'reduce'?
}
