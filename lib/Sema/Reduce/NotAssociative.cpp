//===- NotAssociative.cpp - Lint for non-associative operators -*- C++ -*-===//
//
// See NotAssociative.h. Bodies of templates are read as they were written: what
// a call would instantiate is not there yet.
//
//===----------------------------------------------------------------------===//
#include "Reduce/NotAssociative.h"

#include "Common/Travel.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <optional>

using namespace clang;

namespace redistc::sema {

namespace {
struct FunctionObject {
  llvm::StringLiteral name, sign;
};
} // namespace

/// Of <functional>. Those of == and != are associative on truth values.
static constexpr FunctionObject functionObjects[] = {
    {"minus", "-"},         {"divides", "/"},     {"modulus", "%"},
    {"less", "<"},          {"less_equal", "<="}, {"greater", ">"},
    {"greater_equal", ">="}};

static bool isNotAssociative(BinaryOperatorKind kind) {
  switch (kind) {
  case BO_Sub:
  case BO_SubAssign:
  case BO_Div:
  case BO_DivAssign:
  case BO_Rem:
  case BO_RemAssign:
  case BO_Shl:
  case BO_ShlAssign:
  case BO_Shr:
  case BO_ShrAssign:
  case BO_LT:
  case BO_GT:
  case BO_LE:
  case BO_GE:
    return true;
  default: // an enumeration of Clang
    return false;
  }
}

namespace {
struct TwoOperands {
  BinaryOperatorKind kind;
  const Expr *left, *right;
  SourceLocation location;
};
} // namespace

/// What the body does, where that is one operator of two operands.
static std::optional<TwoOperands> onlyOperator(const FunctionDecl *function) {
  if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
    function = pattern;
  const auto *body = dyn_cast_or_null<CompoundStmt>(function->getBody());
  if (!body || body->size() != 1)
    return std::nullopt;
  const Stmt *statement = body->body_front();
  if (const auto *returning = dyn_cast<ReturnStmt>(statement))
    statement = returning->getRetValue();
  const auto *expression = dyn_cast_or_null<Expr>(statement);
  expression = expression ? expression->IgnoreParenCasts() : nullptr;
  if (const auto *binary = dyn_cast_or_null<BinaryOperator>(expression))
    return TwoOperands{binary->getOpcode(), binary->getLHS(), binary->getRHS(),
                       binary->getOperatorLoc()};
  // In a template, where some class has the operator.
  const auto *call = dyn_cast_or_null<CXXOperatorCallExpr>(expression);
  if (!call || !call->isInfixBinaryOp())
    return std::nullopt;
  return TwoOperands{BinaryOperator::getOverloadedOpcode(call->getOperator()),
                     call->getArg(0), call->getArg(1), call->getOperatorLoc()};
}

static const ParmVarDecl *parameterOf(const Expr *expression) {
  const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParenCasts());
  return name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
}

NotAssociative findNotAssociative(ASTContext &ast, const CallExpr &call,
                                  QualType type) {
  const FunctionDecl *function = call.getDirectCallee();
  if (!function)
    return {};
  if (const auto *method = dyn_cast<CXXMethodDecl>(function)) {
    const QualType object = ast.getRecordType(method->getParent());
    for (const FunctionObject &known : functionObjects)
      if (isStdClass(object, known.name))
        return {known.sign, {}};
  }
  const auto only = onlyOperator(function);
  if (!only || !type->isArithmeticType() || !isNotAssociative(only->kind))
    return {};
  const ParmVarDecl *left = parameterOf(only->left);
  const ParmVarDecl *right = parameterOf(only->right);
  if (!left || !right || left == right)
    return {};
  return {BinaryOperator::getOpcodeStr(only->kind), only->location};
}

} // namespace redistc::sema
