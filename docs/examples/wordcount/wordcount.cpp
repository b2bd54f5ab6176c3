//===- wordcount.cpp - Counts the words of files -------------------------===//
//
// mpirun -n P wordcount FILE...
//
// Prints how often each word occurs, and the word, in the order of the words'
// bytes: what on one machine, with LC_ALL=C,
//
//   cat FILE... | tr -s '[:space:]' '\n' | sort | uniq -c
//
// prints. Each rank counts the words that begin in its share of the bytes; a
// directive merges the tables. Others see to it that an error of one rank is
// told once and ends all of them.
//
//   redistc++ -O2 wordcount.cpp -o wordcount
//
//===----------------------------------------------------------------------===//
#include "FileShare.h"

#include <redist/redist.h>

#include <mpi.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

using Words = std::unordered_map<std::string, long long>;

struct World {
  int rank = 0, size = 1;
};

/// Counts of the same word add up.
static void merge(Words &into, const Words &from) {
  for (const auto &[word, count] : from)
    into[word] += count;
}

static std::string firstOf(const std::string &a, const std::string &b) {
  return a.empty() ? b : a;
}

/// Throws on every rank if any has a problem: that of the lowest such rank.
static void agree(std::string problem) {
#pragma reduce(firstOf : problem) ordered
  if (!problem.empty())
    throw std::runtime_error(problem);
}

/// Why `work` failed on this rank; empty: it did not.
template <typename Work> static std::string problemOf(Work work) {
  try {
    work();
  } catch (const std::bad_alloc &) {
    return "not enough memory";
  } catch (const std::exception &problem) {
    return problem.what();
  }
  return std::string();
}

/// All ranks must see the same files, or words would be lost between shares.
static void agreeOnSize(long long bytes) {
  long long least = bytes, most = bytes;
#pragma reduce(min : least)
#pragma reduce(max : most)
  if (least != most)
    throw std::runtime_error("the files have " + std::to_string(least) +
                             " bytes on one rank, " + std::to_string(most) +
                             " on another");
}

static void print(const Words &words) {
  std::vector<const Words::value_type *> sorted;
  sorted.reserve(words.size());
  for (const auto &entry : words)
    sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto *a, const auto *b) { return a->first < b->first; });
  for (const auto *entry : sorted) {
    std::printf("%7lld ", entry->second);
    std::fwrite(entry->first.data(), 1, entry->first.size(), stdout);
    std::putchar('\n');
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    throw std::runtime_error(std::string("cannot write the counts: ") +
                             std::strerror(errno));
}

static void run(const std::vector<std::string> &names, const World &world) {
  std::optional<FileShare> files;
  agree(problemOf([&] { files.emplace(names); }));
  agreeOnSize(files->size());

  Words words;
  agree(problemOf([&] {
    files->forEachWord(files->size() * world.rank / world.size,
                       files->size() * (world.rank + 1) / world.size,
                       [&](const std::string &word) { ++words[word]; });
  }));
#pragma reduce(merge : words) root(0)

  agree(problemOf([&] {
    if (world.rank == 0)
      print(words);
  }));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  World world;
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.size);
  int status = 0;
  if (argc < 2) {
    if (world.rank == 0)
      std::fprintf(stderr, "wordcount: error: no file is named\n"
                           "usage: wordcount FILE...\n");
    status = 2;
  } else {
    // What run() throws, it throws on every rank.
    try {
      run(std::vector<std::string>(argv + 1, argv + argc), world);
    } catch (const std::exception &problem) {
      if (world.rank == 0)
        std::fprintf(stderr, "wordcount: error: %s\n", problem.what());
      status = 1;
    }
  }
  MPI_Finalize();
  return status;
}
