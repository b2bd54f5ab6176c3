//===- Regions.h - Which code belongs to which stage -----------*- C++ -*-===//
//
// Private to the Effects room. In: a function with marks. Out: the part of a
// staged loop that each instruction belongs to, what only exists inside the
// loop, and what may be executed behind it.
//
// Ways out of the loop by an exception belong to no part: an exception ends the
// pipeline.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_CODE_REGIONS_H
#define REDISTC_LIB_EFFECTS_CODE_REGIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <map>

namespace redistc::effects {

using Parts = std::uint64_t; ///< a bit for each part of a loop

struct Region {
  llvm::DenseMap<const llvm::Instruction *, Parts> parts;
  /// Of what is in front of a stage: those that may have been executed for the
  /// item.
  llvm::DenseMap<const llvm::Instruction *, Parts> done;
  /// Blocks that may be executed behind the loop.
  llvm::DenseSet<const llvm::BasicBlock *> after;
  /// Variables that one turn of the loop alone uses.
  llvm::DenseSet<const llvm::AllocaInst *> locals;
  /// Those that the body of the loop declares, outside of stages.
  llvm::DenseSet<const llvm::AllocaInst *> items;
  /// The mark that names variables.
  const llvm::CallBase *variables = nullptr;
};

/// By index of the loop.
std::map<unsigned, Region> findRegions(llvm::Function &);

/// The blocks that may be executed when those are done.
llvm::DenseSet<const llvm::BasicBlock *>
    reachableFrom(llvm::ArrayRef<const llvm::BasicBlock *>);

} // namespace redistc::effects

#endif
