//===- MappingSolverTest.cpp - Mappings by integer programs ---------------===//
//
// A few good processors among 66, too many for sets of processors. All others
// are so slow that the least period is that of the good ones alone, which
// other methods find without programs.
//
//===----------------------------------------------------------------------===//
#include "redistc/Exact/MappingSolver.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using redistc::exact::MappingSolver;

static constexpr std::int64_t many = 66;

/// Numbers from a fixed rule, small and without order.
static std::int64_t drawn(std::int64_t index, std::int64_t most) {
  return 1 + (index * 7919 + index * index * 31) % most;
}

static PipelineInstance instanceOf(std::int64_t seed, std::int64_t stages,
                                   std::int64_t good, std::int64_t all,
                                   TransferModel model) {
  PipelineInstance instance;
  instance.workBefore = {0};
  for (std::int64_t k = 0; k < stages; ++k)
    instance.workBefore.push_back(instance.workBefore.back() +
                                  drawn(seed + k, 20));
  for (std::int64_t k = 0; k <= stages; ++k)
    instance.data.push_back(drawn(seed + 50 + k, 9));
  for (std::int64_t u = 0; u < all; ++u)
    instance.ticksOfWork.push_back(u < good ? drawn(seed + 90 + u, 5) : 9999);
  // Links of good processors are the same whatever the number of others; the
  // ends come first and last in a row.
  const auto nameOf = [&](std::int64_t end) {
    return end == 0 ? 0 : end == all + 1 ? 100 : end;
  };
  for (std::int64_t u = 0; u < all + 2; ++u)
    for (std::int64_t v = 0; v < all + 2; ++v)
      instance.ticksOfData.push_back(
          drawn(seed + 101 * nameOf(u) + nameOf(v), 6));
  instance.model = model;
  instance.pins.assign(static_cast<std::size_t>(stages), -1);
  instance.replicas.assign(static_cast<std::size_t>(stages), oneProcessor);
  return instance;
}

TEST(MappingSolver, FindsTheLeastPeriodAmongManyProcessors) {
  const MappingSolver solver;
  const MappingOptions options{&solver};
  for (const TransferModel model :
       {TransferModel::Serial, TransferModel::Overlapped})
    for (std::int64_t seed = 1; seed <= 8; ++seed) {
      const std::int64_t stages = 2 + seed % 4;
      const Result<MadeMapping> few = makeMapping(
          instanceOf(seed, stages, 4, 4, model), MappingKind::Exact);
      const Result<MadeMapping> made =
          makeMapping(instanceOf(seed, stages, 4, many, model),
                      MappingKind::Exact, options);
      ASSERT_TRUE(few && made);
      ASSERT_TRUE(few->isOptimal);
      EXPECT_EQ(made->cost.period, few->cost.period) << "seed " << seed;
      EXPECT_TRUE(made->isOptimal) << "seed " << seed;
      EXPECT_EQ(made->periodBound, made->cost.period) << "seed " << seed;
    }
}

TEST(MappingSolver, KeepsPinsAndTheLimitOnTheLatency) {
  const MappingSolver solver;
  const MappingOptions options{&solver};
  for (std::int64_t seed = 1; seed <= 6; ++seed) {
    PipelineInstance few = instanceOf(seed, 4, 4, 4, TransferModel::Serial);
    PipelineInstance all = instanceOf(seed, 4, 4, many, TransferModel::Serial);
    few.pins[1] = all.pins[1] = 2;
    const Result<MadeMapping> free = makeMapping(few, MappingKind::Exact);
    ASSERT_TRUE(free);
    few.latencyLimit = all.latencyLimit = free->cost.latency - 1;
    const Result<MadeMapping> limited = makeMapping(few, MappingKind::Exact);
    const Result<MadeMapping> made =
        makeMapping(all, MappingKind::Exact, options);
    if (!limited)
      continue; // no mapping is as quick
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_LE(made->cost.latency, all.latencyLimit);
    EXPECT_EQ(made->cost.period, limited->cost.period) << "seed " << seed;
  }
}

TEST(MappingSolver, LeavesToOthersWhatIsNoSumOverIntervals) {
  PipelineInstance instance = instanceOf(3, 3, 3, 3, TransferModel::Serial);
  instance.replicas[1] = anyNumber;
  EXPECT_FALSE(MappingSolver().intervalMapping(instance));
  instance.replicas[1] = oneProcessor;
  instance.sharesEnds = true;
  EXPECT_FALSE(MappingSolver().intervalMapping(instance));
}
