//===- RecentEntriesTest.cpp - What has been used last --------------------===//
#include "Support/RecentEntries.h"

#include <gtest/gtest.h>

#include <memory>

using redist::runtime::RecentEntries;

/// The entry that is this very number; -1: there is none.
static int found(RecentEntries<int> &entries, std::uint64_t hash, int wanted) {
  const int *const entry =
      entries.find(hash, [&](int one) { return one == wanted; });
  return entry ? *entry : -1;
}

TEST(RecentEntries, tellsEntriesOfOneHashApart) {
  RecentEntries<int> entries;
  EXPECT_EQ(entries.newest(), nullptr);
  entries.add(7, 1);
  entries.add(7, 2);
  entries.add(8, 3);
  EXPECT_EQ(found(entries, 7, 1), 1);
  EXPECT_EQ(found(entries, 7, 2), 2);
  EXPECT_EQ(found(entries, 8, 1), -1);
  EXPECT_EQ(found(entries, 9, 3), -1);
}

TEST(RecentEntries, dropsWhatHasNotBeenUsedForLongest) {
  RecentEntries<int> entries;
  for (int i = 0; i < 3; ++i)
    entries.add(7, i);
  EXPECT_EQ(*entries.newest(), 2);
  EXPECT_EQ(found(entries, 7, 0), 0);
  EXPECT_EQ(*entries.newest(), 0);
  EXPECT_EQ(entries.oldest(), 1);
  entries.dropOldest();
  EXPECT_EQ(entries.size(), 2U);
  EXPECT_EQ(found(entries, 7, 1), -1);
  EXPECT_EQ(found(entries, 7, 2), 2);
  entries.dropOldest();
  entries.dropOldest();
  EXPECT_EQ(entries.newest(), nullptr);
  EXPECT_EQ(found(entries, 7, 2), -1);
}

TEST(RecentEntries, keepsTheirOrderUntilTheyAreUsed) {
  RecentEntries<int> entries;
  entries.add(7, 0);
  entries.add(7, 1);
  auto &added = entries.addUnused(7, 2);
  EXPECT_EQ(*entries.newest(), 1);
  EXPECT_EQ(entries.oldest(), 2);
  auto *const known = entries.look(7, [](int one) { return one == 0; });
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(*entries.newest(), 1);
  entries.drop(added);
  EXPECT_EQ(entries.size(), 2U);
  EXPECT_EQ(found(entries, 7, 2), -1);
  EXPECT_EQ(entries.use(*known), 0);
  EXPECT_EQ(*entries.newest(), 0);
  EXPECT_EQ(entries.oldest(), 1);
}

TEST(RecentEntries, holdsWhatCannotBeCopied) {
  RecentEntries<std::unique_ptr<int>> entries;
  const std::unique_ptr<int> &added = entries.add(1, std::make_unique<int>(5));
  for (std::uint64_t i = 2; i < 100; ++i)
    entries.add(i, nullptr);
  EXPECT_EQ(*added, 5); // stays where it is
}
