// Functions of the C library fill structures with addresses: a stage that writes
// behind these changes what is read behind the loop.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <cstdio>
#include <glob.h>
#include <pwd.h>
#include <wordexp.h>

void ofGlob(int n) {
  glob_t found{};
  glob("*", 0, nullptr, &found);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int item;
#pragma pipeline stage
    { item = i; }
#pragma pipeline stage
  // CHECK: {{^}}pipeline-c-structures-error.cpp:[[#@LINE+3]]:28: error: memory that is not known is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
  // CHECK: {{^}}pipeline-c-structures-error.cpp:[[#@LINE+4]]:23: note: memory that is not known is read here
  // CHECK: {{^}}pipeline-c-structures-error.cpp:[[#@LINE+1]]:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
    { found.gl_pathv[0][0] = static_cast<char>('a' + item); }
  }
  std::printf("%s\n", found.gl_pathv[0]);
}

struct Words {
  int count;
  wordexp_t all;
};
void inAMember(int n) {
  Words words;
  wordexp("one two", &words.all, 0);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int item;
#pragma pipeline stage
    { item = i; }
#pragma pipeline stage
  // CHECK: {{^}}pipeline-c-structures-error.cpp:[[#@LINE+3]]:32: error: memory that is not known is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
  // CHECK: {{^}}pipeline-c-structures-error.cpp:[[#@LINE+4]]:23: note: memory that is not known is read here
  // CHECK: {{^}}pipeline-c-structures-error.cpp:[[#@LINE-15]]:8: note: with a 'serialize' of class 'Words' its value would come to all ranks behind the loop
    { words.all.we_wordv[1][0] = static_cast<char>('a' + item); }
  }
  std::printf("%s\n", words.all.we_wordv[1]);
}

// In the buffer that the function was given, or in memory of its own.
void inABuffer(int n) {
  passwd user;
  passwd *result;
  char buffer[1000];
  getpwnam_r("root", &user, buffer, sizeof buffer, &result);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int item;
#pragma pipeline stage
    { item = i; }
#pragma pipeline stage
  // CHECK: {{^}}pipeline-c-structures-error.cpp:[[#@LINE+3]]:22: error: memory that is not known is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
  // CHECK: {{^}}pipeline-c-structures-error.cpp:[[#@LINE+4]]:3: note: memory that is not known is read here
  // CHECK: {{^}}pipeline-c-structures-error.cpp:[[#@LINE+1]]:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
    { user.pw_dir[0] = static_cast<char>('a' + item); }
  }
  std::printf("%s\n", user.pw_dir);
}
