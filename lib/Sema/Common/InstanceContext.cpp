//===- InstanceContext.cpp - One directive in one instantiation -*- C++ -*-===//
//
// The way from a slot back to what the user wrote in it.
//
//===----------------------------------------------------------------------===//
#include "Common/InstanceContext.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace redistc::sema {

void InstanceContext::addNotes(const NamedDecl *declaration) {
  if (declaration)
    directive::report(ast.getDiagnostics(), declaration->getLocation(),
                      DiagnosticKind::DeclaredHere)
        << declaration;
  if (!instanceName.empty())
    directive::report(ast.getDiagnostics(), directive.range.getBegin(),
                      DiagnosticKind::InInstance)
        << instanceName;
}

/// What the outermost cast of statement `slot` is applied to.
static const Expr *castOperand(const CompoundStmt *compound, unsigned slot) {
  if (slot >= compound->size())
    return nullptr;
  const auto *expression = dyn_cast<Expr>(compound->body_begin()[slot]);
  if (const auto *full = dyn_cast_or_null<FullExpr>(expression))
    expression = full->getSubExpr();
  const auto *cast = dyn_cast_or_null<CStyleCastExpr>(expression);
  return cast ? cast->getSubExprAsWritten() : nullptr;
}

const Expr *integerCast(const InstanceContext &context,
                        const directive::ParsedExpression &expression) {
  const Expr *operand = castOperand(context.statement, expression.slot);
  return dyn_cast_or_null<CStyleCastExpr>(operand);
}

const Expr *bracketedExpression(const InstanceContext &context,
                                const directive::ParsedExpression &expression) {
  const Expr *operand = castOperand(context.statement, expression.slot);
  // An integer slot has its own cast, at the same place as the outer one.
  if (const auto *cast = dyn_cast_or_null<CStyleCastExpr>(operand))
    operand = cast->getSubExprAsWritten();
  // The parser's two pairs of parentheses; those of the user are inside.
  for (int pair = 0; pair < 2; ++pair)
    if (const auto *brackets = dyn_cast_or_null<ParenExpr>(operand))
      operand = brackets->getSubExpr();
  return operand;
}

const Expr *writtenExpression(const InstanceContext &context,
                              const directive::ParsedExpression &expression) {
  const Expr *operand = bracketedExpression(context, expression);
  return operand ? operand->IgnoreParens() : nullptr;
}

} // namespace redistc::sema
