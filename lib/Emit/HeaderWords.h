//===- HeaderWords.h - How headers use names of macros ---------*- C++ -*-===//
//
// Private to the Emit room. The headers that generated code includes are read
// raw, with all that they include and in all branches of their conditions,
// since the C++ compiler may take others than Clang: which of some names do
// they use as words of C++, which do they test, which do they define?
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EMIT_HEADERWORDS_H
#define REDISTC_LIB_EMIT_HEADERWORDS_H

#include "clang/Basic/FileEntry.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class Preprocessor;
}

namespace redistc::emit {

/// What the headers do with a name.
struct WordUse {
  bool inCode = false;      ///< outside of directives, or in what #define gives
  bool inCondition = false; ///< #if, #ifdef, #ifndef, #elif
  bool isDefined = false;
};

/// Fills in the uses of the names; returns the files that were read.
llvm::DenseSet<const clang::FileEntry *>
findWordUses(const clang::Preprocessor &,
             llvm::ArrayRef<llvm::StringRef> headers,
             llvm::StringMap<WordUse> &names);

} // namespace redistc::emit

#endif
