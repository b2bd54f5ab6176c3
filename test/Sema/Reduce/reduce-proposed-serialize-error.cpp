// A class whose members all travel, but which has constructors: the note shows
// the function that it needs.
// REQUIRES: compiler
// RUN: not %redistc %s -o %t.cpp 2>&1 | FileCheck %s
#include <string>
#include <vector>

// CHECK: error: 'words' cannot travel between ranks: 'Words' is neither
// CHECK: :[[# @LINE+2]]:7: note: 'Words' declared here
// CHECK: :[[# @LINE+1]]:7: note: it travels with the member 'template <class Archive> void serialize(Archive &archive) { archive(all, count); }'
class Words {
public:
  Words() {}
  void add(const Words &);

private:
  std::vector<std::string> all;
  long count = 0;
};
void merge(Words &a, const Words &b);

void together(Words &words) {
#pragma reduce(merge : words) root(0)
}

// CHECK: error: 'box' cannot travel between ranks: 'Box<std::string>'
// CHECK: note: 'Box<std::basic_string<char>>' declared here
template <typename T> struct Box {
  Box() {}
  T content;
};
void mergeBoxes(Box<std::string> &a, const Box<std::string> &b);
void together(Box<std::string> &box) {
#pragma reduce(mergeBoxes : box) root(0)
}
