// What a call seems to do to a variable from outside by its types, generated
// code denies: two stages read it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

template <class T> std::size_t sizeOf(T &&values) { return values.size(); }
template <class T, class... A> T made(A &&...given) {
  return T(std::forward<A>(given)...);
}

long total(int n) {
  std::vector<int> table{1, 2, 3};
  std::map<int, std::string> names;
  std::string text = "text";
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      auto shared = std::make_shared<std::vector<int>>(table);
      shared->push_back(i);
      auto owned = std::make_unique<std::map<int, std::string>>(names);
      std::vector<std::string> all;
      all.emplace_back(text);
      auto several = std::make_tuple(table, text);
      x = static_cast<long>(shared->size() + owned->size() + all.size() +
                            std::get<0>(several).size());
    }
#pragma pipeline stage
    sum += x + static_cast<long>(sizeOf(table) + made<std::string>(text).size() +
                                 sizeOf(names));
  }
  return sum;
}
// CHECK: {{^}}sema: pipeline 0 at line 21{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 24, movable{{$}}
// CHECK-NEXT: {{^}}    carries: x (long, 8 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 35, movable{{$}}
// CHECK-NEXT: {{^}}  state: sum (long) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
