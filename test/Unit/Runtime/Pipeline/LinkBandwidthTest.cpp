//===- LinkBandwidthTest.cpp - Bandwidths of links of nodes ---------------===//
#include "Pipeline/Mapping/LinkBandwidth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace redist::runtime;

/// With whom each rank measures.
static std::vector<LinkPeers> peersOf(const std::vector<int> &nodes) {
  std::vector<LinkPeers> peers;
  for (int rank = 0; rank < std::ssize(nodes); ++rank)
    peers.push_back(linkPeers(nodes, rank));
  return peers;
}

TEST(LinkBandwidth, PairsAreOnOneNodeOrFirstOfTwo) {
  const std::vector<LinkPeers> peers = peersOf({0, 0, 1, 0, 1, 2});
  const auto get = [&](int LinkPeers::*which) {
    std::vector<int> found;
    for (const LinkPeers &one : peers)
      found.push_back(one.*which);
    return found;
  };
  EXPECT_EQ(get(&LinkPeers::inside), (std::vector{1, 0, 4, -1, 2, -1}));
  EXPECT_EQ(get(&LinkPeers::between), (std::vector{2, -1, 0, -1, -1, -1}));
}

TEST(LinkBandwidth, PeersMeasureWithEachOther) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    const int ranks = 1 + static_cast<int>(random() % 12);
    std::vector<int> nodes;
    int count = 0;
    for (int i = 0; i < ranks; ++i) {
      const int node = static_cast<int>(random() % (unsigned(count) + 1));
      count = std::max(count, node + 1);
      nodes.push_back(node);
    }
    const std::vector<LinkPeers> peers = peersOf(nodes);
    int pairs = 0;
    for (int i = 0; i < ranks; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (const int peer = peers[at].inside; peer >= 0) {
        EXPECT_EQ(peers[static_cast<std::size_t>(peer)].inside, i);
        EXPECT_EQ(nodes[static_cast<std::size_t>(peer)], nodes[at]);
      }
      if (const int peer = peers[at].between; peer >= 0) {
        EXPECT_EQ(peers[static_cast<std::size_t>(peer)].between, i);
        EXPECT_NE(nodes[static_cast<std::size_t>(peer)], nodes[at]);
        ++pairs;
      }
    }
    EXPECT_EQ(pairs, count / 2 * 2);
  }
}

TEST(LinkBandwidth, OneNumberWhereLinksAreAlike) {
  const std::vector<int> nodes = {0, 1, 0};
  EXPECT_EQ(linkBandwidths(13, 10, nodes, 3), std::vector{10.0});
  EXPECT_EQ(linkBandwidths(0, 10, nodes, 3), std::vector{10.0});
  EXPECT_EQ(linkBandwidths(10, 0, nodes, 3), std::vector{10.0});
  EXPECT_EQ(linkBandwidths(0, 0, nodes, 1), std::vector{1.0});
  const std::vector<int> many(2000, 0);
  EXPECT_EQ(linkBandwidths(20, 10, many, 1024).size(), 1024U * 1024);
  EXPECT_EQ(linkBandwidths(20, 10, many, 1025), std::vector{10.0});
  EXPECT_EQ(linkBandwidths(20, 10, nodes, 3),
            (std::vector<double>{20, 10, 20, 10, 20, 10, 20, 10, 20}));
  EXPECT_EQ(linkBandwidths(20, 10, nodes, 2),
            (std::vector<double>{20, 10, 10, 20}));
}
