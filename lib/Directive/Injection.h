//===- Injection.h - A directive as a statement for Clang ------*- C++ -*-===//
//
// Private to the Directive room: the compound statement that takes the place of
// a directive in the token stream,
//     { (void)((a)); (void)(long)((n)); ... }
// one statement a slot. An integer is cast so that a class type is converted
// as the generated call will convert it; an operator is named in a generic
// lambda, (void)(([&](auto x) { (f)(x, x); })). After it comes what nowait(id)
// declares, as far as Clang need know it:
//     struct {} id = {};
// See docs/design/0002.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DIRECTIVE_INJECTION_H
#define REDISTC_LIB_DIRECTIVE_INJECTION_H

#include "ClauseParser.h"

namespace redistc::directive {

/// Puts the statement into the token stream. Its braces and semicolons stand
/// at `location`; the parentheses of a slot stand at the user's brackets, so
/// that an error in an expression points at the expression. `request`, the
/// user's token, is declared after the statement; null: nothing is.
void injectStatement(clang::Preprocessor &, clang::SourceLocation location,
                     llvm::ArrayRef<SlotTokens>, const clang::Token *request);

} // namespace redistc::directive

#endif
