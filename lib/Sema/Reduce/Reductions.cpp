//===- Reductions.cpp - #pragma reduce in one instance ---------*- C++ -*-===//
//
// The clauses one by one; then, where every item has a type that is known, the
// operator.
//
//===----------------------------------------------------------------------===//
#include "Reduce/Reductions.h"

#include "Common/Clauses.h"
#include "Common/Parameters.h"
#include "Common/Travel.h"
#include "Reduce/Operators.h"

using namespace clang;

namespace redistc::sema {

using directive::ParsedReduction;
namespace parameterNames = directive::parameterNames;

/// root() names one of the ranks that take part.
static void checkRoot(InstanceContext &context,
                      const plan::ReduceInstance &instance) {
  const ParsedReduction &parsed = *context.directive.reduction;
  if (!instance.root || !instance.onto || !instance.root->value ||
      !instance.onto->value || *instance.onto->value <= 0 ||
      *instance.root->value < *instance.onto->value)
    return;
  context.error(parsed.root->range.getBegin(), DiagnosticKind::RootTooLarge,
                SecondPlace{parsed.onto->range.getBegin(),
                            DiagnosticKind::RanksGivenHere,
                            std::to_string(*instance.onto->value)},
                std::to_string(*instance.root->value),
                std::to_string(*instance.onto->value - 1));
}

static void checkClauses(InstanceContext &context,
                         plan::ReduceInstance &instance) {
  const ParsedReduction &parsed = *context.directive.reduction;
  if (parsed.root)
    instance.root = checkInteger(context, *parsed.root, parameterNames::root, 0,
                                 DiagnosticKind::RootNegative);
  if (parsed.onto)
    instance.onto = checkInteger(context, *parsed.onto, parameterNames::ranks,
                                 1, DiagnosticKind::RanksNotPositive);
  if (parsed.transfers)
    instance.transfers =
        checkInteger(context, *parsed.transfers, parameterNames::transfers, 1,
                     DiagnosticKind::TransfersNotPositive);
  if (parsed.reducers)
    instance.reducers =
        checkInteger(context, *parsed.reducers, parameterNames::reducers, 1,
                     DiagnosticKind::ReducersNotPositive);
  if (parsed.transferCost && parsed.combineCost) {
    instance.transferCost = checkSeconds(context, *parsed.transferCost,
                                         parameterNames::transferCost);
    instance.combineCost =
        checkSeconds(context, *parsed.combineCost, parameterNames::combineCost);
  }
  checkRoot(context, instance);
  if (context.directive.communicator)
    checkCommunicator(context, *context.directive.communicator);
}

/// MPI sends items as bytes, as many from each rank.
static void checkMpi(InstanceContext &context, const ItemInfo &item) {
  const SourceLocation location = item.parsed->name.range.getBegin();
  if (item.operand.isNull() || item.operand->isDependentType() ||
      travelsAsBytes(context, item.operand, location))
    return;
  context.error(
      location, DiagnosticKind::NotForMpi, item.declaration, item.quoted(),
      item.operand,
      static_cast<int>(item.operand.isTriviallyCopyableType(context.ast)));
}

/// The minimum or maximum of numbers is one of them, whatever the order.
static bool isExactItem(InstanceContext &context, const ItemInfo &item,
                        const plan::CheckedReduce &checked) {
  const bool isSelection =
      checked.operation.builtin == plan::BuiltinOperator::Minimum ||
      checked.operation.builtin == plan::BuiltinOperator::Maximum;
  if (item.operand.isNull() || item.operand->isDependentType())
    return false;
  QualType number = context.ast.getBaseElementType(item.operand);
  while (!elementOfStdArray(number).isNull())
    number = context.ast.getBaseElementType(elementOfStdArray(number));
  return (isSelection && number->isRealType()) ||
         isExactType(context, item.operand, checked.ordered);
}

plan::ReduceInstance checkReduction(InstanceContext &context,
                                    const FunctionDecl *function,
                                    plan::CheckedReduce &checked) {
  const ParsedReduction &parsed = *context.directive.reduction;
  plan::ReduceInstance instance;
  instance.context = context.instanceName;
  checked.ordered = parsed.ordered.has_value();
  checked.operation = operatorOf(context);
  std::vector<ItemInfo> items;
  for (const directive::ParsedItem &item : parsed.items)
    items.push_back(checkItem(context, item));
  checkClauses(context, instance);
  if (!context.hasError) {
    checkItemsApart(context, items);
    checkOperator(context, function, items);
  }
  checked.items.clear();
  instance.isExact = true;
  for (const ItemInfo &item : items) {
    checked.items.push_back(item.checked);
    instance.isExact &= isExactItem(context, item, checked);
    if (checked.strategy == redist::schedule::ReductionStrategy::Mpi)
      checkMpi(context, item);
  }
  return instance;
}

} // namespace redistc::sema
