//===- NodeReduction.cpp - Reductions in memory that ranks share ----------===//
#include "Reduction/Node/NodeReduction.h"

#include "Reduction/Node/Fold.h"
#include "Support/ExceptionMessage.h"

#include <algorithm>

namespace redist::runtime {

using detail::builtin_operator;
using detail::builtin_type;

/// Beyond this a rank does not read the values of all others by itself.
static constexpr std::size_t flatBytes = 32 * 1024;
/// Ranks that read each other's slots without getting into each other's way.
static constexpr int flatRanks = 16, flatRanksCrowded = 64;

/// Under a built-in operator.
static bool areNumbers(const detail::operand &items) {
  const detail::builtin_reduction known = items.builtin();
  return known.op != builtin_operator::none && known.type != builtin_type::none;
}

/// Null: the operand combines.
static NumberLoop *loopOf(const detail::operand &items) {
  const detail::builtin_reduction known = items.builtin();
  // Complex numbers add part by part, and do nothing else so.
  return areNumbers(items) &&
                 (!known.is_complex || known.op == builtin_operator::plus)
             ? numberLoop(known.type, known.op)
             : nullptr;
}

/// Where a value of fixed size may be cut; 0: nowhere.
static std::int64_t grainOf(const detail::operand &items) {
  const std::int64_t count = std::max<std::int64_t>(1, items.builtin().count);
  return loopOf(items) ? std::max<std::int64_t>(1, items.fixed_bytes() / count)
                       : items.grain_bytes();
}

/// All but the way, of a value of fixed size.
static NodeReduction describe(detail::operand &items, int root) {
  NodeReduction made;
  made.items = &items;
  made.bytes = static_cast<std::size_t>(items.fixed_bytes());
  made.root = root;
  made.grain = static_cast<std::size_t>(grainOf(items));
  made.loop = loopOf(items);
  made.isQuiet = areNumbers(items) || items.is_quiet();
  return made;
}

bool fitsStripes(const detail::operand &items, int stripes) {
  const std::int64_t bytes = items.fixed_bytes();
  if (bytes <= static_cast<std::int64_t>(NodeBoard::valueBytes))
    return false;
  const std::int64_t grain = grainOf(items);
  return grain > 0 &&
         grain <= static_cast<std::int64_t>(FoldScratch::blockBytes) &&
         bytes / grain >= stripes;
}

NodeReduction nodeReductionOf(detail::operand &items, int root, bool isBuiltin,
                              const NodeBoard &board) {
  if (items.fixed_bytes() < 0)
    return {};
  NodeReduction made = describe(items, root);
  const bool isKnown = isBuiltin || areNumbers(items);
  made.isQuiet |= isBuiltin;
  const auto ranks = static_cast<std::size_t>(board.size());
  const int most = board.isCrowded() ? flatRanksCrowded : flatRanks;
  if (isKnown && made.bytes <= NodeBoard::valueBytes && board.size() <= most &&
      made.bytes * ranks <= flatBytes)
    made.way = NodeWay::Flat;
  else if (made.bytes <= NodeBoard::valueBytes)
    made.way = NodeWay::Tree;
  else if (fitsStripes(items, board.size()))
    made.way = NodeWay::Stripes;
  return made;
}

NodeReduction reductionOverNodes(detail::operand &items, int rootRank,
                                 const NodeBoard &board,
                                 StripeExchange &exchange) {
  const std::vector<int> &ranks = board.ranks();
  const auto place = std::find(ranks.begin(), ranks.end(), rootRank);
  // A root elsewhere has a number that is none of this board.
  NodeReduction made = describe(
      items, rootRank < 0 ? -1 : static_cast<int>(place - ranks.begin()));
  made.way = NodeWay::Stripes;
  made.exchange = &exchange;
  made.rootRank = rootRank;
  return made;
}

/// What changes before all is combined must be no item of the user's where a
/// combine may throw.
void NodeValue::prepare(const NodeReduction &call, NodeBoard &board,
                        std::vector<std::byte> &buffer) {
  hasResult = call.root < 0 || call.root == board.rank();
  const bool isEarly = call.way == NodeWay::Stripes && !call.isQuiet;
  if (hasResult && !isEarly)
    target = call.items->in_place();
  if (hasResult && !target)
    call.items->begin();
  value = target ? target : call.items->pack(buffer).data;
  if (call.way == NodeWay::Stripes && !board.provideStage())
    throw std::bad_alloc();
}

static constexpr std::uint32_t hasValue = 1;

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

namespace {

struct CombineValues {
  const NodeReduction &call;

