// Pointers and views that may refer to more than static memory do not travel.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

static thread_local int ofThread[4];
static int counts[4];
static const char *stored = "before";
void store(const char *text) { stored = text; }
long ofItem(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = i;
    const long *p = nullptr;
#pragma pipeline stage
    p = &x;
#pragma pipeline stage
    sum += *p;
  }
  return sum;
}
long ofVector(int n) {
  long sum = 0;
  std::vector<long> all(9);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const long *p = nullptr;
#pragma pipeline stage
    p = &all[i % 9];
#pragma pipeline stage
    sum += *p;
  }
  return sum;
}
long ofLocal(int n) {
  long sum = 0;
  long all[4] = {1, 2, 3, 4};
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const long *p = nullptr;
#pragma pipeline stage
    p = all + i % 4;
#pragma pipeline stage
    sum += *p;
  }
  return sum;
}
long ofHeap(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long *p = nullptr;
#pragma pipeline stage
    p = new long(i);
#pragma pipeline stage
    {
      sum += *p;
      delete p;
    }
  }
  return sum;
}
long ofCaller(int n, char **arguments) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const char *p = nullptr;
#pragma pipeline stage
    p = arguments[i];
#pragma pipeline stage
    sum += *p;
  }
  return sum;
}
long ofSystem(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const char *p = nullptr;
#pragma pipeline stage
    p = std::getenv("HOME");
#pragma pipeline stage
    sum += *p;
  }
  return sum;
}
long ofThreads(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const int *p = nullptr;
#pragma pipeline stage
    p = ofThread + i % 4;
#pragma pipeline stage
    sum += *p;
  }
  return sum;
}
long ofString(int n) {
  long sum = 0;
  std::string text = "text";
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const char *p = "literal";
#pragma pipeline stage
    if (i % 2)
      p = text.c_str();
#pragma pipeline stage
    sum += *p;
  }
  return sum;
}
long viewOfItem(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::string text = std::to_string(i);
    std::string_view view;
#pragma pipeline stage
    view = text;
#pragma pipeline stage
    sum += view[0];
  }
  return sum;
}
long viewOfOther(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::string_view view = "literal";
#pragma pipeline stage
    if (i % 2)
      view = stored;
#pragma pipeline stage
    sum += view[0];
  }
  return sum;
}
long ofNumber(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const char *p = nullptr;
#pragma pipeline stage
    p = reinterpret_cast<const char *>(1000L + i);
#pragma pipeline stage
    sum += p != nullptr;
  }
  return sum;
}
long givenFunction(int n, long (*given)(long)) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long (*p)(long) = nullptr;
#pragma pipeline stage
    p = given;
#pragma pipeline stage
    sum += p(i);
  }
  return sum;
}
// Made by the first call of the function, on the rank that calls it.
static const std::vector<long> &tableOf(long n) {
  static const std::vector<long> table(9, n);
  return table;
}
static const long &countOf(long n) {
  static const long count = std::atol(std::getenv("COUNT")) + n;
  return count;
}
long ofLateTable(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const std::vector<long> *p = nullptr;
#pragma pipeline stage
    p = &tableOf(n);
#pragma pipeline stage
    sum += p->front();
  }
  return sum;
}
long ofLateNumber(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const long *p = nullptr;
#pragma pipeline stage
    p = &countOf(n);
#pragma pipeline stage
    sum += *p;
  }
  return sum;
}
// A constant of a function is made anew by every call.
long ofLocalConstants(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const long *p = nullptr;
    const long values[4] = {1, 2, 3, 4};
#pragma pipeline stage
    p = values + i % 4;
#pragma pipeline stage
    sum += *p;
  }
  return sum;
}
static std::string name = "a name";
long ofGlobalString(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::string_view view;
#pragma pipeline stage
    view = name;
#pragma pipeline stage
    sum += view[0];
  }
  return sum;
}
// CHECK: {{^}}pipeline-static-handles-error.cpp:23:13: error: 'p' of type 'const long *' cannot travel from stage 1 to stage 2: 'const long *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:21:5: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:36:13: error: 'p' of type 'const long *' cannot travel from stage 1 to stage 2: 'const long *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:34:5: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:49:13: error: 'p' of type 'const long *' cannot travel from stage 1 to stage 2: 'const long *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:47:5: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:62:15: error: 'p' of type 'long *' cannot travel from stage 1 to stage 2: 'long *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:59:5: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:76:13: error: 'p' of type 'const char *' cannot travel from stage 1 to stage 2: 'const char *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:74:5: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:88:13: error: 'p' of type 'const char *' cannot travel from stage 1 to stage 2: 'const char *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:86:5: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:100:13: error: 'p' of type 'const int *' cannot travel from stage 1 to stage 2: 'const int *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:98:5: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:114:13: error: 'p' of type 'const char *' cannot travel from stage 1 to stage 2: 'const char *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:112:7: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:127:12: error: 'view' of type 'std::string_view' (aka 'basic_string_view<char>') cannot travel from stage 1 to stage 2: 'std::string_view' does not own its elements
// CHECK: {{^}}pipeline-static-handles-error.cpp:125:5: note: 'view' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:140:12: error: 'view' of type 'std::string_view' (aka 'basic_string_view<char>') cannot travel from stage 1 to stage 2: 'std::string_view' does not own its elements
// CHECK: {{^}}pipeline-static-handles-error.cpp:138:7: note: 'view' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:164:12: error: 'p' of type 'long (*)(long)' cannot travel from stage 1 to stage 2: 'long (*)(long)' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:162:5: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:185:15: error: 'table' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-static-handles-error.cpp:183:10: note: 'table' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:170:34: note: in function 'tableOf', here
// CHECK: {{^}}pipeline-static-handles-error.cpp:197:12: error: 'count' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-static-handles-error.cpp:195:10: note: 'count' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:174:21: note: in function 'countOf', here
// CHECK: {{^}}pipeline-static-handles-error.cpp:211:13: error: 'p' of type 'const long *' cannot travel from stage 1 to stage 2: 'const long *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-static-handles-error.cpp:209:5: note: 'p' is written by stage 1 here
// CHECK: {{^}}pipeline-static-handles-error.cpp:224:12: error: 'view' of type 'std::string_view' (aka 'basic_string_view<char>') cannot travel from stage 1 to stage 2: 'std::string_view' does not own its elements
// CHECK: {{^}}pipeline-static-handles-error.cpp:222:5: note: 'view' is written by stage 1 here
