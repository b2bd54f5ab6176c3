//===- DoorbellTest.cpp - Sleeping until somebody rings -------------------===//
//
// A call that is lost would let a sleeper sleep for `forever`, which each test
// takes as wrong.
//
//===----------------------------------------------------------------------===//
#include "SharedMemory/Doorbell.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

using redist::runtime::Doorbell;
using Clock = std::chrono::steady_clock;

static constexpr std::chrono::seconds forever{60};

TEST(Doorbell, EndsByItself) {
  Doorbell bell;
  constexpr std::chrono::milliseconds time{2};
  const Clock::time_point begin = Clock::now();
  do { // a signal may end it early
    bell.prepareWait();
    bell.sleep(time);
  } while (Clock::now() - begin < time);
  EXPECT_LT(Clock::now() - begin, forever);
}

TEST(Doorbell, DoesNotSleepAfterACall) {
  Doorbell bell;
  const Clock::time_point begin = Clock::now();
  bell.prepareWait();
  bell.ring();
  bell.sleep(forever);
  EXPECT_LT(Clock::now() - begin, forever);
}

TEST(Doorbell, NeverLosesACall) {
  constexpr int rounds = 20'000;
  std::array<Doorbell, 2> bells;
  std::array<std::atomic<int>, 2> done{};
  const auto play = [&](std::size_t own) {
    for (int round = 1; round <= rounds; ++round) {
      // 0 begins each round, 1 answers.
      const int awaited = own == 0 ? round - 1 : round;
      while (done[1 - own].load(std::memory_order_acquire) < awaited) {
        bells[own].prepareWait();
        if (done[1 - own].load(std::memory_order_acquire) < awaited)
          bells[own].sleep(forever);
        else
          bells[own].cancelWait();
      }
      done[own].store(round, std::memory_order_release);
      bells[1 - own].ring();
    }
  };
  const Clock::time_point begin = Clock::now();
  std::thread other(play, 1);
  play(0);
  other.join();
  EXPECT_LT(Clock::now() - begin, forever);
}
