// Rows of a std::vector of std::vectors need a pair of brackets of their own.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++17 -ferror-limit=0
#include <mpi.h>
#include <vector>

void rows(std::vector<std::vector<double>> &v, long n) {
#pragma redistribute v[n] from(block onto(2)) to(cyclic onto(2))
// CHECK: {{^}}rows-error.cpp:[[#@LINE-1]]:22: error: element type 'std::vector<double>' of 'v' is not trivially copyable; rows and columns have a pair of brackets each, 'v[n][m]'
// CHECK: {{^}}rows-error.cpp:[[#@LINE-3]]:45: note: 'v' declared here
#pragma redistribute v[n][n] from(block, * onto(2)) to(cyclic, * onto(2))
}
