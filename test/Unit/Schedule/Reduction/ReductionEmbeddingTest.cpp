//===- ReductionEmbeddingTest.cpp - Trees as words, and words that lie ----===//
//
// Round trips of every kind of schedule; every corruption is refused, even
// where the checksum has been made to fit. Trees of the test's own making show
// which roots a tree allows for operators that do not commute.
//
//===----------------------------------------------------------------------===//
#include "ReductionCases.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

using Words = std::vector<std::uint32_t>;

TEST(ReductionEmbedding, RoundTrips) {
  ReductionCases cases(11);
  for (int i = 0; i < 5000; ++i) {
    const ReductionProblem problem = cases.problem(70);
    const ReductionSchedule schedule = *makeReduction(problem);
    const Words words = encode(schedule);
    const Result<ReductionProblem> key = reductionKeyOf(words);
    ASSERT_TRUE(key);
    ASSERT_EQ(*key, problem);
    const Result<ReductionSchedule> decoded = decodeReduction(words);
    ASSERT_TRUE(decoded) << describe(problem) << decoded.error().message;
    ASSERT_EQ(decoded->hash(), schedule.hash());
    ASSERT_EQ(decoded->length(), schedule.length());
    ASSERT_EQ(decoded->method(), schedule.method());
    ASSERT_EQ(decoded->isOptimal(), schedule.isOptimal());
    const std::int64_t rank = cases.below(problem.ranks);
    const std::int64_t root = cases.below(problem.ranks);
    const ReductionRole one = schedule.role(rank, root);
    const ReductionRole other = decoded->role(rank, root);
    ASSERT_EQ(one.parent, other.parent);
    ASSERT_EQ(one.start, other.start);
    ASSERT_EQ(one.children.size(), other.children.size());
  }
}

TEST(ReductionEmbedding, ClosedFormsTakeAFewWords) {
  const ReductionSchedule schedule =
      *makeReduction({1000000000000000000, {2, 3}});
  EXPECT_EQ(tableEntries(schedule), 0);
  EXPECT_EQ(encode(schedule).size(), 18U);
  EXPECT_TRUE(decodeReduction(encode(schedule)));
}

/// 999 parents below 999, 10 bits each, behind 18 words.
TEST(ReductionEmbedding, ParentsArePacked) {
  const ReductionSchedule schedule = *makeReduction({1000, {2, 3}, 7, 0});
  EXPECT_EQ(tableEntries(schedule), 999);
  EXPECT_EQ(encode(schedule).size(), 18U + (999 * 10 + 31) / 32);
}

static bool isRefused(const Words &words) {
  const Result<ReductionSchedule> schedule = decodeReduction(words);
  return !schedule && schedule.error().kind == ErrorKind::BadEncoding;
}

/// Of both forms.
static std::vector<Words> samples() {
  return {encode(*makeReduction({100, {2, 3}})),
          encode(*makeReduction({33, {2, 3}, 2, 0})),
          encode(*makeReduction(
              {33, {2, 3}, 0, 0, true, ReductionStrategy::Binomial}))};
}

TEST(ReductionEmbedding, RefusesTruncatedWords) {
  EXPECT_FALSE(reductionKeyOf({}));
  for (const Words &words : samples()) {
    for (std::size_t size = 0; size < words.size(); ++size)
      EXPECT_TRUE(isRefused(Words(
          words.begin(), words.begin() + static_cast<std::ptrdiff_t>(size))));
    Words longer = words;
    longer.push_back(0);
    EXPECT_TRUE(isRefused(longer));
  }
}

TEST(ReductionEmbedding, RefusesEveryFlippedBit) {
  for (const Words &words : samples())
    for (std::size_t i = 0; i < words.size(); ++i)
      for (int bit = 0; bit < 32; ++bit) {
        Words spoilt = words;
        spoilt[i] ^= std::uint32_t{1} << bit;
        EXPECT_TRUE(isRefused(spoilt));
      }
}

/// Length and checksum of the format, so that only the content can be at fault.
static void seal(Words &words) {
  words[1] = static_cast<std::uint32_t>(words.size());
  std::uint32_t value = 0x811c9dc5;
  for (std::size_t i = 3; i < words.size(); ++i) {
    value = (value ^ words[i]) * 0x01000193;
    value ^= value >> 15;
  }
  words[2] = value;
}

TEST(ReductionEmbedding, SealMatchesTheFormat) {
  for (const Words &words : samples()) {
    Words sealed = words;
    seal(sealed);
    EXPECT_EQ(sealed, words);
  }
}

