// What is not the grammar is told at the token where it stops to be, and the
// next clause is parsed all the same.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

// As MPI libraries define them.
#define MPI_SUM ((MPI_Comm)(0x58000003))
#define MPI_PROD (static_cast<void *>(&product))
#define MPI_LOR disjunction
long merge(const long &, const long &);
struct Ops {
  long merge(const long &, const long &);
};
void f(double *p, long n, Ops ops) {
#pragma reduce
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:15: error: expected '(' after 'reduce', found end of directive
#pragma reduce + : n
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: expected '(' after 'reduce', found '+'
#pragma reduce() root()
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found ')'
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-2]]:23: error: expected an expression, found ')'
#pragma reduce(: n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found ':'
#pragma reduce(+= : n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found '+='
#pragma reduce((merge) : n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found '('
#pragma reduce(3 : n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found '3'
#pragma reduce(ops. : n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:21: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found ':'
#pragma reduce(MPI_SUM : n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: 'MPI_SUM' is an operation of MPI: write '+' instead
#pragma reduce(MPI_PROD : n) root()
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: 'MPI_PROD' is an operation of MPI: write '*' instead
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-2]]:35: error: expected an expression, found ')'
#pragma reduce(MPI_LOR : n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: 'MPI_LOR' is an operation of MPI: write '||' instead
#pragma reduce(MPI_MAXLOC : n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: 'MPI_MAXLOC' is an operation of MPI: write the name of a function that combines two values instead
#pragma redistribute p[n] from(* onto(partial(MPI_MAX, n))) to(block onto(n)) into(p) accumulate(MPI_MIN)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:47: error: 'MPI_MAX' is an operation of MPI: write 'max' instead
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-2]]:98: error: 'MPI_MIN' is an operation of MPI: write 'min' instead
#pragma reduce(n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:17: error: expected ':' after 'n', found ')'
#pragma reduce(+ n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:18: error: expected ':' after '+', found 'n'
#pragma reduce(merge() : n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: 'merge()' is an expression, and no name of an operator: declare a variable that holds it
#pragma reduce(merge, n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:21: error: expected ':' after 'merge', found ','
#pragma reduce(+ :)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:19: error: expected an item, as 'x' or 'x[lower : length]', found ')'
#pragma reduce(+ : n,)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:22: error: expected an item, as 'x' or 'x[lower : length]', found ')'
#pragma reduce(+ : , n)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:20: error: expected an item, as 'x' or 'x[lower : length]', found ','
#pragma reduce(+ : [0 : n])
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:20: error: expected an item, as 'x' or 'x[lower : length]', found '['
#pragma reduce(+ : {n})
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:20: error: expected an item, as 'x' or 'x[lower : length]', found '{'
#pragma reduce(+ : n : p)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:22: error: expected ',' after the item, found ':'
#pragma reduce(+ : p[0 : ])
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:26: error: expected an expression, found ']'
#pragma reduce(+ : p[0 : 1 : 2 : 3])
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:32: error: expected ']': a section is 'lower : length' or 'lower : length : stride'
#pragma reduce(+ : p[0 : 2][0 : 2])
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:28: error: an item has one section, whose elements are combined one by one
#pragma reduce(+ : n
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:21: error: expected ')', found end of directive
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-2]]:15: note: to match this '('
#pragma reduce(+ : n root(0)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:22: error: expected ')', found 'root'
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-2]]:15: note: to match this '('
#pragma reduce(+ : n) cost(1, 2)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:28: error: expected 'transfer: ...' or 'combine: ...' in 'cost'
#pragma reduce(+ : n) cost(transfer: 1)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:39: error: 'cost' needs 'combine: ...', too
#pragma reduce(+ : n) cost(combine: 1)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:38: error: 'cost' needs 'transfer: ...', too
#pragma reduce(+ : n) cost(combine: 1, combine: 2)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:40: error: clause 'combine' may appear only once
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-2]]:28: note: first 'combine' is here
#pragma reduce(+ : n) cost(transfer: 1, combine: 2, combine: 3)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:53: error: clause 'combine' may appear only once
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-2]]:41: note: first 'combine' is here
#pragma reduce(+ : n) cost(combine: 1, transfr: 2)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:40: error: unknown word 'transfr' in 'cost'; did you mean 'transfer'?
#pragma reduce(+ : n) cost(combine, transfer: 2)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:35: error: expected ':' after 'combine', found ','
#pragma reduce(+ : n) cost(transfer: 2, combine:)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:49: error: expected an expression, found ')'
#pragma reduce(+ : n) cost(transfer: 2 combine: 3)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:47: error: expected ',' after the cost, found ':'
#pragma reduce(+ : n) cost() strategy(3)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:28: error: expected an expression, found ')'
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-2]]:39: error: expected the name of a strategy, found '3'
#pragma reduce wiat(id)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:16: error: unknown word 'wiat' after '#pragma reduce'; did you mean 'wait'?
#pragma reduce wait(id) root(0)
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:25: error: expected nothing after 'wait(...)', found 'root'
#pragma reduce wait()
// CHECK: {{^}}reduce-syntax-error.cpp:[[#@LINE-1]]:21: error: expected the name of a request, found ')'
}
