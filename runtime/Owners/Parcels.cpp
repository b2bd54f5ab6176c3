//===- Parcels.cpp - Numbers for every rank, and from every rank ----------===//
#include "Owners/Parcels.h"

#include "Support/MpiCalls.h"

#include <cstring>

namespace redist::runtime {

/// Counts and displacements of a collective, in words of 32 bits.
struct Places {
  std::vector<int> counts, begins;
  std::int64_t total = 0;

  void add(std::int64_t words) {
    counts.push_back(toMpiCount(words));
    begins.push_back(toMpiCount(total));
    total += words;
  }
};

using Word = std::int32_t;
constexpr int wideWords = 6;

static bool isNarrow(std::int64_t number) {
  return number == static_cast<Word>(number);
}

/// Words that each triple for a rank takes: 2 where the third number is 1, and
/// the others are short; 3 where all are short.
int Parcels::wordsOf(int rank) const {
  bool areOnes = true;
  for (const auto &[first, second, third] : of(rank)) {
    if (!isNarrow(first) || !isNarrow(second) || !isNarrow(third))
      return wideWords;
    areOnes &= third == 1;
  }
  return areOnes ? 2 : 3;
}

static Word *write(const Triple &triple, int words, Word *into) {
  if (words == wideWords)
    std::memcpy(into, triple.data(), sizeof triple);
  else
    for (int i = 0; i < words; ++i)
      into[i] = static_cast<Word>(triple[static_cast<std::size_t>(i)]);
  return into + words;
}

static const Word *read(const Word *from, int words, Triple &triple) {
  if (words == wideWords)
    std::memcpy(triple.data(), from, sizeof triple);
  else
    triple = {from[0], from[1], words > 2 ? from[2] : 1};
  return from + words;
}

Parcels Parcels::exchanged(MPI_Comm comm) const {
  const std::size_t ranks = begins.size() - 1;
  // Of each rank, triples and the words of each.
  std::vector<std::array<std::int64_t, 2>> given(ranks), got(ranks);
  Places out, in;
  for (std::size_t i = 0; i < ranks; ++i) {
    given[i] = {std::ssize(of(static_cast<int>(i))),
                wordsOf(static_cast<int>(i))};
    out.add(given[i][0] * given[i][1]);
  }
  checkMpi(MPI_Alltoall(given.data(), 2, MPI_INT64_T, got.data(), 2,
                        MPI_INT64_T, comm),
           "MPI_Alltoall");
  Parcels made;
  made.begins = {0};
  for (const auto [count, words] : got) {
    made.begins.push_back(made.begins.back() + static_cast<std::size_t>(count));
    in.add(count * words);
  }
  const auto buffer = [](const Places &places) {
    return std::make_unique_for_overwrite<Word[]>(
        static_cast<std::size_t>(places.total));
  };
  const auto sent = buffer(out), received = buffer(in);
  Word *next = sent.get();
  for (std::size_t i = 0; i < ranks; ++i)
    for (const Triple &triple : of(static_cast<int>(i)))
      next = write(triple, static_cast<int>(given[i][1]), next);
  checkMpi(MPI_Alltoallv(sent.get(), out.counts.data(), out.begins.data(),
                         MPI_INT32_T, received.get(), in.counts.data(),
                         in.begins.data(), MPI_INT32_T, comm),
           "MPI_Alltoallv");
  made.all = std::make_unique_for_overwrite<Triple[]>(made.begins.back());
  const Word *from = received.get();
  for (std::size_t i = 0; i < ranks; ++i)
    for (std::size_t k = made.begins[i]; k < made.begins[i + 1]; ++k)
      from = read(from, static_cast<int>(got[i][1]), made.all[k]);
  return made;
}

} // namespace redist::runtime
