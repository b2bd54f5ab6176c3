//===- CacheSizeTest.cpp - The size of the last-level cache ---------------===//
#include "Support/CacheSize.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using redist::runtime::lastLevelCacheBytes;
using redist::runtime::lastLevelCacheBytesIn;

/// A folder like the one in which Linux describes the processors.
class CacheSize : public testing::Test {
protected:
  void SetUp() override {
    folder = testing::TempDir() + "/cache-size-" + std::to_string(getpid());
    std::filesystem::remove_all(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  void describe(int index, const char *level, const char *size,
                const char *map) {
    const std::string cache =
        folder + "/cpu0/cache/index" + std::to_string(index);
    std::filesystem::create_directories(cache);
    std::ofstream(cache + "/level") << level << '\n';
    std::ofstream(cache + "/size") << size << '\n';
    std::ofstream(cache + "/shared_cpu_map") << map << '\n';
  }

  std::string folder;
};

TEST_F(CacheSize, HighestLevelCounts) {
  describe(0, "1", "32K", "1");
  describe(1, "3", "32768K", "3");
  describe(2, "2", "1024K", "1");
  EXPECT_EQ(lastLevelCacheBytesIn(folder, 2), std::int64_t{32} << 20);
}

TEST_F(CacheSize, CountsEverySetOfProcessors) {
  describe(0, "3", "16M", "00000000,0000000f");
  EXPECT_EQ(lastLevelCacheBytesIn(folder, 4), std::int64_t{16} << 20);
  EXPECT_EQ(lastLevelCacheBytesIn(folder, 16), std::int64_t{64} << 20);
  // Five processors: the second set is not complete.
  EXPECT_EQ(lastLevelCacheBytesIn(folder, 5), std::int64_t{32} << 20);
  // Some are offline: still one cache.
  EXPECT_EQ(lastLevelCacheBytesIn(folder, 3), std::int64_t{16} << 20);
}

TEST_F(CacheSize, NothingWhereTheSystemDoesNotSay) {
  EXPECT_EQ(lastLevelCacheBytesIn(folder, 2), 0);
  describe(0, "3", "much", "3");
  EXPECT_EQ(lastLevelCacheBytesIn(folder, 2), 0);
  describe(0, "3", "32768K", "0");
  EXPECT_EQ(lastLevelCacheBytesIn(folder, 2), 0);
}

TEST_F(CacheSize, OfThisMachineIsKnownOrUsual) {
  EXPECT_GT(lastLevelCacheBytes(), 0);
}
