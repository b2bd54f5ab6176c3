//===- RowIndexTest.cpp - Fast rows against slow ones ---------------------===//
//
// Partners and steps against Schedule, first elements against overlaps.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/RowIndex.h"

#include "redistSchedule/Intersection/Overlap.h"

#include "ElementOracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace redist::schedule;
using namespace redist::schedule::test;

static void checkRow(const Schedule &schedule, const RowIndex &row,
                     std::int64_t p) {
  const std::int64_t L = superblockOf(schedule.grid().redistribution());
  std::vector<Message> expected;
  schedule.sendRow(p, expected);
  ASSERT_EQ(row.size, expected.size());
  std::set<std::int32_t> partners;
  for (std::size_t i = 0; i < row.size; ++i) {
    const std::int64_t q = row.partner[i];
    ASSERT_TRUE(partners.insert(row.partner[i]).second);
    ASSERT_EQ(schedule.stepOf(p, q), row.step[i]);
    const Overlap message = overlap(schedule.grid(), p, q, L);
    ASSERT_FALSE(message.runs.empty());
    ASSERT_EQ(row.firstLocalIndex[i], message.runs.front().sourceOffset);
  }
}

TEST(RowIndex, EqualsTheRowOfTheSchedule) {
  int closedForms = 0;
  RowIndex row;
  forAllParameters(6, 7, [&](const Redistribution &parameters) {
    SCOPED_TRACE(describe(parameters));
    const Schedule schedule = *makeSchedule(parameters, StrategyKind::Auto);
    const std::optional<RowIndexer> indexer = RowIndexer::make(schedule);
    if (!indexer)
      return;
    ++closedForms;
    for (std::int64_t p = 0; p < parameters.source.ranks; ++p) {
      indexer->fill(p, row);
      checkRow(schedule, row, p);
    }
  });
  EXPECT_GT(closedForms, 1000);
}

TEST(RowIndex, LargerGrids) {
  RowIndex row;
  for (const Redistribution &parameters :
       {redistribution(128, 128, 1, 96), redistribution(128, 128, 96, 1),
        redistribution(28, 36, 4, 24), redistribution(120, 128, 30, 16),
        redistribution(18, 78, 1, 200), redistribution(128, 120, 12, 25)}) {
    SCOPED_TRACE(describe(parameters));
    const Schedule schedule = *makeSchedule(parameters, StrategyKind::Auto);
    const std::optional<RowIndexer> indexer = RowIndexer::make(schedule);
    ASSERT_TRUE(indexer);
    for (std::int64_t p = 0; p < parameters.source.ranks; p += 5) {
      indexer->fill(p, row);
      checkRow(schedule, row, p);
    }
  }
}

TEST(RowIndex, ClosedFormsOnly) {
  EXPECT_FALSE(RowIndexer::make(
      *makeSchedule(redistribution(15, 15, 3, 5), StrategyKind::Stepwise)));
  EXPECT_FALSE(RowIndexer::make(
      *makeSchedule(redistribution(15, 15, 3, 5), StrategyKind::Caterpillar)));
}
