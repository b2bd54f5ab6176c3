//===- TokenText.h - From tokens back to text ------------------*- C++ -*-===//
//
// Private to the Directive room. The text of an expression as generated code
// will carry it, and the piece of the file that a directive covers.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DIRECTIVE_TOKENTEXT_H
#define REDISTC_LIB_DIRECTIVE_TOKENTEXT_H

#include "redistc/Directive/ParsedDirective.h"

#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace redistc::directive {

/// Spelling of the tokens as they are, macros expanded, on one line.
std::string joinTokens(const clang::Preprocessor &,
                       llvm::ArrayRef<clang::Token>);

/// The text of an expression, to be compiled again at the same place of the
/// file. Where the tokens are exactly one range of the main file, this is what
/// the user wrote: macros keep their names and expand there as they did here,
/// which an expanded text would not if a macro mentions itself. Elsewhere the
/// tokens are joined, and where a macro has to be put aside for the sake of
/// generated code (GeneratedWords.h). `isRescanned`: the tokens come from a
/// _Pragma string.
std::string expressionText(const clang::Preprocessor &,
                           llvm::ArrayRef<clang::Token>, bool isRescanned);

struct DirectiveText {
  clang::SourceRange range; ///< end is one past the last character
  std::string spelling;     ///< on one line; comments inside it are kept
};

/// A directive that begins with the '#' at `hash`: through the last token of
/// its logical line. A comment after that stays outside.
DirectiveText hashDirectiveText(const clang::Preprocessor &,
                                clang::SourceLocation hash);

/// A directive that begins with the `_Pragma` at `pragma`: through its ')'.
/// `word` and `tokens` are what the string holds.
DirectiveText pragmaOperatorText(const clang::Preprocessor &,
                                 clang::SourceLocation pragma,
                                 llvm::StringRef word,
                                 llvm::ArrayRef<clang::Token> tokens);

} // namespace redistc::directive

#endif
