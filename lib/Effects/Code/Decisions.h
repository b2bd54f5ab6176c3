//===- Decisions.h - The conditions that choose a value --------*- C++ -*-===//
//
// Private to the Effects room: the conditions of branches that decide which
// value a phi has, and whether a store is executed.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_CODE_DECISIONS_H
#define REDISTC_LIB_EFFECTS_CODE_DECISIONS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace redistc::effects {

class Decisions {
public:
  explicit Decisions(const llvm::Function &);

  /// Conditions of the branches on all ways that lead to the phi, from where
  /// they part. Ways around a loop are left out: a counter is no choice.
  llvm::SmallSetVector<const llvm::Value *, 4> of(const llvm::PHINode &) const;
  /// Those of all branches past which the store is not always executed.
  llvm::SmallSetVector<const llvm::Value *, 4>
  of(const llvm::StoreInst &) const;

private:
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8>
  blocksBefore(const llvm::BasicBlock *, const llvm::BasicBlock *first) const;
  const llvm::BasicBlock *dominatorOf(const llvm::BasicBlock *) const;

  const llvm::Value *conditionOf(const llvm::BasicBlock *) const;

  /// Blocks from which the function may return.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> returning;
  llvm::DominatorTree dominators;
  llvm::PostDominatorTree postDominators;
};

} // namespace redistc::effects

#endif
