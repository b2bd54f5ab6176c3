//===- Clauses.cpp - comm, strategy, order, permute, relabel ---*- C++ -*-===//
//
// Names of a fixed set get a "did you mean"; everything else is judged by its
// type as Clang sees it.
//
//===----------------------------------------------------------------------===//
#include "Common/Clauses.h"

#include "Common/Parameters.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <utility>

using namespace clang;
using redist::schedule::ReductionStrategy;
using redist::schedule::StrategyKind;

namespace redistc::sema {

/// The type of <mpi.h>; null where the program does not include it.
static QualType mpiComm(ASTContext &ast) {
  const DeclarationName name = &ast.Idents.get("MPI_Comm");
  for (const NamedDecl *found : ast.getTranslationUnitDecl()->lookup(name))
    if (const auto *alias = dyn_cast<TypedefNameDecl>(found))
      return alias->getUnderlyingType();
  return QualType();
}

void checkCommunicator(InstanceContext &context,
                       const directive::ParsedExpression &parsed) {
  const Expr *written = writtenExpression(context, parsed);
  if (!written) {
    context.hasError = true;
    return;
  }
  const QualType type = written->getType();
  const QualType wanted = mpiComm(context.ast);
  if (written->isTypeDependent() || type->isDependentType() ||
      (!wanted.isNull() &&
       (type->isRecordType()
            ? isTakenAs(context, written, wanted)
            : context.ast.hasSameUnqualifiedType(type, wanted))))
    return;
  context.error(parsed.range.getBegin(), DiagnosticKind::NotACommunicator,
                nullptr, type);
}

/// `word` is none of the names that `unknown` and `suggest` speak of.
static void unknownWord(InstanceContext &context,
                        const directive::ParsedWord &word,
                        llvm::ArrayRef<llvm::StringRef> names,
                        DiagnosticKind unknown, DiagnosticKind suggest) {
  const llvm::StringRef nearest = directive::nearestName(word.name, names);
  if (nearest.empty())
    context.error(word.location, unknown, nullptr, word.name,
                  directive::quotedAlternatives(names));
  else
    context.error(word.location, suggest, nullptr, word.name, nearest,
                  FixItHint::CreateReplacement(word.location, nearest));
}

template <typename Names>
static void unknownStrategy(InstanceContext &context,
                            const directive::ParsedWord &word,
                            const Names &known) {
  llvm::SmallVector<llvm::StringRef, 16> names;
  for (const std::string_view name : known)
    names.push_back(name);
  unknownWord(context, word, names, DiagnosticKind::UnknownStrategy,
              DiagnosticKind::UnknownStrategySuggest);
}

StrategyKind checkStrategy(InstanceContext &context,
                           const directive::ParsedWord &word) {
  if (const auto kind = redist::schedule::strategyFromName(word.name))
    return *kind;
  unknownStrategy(context, word, redist::schedule::strategyNames());
  return StrategyKind::Auto;
}

ReductionStrategy checkReductionStrategy(InstanceContext &context,
                                         const directive::ParsedWord &word) {
  if (const auto kind = redist::schedule::reductionStrategyNamed(word.name))
    return *kind;
  unknownStrategy(context, word, redist::schedule::reductionStrategyNames());
  return ReductionStrategy::Auto;
}

plan::StorageOrder checkOrder(InstanceContext &context,
                              const directive::ParsedWord &word) {
  if (word.name == "column")
    return plan::StorageOrder::Column;
  if (word.name != "row")
    unknownWord(context, word, {"row", "column"}, DiagnosticKind::UnknownOrder,
                DiagnosticKind::UnknownOrderSuggest);
  return plan::StorageOrder::Row;
}

/// The dimensions that no index names, for a message.
static std::string missingFrom(const std::vector<unsigned> &permutation) {
  std::string text;
  for (unsigned i = 0; i < permutation.size(); ++i)
    if (!llvm::is_contained(permutation, i))
      text += (text.empty() ? "" : ", ") + std::to_string(i);
  return text;
}

std::vector<unsigned> checkPermutation(InstanceContext &context) {
  const auto &parsed = context.directive.permute;
  const bool hadError = std::exchange(context.hasError, false);
  std::vector<unsigned> permutation;
  for (const directive::ParsedExpression &expression : parsed) {
    const SourceLocation location = expression.range.getBegin();
    const plan::Parameter dimension =
        checkInteger(context, expression, directive::parameterNames::dimension);
    if (!dimension.value && context.hasError)
      break;
    if (!dimension.value)
      context.error(location, DiagnosticKind::PermuteNotConstant, nullptr,
                    "'" + expression.text + "'");
    else if (*dimension.value < 0 ||
             *dimension.value >= static_cast<std::int64_t>(parsed.size()))
      context.error(location, DiagnosticKind::PermuteOutOfRange, nullptr,
                    std::to_string(*dimension.value),
                    static_cast<int>(parsed.size()) - 1);
    else
      permutation.push_back(static_cast<unsigned>(*dimension.value));
  }
  if (permutation.size() != parsed.size()) {
    context.hasError |= hadError;
    return {};
  }
  bool isIdentity = true;
  for (std::size_t k = 0; k < permutation.size(); ++k) {
    isIdentity &= permutation[k] == k;
    for (std::size_t j = 0; j < k; ++j)
      if (permutation[j] == permutation[k])
        context.error(
            parsed[k].range.getBegin(), DiagnosticKind::PermuteTwice,
            SecondPlace{parsed[j].range.getBegin(), DiagnosticKind::FirstNamed,
                        "dimension " + std::to_string(permutation[k])},
            std::to_string(permutation[k]), missingFrom(permutation));
  }
  if (isIdentity || context.hasError)
    permutation.clear();
  context.hasError |= hadError;
  return permutation;
}

void checkRelabel(InstanceContext &context,
                  const directive::ParsedExpression &parsed) {
  const Expr *written = writtenExpression(context, parsed);
  if (!written) {
    context.hasError = true; // Clang has told the user
    return;
  }
  const QualType type = written->getType();
  if (written->isTypeDependent() || type->isDependentType())
    return;
  const bool isVariable = written->isLValue() && !written->refersToBitField() &&
                          !type.isConstQualified() &&
                          !type.isVolatileQualified();
  if (!isVariable || !context.ast.hasSameType(type, context.ast.IntTy))
    context.error(parsed.range.getBegin(), DiagnosticKind::RelabelNotInt,
                  nullptr, written->isLValue(), type);
}

} // namespace redistc::sema
