// What a stage makes of its process is not brought to the others: code behind the
// loop must not depend on it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <iostream>

void locale(int n, int &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    {
      std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
      sum += x;
    }
  }
  std::printf("%f\n", 1.5);
}
void environment(int n, int &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    {
      setenv("MODE", "fast", 1);
      sum += x;
    }
  }
  if (const char *mode = std::getenv("MODE"))
    sum += *mode;
}
void random(int n, int &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = std::rand();
#pragma pipeline stage
    sum += x;
  }
  sum += std::rand();
}
void timeZone(int n, int &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    {
      setenv("TZ", "Asia/Tokyo", 1);
      sum += x;
    }
  }
  tzset();
}
void manipulators(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    std::cout << std::hex << x << '\n';
  }
  std::cout << n << '\n';
}
// The program has one output, whichever rank prints. The next value uses up the width.
void output(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    std::cout << std::setw(4) << x << '\n';
  }
  std::cout << "done\n";
  std::printf("done\n");
}
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:20:7: error: the locale is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:24:3: note: the locale is read here
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:19:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:34:7: error: the environment is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:39:12: note: the environment is read here
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:33:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:46:9: error: the state of 'rand' is written by stage 1, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:50:10: note: the state of 'rand' is read here
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:46:5: note: other ranks read what was there before the loop; where that is meant, state what stage 1 reads and writes with 'in(...)' and 'out(...)' that do not name it
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:60:7: error: the time zone is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:64:3: note: the time zone is read here
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:59:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:73:15: error: standard output is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:75:13: note: standard output is read here
// CHECK: {{^}}pipeline-process-state-behind-error.cpp:73:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
