//===- NotAssociative.h - Lint for non-associative operators ---*- C++ -*-===//
//
// Private to the Sema room: detects the function objects std::minus,
// std::divides and so on, and functions, functors and lambdas whose body is
// only `a - b` or `a -= b` on numbers: these are no better than `-` itself. The
// user is responsible for all others.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDUCE_NOTASSOCIATIVE_H
#define REDISTC_LIB_SEMA_REDUCE_NOTASSOCIATIVE_H

#include "clang/AST/Expr.h"

namespace redistc::sema {

struct NotAssociative {
  llvm::StringRef sign;           ///< "-", "/", ...; empty: none is seen
  clang::SourceLocation location; ///< of the sign, if the user wrote it
};

/// What a call of two values of the type comes to.
NotAssociative findNotAssociative(clang::ASTContext &, const clang::CallExpr &,
                                  clang::QualType);

} // namespace redistc::sema

#endif
