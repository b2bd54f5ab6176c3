//===- FrontEndOptions.h - Which options redistc has to see ----*- C++ -*-===//
//
// Room: tools/redistc++. Tables only: which options take the next word, and
// which of them change what Clang's preprocessor and parser see. GCC has
// options that Clang rejects, so the second is a list of what may pass.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_TOOLS_REDISTCXX_FRONTENDOPTIONS_H
#define REDISTC_TOOLS_REDISTCXX_FRONTENDOPTIONS_H

#include "llvm/ADT/StringRef.h"

namespace redistc::command {

/// `-o`, `-I`, ...: stands alone and takes the next word as its value. (The
/// same options with the value joined on are one word.)
bool takesNextWord(llvm::StringRef option);

/// The option concerns the linker alone.
bool isLinkerOption(llvm::StringRef option);

/// The option, known to Clang, changes macros, include paths or the language.
bool concernsFrontEnd(llvm::StringRef option);

} // namespace redistc::command

#endif
