//===- Inlining.h - Small functions of the C++ library ---------*- C++ -*-===//
//
// Private to the Effects room. The C++ library consists of small functions that
// call each other: ten stand between `map[key]` and the node. Each would have
// an instance in every calling context. In: a module. Out: the same, where
// small functions of the library are parts of functions of the library that
// call them.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_CODE_INLINING_H
#define REDISTC_LIB_EFFECTS_CODE_INLINING_H

#include "llvm/IR/Module.h"

#include <functional>

namespace redistc::effects {

enum class InlineKind {
  Foreign,  ///< no function of the library: stays as it is
  Named,    ///< no part of others: rules ask for it by its name
  Ordinary, ///< a part of all functions of the library that call it
  End,      ///< of an object: a part of other ends alone
};

/// Returns the functions that are changed.
std::vector<llvm::Function *>
inlineLibrary(llvm::Module &,
              const std::function<InlineKind(const llvm::Function &)> &);

} // namespace redistc::effects

#endif
