// A regular expression is state as other objects are: its matches lead to the
// text.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <regex>
#include <string>
#include <vector>

static std::string text = "abc";
static char letters[8] = "abcab";
static std::vector<char> block = {'a', 'b', 'c'};
static std::smatch inText;
static std::cmatch inLetters, inBlock;
static void search() {
  const std::regex pattern("b.");
  std::regex_search(text, inText, pattern);
  std::regex_search(letters, inLetters, pattern);
  const std::vector<char> &all = block;
  std::regex_search(all.data(), all.data() + all.size(), inBlock, pattern);
}

static std::string wanted = "b";
static std::regex &chosen() {
  static std::regex first(wanted);
  return first;
}

void run(int n) {
  search();
  long s = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    // CHECK: {{^}}pipeline-regex-error.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: 'text' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
    // CHECK: {{^}}pipeline-regex-error.cpp:[[#@LINE+3]]:{{[0-9]+}}: note: 'text' is written here
    x = *(inText[0].second - 1);
#pragma pipeline stage
    text[2] = static_cast<char>('a' + i % 3);
#pragma pipeline stage
    s += x;
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    // CHECK: {{^}}pipeline-regex-error.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: 'letters' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
    // CHECK: {{^}}pipeline-regex-error.cpp:[[#@LINE+3]]:{{[0-9]+}}: note: 'letters' is written here
    x = *(inLetters[0].second - 1);
#pragma pipeline stage
    letters[2] = static_cast<char>('a' + i % 3);
#pragma pipeline stage
    s += x;
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    // CHECK: {{^}}pipeline-regex-error.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: what 'block' refers to is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
    // CHECK: {{^}}pipeline-regex-error.cpp:[[#@LINE+3]]:{{[0-9]+}}: note: what 'block' refers to is written here
    x = *(inBlock[0].second - 1);
#pragma pipeline stage
    block[2] = static_cast<char>('a' + i % 3);
#pragma pipeline stage
    s += x;
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
    std::string word = i % 2 ? "ab=" : "AB=";
#pragma pipeline stage
    x += std::regex_search(word, chosen());
#pragma pipeline stage
    x += std::regex_search(word, chosen());
  }
}
// Each stage would make it of what is in `wanted` when it comes first.
// CHECK: 74:34: error: 'first' is read by stage 2, but stage 1 writes it
// CHECK: note: in function 'chosen', here
// CHECK: 72:34: note: 'first' is written here
// CHECK: note: in function 'chosen', here
// CHECK: 72:34: error: 'first' is read by stage 1, but stage 2 writes it
// CHECK: note: in function 'chosen', here
// CHECK: 74:34: note: 'first' is written here
// CHECK: note: in function 'chosen', here
