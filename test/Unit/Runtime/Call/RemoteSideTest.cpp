//===- RemoteSideTest.cpp - Words of one side of an intercommunicator -----===//
//
// The words that a side sends give that side again. Words of another version of
// the runtime, and words that end too early, are refused.
//
//===----------------------------------------------------------------------===//
#include "Call/RemoteSide.h"

#include <gtest/gtest.h>

#include <vector>

using namespace redist;
using namespace redist::runtime;

namespace {

constexpr std::size_t versionWord = 1; // behind isStarted

/// A sender's side with everything that has words.
class RemoteSideTest : public testing::Test {
protected:
  RemoteSideTest() {
    call.direction = Direction::Sent;
    call.strategy = "greedy";
    call.source.dimensions = 2;
    call.source.sections = {whole(9), slice(1, 4, 2)};
    call.source.extents = {9, 12};
    call.source.given = layout({gen_block(sizes), cyclic(3)})
                            .onto({2, copies(3), 1})
                            .ranks(ranks)
                            .room({1, {2, 0}});
    words = wordsOf(call, true);
  }

  static std::string refusalOf(const std::vector<std::int64_t> &words) {
    try {
      sideOf(words);
    } catch (const error &e) {
      return e.what();
    }
    return "";
  }

  const std::vector<int> sizes = {4, 5}, ranks = {5, 0, 1, 4, 2, 3};
  Call call;
  std::vector<std::int64_t> words;
};

TEST_F(RemoteSideTest, GiveTheSideAgain) {
  const auto side = sideOf(words);
  EXPECT_EQ(side->sizes[0], (std::vector<std::int64_t>{4, 5}));
  EXPECT_EQ(side->ranks, ranks);
  EXPECT_EQ(side->strategy, "greedy");
  EXPECT_EQ(side->side.sections[1].stride, 2);
  EXPECT_EQ(side->side.given.holders[0].ranks, 3);
  EXPECT_EQ(side->side.given.widths[1].before, 2);
  EXPECT_TRUE(side->isSource);
}

TEST_F(RemoteSideTest, RefuseAnotherVersion) {
  const std::string refused =
      "the two sides of the intercommunicator have been linked with different "
      "versions of the runtime";
  for (const std::int64_t change : {-1, 1, 1000}) {
    std::vector<std::int64_t> other = words;
    other[versionWord] += change;
    EXPECT_EQ(refusalOf(other), refused);
  }
  for (std::size_t count = 0; count < words.size(); ++count)
    EXPECT_EQ(refusalOf({words.begin(),
                         words.begin() + static_cast<std::ptrdiff_t>(count)}),
              refused)
        << count << " of " << words.size() << " words";
  EXPECT_EQ(refusalOf(words), "");
}

} // namespace
