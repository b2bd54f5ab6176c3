// Clauses that are unknown, misspelt or written twice, words in place of
// clauses, and what stands in them.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(long n) {
#pragma pipeline onto(2) speed(1, 2) onto(3)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:26: error: unknown clause 'speed'; did you mean 'speeds'?
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-2]]:38: error: clause 'onto' may appear only once
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-3]]:18: note: first 'onto' is here
#pragma pipeline work(2)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:18: error: unknown clause 'work'; expected one of 'comm', 'onto', 'speeds', 'bandwidth', 'mapping', 'latency', 'depth' or 'carry'
#pragma pipeline stage onto(2)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:24: error: unknown clause 'onto'; expected one of 'work', 'data', 'replicate', 'in', 'out' or 'at'
#pragma pipeline stage wrok(2) at(0) at(1)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:24: error: unknown clause 'wrok'; did you mean 'work'?
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-2]]:38: error: clause 'at' may appear only once
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-3]]:32: note: first 'at' is here
#pragma pipeline stge work(8.0)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:18: error: unknown word 'stge' after '#pragma pipeline'; did you mean 'stage'?
#pragma pipeline wait(id)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:18: error: unknown clause 'wait'; expected one of 'comm'
#pragma pipeline onto(2) stage
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:26: error: unknown clause 'stage'
#pragma pipeline stage, work(1)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:23: error: expected a clause, found ','
#pragma pipeline stage stage
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:24: error: unknown clause 'stage'; expected one of
#pragma pipeline stage(1)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:23: error: expected a clause, found '('
#pragma pipeline mapping()
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:26: error: expected the name of a mapping, found ')'
#pragma pipeline mapping(h6 h5)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:29: error: expected ')', found 'h5'
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-2]]:25: note: to match this '('
#pragma pipeline speeds(1, , 2) latency() depth({2})
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:28: error: expected an expression, found ','
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-2]]:41: error: expected an expression, found ')'
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-3]]:49: error: expected an expression, found '{'
#pragma pipeline stage replicate() work(8.0
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:34: error: expected an expression, found ')'
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-2]]:44: error: expected ')', found end of directive
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-3]]:40: note: to match this '('
#pragma pipeline stage in() out(n, ) in(n) ot(n)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:27: error: expected an expression, found ')'
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-2]]:36: error: expected an expression, found ')'
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-3]]:38: error: clause 'in' may appear only once
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-4]]:24: note: first 'in' is here
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-5]]:44: error: unknown clause 'ot'; did you mean 'out'?
#pragma pipeline carry(p) depth(1)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:24: error: expected the elements 'p[0 : n]' of a pointer in 'carry', found 'p'
#pragma pipeline carry(p[n], , q[0 : n : 2], [0 : n], r[0 :])
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:24: error: expected the elements 'p[0 : n]' of a pointer in 'carry', found 'p[n]'
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-2]]:30: error: expected the elements 'p[0 : n]' of a pointer in 'carry', found nothing
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-3]]:32: error: expected the elements 'p[0 : n]' of a pointer in 'carry', found 'q[0 : n : 2]'
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-4]]:46: error: expected the elements 'p[0 : n]' of a pointer in 'carry', found '[0 : n]'
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-5]]:60: error: expected an expression, found ']'
#pragma pipeline carry(p[0 : n]) carry()
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:34: error: clause 'carry' may appear only once
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-2]]:18: note: first 'carry' is here
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-3]]:40: error: expected an expression, found ')'
#pragma pipelin stage
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:9: error: unknown directive '#pragma pipelin'; did you mean 'pipeline'?
#pragma pipline depth(2)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:9: error: unknown directive '#pragma pipline'; did you mean 'pipeline'?
#pragma stage work(2)
// CHECK: {{^}}pipeline-clauses-error.cpp:[[#@LINE-1]]:9: error: unknown directive '#pragma stage'; did you mean 'pipeline stage'?
}
