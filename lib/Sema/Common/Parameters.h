//===- Parameters.h - Numbers in clauses -----------------------*- C++ -*-===//
//
// Private to the Sema room: an integer of a clause, or a number of seconds, its
// type, and its value where it is a constant.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_PARAMETERS_H
#define REDISTC_LIB_SEMA_COMMON_PARAMETERS_H

#include "Common/InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// A list where one expression is expected is reported: its comma reached Clang
/// as the operator.
bool isOneExpression(InstanceContext &, const directive::ParsedExpression &,
                     llvm::StringRef what);

/// `what` names the parameter in messages.
plan::Parameter checkInteger(InstanceContext &,
                             const directive::ParsedExpression &,
                             llvm::StringRef what);

/// The same for a number that must be `least` at least, else `ifLess`, whose
/// %0 is the value.
plan::Parameter checkInteger(InstanceContext &,
                             const directive::ParsedExpression &,
                             llvm::StringRef what, std::int64_t least,
                             DiagnosticKind ifLess);

/// A number of seconds: positive and finite where it is a constant. `what`
/// names it in messages.
plan::Seconds checkSeconds(InstanceContext &,
                           const directive::ParsedExpression &,
                           llvm::StringRef what);

/// The same for a number of any unit, which may be 0 where `mayBeZero`.
plan::Seconds checkAmount(InstanceContext &,
                          const directive::ParsedExpression &,
                          llvm::StringRef what, bool mayBeZero);

/// Whether an expression is a number, or turns into one by itself.
bool isNumber(InstanceContext &, const clang::Expr *);

/// Whether a parameter of the type can be given the expression.
bool isTakenAs(InstanceContext &, const clang::Expr *, clang::QualType);

} // namespace redistc::sema

#endif
