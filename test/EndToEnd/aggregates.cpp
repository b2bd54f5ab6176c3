// Classes that are nothing but their members travel member by member, without
// a word of cereal: items and states of pipelines, items of reductions.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 2 %t | diff %t.out -
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t.17
// RUN: timeout 60 %mpirun 2 %t.17 | diff %t.out -
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

struct Word {
  std::string text;
  int count = 1;
};
/// A constructor for each of two types, so that braces do not tell which.
class Name {
public:
  Name() = default;
  explicit Name(int) {}
  Name(const char *given) : text(given) {}
  template <class Archive> void serialize(Archive &archive) { archive(text); }
  std::string text;
};
struct Page {
  int number = 0;
  double corner[2] = {1, 2};
  char label[300] = "page";
  Word title;
  Word words[3];
  std::vector<Word> rest;
  std::map<std::string, std::array<Word, 2>> index;
  std::optional<Word> last;
  std::variant<int, Word> either;
  std::unique_ptr<Word> owned;
  std::tuple<Word, long> both;
};
struct Tree {
  std::string name;
  std::vector<Tree> children;
};
struct Named {
  Name first;
  int grid[2][2] = {{1, 2}, {3, 4}};
  Name second;
};
template <typename T> struct Range {
  T from, to;
};
/// As many members as there may be.
struct Wide {
  int m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16,
      m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31;
  std::string text;
};
struct Log {
  std::vector<std::string> lines;
  Tree tree;
};

static long sizeOf(const Tree &tree) {
  long size = static_cast<long>(tree.name.size());
  for (const Tree &child : tree.children)
    size += sizeOf(child);
  return size;
}

static void pipelines() {
  struct Local {
    std::string text;
    std::shared_ptr<Word> word;
    bool isOdd = false;
  };
  Log log;
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    Page page;
    Tree tree;
    Named named;
    Range<std::string> range;
    Local local;
    Wide wide{};
#pragma pipeline stage
    {
      const std::string text = std::to_string(i);
      page.number = i;
      page.corner[1] = i * 0.5;
      page.label[4] = static_cast<char>('a' + i);
      page.title = {text, i};
      page.words[2] = {text + "!", 2};
      page.rest.assign(static_cast<std::size_t>(i % 3), {text, i});
      page.index[text][1].count = i;
      if (i % 2)
        page.last = Word{text, 3};
      page.either = Word{text, 4};
      page.owned = std::make_unique<Word>(Word{text, 5});
      std::get<0>(page.both).text = text;
      tree = {text, {{"left", {}}, {"right", {{text, {}}}}}};
      named.first = "first";
      named.grid[1][0] = i;
      named.second.text = text;
      wide.m1 = wide.m31 = i;
      wide.text = text;
      range = {text, text + text};
      local = {text, std::make_shared<Word>(Word{text, i}), i % 2 == 1};
    }
#pragma pipeline stage
    {
      sum += wide.m1 + wide.m31 + static_cast<long>(wide.text.size());
      page.title.count += page.rest.empty() ? 0 : page.rest[0].count;
      sum += page.number + static_cast<long>(page.corner[1]) + page.label[4] +
             page.words[2].count + page.index.begin()->second[1].count +
             std::get<Word>(page.either).count + page.owned->count +
             (page.last ? page.last->count : 0) +
             static_cast<long>(std::get<0>(page.both).text.size());
    }
#pragma pipeline stage
    {
      log.lines.push_back(page.title.text + ":" +
                          std::to_string(page.title.count + named.grid[1][0]) +
                          named.first.text + named.second.text + range.to +
                          local.text + (local.isOdd ? "odd" : "even") +
                          std::to_string(local.word->count));
      log.tree.children.push_back(tree);
    }
  }
  std::string all;
  for (const std::string &line : log.lines)
    all += line + ' ';
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool isEqual = all.size() == 426 && sizeOf(log.tree) == 240;
  if (!isEqual)
    std::printf("rank %d: %zu %ld\n", rank, all.size(), sizeOf(log.tree));
  if (rank == 0)
    std::printf("%ld %s\n", sum, all.c_str());
}

struct Longest {
  std::string text;
  std::vector<int> lengths;
  std::shared_ptr<int> most;
};
static Longest join(const Longest &one, const Longest &other) {
  Longest both = one.text.size() < other.text.size() ? other : one;
  both.lengths = one.lengths;
  both.lengths.insert(both.lengths.end(), other.lengths.begin(),
                      other.lengths.end());
  both.most = std::make_shared<int>(std::max(*one.most, *other.most));
  return both;
}
static void reductions(int rank, int ranks) {
  Longest longest{std::string(static_cast<std::size_t>(rank + 1), 'x'),
                  {rank},
                  std::make_shared<int>(rank)};
#pragma reduce(join : longest) ordered
  bool isRight = static_cast<int>(longest.text.size()) == ranks &&
                 static_cast<int>(longest.lengths.size()) == ranks &&
                 *longest.most == ranks - 1;
  for (int k = 0; k < ranks; ++k)
    isRight = isRight && longest.lengths[static_cast<std::size_t>(k)] == k;
  if (!isRight)
    std::printf("rank %d: %s %zu %d\n", rank, longest.text.c_str(),
                longest.lengths.size(), *longest.most);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  pipelines();
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  reductions(rank, ranks);
  MPI_Finalize();
}
