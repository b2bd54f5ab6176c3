//===- NodeReductionTest.cpp - Reductions in memory that ranks share ------===//
//
// Virtual ranks, a thread each, that share a board as processes do; tools that
// watch threads see whether anything is read while it is written. Random rows
// of calls, some to a root, with values of any size, beside a fold in the order
// of ranks; brackets, where rounding tells; operators that throw; ranks that
// cannot go on, or are at another call.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Node/NodeReduction.h"
#include "Reduction/Node/Fold.h"

#include "redist/Reduce.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>

using namespace redist;
using namespace redist::runtime;

/// x -> a x + b, first the left one, then the right one: sides matter.
struct Affine {
  std::uint32_t a, b;
  bool operator==(const Affine &) const = default;
};
struct ThenAffine {
  Affine operator()(const Affine &f, const Affine &g) const {
    return {g.a * f.a, g.a * f.b + g.b};
  }
};
/// An operator that may write both its operands.
struct ConsumeAffine {
  void operator()(Affine &into, Affine &from) const {
    into = ThenAffine()(into, from);
    from = {};
  }
};

class NodeReductions : public testing::Test {
protected:
  /// What is lost between threads would be waited for without end.
  static constexpr unsigned secondsAtMost = 300;
  void SetUp() override { alarm(secondsAtMost); }
  void TearDown() override { alarm(0); }

  void inThreads(int count, const std::function<void(int, NodeBoard &)> &work) {
    auto boards = NodeBoard::forThreads(count);
    if (boards.empty())
      GTEST_SKIP() << "the system refuses shared memory";
    std::vector<std::thread> threads;
    for (int rank = 0; rank < count; ++rank)
      threads.emplace_back(
          [&, rank] { work(rank, *boards[static_cast<std::size_t>(rank)]); });
    for (std::thread &thread : threads)
      thread.join();
  }
};

/// A row of elements on each rank, and what a call makes of it.
template <typename Operator, typename Element> class NodeRow {
public:
  NodeRow(Operator &op, std::vector<Element> &used, std::int64_t stride)
      : values(used), section(elements(values, 0, countOf(stride), stride)),
        operand(
            op, reduction(),
            detail::item_traits<Operator, decltype(section)>::row(section)) {}

  /// Whether the call went on.
  bool reduce(NodeBoard &board, int root, std::uint64_t word, bool isWell,
              NodeFailure &failure) {
    const NodeReduction call = nodeReductionOf(operand, root, false, board);
    NodeValue value;
    std::vector<std::byte> buffer;
    if (isWell)
      value.prepare(call, board, buffer);
    NodeHead head;
    head.words[0] = word;
    return call.way != NodeWay::None &&
           reduceOnBoard(board, call, head, isWell ? &value : nullptr, failure);
  }

private:
  std::int64_t countOf(std::int64_t stride) const {
    return (std::ssize(values) + stride - 1) / stride;
  }

  std::vector<Element> &values;
  element_section<Element> section;
  detail::operand_t<Operator &, element_section<Element> &> operand;
};

template <typename Element> Element elementOf(int rank, std::size_t index);
template <> Affine elementOf<Affine>(int rank, std::size_t index) {
  const auto salt = static_cast<std::uint32_t>(index * 977);
  return {salt + 3 + static_cast<std::uint32_t>(rank),
          salt * 31 + static_cast<std::uint32_t>(rank * rank)};
}
template <> std::int64_t elementOf<std::int64_t>(int rank, std::size_t index) {
  return static_cast<std::int64_t>(index % 1000) * (rank + 7) - 5 * rank;
}
template <> short elementOf<short>(int rank, std::size_t index) {
  return static_cast<short>(static_cast<int>(index % 13) - rank);
}

