//===- Expressions.h - The user's expressions in a call --------*- C++ -*-===//
//
// How texts of clauses become arguments. Pure text. Private to lib/Emit.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EMIT_EXPRESSIONS_H
#define REDISTC_LIB_EMIT_EXPRESSIONS_H

#include "redistc/Plan/CheckedDirective.h"

#include <string>

namespace redistc::emit {

/// A number or a name alone: nothing that happens when it is evaluated.
bool isPlain(const std::string &text);

/// In parentheses, unless it is a name alone.
std::string parenthesized(const std::string &expression);

/// An integer argument: the user's expression, converted as the runtime wants
/// it without a warning, whatever its type.
std::string integer(const std::string &text);

/// The same for a double.
std::string floating(const std::string &text);

/// Digits alone.
bool isNumber(const std::string &text);
/// A literal of floating-point or decimal integer type without a suffix.
bool isFloatingNumber(const std::string &text);

} // namespace redistc::emit

#endif
