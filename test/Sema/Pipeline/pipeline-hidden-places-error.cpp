// Places that only a value leads to: rows of a matrix, objects of which a
// functor holds the address, streams that write through the buffer of others.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
#include <vector>

int produce(double);
struct Row {
  double *first;
  double &operator[](int j) { return first[j]; }
};
struct Matrix {
  std::vector<double> all;
  Row operator[](int i) { return Row{all.data() + 10 * i}; }
};
struct Adder {
  double *sum;
  void operator()(double x) const { *sum += x; }
};
void places(int n, Matrix matrix, const std::vector<double> &given) {
  double sum = 0, other = 0;
  const Adder kept{&other};
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    matrix[i][0] = i;
#pragma pipeline stage
    produce(matrix[i][0]);
#pragma pipeline stage
    std::for_each(given.begin(), given.end(), Adder{&sum});
#pragma pipeline stage
    produce(sum);
#pragma pipeline stage
    std::for_each(given.begin(), given.end(), kept);
#pragma pipeline stage
    produce(other);
  }
}
void streams(int n) {
  std::stringbuf buffer;
  std::ostream into(&buffer), out(std::cout.rdbuf());
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    into << i;
#pragma pipeline stage
    std::cout << buffer.str();
#pragma pipeline stage
    out << i;
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<int> some;
#pragma pipeline stage
    some.assign(std::istream_iterator<int>(std::cin),
                std::istream_iterator<int>());
#pragma pipeline stage
    produce(*std::istream_iterator<int>(std::cin) + some[0]);
  }
}
// CHECK: {{^}}pipeline-hidden-places-error.cpp:32:13: error: 'matrix' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-places-error.cpp:18:38: note: in function 'operator[]', here
// CHECK: {{^}}pipeline-hidden-places-error.cpp:30:5: note: 'matrix' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-places-error.cpp:36:13: error: 'sum' is read by stage 4, but is the state of stage 3, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-places-error.cpp:34:47: note: 'sum' is written by stage 3 here
// CHECK: {{^}}pipeline-hidden-places-error.cpp:22:37: note: in function 'operator()', here
// CHECK: {{^}}pipeline-hidden-places-error.cpp:40:13: error: 'other' is read by stage 6, but is the state of stage 5, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-places-error.cpp:38:47: note: 'other' is written by stage 5 here
// CHECK: {{^}}pipeline-hidden-places-error.cpp:22:37: note: in function 'operator()', here
// CHECK: {{^}}pipeline-hidden-places-error.cpp:53:5: error: standard output is written by two stages, 2 and 3: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-hidden-places-error.cpp:51:5: note: standard output is written by stage 2 here
// CHECK: {{^}}pipeline-hidden-places-error.cpp:51:18: error: 'buffer' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-places-error.cpp:49:5: note: 'buffer' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-places-error.cpp:62:13: error: standard input is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-places-error.cpp:59:17: note: standard input is written by stage 1 here
