//===- SharedWindowTest.cpp - Storage that the ranks of a node see --------===//
//
// Virtual ranks, a thread each, that share a segment as processes do; tools
// that watch threads see whether anything is read while it is written.
//
//===----------------------------------------------------------------------===//
#include "SharedMemory/SharedWindow.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <thread>

using namespace redist::runtime;

class NodeWindows : public testing::Test {
protected:
  static constexpr int count = 3;
  static constexpr std::int64_t bytes = std::int64_t{1} << 20;
  /// What is lost between threads would be waited for without end.
  static constexpr unsigned secondsAtMost = 300;

  void SetUp() override {
    alarm(secondsAtMost);
    windows = SharedWindow::forThreads(count, bytes);
    if (windows.empty())
      GTEST_SKIP() << "the system refuses shared memory";
  }
  void TearDown() override { alarm(0); }

  void inThreads(const std::function<void(int, SharedWindow &)> &work) {
    std::vector<std::thread> threads;
    for (int rank = 0; rank < count; ++rank)
      threads.emplace_back(
          [&, rank] { work(rank, *windows[static_cast<std::size_t>(rank)]); });
    for (std::thread &thread : threads)
      thread.join();
  }

  std::vector<std::shared_ptr<SharedWindow>> windows;
};

/// Each rank changes its source as soon as it has left, and is late in turn.
TEST_F(NodeWindows, SourcesAreAsTheyWereWhenTheRankEntered) {
  constexpr int executions = 300, length = 500;
  std::atomic<int> wrong{0};
  inThreads([&](int rank, SharedWindow &window) {
    auto *const source =
        static_cast<int *>(window.allocate(length * sizeof(int)));
    ASSERT_TRUE(source && window.holds(source + length - 1));
    std::vector<int> readers;
    for (int other = 0; other < count; ++other)
      if (other != rank)
        readers.push_back(other);
    for (int i = 0; i < executions; ++i) {
      std::fill_n(source, length, i * count + rank);
      if (i % 50 == rank)
        usleep(500);
      const void *const sources[] = {nullptr, source};
      void *const targets[] = {nullptr, nullptr};
      if (!window.enter(sources, targets, {true, false}).read)
        ++wrong;
      for (const int other : readers) {
        std::vector<int> found(length);
        std::copy_n(reinterpret_cast<const int *>(window.sourceOf(other, 1)),
                    length, found.begin());
        wrong += std::ranges::count(found, i * count + other) != length;
      }
      window.leave(readers);
      std::fill_n(source, length, -1);
    }
    window.release(source, length * sizeof(int));
  });
  EXPECT_EQ(wrong, 0);
}

/// Each rank uses its target as soon as it has left, and is late in turn.
TEST_F(NodeWindows, TargetsAreWrittenByAllWhoHaveLeft) {
  constexpr int executions = 300, length = 500;
  std::atomic<int> wrong{0};
  inThreads([&](int rank, SharedWindow &window) {
    auto *const target =
        static_cast<int *>(window.allocate(count * length * sizeof(int)));
    ASSERT_TRUE(target);
    std::vector<int> others;
    for (int other = 0; other < count; ++other)
      if (other != rank)
        others.push_back(other);
    for (int i = 0; i < executions; ++i) {
      std::fill_n(target, count * length, -1);
      if (i % 50 == rank)
        usleep(500);
      const void *const sources[] = {nullptr, nullptr};
      void *const targets[] = {nullptr, target};
      if (!window.enter(sources, targets, {false, true}).write)
        ++wrong;
      for (const int other : others)
        std::fill_n(reinterpret_cast<int *>(window.targetOf(other, 1)) +
                        rank * length,
                    length, i * count + rank);
      window.leave(others);
      for (const int other : others)
        wrong +=
            std::count(target + other * length, target + (other + 1) * length,
                       i * count + other) != length;
    }
    window.release(target, count * length * sizeof(int));
  });
  EXPECT_EQ(wrong, 0);
}

TEST_F(NodeWindows, AllEnterOrNone) {
  std::atomic<int> read{0}, written{0};
  inThreads([&](int rank, SharedWindow &window) {
    const void *const from[] = {nullptr};
    void *const to[] = {nullptr};
    for (int i = 0; i < 100; ++i) {
      const SharedWindow::Access access = window.enter(
          from, to, {rank != i % (count + 1), rank != (i + 1) % (count + 1)});
      read += access.read;
      written += access.write;
      if (access.read || access.write)
        window.leave({});
    }
  });
  EXPECT_EQ(read, 100 / (count + 1) * count); // where nobody refuses
  EXPECT_EQ(written, 100 / (count + 1) * count);
}

TEST_F(NodeWindows, TooManyObjectsAreNotSeen) {
  std::atomic<int> entered{0};
  inThreads([&](int rank, SharedWindow &window) {
    const std::vector<const void *> many(SharedWindow::maxObjects + (rank == 1),
                                         nullptr);
    std::vector<void *> to(many.size(), nullptr);
    const SharedWindow::Access access = window.enter(many, to, {true, true});
    entered += access.read || access.write;
  });
  EXPECT_EQ(entered, 0);
}