/// One call on one rank; what is wrong with its result, if anything is.
template <typename Element, typename Operator, typename Serial>
static std::string oneCall(NodeBoard &board, std::minstd_rand &random,
                           Operator op, Serial serial) {
  constexpr std::size_t mostBytes[] = {40, 400, 5000, 100'000, 500'000};
  const int rank = board.rank();
  const std::size_t count =
      random() % (mostBytes[random() % 5] / sizeof(Element)) + 1;
  const int root =
      static_cast<int>(random() % (2 * unsigned(board.size()))) - board.size();
  const std::int64_t stride = random() % 4 == 0 ? 3 : 1;
  std::vector<Element> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = elementOf<Element>(rank, i);
  const std::vector<Element> before = values;
  NodeFailure failure;
  const std::string what = std::to_string(count) + " elements to " +
                           std::to_string(root) + ", stride " +
                           std::to_string(stride);
  NodeRow<Operator, Element> row(op, values, stride);
  if (!row.reduce(board, root < 0 ? -1 : root, 1, true, failure))
    return "no way for " + what;
  if (failure.rank >= 0)
    return "failure of " + what;
  const bool hasResult = root < 0 || root == rank;
  for (std::size_t i = 0; i < count; ++i) {
    Element expected = before[i];
    if (hasResult && i % static_cast<std::size_t>(stride) == 0) {
      expected = elementOf<Element>(0, i);
      for (int other = 1; other < board.size(); ++other)
        expected = serial(expected, elementOf<Element>(other, i));
    }
    if (!(values[i] == expected))
      return "element " + std::to_string(i) + " of " + what;
  }
  return "";
}

TEST_F(NodeReductions, RandomCallsAreFoldsInTheOrderOfRanks) {
  for (int count = 2; count <= 7; ++count)
    inThreads(count, [&](int rank, NodeBoard &board) {
      std::minstd_rand random(static_cast<unsigned>(count)); // alike on all
      for (int i = 0; i < 60; ++i) {
        if (i % 20 == rank)
          usleep(300);
        std::string wrong;
        switch (random() % 4) {
        case 0:
          wrong = oneCall<Affine>(board, random, ThenAffine(), ThenAffine());
          break;
        case 1:
          wrong = oneCall<Affine>(board, random, ConsumeAffine(), ThenAffine());
          break;
        case 2:
          wrong = oneCall<std::int64_t>(board, random, plus(),
                                        std::plus<std::int64_t>());
          break;
        default:
          wrong =
              oneCall<short>(board, random, maximum(),
                             [](short a, short b) { return std::max(a, b); });
        }
        EXPECT_EQ(wrong, "") << count << " ranks, call " << i;
      }
    });
}

