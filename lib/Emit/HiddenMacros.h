//===- HiddenMacros.h - The program's macros, put aside --------*- C++ -*-===//
//
// Private to the Emit room. `#define block 32` is what programs say, in front
// of the headers that generated code includes and of generated code itself.
// Goes out: which macros have to be put aside there, and the lines that do it
// and bring them back.
//
//   #pragma push_macro("block")
//   #undef block
//   ...
//   #pragma pop_macro("block")
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EMIT_HIDDENMACROS_H
#define REDISTC_LIB_EMIT_HIDDENMACROS_H

#include "clang/Basic/SourceLocation.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace redistc::emit {

struct HiddenMacro {
  std::string name;
  /// `#define` of a header that the program has replaced; empty: there is none.
  std::string original;
};
using HiddenMacros = std::vector<HiddenMacro>; ///< in alphabetic order

/// Macros that are defined at the place, and that the headers use as words of
/// C++: all but those that one of these headers has defined. What the headers
/// test in conditions and define where it is missing configures them, and
/// stays.
HiddenMacros macrosInHeaders(const clang::Preprocessor &, clang::SourceLocation,
                             llvm::ArrayRef<llvm::StringRef> headers);

/// Macros that are defined at the place, and that would change the generated
/// text there.
HiddenMacros macrosInText(const clang::Preprocessor &, clang::SourceLocation,
                          llvm::StringRef text);

/// Lines of the preprocessor, each with its end.
std::string hideText(const HiddenMacros &);
std::string restoreText(const HiddenMacros &);

} // namespace redistc::emit

#endif
