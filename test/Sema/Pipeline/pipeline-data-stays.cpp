// Data that other functions may use after the loop, and that cannot travel: a
// warning at the write. Files and the like are meant to stay.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "Inputs/pipeline.h"

struct Histogram {
  Histogram(); // no aggregate
  std::map<int, int> bins;
};
struct Known {
  std::vector<int> values;
  template <typename Archive> void serialize(Archive &archive);
};
struct Log {
  Log(const Log &) = delete;
  std::string name;
  void add(int x) { last = x; }
  int last;
};
struct Raw {
  int *at;
  void add(int x) { *at = x; }
};
Histogram everyones;
struct Report {
  Histogram words;
  Known known;
  std::vector<Histogram> parts;
  Log &log;
  Log own;
  Raw raw;
  int count;
  void run(int n) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      int x = 0;
#pragma pipeline stage
      x = i;
#pragma pipeline stage
      words.bins[x] = 1;
#pragma pipeline stage
      {
        known.values[0] += x;
        own.add(x);
        raw.add(x);
        ++count;
      }
#pragma pipeline stage
      parts[0].bins[x] = 2;
#pragma pipeline stage
      everyones.bins[x] = x;
    }
  }
};
void given(Histogram &here, Histogram *there, Histogram own, int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    here.bins[x] = own.bins[x] = x;
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    there->bins[x] = x;
  }
}
// CHECK: {{^}}pipeline-data-stays.cpp:41:13: warning: 'words' of type 'Histogram' is up to date on the rank of stage 2 alone: it cannot travel
// CHECK: {{^}}pipeline-data-stays.cpp:50:16: warning: 'parts' of type 'std::vector<Histogram>' is up to date on the rank of stage 4 alone: it cannot travel
// CHECK: {{^}}pipeline-data-stays.cpp:52:17: warning: 'everyones' of type 'Histogram' is up to date on the rank of stage 5 alone: it cannot travel
// CHECK: {{^}}pipeline-data-stays.cpp:63:10: warning: 'here' of type 'Histogram' is up to date on the rank of stage 2 alone: it cannot travel
// CHECK: {{^}}pipeline-data-stays.cpp:71:12: warning: what 'there' refers to of type 'Histogram' is up to date on the rank of stage 2 alone: it cannot travel
