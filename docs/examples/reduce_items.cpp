//===- reduce_items.cpp - What can be reduced -----------------------------===//
//
// Items of any size: what is trivially copyable, the standard containers, and
// types that say how they are serialised. Sizes may differ from rank to rank
// and after every combine. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <array>
#include <map>
#include <string>
#include <vector>

using Words = std::map<std::string, int>;

static void merge(Words &into, const Words &from) {
  for (const auto &[word, count] : from)
    into[word] += count;
}

/// A list with a title: its members travel one after the other.
struct Report {
  std::string title;
  std::vector<int> lines;

  template <typename Archive> void serialize(Archive &archive) {
    archive(title, lines);
  }
};

static Report operator+(const Report &a, const Report &b) {
  Report both = a;
  both.lines.insert(both.lines.end(), b.lines.begin(), b.lines.end());
  return both;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = worldRank();
  std::array<int, 3> totals = {1, rank, rank * rank}; // element by element
#pragma reduce(+ : totals)
  show("array", totals.data(), 3);

  std::string text(static_cast<std::size_t>(rank + 1), "abcd"[rank]);
#pragma reduce(+ : text) ordered
  show("string", text);

  Words words = {{"all", 1}, {rank < 2 ? "low" : "high", rank}};
#pragma reduce(merge : words)
  show("map", std::vector<int>{words["all"], words["low"], words["high"]});

  Report report = {"ranks", std::vector<int>(rank % 2 + 1, rank)};
#pragma reduce(+ : report) ordered
  show("class", report.lines);
  MPI_Finalize();
}
