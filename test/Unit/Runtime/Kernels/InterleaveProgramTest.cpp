//===- InterleaveProgramTest.cpp - Whole lines of short runs --------------===//
//
// Every byte of the target is compared with what the period says, for targets
// at every place in a line, all periods at once and some at a time; sources end
// where the last element that is needed does.
//
//===----------------------------------------------------------------------===//
#include "Kernels/InterleaveProgram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace redist::runtime;

using Bytes = std::vector<std::byte>;

struct Problem {
  InterleavedPeriod period;
  std::int64_t periods;
  std::int64_t elementBytes;

  std::int64_t elements() const {
    return periods * static_cast<std::int64_t>(period.elements.size());
  }
  /// First byte of an element in its source.
  std::int64_t placeOf(std::int64_t element) const {
    const auto count = static_cast<std::int64_t>(period.elements.size());
    const auto &one =
        period.elements[static_cast<std::size_t>(element % count)];
    return (element / count *
                period.strides[static_cast<std::size_t>(one.source)] +
            one.offset) *
           elementBytes;
  }
};

static std::vector<Bytes> sourcesOf(const Problem &problem,
                                    std::mt19937 &random) {
  // One that no element comes from has an address, too.
  std::vector<Bytes> sources(problem.period.strides.size(), Bytes(1));
  for (std::int64_t i = 0; i < problem.elements(); ++i) {
    Bytes &source = sources[static_cast<std::size_t>(
        problem.period
            .elements[static_cast<std::size_t>(i) %
                      problem.period.elements.size()]
            .source)];
    source.resize(std::max(
        source.size(),
        static_cast<std::size_t>(problem.placeOf(i) + problem.elementBytes)));
  }
  for (Bytes &source : sources)
    for (std::byte &one : source)
      one = static_cast<std::byte>(random());
  return sources;
}

/// Whether there is a program; if so it copies what it must, and nothing else.
static bool tryAt(const Problem &problem, const std::vector<Bytes> &sources,
                  InterleaveProgram &program, std::int64_t shift,
                  std::int64_t periodsAtOnce, StoreKind stores) {
  constexpr std::int64_t guard = 64;
  const std::int64_t size = problem.elements() * problem.elementBytes;
  std::vector<const std::byte *> from;
  for (const Bytes &source : sources)
    from.push_back(source.data());
  Bytes target(static_cast<std::size_t>(size + 3 * guard), std::byte{0xcd});
  const auto beyond = static_cast<std::int64_t>(
      reinterpret_cast<std::uintptr_t>(target.data()) % 64);
  std::byte *const to = target.data() + (64 - beyond) + shift;
  if (!program.prepare(to))
    return false;
  const std::int64_t periodBytes =
      program.periodElements() * problem.elementBytes;
  for (std::int64_t done = 0; done < problem.periods; done += periodsAtOnce) {
    std::vector<const std::byte *> here;
    for (std::size_t i = 0; i < from.size(); ++i)
      here.push_back(from[i] +
                     done * problem.period.strides[i] * problem.elementBytes);
    Prefetcher ahead(from.front(),
                     static_cast<std::int64_t>(sources.front().size()), 2);
    program.copy(to + done * periodBytes, here.data(), done,
                 std::min(periodsAtOnce, problem.periods - done), stores,
                 done == 0 ? nullptr : &ahead);
  }
  finishStores();
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < problem.elements(); ++i)
    for (std::int64_t b = 0; b < problem.elementBytes; ++b)
      wrong +=
          to[i * problem.elementBytes + b] !=
          sources[static_cast<std::size_t>(
              problem.period
                  .elements[static_cast<std::size_t>(i) %
                            problem.period.elements.size()]
                  .source)][static_cast<std::size_t>(problem.placeOf(i) + b)];
  EXPECT_EQ(wrong, 0);
  const auto isUntouched = [](std::byte one) { return one == std::byte{0xcd}; };
  EXPECT_TRUE(std::all_of(target.data(), to, isUntouched));
  EXPECT_TRUE(
      std::all_of(to + size, target.data() + target.size(), isUntouched));
  return true;
}

/// CYCLIC(r) -> CYCLIC(s) on `ranks` ranks, the elements of target rank 0.
static Problem cyclicProblem(std::int64_t r, std::int64_t s, std::int64_t ranks,
                             std::int64_t periods, std::int64_t elementBytes) {
  Problem problem{{}, periods, elementBytes};
  const std::int64_t length = std::lcm(r, s) * ranks;
  problem.period.strides.assign(static_cast<std::size_t>(ranks),
                                length / ranks);
  for (std::int64_t i = 0; i < length; ++i)
    if (i / s % ranks == 0)
      problem.period.elements.push_back(
          {static_cast<int>(i / r % ranks), i / (r * ranks) * r + i % r});
  return problem;
}

