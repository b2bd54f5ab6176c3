//===- Operators.cpp - Operators of a reduction ----------------*- C++ -*-===//
//
// Calls are built for values of the items' types and thrown away: what they
// would be is what the C++ compiler will make of them in the generated code.
// Errors on the way mean that they cannot be, and are not shown.
//
//===----------------------------------------------------------------------===//
#include "Reduce/Operators.h"

#include "Common/Travel.h"
#include "Reduce/NamedOperator.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using redistc::plan::BuiltinOperator;

namespace redistc::sema {

namespace {
struct BuiltinSign {
  llvm::StringLiteral spelling;
  BuiltinOperator builtin;
  BinaryOperatorKind opcode; ///< what values must have
};
} // namespace

static constexpr BuiltinSign signs[] = {
    {"+", BuiltinOperator::Plus, BO_Add},
    {"*", BuiltinOperator::Multiplies, BO_Mul},
    {"&", BuiltinOperator::BitAnd, BO_And},
    {"|", BuiltinOperator::BitOr, BO_Or},
    {"^", BuiltinOperator::BitXor, BO_Xor},
    {"&&", BuiltinOperator::LogicalAnd, BO_LAnd},
    {"||", BuiltinOperator::LogicalOr, BO_LOr},
    {"min", BuiltinOperator::Minimum, BO_LT},
    {"max", BuiltinOperator::Maximum, BO_LT}};

static const BuiltinSign *signOf(llvm::StringRef spelling) {
  const auto *found = llvm::find_if(signs, [&](const BuiltinSign &sign) {
    return sign.spelling == spelling;
  });
  return found == std::end(signs) ? nullptr : found;
}

static std::optional<BuiltinOperator>
builtinOperator(llvm::StringRef spelling) {
  const BuiltinSign *sign = signOf(spelling);
  return sign ? std::optional(sign->builtin) : std::nullopt;
}

/// Whether two values have the operator, and its result makes a value again
/// (of '<': a truth value).
static bool hasOperator(InstanceContext &context, const BuiltinSign &sign,
                        QualType type, SourceLocation location) {
  clang::Sema &sema = context.clangSema;
  ASTContext &ast = context.ast;
  EnterExpressionEvaluationContext unevaluated(
      sema, clang::Sema::ExpressionEvaluationContext::Unevaluated);
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  const auto value = [&]() -> Expr * {
    return new (ast) OpaqueValueExpr(location, type.withConst(), VK_LValue);
  };
  const ExprResult result =
      sema.BuildBinOp(nullptr, location, sign.opcode, value(), value());
  if (result.isInvalid() || trap.hasErrorOccurred())
    return false;
  const QualType wanted = sign.opcode == BO_LT ? ast.BoolTy : type;
  const ExprResult converted = sema.BuildCXXNamedCast(
      location, tok::kw_static_cast, ast.getTrivialTypeSourceInfo(wanted),
      result.get(), location, location);
  return !converted.isInvalid() && !trap.hasErrorOccurred();
}

/// Containers whose elements can be named by a section.
static bool isSequence(QualType type) {
  return isStdClass(type, "vector") || isStdClass(type, "span");
}

static void checkBuiltin(InstanceContext &context, const BuiltinSign &sign,
                         const ItemInfo &item) {
  // Arrays are combined element by element.
  QualType type = context.ast.getBaseElementType(item.operand);
  for (QualType element; !(element = elementOfStdArray(type)).isNull();)
    type = context.ast.getBaseElementType(element).getUnqualifiedType();
  const SourceLocation location = item.parsed->name.range.getBegin();
  const bool isWhole =
      !item.parsed->section && context.ast.hasSameType(type, item.operand);
  if (isSequence(type) && isWhole) {
    const SourceLocation end =
        context.clangSema.getLocForEndOfToken(item.parsed->name.range.getEnd());
    context.error(location, DiagnosticKind::NoBuiltinRange, item.declaration,
                  item.quoted(), type, sign.spelling, item.parsed->name.text,
                  FixItHint::CreateInsertion(
                      end, "[0 : " + item.parsed->name.text + ".size()]"));
    return;
  }
  if (!hasOperator(context, sign, type, location)) {
    const NamedDecl *place = declarationOf(type);
    context.error(location, DiagnosticKind::NoBuiltin,
                  place ? place : item.declaration, item.quoted(), type,
                  sign.opcode == BO_LT ? llvm::StringRef("<")
                                       : llvm::StringRef(sign.spelling));
  }
}

plan::CheckedOperator operatorOf(InstanceContext &context) {
  const directive::ParsedOperator &parsed = operationOf(context);
  if (!parsed.name)
    return {builtinOperator(parsed.spelling), "", false};
  return {std::nullopt, parsed.name->text, namesValue(context)};
}

void checkOperator(InstanceContext &context, const FunctionDecl *function,
                   const std::vector<ItemInfo> &items) {
  const directive::ParsedOperator &operation = operationOf(context);
  if (operation.name)
    return checkNamedOperator(context, function, items);
  if (const BuiltinSign *sign = signOf(operation.spelling))
    for (const ItemInfo &item : items)
      if (!item.operand.isNull() && !item.operand->isDependentType())
        checkBuiltin(context, *sign, item);
}

} // namespace redistc::sema