/// 2^53 and ones: each bracket rounds otherwise.
TEST_F(NodeReductions, EveryWayHasTheSameBrackets) {
  const auto valueOf = [](int rank) { return rank == 0 ? 0x1p53 : 1.0; };
  const auto inPairs = [&](int ranks) {
    std::vector<double> sums;
    const int surplus =
        ranks - static_cast<int>(std::bit_floor(unsigned(ranks)));
    for (int rank = 0; rank < ranks; ++rank) {
      if (rank < 2 * surplus && rank % 2 == 1)
        sums.back() += valueOf(rank);
      else
        sums.push_back(valueOf(rank));
    }
    for (; sums.size() > 1; sums.resize(sums.size() / 2))
      for (std::size_t i = 0; i < sums.size() / 2; ++i)
        sums[i] = sums[2 * i] + sums[2 * i + 1];
    return sums.front();
  };
  for (int count = 2; count <= 9; ++count)
    inThreads(count, [&](int rank, NodeBoard &board) {
      const auto add = [](double a, double b) { return a + b; };
      for (const std::size_t length : {1, 100, 500, 600, 40'000}) {
        std::vector<double> builtin(length, valueOf(rank));
        std::vector<double> named = builtin;
        NodeFailure failure;
        redist::plus plus;
        EXPECT_TRUE((NodeRow<redist::plus, double>(plus, builtin, 1)
                         .reduce(board, -1, 1, true, failure)));
        EXPECT_TRUE((NodeRow<decltype(add), double>(add, named, 1)
                         .reduce(board, -1, 1, true, failure)));
        EXPECT_EQ(builtin.back(), inPairs(count)) << count << ", " << length;
        EXPECT_EQ(named, builtin) << count << ", " << length;
      }
    });
}

TEST_F(NodeReductions, FailuresLeaveTheItemsOnAllRanks) {
  for (int count = 2; count <= 5; ++count)
    for (int bad = 0; bad < count; ++bad)
      inThreads(count, [&](int rank, NodeBoard &board) {
        const auto add = [&](int a, int b) {
          if (rank == bad)
            throw std::runtime_error("as told");
          return a + b;
        };
        for (const std::size_t length : {1, 900, 5000, 200'000})
          for (int root = -1; root < count; ++root) {
            std::vector<int> values(length, rank);
            NodeFailure failure;
            EXPECT_TRUE((NodeRow<decltype(add), int>(add, values, 1)
                             .reduce(board, root, 1, true, failure)));
            // Rank 0 always does; of stripes each rank has one, but where the
            // root of two ranks combines alone.
            const bool isNeeded = length <= 1024            ? bad == 0
                                  : count == 2 && root >= 0 ? bad == root
                                                            : true;
            EXPECT_EQ(failure.rank == bad, isNeeded || failure.rank >= 0);
            EXPECT_EQ(failure.text == "as told", failure.rank == rank);
            const bool hasResult = root < 0 || root == rank;
            const int expected =
                failure.rank < 0 && hasResult ? count * (count - 1) / 2 : rank;
            EXPECT_EQ(values.back(), expected);
          }
      });
}

TEST_F(NodeReductions, RanksThatDifferOrCannotChangeNothing) {
  inThreads(3, [&](int rank, NodeBoard &board) {
    redist::plus plus;
    for (int i = 0; i < 40; ++i) {
      std::vector<int> values(i % 2 ? 3 : 9000, rank);
      NodeFailure failure;
      const bool isAlone = i % 5 == 1, isUnwell = i % 5 == 2;
      EXPECT_EQ((NodeRow<redist::plus, int>(plus, values, 1)
                     .reduce(board, i % 3 - 1, isAlone && rank == i % 3 ? 2 : 1,
                             !isUnwell || rank != i % 3, failure)),
                !isAlone && !isUnwell);
      const bool hasResult =
          !isAlone && !isUnwell && (i % 3 == 0 || i % 3 - 1 == rank);
      EXPECT_EQ(values.back(), hasResult ? 3 : rank);
    }
  });
}

/// Givers may be some calls ahead of the root, but no further; calls of all
/// ranks come between.
TEST_F(NodeReductions, RootsAreGivenWhatWasSaidEachTime) {
  for (int count = 2; count <= 4; ++count)
    inThreads(count, [&](int rank, NodeBoard &board) {
      redist::plus plus;
      std::minstd_rand random(7);
      for (int i = 0; i < 2000; ++i) {
        const int root = static_cast<int>(random() % 8 ? 0 : random()) % count;
        long value = i * 100 + rank;
        detail::operand_t<redist::plus &, long &> operand(
            plus, reduction(),
            detail::item_traits<redist::plus, long>::row(value));
        const NodeReduction call = nodeReductionOf(operand, root, true, board);
        NodeValue ready;
        std::vector<std::byte> buffer;
        ready.prepare(call, board, buffer);
        const bool isRefused = i % 500 == 77 && rank == (root + 1) % count;
        const Heard heard =
            reduceToRoot(board, call, {}, isRefused ? nullptr : &ready, false);
        const bool hearsIt = i % 500 == 77 && (isRefused || rank == root);
        EXPECT_EQ(heard, hearsIt ? Heard::Refused : Heard::Nothing);
        const long sum = i * 100L * count + count * (count - 1) / 2;
        EXPECT_EQ(value, rank == root && !hearsIt ? sum : i * 100 + rank);
        if (rank == 0 && i % 300 == 0)
          usleep(200);
        if (i % 50 != 3)
          continue;
        NodeFailure failure;
        std::vector<int> values(2, rank);
        EXPECT_TRUE((NodeRow<redist::plus, int>(plus, values, 1)
                         .reduce(board, -1, 1, true, failure)));
        EXPECT_EQ(values.back(), count * (count - 1) / 2);
      }
    });
}

TEST(FoldOrder, FromARankOnIsTheBinomialTree) {
  for (int count = 1; count <= 9; ++count)
    for (int first = 0; first < count; ++first) {
      const FoldOrder order = FoldOrder::from(first, count);
      ASSERT_EQ(order.places(), count);
      for (int place = 0; place < count; ++place) {
        EXPECT_EQ(order.rankAt(place), (place + first) % count);
        EXPECT_FALSE(order.isPair(place));
      }
    }
}