  void operator()(std::byte *into, const std::byte *from,
                  std::size_t bytes) const {
    const auto size = static_cast<std::int64_t>(bytes);
    if (call.loop)
      call.loop(nullptr, into, size, from, size, size, 1);
    else
      call.items->combine_bytes(into, const_cast<std::byte *>(from), bytes);
  }
};

} // namespace

/// The values that `valueOf(rank)` shows, into `into`.
template <typename ValueOf>
static void foldInto(std::byte *into, std::size_t bytes,
                     const NodeReduction &call, const FoldOrder &order,
                     FoldScratch &scratch, ValueOf valueOf) {
  Fold(order, valueOf, CombineValues{call}, !call.loop, scratch)
      .run(into, bytes);
}

static void giveResult(const NodeReduction &call, const NodeValue &value,
                       const std::byte *result) {
  if (!value.target)
    call.items->assign(result, call.bytes, 0);
  else if (call.bytes > 0 && value.target != result)
    std::memcpy(value.target, result, call.bytes);
  call.items->commit();
}

//===----------------------------------------------------------------------===//
// Flat
//===----------------------------------------------------------------------===//

static void reduceFlat(NodeBoard &board, const NodeReduction &call,
                       const FoldOrder &order, const NodeValue &value) {
  FoldScratch scratch;
  std::byte *const into =
      value.target ? value.target : scratch.blocks[FoldScratch::levels - 1];
  foldInto(into, call.bytes, call, order, scratch,
           [&](int rank) { return board.slotOf(rank).value; });
  giveResult(call, value, into);
}

//===----------------------------------------------------------------------===//
// Tree
//===----------------------------------------------------------------------===//

namespace {

/// One rank's part of it, in its own slot.
class TreeOfSlots {
public:
  TreeOfSlots(NodeBoard &usedBoard, const NodeReduction &given,
              NodeFailure &usedFailure)
      : board(usedBoard), call(given), failure(usedFailure) {}

  /// Step 1: a rank has combined what it passes on; step 2: rank 0 has all.
  void combine() {
    const int rank = board.rank();
    const int power = static_cast<int>(std::bit_floor(unsigned(board.size())));
    const int surplus = board.size() - power;
    const bool isPaired = rank < 2 * surplus;
    if (isPaired && rank % 2 == 1)
      return;
    bool isLeaf = !isPaired;
    if (isPaired)
      take(rank + 1, true);
    const int place = isPaired ? rank / 2 : rank - surplus;
    for (int distance = 1; distance < power; distance *= 2) {
      if (place & distance) {
        if (!isLeaf)
          board.publishStep(1);
        return;
      }
      const int other = place + distance;
      take(other < surplus ? 2 * other : other + surplus,
           distance == 1 && other >= surplus);
      isLeaf = false;
    }
    board.publishStep(2);
  }

private:
  void take(int child, bool isLeaf) {
    if (!isLeaf)
      board.awaitStep(child, 1);
    NodeBoard::Slot &own = board.own();
    const NodeBoard::Slot &other = board.slotOf(child);
    if (own.head.failedRank >= 0)
      return;
    if (other.head.failedRank >= 0) {
      own.head.failedRank = other.head.failedRank;
      return;
    }
    try {
      alignas(64) std::byte from[NodeBoard::valueBytes];
      std::memcpy(from, other.value, call.bytes);
      CombineValues{call}(own.value, from, call.bytes);
    } catch (...) {
      own.head.failedRank = board.rank();
      failure.text = messageOfException();
    }
  }

