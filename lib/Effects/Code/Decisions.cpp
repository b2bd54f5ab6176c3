//===- Decisions.cpp - The conditions that choose a value ------*- C++ -*-===//
//
// By the dominators of blocks: ways to a block part behind its dominator.
//
//===----------------------------------------------------------------------===//
#include "Code/Decisions.h"

#include "llvm/IR/CFG.h"

#include <utility>

using namespace llvm;

namespace redistc::effects {

// LLVM's trees take functions that they do not change.
Decisions::Decisions(const Function &function)
    : dominators(const_cast<Function &>(function)),
      postDominators(const_cast<Function &>(function)) {
  SmallVector<const BasicBlock *, 8> open;
  for (const BasicBlock &block : function)
    if (isa<ReturnInst>(block.getTerminator()) &&
        returning.insert(&block).second)
      open.push_back(&block);
  while (!open.empty())
    for (const BasicBlock *before : predecessors(open.pop_back_val()))
      if (returning.insert(before).second)
        open.push_back(before);
}

const BasicBlock *Decisions::dominatorOf(const BasicBlock *block) const {
  const DomTreeNode *node = dominators.getNode(block);
  return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
}

/// The blocks on the ways from `first`, its dominator, to the block.
SmallPtrSet<const BasicBlock *, 8>
Decisions::blocksBefore(const BasicBlock *block,
                        const BasicBlock *first) const {
  SmallPtrSet<const BasicBlock *, 8> found = {first};
  SmallVector<const BasicBlock *, 8> open;
  const auto addBefore = [&](const BasicBlock *one) {
    for (const BasicBlock *before : predecessors(one))
      if (!dominators.dominates(block, before) && found.insert(before).second)
        open.push_back(before);
  };
  addBefore(block);
  while (!open.empty())
    addBefore(open.pop_back_val());
  return found;
}

/// What the branch at the end of the block depends on; null of other blocks.
const Value *Decisions::conditionOf(const BasicBlock *block) const {
  const Instruction *end = block->getTerminator();
  if (!all_of(successors(block), [this](const BasicBlock *next) {
        return returning.contains(next);
      }))
    return nullptr;
  if (const auto *branch = dyn_cast<BranchInst>(end))
    return branch->isConditional() ? branch->getCondition() : nullptr;
  const auto *choice = dyn_cast<SwitchInst>(end);
  return choice ? choice->getCondition() : nullptr;
}

SmallSetVector<const Value *, 4> Decisions::of(const PHINode &phi) const {
  SmallSetVector<const Value *, 4> found;
  const BasicBlock *block = phi.getParent();
  if (const BasicBlock *first = dominatorOf(block))
    for (const BasicBlock *one : blocksBefore(block, first))
      if (const Value *condition = conditionOf(one))
        found.insert(condition);
  return found;
}

SmallSetVector<const Value *, 4> Decisions::of(const StoreInst &store) const {
  SmallSetVector<const Value *, 4> found;
  const BasicBlock *block = store.getParent();
  for (const BasicBlock *first = dominatorOf(block); first;
       block = std::exchange(first, dominatorOf(first)))
    for (const BasicBlock *one : blocksBefore(block, first))
      if (const Value *condition = conditionOf(one);
          condition && !postDominators.dominates(store.getParent(), one))
        found.insert(condition);
  return found;
}

} // namespace redistc::effects
