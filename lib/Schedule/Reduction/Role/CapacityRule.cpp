//===- CapacityRule.cpp - Role of a rank in the optimal tree --------------===//
//
// A machine whose last combine ends at F can give its k-th last child, k = 0,
// 1, ..., a transfer that starts at F - A - kB and with it at most
// N(F - A - kB) elements (Capacity.h). The elements left and right of it are
// given away from k = 0 on, as many as fit, from the outside in, each time of
// the side that has more left.
//
// This always succeeds. Let S be what the children after k can hold together,
// cap what k can hold; cap <= S + 1 since A >= B. As long as left + right <=
// cap + S: where the larger side fills cap, left + right - cap <= S is left;
// where it does not, the smaller side, at most cap - 1 <= S. So any rank can be
// the sink (docs/SchedulingMath.md, section 12), and no other order of filling
// needs fewer children.
//
//   A = 2, B = 1, 8 ranks, root 3, length 5: caps 3, 2, 1, 1
//   right gets 3 (ranks 5-7), left 2 (0-1), right 1 (4), left 1 (2)
//
// Machines other than the sink are the lowest of their ranges.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Cost/Capacity.h"
#include "Reduction/Role/ReductionRule.h"

#include <algorithm>

using namespace redist::schedule;

/// A machine, what it combines besides its own element, and until when.
struct MachineRange {
  std::int64_t head = 0;  ///< the machine's own position
  std::int64_t left = 0;  ///< positions directly before it
  std::int64_t right = 0; ///< and after it
  std::int64_t finish = 0;

  bool contains(std::int64_t position) const {
    return head - left <= position && position <= head + right;
  }
};

/// The children of a range, from the last one combined on.
class ChildWalk {
public:
  ChildWalk(const Capacity &given, const MachineRange &parent)
      : capacity(given), rest(parent), start(parent.finish) {
    start -= capacity.turn();
  }

  bool atEnd() const { return rest.left == 0 && rest.right == 0; }
  bool nextIsLeft() const { return rest.left > rest.right; }
  MachineRange next() {
    const bool left = nextIsLeft();
    std::int64_t &side = left ? rest.left : rest.right;
    const std::int64_t size = std::min(capacity(start), side);
    assert(size > 0 && "the finish leaves no time for all elements");
    const std::int64_t first =
        left ? rest.head - side : rest.head + side - size + 1;
    const MachineRange child = {first, 0, size - 1, start};
    side -= size;
    start -= capacity.cadence();
    return child;
  }

private:
  const Capacity &capacity;
  MachineRange rest;
  std::int64_t start;
};

class CapacityRule final : public ReductionRule {
public:
  CapacityRule(const ReductionProblem &problem, std::int64_t length);

  ReductionPlacement place(std::int64_t root) const override {
    return {root, root, {}};
  }
  ReductionRole role(std::int64_t rank,
                     const ReductionPlacement &) const override;
  std::span<const std::int32_t> parents() const override { return {}; }
  std::string_view method() const override { return "greedy, closed form"; }

private:
  std::int64_t ranks;
  bool ordered;
  /// Costs that are all 0 take the tree of fewest rounds; all times are 0.
  bool isFree;
  Capacity capacity;
  std::int64_t finish;
};

CapacityRule::CapacityRule(const ReductionProblem &problem, std::int64_t length)
    : ranks(problem.ranks), ordered(problem.ordered),
      isFree(problem.cost.turn() == 0),
      capacity(isFree ? Capacity(1, 1)
                      : Capacity(problem.cost.turn(), problem.cost.cadence())),
      finish(isFree ? ceilLog2(ranks) : length) {}

ReductionRole CapacityRule::role(std::int64_t rank,
                                 const ReductionPlacement &place) const {
  const std::int64_t root = place.root;
  // Positions are ranks where the order counts, else they begin at the root.
  const std::int64_t position = ordered        ? rank
                                : rank >= root ? rank - root
                                               : rank - root + ranks;
  const auto rankAt = [&](std::int64_t at) {
    return ordered ? at : at < ranks - root ? root + at : at - (ranks - root);
  };
  const auto timeOf = [&](std::int64_t time) { return isFree ? 0 : time; };

  MachineRange range = ordered
                           ? MachineRange{root, root, ranks - 1 - root, finish}
                           : MachineRange{0, 0, ranks - 1, finish};
  ReductionRole role;
  while (range.head != position) {
    role.parent = rankAt(range.head);
    ChildWalk walk(capacity, range);
    do
      range = walk.next();
    while (!range.contains(position));
  }
  role.start = timeOf(range.finish);
  for (ChildWalk walk(capacity, range); !walk.atEnd();) {
    const bool isLeft = walk.nextIsLeft();
    const MachineRange child = walk.next();
    role.children.push_back({rankAt(child.head), isLeft, timeOf(child.finish)});
  }
  std::reverse(role.children.begin(), role.children.end());
  return role;
}

ReductionRulePointer
redist::schedule::makeCapacityRule(const ReductionProblem &problem,
                                   std::int64_t length) {
  return std::make_shared<CapacityRule>(problem, length);
}
