//===- GeneratedWords.h - What generated code is written with --*- C++ -*-===//
//
// The identifiers and keywords that may stand in generated code and are not the
// user's. A macro of the program that has one of these names is put aside where
// generated code stands (lib/Emit/HiddenMacros.h), and expressions of the user
// in it are written as the preprocessor has expanded them (TokenText.h).
//
// test/Emit/macros-everywhere.test defines each as a macro, and those that
// generated code uses and that are missing here.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_DIRECTIVE_GENERATEDWORDS_H
#define REDISTC_DIRECTIVE_GENERATEDWORDS_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class Preprocessor;
}

namespace redistc::directive {

/// Names that begin with "redist" among them.
bool isGeneratedWord(llvm::StringRef);

/// Whether one of them is a macro where the preprocessor stands.
bool isGeneratedWordMacro(const clang::Preprocessor &);

} // namespace redistc::directive

#endif