  NodeBoard &board;
  const NodeReduction &call;
  NodeFailure &failure;
};

} // namespace

static void reduceByTree(NodeBoard &board, const NodeReduction &call,
                         const NodeValue &value, NodeFailure &failure) {
  TreeOfSlots(board, call, failure).combine();
  if (value.hasResult || !call.isQuiet) {
    board.awaitStep(0, 2);
    const NodeBoard::Slot &slot = board.slotOf(0);
    failure.rank = slot.head.failedRank;
    if (failure.rank < 0 && value.hasResult)
      giveResult(call, value, slot.value);
  }
  board.endSteps(2);
}

//===----------------------------------------------------------------------===//
// Stripes
//===----------------------------------------------------------------------===//

namespace {

/// Of one rank:
///
///   stage(0), the call is published
///   combine(k): the own stripe of what all have on the stage     step 2k + 1
///   stage(k + 1)                                                 step 2k + 2
///   take(k): the others' stripes, where there is a result
///
/// With three pieces of stage, those of round k - 2 are free for round k + 1:
/// all have staged round k, and so combined round k - 1 and taken round k - 2.
///
/// Over several nodes, in turn k:
///
///   stage(k + 1)                                                 step 2k + 1
///   combine(k), startScatter(k)
///   combineNodes(k - 1): with what other nodes have, startGather(k - 1)
///   endMessages(k - 2): the own stripe is a result               step 2k + 2
///   take(k - 3)
///
/// All have staged round k once they are at step 2k - 1, and then they have
/// taken round k - 5: with six pieces, round k + 1 may be staged.
class Stripes {
public:
  Stripes(NodeBoard &usedBoard, const NodeReduction &given,
          const NodeValue &own)
      : board(usedBoard), call(given), value(own),
        isRootAlone(call.root >= 0 && board.size() == 2 && !call.exchange) {
    unit = lineBytes % call.grain == 0 ? lineBytes : call.grain;
    const std::size_t room = wantedChunk() / unit * unit;
    rounds = (call.bytes + room - 1) / room;
    chunk = roundedUp((call.bytes + rounds - 1) / rounds);
    block = FoldScratch::blockBytes / unit * unit;
  }

  /// The own value, but for the own stripe: nobody else reads that.
  void stage(std::size_t round) {
    std::byte *const piece = board.piece(board.rank(), round);
    for (int rank = 0; rank < board.size(); ++rank)
      if (const Range stripe = stripeOf(rank, round);
          rank != board.rank() && stripe.size > 0)
        std::memcpy(piece + stripe.begin,
                    value.value + round * chunk + stripe.begin, stripe.size);
  }

  void run(NodeFailure &failure) {
    if (call.exchange)
      runOnNodes(failure);
    else
      runOnNode(failure);
  }

private:
  static constexpr std::size_t lineBytes = 64;
  struct Range {
    std::size_t begin, size; ///< in the round's chunk
  };

  void runOnNode(NodeFailure &failure) {
    for (std::size_t round = 0; round < rounds; ++round) {
      if (round > 0)
        awaitAll(2 * round);
      combine(round, failure);
      board.publishStep(2 * round + 1);
      if (round + 1 < rounds) {
        stage(round + 1);
        board.publishStep(2 * round + 2);
      }
      if (value.hasResult) {
        awaitAll(2 * round + 1);
        take(round);
      }
    }
    if (!call.isQuiet)
      findFailure(failure);
    board.endSteps(2 * rounds);
    board.endRounds(rounds);
  }

