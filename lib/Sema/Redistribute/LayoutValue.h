//===- LayoutValue.h - Constant redist::layout values ----------*- C++ -*-===//
//
// Private to the Sema room: an expression of type redist::layout -> the layout,
// where Clang can evaluate it; and what can be said of two layouts.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDISTRIBUTE_LAYOUTVALUE_H
#define REDISTC_LIB_SEMA_REDISTRIBUTE_LAYOUTVALUE_H

#include "redistc/Plan/CheckedDirective.h"

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class Expr;
class QualType;
} // namespace clang

namespace redistc::sema {

/// Whether a type, without reference and const, is a redist::array<T, D>.
bool isDistributedArray(clang::QualType);

/// The value of a constant expression, or of a const variable whose initializer
/// is one. std::nullopt where it is not constant, has a range, or is no
/// layout of `dimensions` dimensions.
std::optional<plan::CheckedLayout> constantLayout(const clang::ASTContext &,
                                                  const clang::Expr *,
                                                  std::size_t dimensions);

/// Whether all of it but the first rank is known: it has no range, either.
bool isConstant(const plan::CheckedLayout &);

/// Whether both are constant and deal elements differently, whatever is not
/// known of the extents (brackets of the directive, dimension by dimension).
bool provablyDiffer(const plan::CheckedLayout &, const plan::CheckedLayout &,
                    const std::vector<plan::CheckedSection> &);

/// As in a clause: "cyclic(3), * onto(4) at(1)".
std::string layoutText(const plan::CheckedLayout &);

} // namespace redistc::sema

#endif
