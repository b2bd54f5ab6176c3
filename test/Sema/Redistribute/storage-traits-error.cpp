// Classes that redist::storage_traits describe: their dimensions.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -I%source_dir/test/EndToEnd/Inputs
#include "own_matrix.h"

struct View {
  double *first;
};
template <> struct redist::storage_traits<View> {
  using element = double;
  static constexpr std::size_t dimensions = 1;
  static constexpr bool is_owner = false;
  static double *data(const View &view) { return view.first; }
  static std::int64_t extent(const View &, std::size_t) { return 4; }
  static std::int64_t stride(const View &, std::size_t) { return 2; }
};

struct Unknown {};

void brackets(own::matrix &a, own::matrix &b, View view, Unknown what) {
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE+2]]:22: error: 'a' has 2 dimensions, found 1 pair of brackets
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE-2]]:28: note: 'a' declared here
#pragma redistribute a[8] from(block onto(2)) to(cyclic onto(2))
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE+2]]:22: error: 'view' has 1 dimension, found 2 pairs of brackets
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE-5]]:52: note: 'view' declared here
#pragma redistribute view[8][3] from(block, * onto(2)) to(cyclic, * onto(2))
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE+2]]:22: error: 'what' is not contiguous storage: expected a pointer, an array, a range with 'data()' and 'size()', or a type that 'redist::storage_traits' describe, found 'Unknown'
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE-8]]:66: note: 'what' declared here
#pragma redistribute what[8] from(block onto(2)) to(cyclic onto(2))
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE+2]]:20: error: a section in 'reduce' has one dimension, and 'b' has more: reduce the whole item by a named operator
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE-11]]:44: note: 'b' declared here
#pragma reduce(+ : b[0 : 4])
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE+2]]:20: error: 'view' of type 'View' cannot travel between ranks: 'double *' is an address, which is nothing on another rank: member 'first' of 'View'
// CHECK: {{^}}storage-traits-error.cpp:[[#@LINE-14]]:52: note: 'view' declared here
#pragma reduce(+ : view)
}
