// Nodes of a map that was moved through a temporary keep its address: behind the
// loop the temporary is no more. A variable of the function is.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include <map>
#include <utility>
using Counts = std::map<long, long>;
static Counts changed(Counts counts, long k) {
  counts[k % 6] += k;
  return counts;
}
long moved() {
  Counts counts;
  long sum = 0;
#pragma pipeline
  for (long i = 0; i < 9; ++i) {
    Counts item;
#pragma pipeline stage
    item = changed(std::move(item), i);
#pragma pipeline stage
    {
      counts = changed(std::move(counts), i);
      sum += static_cast<long>(item.size());
    }
  }
  for (const auto &[key, value] : counts)
    sum += value;
  return sum;
}
long kept() {
  long last;
  const long *place = nullptr;
#pragma pipeline
  for (long i = 0; i < 9; ++i) {
    long x = i;
#pragma pipeline stage
    x *= 2;
#pragma pipeline stage
    {
      last = x;
      place = &last;
    }
  }
  return *place;
}
// CHECK: {{^}}pipeline-ended-temporaries-error.cpp:41:13: error: 'place' is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-ended-temporaries-error.cpp:44:11: note: 'place' is read here
// CHECK: {{^}}pipeline-ended-temporaries-error.cpp:39:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