  /// Messages of two rounds are under way while another one is combined.
  void runOnNodes(NodeFailure &failure) {
    const std::size_t turns = rounds + 3;
    for (std::size_t turn = 0; turn < turns; ++turn) {
      const auto isRound = [&](std::size_t behind) {
        return turn >= behind && turn - behind < rounds;
      };
      if (turn > 0)
        awaitAll(2 * turn - 1);
      if (turn + 1 < rounds)
        stage(turn + 1);
      board.publishStep(2 * turn + 1);
      if (isRound(0)) {
        combine(turn, failure);
        call.exchange->startScatter(turn, ownStripe(turn));
      }
      if (isRound(1))
        combineNodes(turn - 1, failure);
      if (isRound(2))
        endMessages(turn - 2);
      board.publishStep(2 * turn + 2);
      if (isRound(3) && value.hasResult) {
        awaitAll(2 * turn);
        take(turn - 3);
      }
    }
    board.endSteps(2 * turns);
    board.endRounds(rounds);
  }
  StripeExchange::Stripe ownStripe(std::size_t round) const {
    const Range stripe = stripeOf(board.rank(), round);
    return {board.piece(board.rank(), round) + stripe.begin, stripe.size, unit};
  }
  /// Messages go on after a failure: others wait for them.
  void combineNodes(std::size_t round, NodeFailure &failure) {
    const StripeExchange::Stripe stripe = ownStripe(round);
    call.exchange->finishScatter(round);
    attempt(failure, [&] {
      call.exchange->fold(round, stripe, CombineValues{call}, !call.loop,
                          scratch);
    });
    call.exchange->startGather(round, stripe, call.rootRank);
  }
  void endMessages(std::size_t round) {
    call.exchange->finishGather(round);
    const StripeExchange::Stripe stripe = ownStripe(round);
    const Range range = stripeOf(board.rank(), round);
    if (value.hasResult && range.size > 0)
      std::memcpy(const_cast<std::byte *>(value.value) + round * chunk +
                      range.begin,
                  stripe.data, range.size);
  }

  /// The root combines while the other one stages the next round.
  std::size_t wantedChunk() const {
    if (isRootAlone)
      return std::clamp<std::size_t>(call.bytes / 4, 16 * 1024, 64 * 1024);
    if (!call.exchange)
      return NodeBoard::pieceBytes;
    return call.exchange->chunkBytes(call.bytes);
  }
  std::size_t roundedUp(std::size_t bytes) const {
    return (bytes + unit - 1) / unit * unit;
  }
  Range stripeOf(int rank, std::size_t round) const {
    const std::size_t size = std::min(chunk, call.bytes - round * chunk);
    if (isRootAlone)
      return {0, rank == call.root ? size : 0};
    const auto ranks = static_cast<std::size_t>(
        call.exchange ? call.exchange->stripes() : board.size());
    const std::size_t length = roundedUp((size + ranks - 1) / ranks);
    const std::size_t begin =
        std::min(size, static_cast<std::size_t>(rank) * length);
    return {begin, std::min(length, size - begin)};
  }
  void awaitAll(std::uint64_t step) const {
    for (int rank = 0; rank < board.size(); ++rank)
      if (rank != board.rank())
        board.awaitStep(rank, step);
  }

  /// What throws is this rank's failure. Nothing is combined any more then.
  template <typename Step> void attempt(NodeFailure &failure, Step step) {
    if (!failure.text.empty())
      return;
    try {
      step();
    } catch (...) {
      board.own().head.failedRank = board.rank();
      failure.text = messageOfException();
      if (failure.text.empty())
        failure.text = "unknown problem";
    }
  }
  /// Where the result is wanted, and into the own piece of stage for others. On
  /// several nodes it is no result yet, and goes to the stage alone.
  void combine(std::size_t round, NodeFailure &failure) {
    const Range stripe = stripeOf(board.rank(), round);
    const std::byte *const mine = value.value + round * chunk;
    std::byte *const result = board.piece(board.rank(), round);
    const bool isWanted = value.hasResult && !call.exchange;
    attempt(failure, [&] {
      for (std::size_t at = stripe.begin; at < stripe.begin + stripe.size;
           at += block) {
        const std::size_t size =
            std::min(block, stripe.begin + stripe.size - at);
        std::byte *const into = isWanted && call.root >= 0
                                    ? scratch.blocks[FoldScratch::levels - 1]
                                    : result + at;
        foldInto(into, size, call, order, scratch, [&](int rank) {
          return (rank == board.rank() ? mine : board.piece(rank, round)) + at;
        });
        if (isWanted)
          std::memcpy(const_cast<std::byte *>(mine) + at, into, size);
      }
    });
    // Operators on other nodes are given nothing that is no value.
    if (call.exchange && !failure.text.empty() && stripe.size > 0)
      std::memcpy(result + stripe.begin, mine + stripe.begin, stripe.size);
  }
  void take(std::size_t round) {
    std::byte *const to = const_cast<std::byte *>(value.value) + round * chunk;
    for (int i = 1; i < board.size(); ++i) {
      const int rank = (board.rank() + i) % board.size();
      if (const Range stripe = stripeOf(rank, round); stripe.size > 0)
        std::memcpy(to + stripe.begin, board.piece(rank, round) + stripe.begin,
                    stripe.size);
    }
  }
  /// The lowest rank on which a combine has thrown.
  void findFailure(NodeFailure &failure) {
    awaitAll(2 * rounds - 1);
    for (int rank = 0; rank < board.size() && failure.rank < 0; ++rank)
      failure.rank = board.slotOf(rank).head.failedRank;
  }

