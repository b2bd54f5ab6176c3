//===- LoopAccesses.h - Reads and writes of a loop's parts -----*- C++ -*-===//
//
// Private to the Sema room: what the header, the variables of an item and each
// stage read and write, as far as the text tells, generated code has added or
// denied, and in() and out() state.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_ACCESSES_LOOPACCESSES_H
#define REDISTC_LIB_SEMA_PIPELINE_ACCESSES_LOOPACCESSES_H

#include "Pipeline/Accesses/ItemObjects.h"

namespace redistc::sema {

struct ItemAccesses {
  Accesses initial;
  Accesses final; ///< what its destructor does
};

struct LoopAccesses {
  Accesses header;                 ///< what is evaluated for each item
  std::vector<ItemAccesses> items; ///< of LoopContext::items
  std::vector<Accesses> stages;
  /// Why a stage with in() or out() keeps its rank all the same.
  std::map<std::size_t, std::string> statedStays;
  /// Pointers of which out(*p) says that they refer to one object.
  llvm::SmallPtrSet<const clang::ValueDecl *, 2> statedPointees;

  bool isWrittenByStage(ObjectId) const;
  /// Whether a stage behind the cut may use what the variable is there.
  bool isReadBehind(std::size_t cut, ObjectId) const;
  /// The stage that writes it last; 0 where none does.
  std::size_t lastWriterOf(ObjectId) const;
};

LoopAccesses collectAccesses(LoopContext &, const ItemObjects &);

/// Of the stages. It is no state: what they share of it is checked, and is all.
LoopAccesses withoutErrno(const LoopContext &, LoopAccesses);

} // namespace redistc::sema

#endif
