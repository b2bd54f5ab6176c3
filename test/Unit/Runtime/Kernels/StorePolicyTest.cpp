//===- StorePolicyTest.cpp - How to write what another core reads ---------===//
#include "Kernels/StorePolicy.h"

#include <gtest/gtest.h>

#include <map>

using redist::runtime::StoreKind;
using redist::runtime::StorePolicy;

/// How often each kind is chosen for `chunks` chunks that cost so much a byte.
static std::map<StoreKind, int> run(StorePolicy &choice, int chunks,
                                    double cached, double streaming) {
  std::map<StoreKind, int> uses;
  for (int i = 0; i < chunks; ++i) {
    const StoreKind kind = choice.next();
    ++uses[kind];
    constexpr std::int64_t bytes = 64 * 1024;
    const double cost = kind == StoreKind::Cached ? cached : streaming;
    choice.note(kind, bytes, cost * bytes);
  }
  return uses;
}

TEST(StorePolicy, CachedWhereCoresShareACache) {
  StorePolicy choice;
  auto uses = run(choice, 1000, 1.5, 1.0);
  EXPECT_GT(uses[StoreKind::Cached], 950);
  EXPECT_GT(uses[StoreKind::NonTemporal], 10); // it goes on trying
}

TEST(StorePolicy, StreamingWhereTheyDoNot) {
  StorePolicy choice;
  EXPECT_GT(run(choice, 1000, 8.0, 1.0)[StoreKind::NonTemporal], 900);
}

TEST(StorePolicy, FollowsARankThatMoves) {
  StorePolicy choice;
  run(choice, 1000, 1.5, 1.0);
  EXPECT_GT(run(choice, 4000, 8.0, 1.0)[StoreKind::NonTemporal], 2000);
  EXPECT_GT(run(choice, 1000, 1.5, 1.0)[StoreKind::Cached], 800);
}

TEST(StorePolicy, DisturbancesAndSmallChunksTellNothing) {
  StorePolicy choice;
  run(choice, 100, 1.5, 1.0);
  choice.note(StoreKind::Cached, 64 * 1024, 1e6);
  choice.note(StoreKind::Cached, 64, 1e6);
  EXPECT_EQ(choice.best(), StoreKind::Cached);
}
