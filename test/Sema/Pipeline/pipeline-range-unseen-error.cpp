// What the iterators of a range read may differ between ranks.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <filesystem>
#include <map>
#include <set>
#include <string>

struct Line {
  bool operator!=(const Line &) const;
  int operator*() const;
  Line &operator++();
};
struct Lines {
  Line begin() const, end() const;
};

struct Files {
  std::filesystem::directory_iterator at;
  bool operator!=(const Files &other) const { return at != other.at; }
  std::string operator*() const { return at->path().string(); }
  Files &operator++() { return ++at, *this; }
};
struct Folder {
  Files begin() const { return {std::filesystem::directory_iterator(".")}; }
  Files end() const { return {}; }
};

struct Turn {
  int turn = 0;
  bool operator!=(const Turn &) const { return std::filesystem::exists("busy"); }
  int operator*() const { return turn; }
  Turn &operator++() { return ++turn, *this; }
};
struct Waiting {
  Turn begin() const { return {}; }
  Turn end() const { return {}; }
};

void run(const std::map<int, int> &table, const std::set<int> &keys) {
  std::size_t sum = 0;
#pragma pipeline
  // CHECK: {{^}}pipeline-range-unseen-error.cpp:[[#@LINE+2]]:26: error: every rank iterates over the range of a pipeline, which must be the same for all of them, but it uses the file system; use a 'while' loop
  // CHECK: {{^}}pipeline-range-unseen-error.cpp:[[#@LINE+1]]:3: note: the loop is here
  for (const auto &entry : std::filesystem::directory_iterator(".")) {
    std::string name;
#pragma pipeline stage
    name = entry.path().string();
#pragma pipeline stage
    sum += name.size();
  }
#pragma pipeline
  // CHECK: {{^}}pipeline-range-unseen-error.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: {{.*}} but it uses the file system; use a 'while' loop
  // CHECK: {{^}}pipeline-range-unseen-error.cpp:[[#@LINE+1]]:3: note: the loop is here
  for (const std::string file : Folder()) {
    std::string name;
#pragma pipeline stage
    name = file + "!";
#pragma pipeline stage
    sum += name.size();
  }
#pragma pipeline
  // CHECK: {{^}}pipeline-range-unseen-error.cpp:[[#@LINE+2]]:24: error: {{.*}} but it calls 'operator!=', whose body is not visible; use a 'while' loop
  // CHECK: {{^}}pipeline-range-unseen-error.cpp:[[#@LINE+1]]:3: note: the loop is here
  for (const int value : Lines()) {
    int twice = 0;
#pragma pipeline stage
    twice = 2 * value;
#pragma pipeline stage
    sum += static_cast<std::size_t>(twice);
  }
#pragma pipeline
  // CHECK: {{^}}pipeline-range-unseen-error.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: {{.*}} but it uses the file system; use a 'while' loop
  // CHECK: {{^}}pipeline-range-unseen-error.cpp:[[#@LINE+1]]:3: note: the loop is here
  for (const int value : Waiting()) {
    int twice = 0;
#pragma pipeline stage
    twice = 2 * value;
#pragma pipeline stage
    sum += static_cast<std::size_t>(twice);
  }
  // The library's own containers are the same on every rank.
#pragma pipeline
  for (const auto &[key, value] : table) {
    int twice = 0;
#pragma pipeline stage
    twice = 2 * value + key;
#pragma pipeline stage
    sum += static_cast<std::size_t>(twice);
  }
#pragma pipeline
  for (const int key : keys) {
    int twice = 0;
#pragma pipeline stage
    twice = 2 * key;
#pragma pipeline stage
    sum += static_cast<std::size_t>(twice);
  }
  // The rank of stage 1 alone looks into the directory.
  std::filesystem::directory_iterator next("."), last;
#pragma pipeline
  while (next != last) {
    std::string name;
#pragma pipeline stage
    {
      name = next->path().string();
      ++next;
    }
#pragma pipeline stage
    sum += name.size();
  }
}
