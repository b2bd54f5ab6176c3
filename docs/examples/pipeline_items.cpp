//===- pipeline_items.cpp - What travels from stage to stage --------------===//
//
// Numbers, containers, classes that say how; and items that end early. Runs on
// any number of ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

/// A page with a title: its members travel one after the other.
struct Page {
  std::string title;
  std::vector<std::string> words;

  template <typename Archive> void serialize(Archive &archive) {
    archive(title, words);
  }
};

static Page pageOf(int number) {
  Page page = {"page " + std::to_string(number), {}};
  for (int i = 0; i < number % 4; ++i)
    page.words.push_back(i % 2 == 0 ? "stage" : "item");
  return page;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::string index;
  long empty = 0, words = 0;
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    Page page;
    std::map<std::string, int> counts;
    std::pair<std::string, int> most;
#pragma pipeline stage
    page = pageOf(i);
#pragma pipeline stage
    {
      if (page.words.empty()) {
        ++empty;
        continue; // no later stage sees this item
      }
      for (const std::string &word : page.words)
        ++counts[word];
    }
#pragma pipeline stage
    for (const auto &[word, count] : counts) {
      words += count;
      if (count > most.second)
        most = {word, count};
    }
#pragma pipeline stage
    if (i > 12)
      index += page.title + ": " + most.first + ", ";
  }
  if (worldRank() == 0)
    std::printf("%ld empty, %ld words\n%s...\n", empty, words, index.c_str());
  MPI_Finalize();
}