  NodeBoard &board;
  const NodeReduction &call;
  const NodeValue &value;
  bool isRootAlone; ///< combines: two ranks have nothing to share out
  FoldOrder order = FoldOrder::inPairs(board.size());
  FoldScratch scratch;
  std::size_t unit, rounds, chunk, block;
};

} // namespace

//===----------------------------------------------------------------------===//
// A call
//===----------------------------------------------------------------------===//

/// Shows the own words, and the value where there is one.
static void show(NodeBoard &board, const NodeReduction &call,
                 const NodeHead &head, const NodeValue *value) {
  NodeBoard::Slot &own = board.enter();
  own.head = head;
  own.head.failedRank = -1;
  own.head.flags = value ? hasValue : 0;
  if (value && call.way == NodeWay::Stripes)
    Stripes(board, call, *value).stage(0);
  else if (value && call.bytes > 0)
    std::memcpy(own.value, value->value, call.bytes);
  board.publish(call.way == NodeWay::Stripes ? 0 : call.bytes);
}

bool reduceOnBoard(NodeBoard &board, const NodeReduction &call,
                   const NodeHead &head, const NodeValue *value,
                   NodeFailure &failure) {
  show(board, call, head, value);
  bool areAlike = value != nullptr;
  for (int rank = 0; rank < board.size(); ++rank)
    if (rank != board.rank()) {
      const NodeHead &other = board.await(rank).head;
      areAlike &= other.words == head.words && other.flags == hasValue;
    }
  board.haveAllEntered();
  if (areAlike) {
    if (call.way == NodeWay::Stripes)
      Stripes(board, call, *value).run(failure);
    else if (call.way == NodeWay::Tree)
      reduceByTree(board, call, *value, failure);
    else if (value->hasResult)
      reduceFlat(board, call, FoldOrder::inPairs(board.size()), *value);
    if (call.way == NodeWay::Stripes && failure.rank < 0 && !call.exchange)
      giveResult(call, *value);
  }
  board.leave(false);
  return areAlike;
}

void giveResult(const NodeReduction &call, const NodeValue &value) {
  if (value.hasResult)
    giveResult(call, value, value.value);
}

Heard reduceToRoot(NodeBoard &board, const NodeReduction &call,
                   const NodeHead &head, const NodeValue *value, bool ordered) {
  show(board, call, head, value);
  Heard heard = value ? Heard::Nothing : Heard::Refused;
  if (board.rank() == call.root) {
    for (int rank = 0; rank < board.size(); ++rank)
      if (rank != board.rank()) {
        const NodeHead &other = board.await(rank).head;
        if (other.words != head.words)
          heard = Heard::Differs;
        else if (other.flags != hasValue && heard == Heard::Nothing)
          heard = Heard::Refused;
      }
    if (heard == Heard::Nothing)
      reduceFlat(board, call,
                 FoldOrder::from(ordered ? 0 : call.root, board.size()),
                 *value);
  }
  board.leave(board.rank() == call.root);
  return heard;
}

} // namespace redist::runtime