/// All that this processor has programs for.
static std::vector<Vectors> everyProgram() {
  std::vector<Vectors> result;
  for (const Vectors vectors :
       {Vectors::Neon, Vectors::Avx2, Vectors::Avx512, Vectors::Avx512Bytes})
    if (lineKernel(vectors, 8) && vectors <= widestVectors())
      result.push_back(vectors);
  return result;
}

TEST(InterleaveProgram, CopiesWhatThePeriodSaysAtEveryPlaceInALine) {
  std::mt19937 random(7);
  int programs = 0;
  for (const Vectors vectors : everyProgram())
    for (const auto &[r, s] : {std::pair<int, int>{3, 5},
                               {5, 3},
                               {7, 11},
                               {1, 2},
                               {2, 1},
                               {10, 9},
                               {64, 96},
                               {70, 30},
                               {1, 16}})
      for (const std::int64_t ranks : {1, 2, 3, 5})
        for (const std::int64_t bytes : {1, 2, 3, 4, 6, 8, 12, 16}) {
          const Problem problem = cyclicProblem(r, s, ranks, 40, bytes);
          const std::vector<Bytes> sources = sourcesOf(problem, random);
          InterleaveProgram program(problem.period, problem.periods, bytes,
                                    vectors);
          const std::int64_t places = bytes % 4 == 0 ? 4 : 5;
          for (std::int64_t shift = 0; shift < 64; shift += places)
            programs += tryAt(problem, sources, program, shift,
                              shift < 8 ? 40 : 1 + shift / 3,
                              static_cast<StoreKind>(shift / places % 2));
        }
  EXPECT_EQ(programs > 100, lineKernel(widestVectors(), 8) != nullptr);
}

TEST(InterleaveProgram, AnyOrderOfAnySources) {
  std::mt19937 random(11);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(
                     random() % static_cast<std::uint64_t>(high - low + 1));
  };
  for (int i = 0; i < 400; ++i) {
    const std::int64_t lane = i % 2 == 0 ? 4 : 1;
    Problem problem{{}, pick(1, 60), lane * pick(1, 3)};
    const std::int64_t sources = pick(1, 6);
    problem.period.strides.resize(static_cast<std::size_t>(sources));
    for (std::int64_t &stride : problem.period.strides)
      stride = pick(0, 30);
    for (std::int64_t n = pick(1, 40); n > 0; --n)
      problem.period.elements.push_back(
          {static_cast<int>(pick(0, sources - 1)), pick(0, 40)});
    const std::vector<Bytes> bytes = sourcesOf(problem, random);
    InterleaveProgram program(problem.period, problem.periods,
                              problem.elementBytes);
    tryAt(problem, bytes, program, lane * pick(0, 63 / lane), pick(1, 60),
          static_cast<StoreKind>(i / 2 % 2));
  }
}

/// Bytes have places of their own where the element or the place is no multiple
/// of what the other permutations move.
TEST(InterleaveProgram, TakesTheKernelThatElementsAndPlacesAllow) {
  const std::vector<Vectors> programs = everyProgram();
  for (const Vectors vectors : programs)
    for (std::int64_t size = 1; size <= 16; ++size) {
      const ShuffleKernel *const kernel = lineKernel(vectors, size);
      ASSERT_NE(kernel, nullptr);
      EXPECT_EQ(size % kernel->shape.laneBytes, 0);
      EXPECT_LE(kernel->shape.lanes(),
                static_cast<std::int64_t>(ShuffleTable::maxLanes));
    }
  const Vectors widest = widestVectors();
  EXPECT_EQ(widest == Vectors::Neon, REDIST_NEON_VECTORS);
  EXPECT_EQ(programs.empty(),
            widest == Vectors::None || widest == Vectors::Sse2);
  EXPECT_EQ(lineKernel(Vectors::None, 8), nullptr);
  EXPECT_EQ(lineKernel(Vectors::Sse2, 8), nullptr);
  alignas(64) std::byte target[128];
  const InterleavedPeriod period = cyclicProblem(3, 5, 2, 400, 8).period;
  for (const Vectors vectors : programs) {
    EXPECT_TRUE(InterleaveProgram(period, 400, 3, vectors).prepare(target));
    EXPECT_TRUE(InterleaveProgram(period, 400, 8, vectors).prepare(target + 1));
  }
}

TEST(InterleaveProgram, ThereIsNoneForLongRunsNorWithoutVectors) {
  alignas(64) std::byte target[128];
  const InterleavedPeriod period = cyclicProblem(3, 5, 2, 40, 8).period;
  EXPECT_FALSE(InterleaveProgram(period, 40, 8, Vectors::Sse2).prepare(target));
  EXPECT_FALSE(InterleaveProgram({{}, {1}}, 40, 8).prepare(target));
  const InterleavedPeriod longRuns = cyclicProblem(9000, 9000, 1, 9, 8).period;
  EXPECT_FALSE(InterleaveProgram(longRuns, 9, 8).prepare(target));
  const InterleavedPeriod lines = cyclicProblem(200, 300, 2, 900, 1).period;
  EXPECT_FALSE(InterleaveProgram(lines, 900, 1).prepare(target));
}
