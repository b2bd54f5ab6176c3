// Values of the item that the last stage moves or exchanges with its states:
// the item is left with memory that the state had before, and no other stage
// sees that. Words are counted from a map of the item into one of the stage.
// The output is that of the loops without directives.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
#include <mpi.h>

#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

static std::string said;
static void say(const std::string &text) { said += text + "\n"; }

static void moves() {
  std::string last;
  std::vector<int> kept;
  std::unique_ptr<int> owned;
  std::map<int, std::string> table, merged;
  std::list<int> chain;
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 12; ++i) {
    std::string key;
    std::vector<int> values;
    std::unique_ptr<int> one;
    std::map<int, std::string> more, others;
    std::list<int> links;
#pragma pipeline stage
    {
      key = "a key that is longer than its object " + std::to_string(i);
      values.assign(static_cast<std::size_t>(i), i);
      one = std::make_unique<int>(i);
      more[i] = key;
      others[i % 5] = key;
      links.push_back(i);
    }
#pragma pipeline stage
    {
      last = std::move(key);
      std::swap(kept, values);
      values.push_back(i);
      sum = (sum * 7 + static_cast<long>(values.size())) % 10007;
      owned = std::move(one);
      table = std::move(more);
      merged.merge(others);
      chain.splice(chain.begin(), links);
    }
  }
  say(last + " " + std::to_string(kept.size()) + " " + std::to_string(*owned) +
      " " + table.begin()->second + " " + std::to_string(merged.size()) + " " +
      std::to_string(chain.front()) + " " + std::to_string(sum));
}

static void exchanges() {
  std::string text = "first";
  std::vector<std::string> all;
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 12; ++i) {
    std::string word;
#pragma pipeline stage
    word = std::string(static_cast<std::size_t>(i * 7 % 23), 'x');
#pragma pipeline stage
    {
      text.swap(word);
      all.emplace_back().swap(word);
      sum = (sum * 31 + static_cast<long>(all.back().size())) % 10007;
    }
  }
  say(text + " " + std::to_string(all.size()) + " " + std::to_string(sum));
}

static void words() {
  std::istringstream in("the cat\nsat on the mat\nthe end of the cat\n");
  std::unordered_map<std::string, int> total;
  std::unordered_set<std::string> seen;
  std::map<std::string, std::pair<int, long>> lengths;
  std::string line;
#pragma pipeline
  while (std::getline(in, line)) {
    std::vector<std::string> found;
    std::map<std::string, int> part;
    std::string first;
    long number = 0;
#pragma pipeline stage
    {
      std::istringstream source(line + " 5");
      for (std::string word; source >> word;)
        found.push_back(word);
      std::istringstream again("w" + std::to_string(found.size()) + " 7");
      again >> first >> number;
    }
#pragma pipeline stage
    for (const std::string &word : found)
      ++part[word];
#pragma pipeline stage
    {
      for (const auto &[word, count] : part) {
        total[word] += count;
        seen.insert(word);
      }
      auto &[count, length] = lengths[first];
      ++count;
      length += number;
    }
  }
  for (const auto &[word, count] :
       std::map<std::string, int>(total.begin(), total.end()))
    say(word + " " + std::to_string(count) + " " +
        std::to_string(seen.count(word)));
  for (const auto &[word, both] : lengths)
    say(word + " " + std::to_string(both.first) + " " +
        std::to_string(both.second));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  moves();
  exchanges();
  words();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%s", said.c_str());
  MPI_Finalize();
}
