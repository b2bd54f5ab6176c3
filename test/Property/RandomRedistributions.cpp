//===- RandomRedistributions.cpp - Everything at once, on virtual ranks ---===//
//
// Random redistributions of one to four dimensions on the loopback transport,
// with all ranks in one thread and with a thread each: layouts, grids,
// sections, one element for all positions, dimensions that one side lacks,
// permutations, storage orders, gaps in the storage, storage at every
// place in a cache line, shared and disjoint ranks in any numbering, several
// objects, strategies, chunks, rounds, rings, derived types. Every byte of
// every rank's storage is compared with what the definition of the layouts
// says, element by element.
//
//   RandomRedistributionsTests --cases N   N cases in all shards together; or
//                                          by REDIST_RANDOM_CASES
//
//===----------------------------------------------------------------------===//
#include "Kernels/ShuffleKernels.h"
#include "VirtualTrial.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

using namespace redist::runtime;
using namespace redist::runtime::test;

static std::int64_t caseCount = 10'000;
static constexpr int shardCount = 8;

/// Copies, parts or halos.
static bool hasHolders(const Case &c) {
  return c.source.copies() > 1 || c.target.copies() > 1 ||
         std::ranges::any_of(c.target.layouts, &DimensionLayout::hasHalo);
}

class RandomRedistributions : public testing::TestWithParam<int> {};

TEST_P(RandomRedistributions, GiveWhatTheDefinitionsSay) {
  const int shard = GetParam();
  TakenWays ways;
  std::int64_t tried = 0, ofParts = 0, ofHolders = 0, striped = 0;
  for (std::int64_t i = shard; i < caseCount; i += shardCount) {
    Dice dice(static_cast<std::uint64_t>(i));
    SCOPED_TRACE("case " + std::to_string(i));
    const Case c = randomCase(dice);
    checkCase(c, false, ways);
    if (const auto stripes = byStripes(c); stripes && !HasFatalFailure()) {
      ++striped;
      checkCase(stripes->first, false, ways);
      if (!HasFatalFailure())
        checkCase(stripes->second, false, ways);
    }
    if (HasFailure())
      return;
    ++tried;
    ofParts += c.source.hasParts();
    ofHolders += hasHolders(c);
  }
  EXPECT_GE(ofParts, tried / 20) << "of " << tried << " cases";
  EXPECT_GE(ways.posted, tried / 4) << "of " << tried << " cases";
  EXPECT_GE(striped, tried / 100) << "of " << tried << " cases";
  EXPECT_GE(ofHolders, tried / 3) << "of " << tried << " cases";
  RecordProperty("holders", std::to_string(ofHolders));
}

/// Where targets are written row by row out of all messages of a round.
TEST_P(RandomRedistributions, OfLongRowsGiveTheSame) {
  constexpr std::int64_t share = 4; // rows take their time
  const int shard = GetParam();
  std::int64_t tried = 0;
  TakenWays ways;
  for (std::int64_t i = shard; i < caseCount / share; i += shardCount) {
    Dice dice(static_cast<std::uint64_t>(i));
    SCOPED_TRACE("matrix " + std::to_string(i));
    const Case c = randomMatrix(dice);
    checkCase(c, false, ways);
    if (HasFatalFailure())
      return;
    tried += c.rankCount;
  }
  const bool hasPrograms = widestVectors() >= Vectors::Avx2;
  EXPECT_GE(ways.tiling, hasPrograms ? tried / 10 : 0)
      << "of " << tried << " ranks";
}

/// What is lost between threads would be waited for without end.
TEST_P(RandomRedistributions, GiveTheSameInThreads) {
  constexpr std::int64_t share = 25; // threads take their time
  constexpr unsigned secondsAtMost = 600;
  alarm(secondsAtMost);
  const int shard = GetParam();
  TakenWays ways;
  for (std::int64_t i = shard; i < caseCount / share; i += shardCount) {
    Dice dice(static_cast<std::uint64_t>(i));
    SCOPED_TRACE("case " + std::to_string(i));
    checkCase(randomCase(dice), true, ways);
    if (HasFatalFailure())
      break;
  }
  alarm(0);
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomRedistributions,
                         testing::Range(0, shardCount));

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const char *const asked = std::getenv("REDIST_RANDOM_CASES"))
    caseCount = std::atoll(asked);
  for (int i = 1; i + 1 < argc; ++i)
    if (std::string_view(argv[i]) == "--cases")
      caseCount = std::atoll(argv[i + 1]);
  return RUN_ALL_TESTS();
}