TEST_F(NodeWindows, AgreeOnEqualNumbersAlone) {
  std::atomic<int> wrong{0};
  inThreads([&](int rank, SharedWindow &window) {
    for (std::uint64_t i = 0; i < 500; ++i) {
      const bool isOdd = i % 7 == 0 && rank == 1;
      const bool isWell = i % 11 != 0 || rank != 2;
      wrong +=
          window.agree({.numbers = {i, isOdd ? i + 1 : i}, .isWell = isWell})
              .areAlike != (i % 7 != 0 && i % 11 != 0);
    }
  });
  EXPECT_EQ(wrong, 0);
}

/// A rank that is ahead does not write over what others still read.
TEST_F(NodeWindows, ShowPayloadsWithAnAgreement) {
  std::atomic<int> wrong{0};
  inThreads([&](int rank, SharedWindow &window) {
    for (int i = 0; i < 500; ++i) {
      const bool hasPayload = i % 5 != 0 || rank != 1;
      const auto mark = [&](int of) {
        return static_cast<std::byte>(3 * i + of);
      };
      constexpr std::int32_t begin = 64;
      constexpr auto length = SharedWindow::maxBytes - begin;
      std::array<std::int32_t, count> places;
      places.fill(begin);
      std::memcpy(window.payload(), places.data(), sizeof places);
      std::fill_n(window.payload() + begin, length, mark(rank));
      const auto verdict = window.agree(
          {.numbers = {1, 2}, .isWell = true, .payloadBytes = hasPayload});
      wrong += !verdict.areAlike;
      wrong += verdict.haveAllPayload != (i % 5 != 0);
      for (int of = 0; i % 5 != 0 && of < count; ++of) {
        const std::byte *const message = window.messageFrom(of, rank);
        wrong += std::count(message, message + length, mark(of)) != length;
      }
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST_F(NodeWindows, StorageIsApartAndComesBack) {
  SharedWindow &window = *windows.front();
  void *const all = window.allocate(static_cast<std::size_t>(bytes));
  ASSERT_TRUE(all);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(all) % 4096, 0u);
  EXPECT_EQ(window.allocate(1), nullptr);
  window.release(all, static_cast<std::size_t>(bytes));
  EXPECT_EQ(window.allocate(static_cast<std::size_t>(bytes) + 1), nullptr);
  EXPECT_EQ(window.allocate(static_cast<std::size_t>(bytes) * 100), nullptr);
  auto *const one = static_cast<char *>(window.allocate(5000));
  auto *const other = static_cast<char *>(window.allocate(1));
  ASSERT_TRUE(one && other);
  std::fill_n(one, 5000, 'x');
  *other = 'y';
  EXPECT_EQ(std::count(one, one + 5000, 'x'), 5000);
  EXPECT_FALSE(windows.back()->holds(one));
  window.release(one, 5000);
  window.release(other, 1);
  void *const again = window.allocate(static_cast<std::size_t>(bytes));
  EXPECT_EQ(again, all); // in one piece
  window.release(again, static_cast<std::size_t>(bytes));
}

/// What redist::allocator hands out is seen from the execution on that follows
/// the one in which all know of the heap; or at once, if it was there before.
TEST_F(NodeWindows, HeapsOfProcessesAreSeenOnceAllKnowOfThem) {
  const bool wasThere = ProcessHeap::find() != nullptr;
  constexpr int length = 500;
  ProcessHeap *const heap = ProcessHeap::make();
  if (!heap)
    GTEST_SKIP() << "the system refuses shared memory";
  std::atomic<int> wrong{0};
  inThreads([&](int rank, SharedWindow &window) {
    auto *const source =
        static_cast<int *>(heap->allocate(length * sizeof(int)));
    auto *const part =
        static_cast<int *>(window.allocate(length * sizeof(int)));
    ASSERT_TRUE(source && part && window.holds(source + length - 1));
    std::vector<int> others;
    for (int other = 0; other < count; ++other)
      if (other != rank)
        others.push_back(other);
    for (int i = 0; i < 20; ++i) {
      // One rank at a time has it in its part.
      int *const own = i % count == rank ? part : source;
      std::fill_n(own, length, i * count + rank);
      const void *const sources[] = {own};
      void *const targets[] = {own};
      const auto access = window.enter(sources, targets, {true, true});
      wrong +=
          access.read != (wasThere || i > 0) || access.write != access.read;
      if (!access.read)
        continue;
      for (const int other : others)
        wrong += std::ranges::count(std::span(reinterpret_cast<const int *>(
                                                  window.sourceOf(other, 0)),
                                              length),
                                    i * count + other) != length ||
                 window.targetOf(other, 0) != window.sourceOf(other, 0);
      window.leave(others);
    }
    window.release(part, length * sizeof(int));
    heap->release(source, length * sizeof(int));
  });
  EXPECT_EQ(wrong, 0);
}
