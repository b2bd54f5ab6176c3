//===- Regions.cpp - Which code belongs to which stage ---------*- C++ -*-===//
//
// Marks are propagated along the ways of the control flow.
//
//===----------------------------------------------------------------------===//
#include "Code/Regions.h"

#include "Code/Lowering.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace redistc::effects {

/// The loop and the part that a mark names.
static std::optional<std::pair<unsigned, unsigned>>
markOf(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || !call->getCalledFunction() ||
      call->getCalledFunction()->getName() != markName)
    return std::nullopt;
  const auto number = [&](unsigned at) {
    return static_cast<unsigned>(
        cast<ConstantInt>(call->getArgOperand(at))->getZExtValue());
  };
  return std::pair(number(0), number(1));
}

DenseSet<const BasicBlock *>
reachableFrom(ArrayRef<const BasicBlock *> starts) {
  DenseSet<const BasicBlock *> reached;
  SmallVector<const BasicBlock *, 32> open(starts);
  while (!open.empty()) {
    const BasicBlock *block = open.pop_back_val();
    if (reached.insert(block).second)
      open.append(succ_begin(block), succ_end(block));
  }
  return reached;
}

namespace {
/// One loop of a function.
class RegionFinder {
public:
  RegionFinder(Function &around, const DominatorTree &tree,
               const LoopInfo &loops, unsigned index)
      : function(around), dominators(tree), number(index) {
    for (const BasicBlock &block : function)
      for (const Instruction &at : block)
        if (const auto mark = markOf(at); mark && mark->first == number)
          note(at, mark->second, loops);
  }

  Region find() {
    if (!loop)
      return region;
    propagate();
    findAfter();
    findLocals();
    return region;
  }

private:
  void note(const Instruction &at, unsigned markedPart, const LoopInfo &loops) {
    if (markedPart == part::Stage) {
      region.variables = cast<CallBase>(&at);
      loop = loops.getLoopFor(at.getParent());
    }
  }

  bool isInside(const BasicBlock *block) const {
    return loop->contains(block) || throwing.contains(block);
  }

  /// Whether an exception begins there: no way leads on but by a landing pad.
  static bool isLeft(const BasicBlock *block) {
    SmallVector<const BasicBlock *, 8> open = {block};
    DenseSet<const BasicBlock *> seen;
    while (!open.empty()) {
      const BasicBlock *next = open.pop_back_val();
      if (next->isLandingPad() || !seen.insert(next).second)
        continue;
      if (isa<ReturnInst, ResumeInst>(next->getTerminator()))
        return false;
      append_range(open, successors(next));
    }
    return true;
  }

  /// A block behind a stage, outside of the loop, that throws: it is the
  /// stage's. A break has left the stage before (Final).
  bool isThrown(const BasicBlock *next, Parts now) {
    if (now >> part::Stage == 0 || (now & part::ofAll) != 0 ||
        next->isLandingPad() || !isLeft(next))
      return false;
    throwing.insert(next);
    return true;
  }

  /// What holds at a place of the code.
  struct Way {
    Parts now = 0;  ///< the parts that the place may belong to
    Parts done = 0; ///< stages that may have been executed
    bool operator==(const Way &) const = default;
  };

  /// At the beginnings of blocks, until nothing changes.
  void propagate() {
    DenseMap<const BasicBlock *, Way> atBegin;
    SmallVector<const BasicBlock *, 32> open = {loop->getHeader()};
    const Way first{Parts(1) << part::Header, 0};
    atBegin[loop->getHeader()] = first;
    while (!open.empty()) {
      const BasicBlock *block = open.pop_back_val();
      Way way = atBegin[block];
      for (const Instruction &at : *block) {
        if (const auto mark = markOf(at); mark && mark->first == number)
          way.now = Parts(1) << mark->second;
        way.done |= way.now & ~Parts(part::ofAll);
        region.parts[&at] |= way.now;
        region.done[&at] |= way.done;
      }
      for (const BasicBlock *next : successors(block)) {
        if (!isInside(next) && !isThrown(next, way.now))
          continue;
        Way &known = atBegin[next];
        const Way joined =
            next == loop->getHeader()
                ? first
                : Way{known.now | way.now, known.done | way.done};
        if (joined != known) {
          known = joined;
          open.push_back(next);
        }
      }
    }
  }

  void findAfter() {
    SmallVector<const BasicBlock *, 4> exits;
    for (const BasicBlock *block : loop->blocks())
      for (const BasicBlock *next : successors(block))
        if (!isInside(next) && !next->isLandingPad())
          exits.push_back(next);
    region.after = reachableFrom(exits);
  }

  bool isOnlyInside(const AllocaInst &variable) const {
    return all_of(variable.users(), [&](const User *user) {
      const auto *at = dyn_cast<Instruction>(user);
      if (!at)
        return true;
      const BasicBlock *block = at->getParent();
      return isInside(block) ||
             (dominators.dominates(loop->getHeader(), block) &&
              !region.after.contains(block));
    });
  }

  void findLocals() {
    for (const Instruction &at : function.getEntryBlock())
      if (const auto *variable = dyn_cast<AllocaInst>(&at);
          variable && isOnlyInside(*variable))
        region.locals.insert(variable);
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &at : *block)
        if (const auto *variable = dyn_cast<AllocaInst>(&at))
          region.locals.insert(variable);
  }

  Function &function;
  const DominatorTree &dominators;
  unsigned number;
  const Loop *loop = nullptr;
  DenseSet<const BasicBlock *> throwing; ///< of stages, outside of the loop
  Region region;
};
} // namespace

std::map<unsigned, Region> findRegions(Function &function) {
  std::map<unsigned, Region> regions;
  for (const BasicBlock &block : function)
    for (const Instruction &at : block)
      if (const auto mark = markOf(at))
        regions.try_emplace(mark->first);
  if (regions.empty())
    return regions;
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  for (auto &[index, region] : regions)
    region = RegionFinder(function, dominators, loops, index).find();
  return regions;
}

} // namespace redistc::effects
