//===- BlockStoreTest.cpp - Blocks of a part of a node's memory -----------===//
//
// Virtual ranks, a thread each: what lies in a block is read by the other one
// while the sender fills further blocks, as in a link of a pipeline.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Link/BlockStore.h"
#include "SharedMemory/SpscRing.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <thread>

using namespace redist::runtime;
using redist::detail::payload;

static constexpr std::int64_t megabyte = std::int64_t{1} << 20;

class BlockStores : public testing::Test {
protected:
  void SetUp() override { reserve(256 * megabyte); }
  void reserve(std::int64_t bytes) {
    segments =
        SharedSegment::forThreads(2, {4096, bytes}, [](SharedSegment &) {});
    if (segments.empty())
      GTEST_SKIP() << "the system refuses shared memory";
  }

  std::vector<std::unique_ptr<SharedSegment>> segments;
};

TEST_F(BlockStores, UseTheSmallestFreeBlockThatIsLargeEnough) {
  BlockStore store(*segments[0], 100);
  payload *const large = store.take(100'000);
  payload *const small = store.take(5'000);
  ASSERT_TRUE(large && small);
  const std::byte *const smallData = small->data();
  EXPECT_NE(large->data(), smallData);
  EXPECT_NE(store.take(5'000)->data(), smallData); // that one is in use
  large->give_back();
  small->give_back();
  EXPECT_EQ(store.take(6'000)->data(), smallData);
  EXPECT_EQ(store.take(90'000)->data(), large->data());
  store.takeBackAll();
  EXPECT_EQ(store.take(0)->data(), smallData);
}

TEST_F(BlockStores, BlocksAreApart) {
  BlockStore store(*segments[1], 100);
  std::vector<payload *> blocks;
  for (std::size_t i = 0; i < 20; ++i) {
    blocks.push_back(store.take(3'000 * (i + 1)));
    ASSERT_TRUE(blocks.back());
    std::memset(blocks[i]->resize(3'000 * (i + 1)), static_cast<int>(i),
                3'000 * (i + 1));
  }
  for (std::size_t i = 0; i < 20; ++i) {
    const std::byte *const data = blocks[i]->data();
    EXPECT_EQ(
        std::count(data, data + 3'000 * (i + 1), static_cast<std::byte>(i)),
        static_cast<std::ptrdiff_t>(3'000 * (i + 1)));
    EXPECT_EQ(segments[1]->part(1) + store.placeOf(data), data);
  }
}

TEST_F(BlockStores, KnowTheirOwnMemory) {
  BlockStore store(*segments[1], 100);
  std::byte elsewhere{};
  EXPECT_EQ(store.placeOf(&elsewhere), -1);
  EXPECT_EQ(store.placeOf(segments[1]->part(0)), -1);
  EXPECT_EQ(store.placeOf(segments[1]->part(1)), 0);
  EXPECT_EQ(store.placeOf(segments[1]->part(1) + segments[1]->partSize()), -1);
}

TEST_F(BlockStores, HaveNoneForValuesThatAreTooLongOrTooMany) {
  BlockStore store(*segments[0], 100);
  EXPECT_EQ(store.take(static_cast<std::size_t>(16 * megabyte) + 1), nullptr);
  std::vector<payload *> taken;
  while (payload *const one =
             store.take(static_cast<std::size_t>(16 * megabyte)))
    taken.push_back(one);
  EXPECT_EQ(taken.size(), 4u); // 64 megabytes
  EXPECT_EQ(store.take(1), nullptr);
  taken.back()->give_back();
  EXPECT_TRUE(store.take(1));
}

TEST_F(BlockStores, HaveNoneBeyondTheirPart) {
  reserve(megabyte);
  BlockStore store(*segments[0], 4096);
  EXPECT_EQ(store.takePages(megabyte), -1);
  const std::int64_t pages = store.takePages(megabyte / 2);
  EXPECT_EQ(pages, 4096);
  EXPECT_EQ(store.takePages(1), pages + megabyte / 2);
  EXPECT_EQ(store.take(static_cast<std::size_t>(megabyte / 2)), nullptr);
  EXPECT_TRUE(store.take(static_cast<std::size_t>(megabyte / 4)));
}

/// What travels: where a value lies, and how long it is.
struct Notice {
  std::int64_t place, bytes;
};

TEST_F(BlockStores, AreReadWhileOthersAreFilled) {
  constexpr int items = 1'000;
  constexpr RingShape shape{64, 4};
  BlockStore store(*segments[0], 4096);
  const std::int64_t offset = store.takePages(SpscRing::bytesOf(shape));
  ASSERT_GE(offset, 0);
  std::byte *const memory = segments[0]->part(0) + offset;
  SpscRing::prepare(memory);
  Doorbell bells[2];
  constexpr std::chrono::milliseconds longest{10};
  const auto waitFor = [&](Doorbell &own, auto isReady) {
    while (!isReady()) {
      own.prepareWait();
      if (isReady())
        own.cancelWait();
      else
        own.sleep(longest);
    }
  };
  const auto bytesOf = [](int item) {
    return static_cast<std::int64_t>(9'000 + item * 7'919LL % 50'000);
  };
  std::thread receiver([&] {
    SpscRing ring(memory, shape);
    for (int i = 0; i < items; ++i) {
      waitFor(bells[1], [&] { return ring.hasChunk(); });
      Notice notice{};
      std::memcpy(&notice, ring.chunk(), sizeof notice);
      const std::byte *const value = segments[1]->part(0) + notice.place;
      EXPECT_EQ(notice.bytes, bytesOf(i));
      EXPECT_EQ(std::count(value, value + notice.bytes,
                           static_cast<std::byte>(i % 251)),
                notice.bytes);
      ring.release();
      bells[0].ring();
    }
  });
  SpscRing ring(memory, shape);
  std::deque<payload *> inFlight;
  for (int i = 0; i < items; ++i) {
    waitFor(bells[0], [&] { return ring.hasRoom(); });
    while (static_cast<std::int64_t>(inFlight.size()) > ring.chunksHeld()) {
      inFlight.front()->give_back();
      inFlight.pop_front();
    }
    const auto bytes = static_cast<std::size_t>(bytesOf(i));
    payload *const block = store.take(bytes);
    ASSERT_TRUE(block);
    std::memset(block->resize(bytes), i % 251, bytes);
    const Notice notice{store.placeOf(block->data()), bytesOf(i)};
    std::memcpy(ring.room(), &notice, sizeof notice);
    inFlight.push_back(block);
    ring.publish();
    bells[1].ring();
  }
  receiver.join();
}
