// A large value that the header declares and needs again cannot leave with the
// item; one from outside the loop is copied.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

struct Source {
  std::string after(const std::string &);
};
void keeps(Source source, std::string given, int n) {
  std::vector<std::string> all;
#pragma pipeline
  for (; n > 0; given = source.after(given), --n) {
#pragma pipeline stage
    all.push_back("");
#pragma pipeline stage
    printf("%lu", given.size());
  }
#pragma pipeline
  for (std::string text; n > 0; text = source.after(text), --n) {
    unsigned long size;
#pragma pipeline stage
    size = text.size();
#pragma pipeline stage
    all.push_back(text);
  }
}
// CHECK: {{^}}pipeline-header-keeps-error.cpp:20:53: error: the header needs 'text', which travels with the item: copy it into a variable of the item in the first stage
