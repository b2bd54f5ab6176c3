//===- Parameters.cpp - Integers of the clauses ----------------*- C++ -*-===//
//
// Clang evaluates: literals, constexpr, enumerators, sizeof, const that folds,
// template arguments of an instantiation. What it cannot evaluate the runtime
// will see.
//
//===----------------------------------------------------------------------===//
#include "Parameters.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace redistc::sema {

/// The conversion function that turns a class into an integer here, if it may
/// be called implicitly; null otherwise.
static const CXXConversionDecl *implicitConversion(const Expr *cast) {
  while (const auto *inner = dyn_cast_or_null<CastExpr>(cast)) {
    if (inner->getCastKind() == CK_UserDefinedConversion) {
      const auto *conversion =
          dyn_cast_or_null<CXXConversionDecl>(inner->getConversionFunction());
      return conversion && !conversion->isExplicit() ? conversion : nullptr;
    }
    cast = inner->getSubExpr();
  }
  return nullptr;
}

/// The second of 2, 2 inside brackets that hold one expression: a list, not the
/// operator, which takes parentheses of its own. Null where there is no comma.
static const Expr *secondOfList(const Expr *bracketed) {
  if (const auto *binary = dyn_cast<BinaryOperator>(bracketed))
    return binary->getOpcode() == BO_Comma ? binary->getRHS() : nullptr;
  const auto *call = dyn_cast<CXXOperatorCallExpr>(bracketed);
  return call && call->getOperator() == OO_Comma ? call->getArg(1) : nullptr;
}

static bool isInteger(const Expr *written, const Expr *cast) {
  const QualType type = written->getType();
  if (type->isDependentType() || written->isTypeDependent() ||
      type->isIntegralOrUnscopedEnumerationType())
    return true;
  const CXXConversionDecl *conversion = implicitConversion(cast);
  return conversion &&
         conversion->getConversionType()->isIntegralOrUnscopedEnumerationType();
}

static void evaluate(InstanceContext &context,
                     const directive::ParsedExpression &parsed,
                     const Expr *written, const Expr *cast,
                     plan::Parameter &parameter) {
  if (written->isValueDependent() || cast->isValueDependent())
    return;
  const bool isClass = !written->getType()->isIntegralOrEnumerationType();
  Expr::EvalResult result;
  if (!(isClass ? cast : written)->EvaluateAsInt(result, context.ast))
    return;
  const llvm::APSInt value = result.Val.getInt();
  if (value.isRepresentableByInt64())
    parameter.value = value.getExtValue();
  else
    context.error(parsed.range.getBegin(), DiagnosticKind::TooLarge, nullptr,
                  "'" + parsed.text + "'", llvm::toString(value, 10));
}

/// `what` names the parameter in messages.
static plan::Parameter checkInteger(InstanceContext &context,
                                    const directive::ParsedExpression &parsed,
                                    llvm::StringRef what) {
  plan::Parameter parameter{parsed.text, std::nullopt};
  const Expr *written = writtenExpression(context, parsed);
  const Expr *cast = integerCast(context, parsed);
  if (!written || !cast) {
    context.hasError = true; // Clang has told the user
    return parameter;
  }
  if (const Expr *second = secondOfList(bracketedExpression(context, parsed)))
    context.error(second->getBeginLoc(), DiagnosticKind::NotSupportedYet,
                  nullptr, "several dimensions", true);
  else if (!isInteger(written, cast))
    context.error(parsed.range.getBegin(), DiagnosticKind::NotAnInteger,
                  nullptr, what, written->getType());
  else
    evaluate(context, parsed, written, cast, parameter);
  return parameter;
}

plan::Parameter checkExtent(InstanceContext &context,
                            const directive::ParsedExpression &parsed) {
  plan::Parameter extent =
      checkInteger(context, parsed, directive::parameterNames::extent);
  if (extent.value && *extent.value < 0)
    context.error(parsed.range.getBegin(), DiagnosticKind::ExtentNegative,
                  nullptr, std::to_string(*extent.value));
  return extent;
}

/// block(k) must hold the whole extent.
static void checkBlockHolds(InstanceContext &context,
                            const directive::ParsedExpression &parsed,
                            const plan::CheckedLayout &layout,
                            const plan::Parameter &extent) {
  if (layout.distribution != plan::DistributionKind::BlockSized ||
      !layout.block.value || !layout.ranks.value || !extent.value ||
      context.hasError)
    return;
  const std::int64_t block = *layout.block.value, ranks = *layout.ranks.value;
  if (redist::schedule::makeBlock(ranks, *extent.value, block))
    return;
  context.error(parsed.range.getBegin(), DiagnosticKind::BlockTooSmall, nullptr,
                std::to_string(block), std::to_string(ranks),
                std::to_string(block * ranks), std::to_string(*extent.value));
}

plan::CheckedLayout checkLayout(InstanceContext &context,
                                const directive::ParsedLayout &parsed,
                                const plan::Parameter &extent) {
  plan::CheckedLayout layout;
  const bool isBlock = parsed.word == directive::DistributionWord::Block;
  layout.distribution = !isBlock       ? plan::DistributionKind::Cyclic
                        : parsed.block ? plan::DistributionKind::BlockSized
                                       : plan::DistributionKind::Block;
  layout.block = {"1", 1};
  if (parsed.block) {
    layout.block =
        checkInteger(context, *parsed.block, directive::parameterNames::block);
    if (layout.block.value && *layout.block.value <= 0)
      context.error(parsed.block->range.getBegin(),
                    DiagnosticKind::BlockNotPositive, nullptr,
                    std::to_string(*layout.block.value));
  }
  layout.ranks =
      checkInteger(context, *parsed.ranks, directive::parameterNames::ranks);
  if (layout.ranks.value && *layout.ranks.value <= 0)
    context.error(parsed.ranks->range.getBegin(),
                  DiagnosticKind::RanksNotPositive, nullptr,
                  std::to_string(*layout.ranks.value));
  layout.firstRank = {"0", 0};
  if (parsed.firstRank) {
    layout.firstRank = checkInteger(context, *parsed.firstRank,
                                    directive::parameterNames::firstRank);
    if (layout.firstRank.value && *layout.firstRank.value < 0)
      context.error(parsed.firstRank->range.getBegin(),
                    DiagnosticKind::FirstRankNegative, nullptr,
                    std::to_string(*layout.firstRank.value));
  }
  if (parsed.block)
    checkBlockHolds(context, *parsed.block, layout, extent);
  return layout;
}

std::optional<redist::schedule::BlockCyclic>
constantMap(const plan::CheckedLayout &layout, const plan::Parameter &extent) {
  if (!layout.ranks.value || !extent.value)
    return std::nullopt;
  if (layout.distribution == plan::DistributionKind::Block) {
    if (const auto map =
            redist::schedule::makeBlock(*layout.ranks.value, *extent.value))
      return *map;
  } else if (layout.block.value) {
    if (const auto map = redist::schedule::makeBlockCyclic(*layout.ranks.value,
                                                           *layout.block.value))
      return *map;
  }
  return std::nullopt;
}

} // namespace redistc::sema
