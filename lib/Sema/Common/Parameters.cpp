//===- Parameters.cpp - Numbers in clauses ---------------------*- C++ -*-===//
//
// Clang evaluates: literals, constexpr, enumerators, sizeof, const that folds,
// template arguments of an instantiation. What it cannot evaluate the runtime
// will see.
//
//===----------------------------------------------------------------------===//
#include "Common/Parameters.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Initialization.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/StringExtras.h"

#include <array>
#include <charconv>
#include <cmath>

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

bool isOneExpression(InstanceContext &context,
                     const directive::ParsedExpression &parsed,
                     llvm::StringRef what) {
  const Expr *bracketed = bracketedExpression(context, parsed);
  const Expr *second = bracketed ? secondOfList(bracketed) : nullptr;
  if (second)
    context.error(second->getBeginLoc(), DiagnosticKind::ExpectedOneExpression,
                  nullptr, what, what == directive::parameterNames::extent);
  return !second;
}

plan::Parameter checkInteger(InstanceContext &context,
                             const directive::ParsedExpression &parsed,
                             llvm::StringRef what) {
  plan::Parameter parameter{parsed.text, std::nullopt};
  const Expr *written = writtenExpression(context, parsed);
  const Expr *cast = integerCast(context, parsed);
  if (!written || !cast) {
    context.hasError = true; // Clang has told the user
    return parameter;
  }
  if (!isOneExpression(context, parsed, what))
    return parameter;
  if (!isInteger(written, cast))
    context.error(parsed.range.getBegin(), DiagnosticKind::NotAnInteger,
                  nullptr, what, written->getType());
  else
    evaluate(context, parsed, written, cast, parameter);
  return parameter;
}

plan::Parameter checkInteger(InstanceContext &context,
                             const directive::ParsedExpression &parsed,
                             llvm::StringRef what, std::int64_t least,
                             DiagnosticKind ifLess) {
  plan::Parameter parameter = checkInteger(context, parsed, what);
  if (parameter.value && *parameter.value < least)
    context.error(parsed.range.getBegin(), ifLess, nullptr,
                  std::to_string(*parameter.value));
  return parameter;
}

/// A number, or a class that turns into one by itself.
bool isNumber(InstanceContext &context, const Expr *written) {
  const QualType type = written->getType();
  if (written->isTypeDependent() || type->isDependentType())
    return true;
  if (type->isArithmeticType())
    return !type->isAnyComplexType();
  return type->isRecordType() &&
         isTakenAs(context, written, context.ast.DoubleTy);
}

bool isTakenAs(InstanceContext &context, const Expr *written, QualType type) {
  clang::Sema &sema = context.clangSema;
  EnterExpressionEvaluationContext unevaluated(
      sema, clang::Sema::ExpressionEvaluationContext::Unevaluated);
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  const ExprResult taken = sema.PerformCopyInitialization(
      InitializedEntity::InitializeParameter(context.ast, type,
                                             /*Consumed=*/false),
      written->getBeginLoc(), const_cast<Expr *>(written));
  return !taken.isInvalid() && !trap.hasErrorOccurred();
}

static std::optional<double> evaluateNumber(InstanceContext &context,
                                            const Expr *written) {
  Expr::EvalResult result;
  if (written->isValueDependent() ||
      !written->EvaluateAsRValue(result, context.ast) || result.HasSideEffects)
    return std::nullopt;
  if (result.Val.isInt()) // which may have 128 bits
    return result.Val.getInt().roundToDouble(result.Val.getInt().isSigned());
  if (!result.Val.isFloat())
    return std::nullopt;
  llvm::APFloat number = result.Val.getFloat();
  bool isRounded = false;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &isRounded);
  return number.convertToDouble();
}

/// "'-1e-3'"; of what is no number as it stands also its value: "'T::d', which
/// is -0.001".
static std::string foundValue(const directive::ParsedExpression &parsed,
                              const Expr *written, double value) {
  std::string text = "'" + parsed.text + "'";
  if (const auto *sign = dyn_cast<UnaryOperator>(written))
    written = sign->getSubExpr()->IgnoreParens();
  if (isa<IntegerLiteral, FloatingLiteral>(written))
    return text;
  std::array<char, 32> digits; // the shortest text has 24 at most
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return text.append(", which is ").append(digits.data(), end);
}

plan::Seconds checkSeconds(InstanceContext &context,
                           const directive::ParsedExpression &parsed,
                           llvm::StringRef what) {
  plan::Seconds seconds{parsed.text, std::nullopt};
  const Expr *written = writtenExpression(context, parsed);
  if (!written) {
    context.hasError = true; // Clang has told the user
    return seconds;
  }
  if (!isOneExpression(context, parsed, what))
    return seconds;
  if (!isNumber(context, written)) {
    context.error(parsed.range.getBegin(), DiagnosticKind::NotANumber, nullptr,
                  what, written->getType());
    return seconds;
  }
  seconds.value = evaluateNumber(context, written);
  if (seconds.value && !(*seconds.value > 0 && std::isfinite(*seconds.value)))
    context.error(parsed.range.getBegin(), DiagnosticKind::CostNotPositive,
                  nullptr, what, foundValue(parsed, written, *seconds.value));
  return seconds;
}

plan::Seconds checkAmount(InstanceContext &context,
                          const directive::ParsedExpression &parsed,
                          llvm::StringRef what, bool mayBeZero) {
  plan::Seconds amount{parsed.text, std::nullopt};
  const Expr *written = writtenExpression(context, parsed);
  if (!written) {
    context.hasError = true; // Clang has told the user
    return amount;
  }
  if (!isOneExpression(context, parsed, what))
    return amount;
  if (!isNumber(context, written)) {
    context.error(parsed.range.getBegin(), DiagnosticKind::ExpectedNumber,
                  nullptr, what, written->getType());
    return amount;
  }
  amount.value = evaluateNumber(context, written);
  const bool isInRange =
      !amount.value || ((mayBeZero ? *amount.value >= 0 : *amount.value > 0) &&
                        std::isfinite(*amount.value));
  if (!isInRange)
    context.error(parsed.range.getBegin(),
                  mayBeZero ? DiagnosticKind::AmountNegative
                            : DiagnosticKind::CostNotPositive,
                  nullptr, what, foundValue(parsed, written, *amount.value));
  return amount;
}

} // namespace redistc::sema