/// No flipped bit of the header passes for another schedule of the same key,
/// and whatever decodes keeps the rules.
TEST(ReductionEmbedding, SealedLiesNeverBreakARule) {
  for (const Words &words : samples())
    for (std::size_t i = 3; i < words.size(); ++i)
      for (int bit = 0; bit < 32; ++bit) {
        Words spoilt = words;
        spoilt[i] ^= std::uint32_t{1} << bit;
        seal(spoilt);
        const Result<ReductionSchedule> decoded = decodeReduction(spoilt);
        if (!decoded || decoded->problem().ranks > 1000)
          continue;
        const ReductionReport report = verify(*decoded, 0);
        EXPECT_TRUE(report.isValid) << report.problem;
        EXPECT_EQ(*reductionKeyOf(spoilt), decoded->problem());
      }
}

/// The binomial strategy under a limit may carry any tree that keeps it;
/// parents of machines 1, 2, ... in `bits` bits each.
static Words wordsOf(const std::vector<std::int32_t> &parents,
                     std::int64_t length, ReductionProblem problem) {
  problem.strategy = ReductionStrategy::Binomial;
  Words words = encode(*makeReduction(problem));
  const std::uint32_t bits = words[3] >> 16;
  words.resize(18);
  words[16] = static_cast<std::uint32_t>(length);
  std::uint64_t packed = 0;
  for (std::size_t i = 1; i < parents.size(); ++i)
    packed |= static_cast<std::uint64_t>(parents[i]) << ((i - 1) * bits);
  words.push_back(static_cast<std::uint32_t>(packed));
  if ((parents.size() - 1) * bits > 32)
    words.push_back(static_cast<std::uint32_t>(packed >> 32));
  seal(words);
  return words;
}

TEST(ReductionEmbedding, ForeignTrees) {
  const ReductionProblem problem = {4, {1, 1}, 1};
  const std::vector<std::int32_t> chain = {-1, 0, 1, 2};
  EXPECT_FALSE(isRefused(wordsOf(chain, 6, problem)));
  EXPECT_TRUE(isRefused(wordsOf(chain, 5, problem))); // a wrong length
  EXPECT_TRUE(isRefused(wordsOf({-1, 0, 2, 1}, 6, problem)));
  EXPECT_TRUE(isRefused(wordsOf({-1, 1, 0, 0}, 6, problem)));
  EXPECT_TRUE(isRefused(wordsOf({-1, 0, 3, 0}, 6, problem)));
  // Three machines combine.
  EXPECT_TRUE(isRefused(wordsOf(chain, 6, {4, {1, 1}, 0, 2})));
}

/// Trees of reductions.json (R64, R65, R66), machines from 0: the roots are the
/// sums of some of the sink's subtrees.
TEST(ReductionEmbedding, RootsThatATreeAllows) {
  struct Case {
    std::vector<std::int32_t> parents;
    std::vector<std::int64_t> roots;
  };
  const std::vector<Case> cases = {
      {{-1, 0, 1, 0, 3, 3}, {0, 2, 3, 5}},
      {{-1, 0, 1, 1, 1}, {0, 4}},
      {{-1, 0, 0, 2, 0, 4, 4, 6}, {0, 1, 2, 3, 4, 5, 6, 7}},
      // Sizes 5, 3, 3: taking the largest that fits would miss 6.
      {{-1, 0, 1, 2, 3, 4, 0, 6, 7, 0, 9, 10}, {0, 3, 5, 6, 8, 11}}};
  for (const Case &one : cases) {
    const auto ranks = static_cast<std::int64_t>(one.parents.size());
    const ReductionProblem problem = {ranks, {1, 1}, 0, ranks - 2, true};
    const std::int64_t length = timed(one.parents, problem.cost).length;
    const Result<ReductionSchedule> schedule =
        decodeReduction(wordsOf(one.parents, length, problem));
    ASSERT_TRUE(schedule) << schedule.error().message;
    std::vector<std::int64_t> roots;
    for (std::int64_t root = 0; root < ranks; ++root) {
      const ReductionReport report = verify(*schedule, root);
      EXPECT_TRUE(report.isValid) << report.problem;
      const bool ends = schedule->role(root, root).parent == -1;
      // Otherwise rank 0 sends the result on: one transfer more.
      EXPECT_EQ(report.length, length + (ends ? 0 : 1));
      if (ends)
        roots.push_back(root);
      else
        EXPECT_EQ(schedule->role(0, root).parent, root);
    }
    EXPECT_EQ(roots, one.roots);
  }
}

TEST(ReductionEmbedding, RefusesWhatDoesNotFitItsParameters) {
  const Words words = encode(*makeReduction({100, {2, 3}}));
  Words spoilt = words; // a closed form with a table
  spoilt.push_back(0);
  seal(spoilt);
  EXPECT_TRUE(isRefused(spoilt));
  spoilt = words; // 2^31 ranks in no words
  spoilt[4] = 1U << 31;
  spoilt[12] = 1;
  seal(spoilt);
  EXPECT_TRUE(isRefused(spoilt));
  Words limited = encode(*makeReduction({33, {2, 3}, 3, 0}));
  limited[12] = 2; // three transfers at once
  seal(limited);
  EXPECT_TRUE(isRefused(limited));
}
