//===- ReduceCallText.cpp - The call that stands for a reduction *- C++ -*-===//
//
// A named operator may be an overloaded function or a template, which are no
// values: it is wrapped in a lambda that calls it by its name, so that overload
// resolution and argument-dependent lookup see the operands. Which form of
// operator it is, `T f(const T &, const T &)` or `void f(T &, const T &)`, the
// runtime asks the lambda: its return type drops out where the call is none.
//
//===----------------------------------------------------------------------===//
#include "CallText.h"

#include "Expressions.h"

#include <algorithm>

using namespace redistc::plan;

namespace redistc::emit {

static const char *functionObject(BuiltinOperator operation) {
  switch (operation) {
  case BuiltinOperator::Plus:
    return "plus";
  case BuiltinOperator::Multiplies:
    return "multiplies";
  case BuiltinOperator::BitAnd:
    return "bit_and";
  case BuiltinOperator::BitOr:
    return "bit_or";
  case BuiltinOperator::BitXor:
    return "bit_xor";
  case BuiltinOperator::LogicalAnd:
    return "logical_and";
  case BuiltinOperator::LogicalOr:
    return "logical_or";
  case BuiltinOperator::Minimum:
    return "minimum";
  case BuiltinOperator::Maximum:
    return "maximum";
  }
  return "";
}

std::string operatorValue(const CheckedOperator &operation,
                          const std::string &suffix) {
  if (operation.builtin)
    return std::string("::redist::") + functionObject(*operation.builtin) +
           "{}";
  if (operation.isValue)
    return "::redist::refer_to(" + operation.text + ")";
  const std::string operands = "redistOperands" + suffix;
  const std::string call = operation.text + "(static_cast<decltype(" +
                           operands + ")>(" + operands + ")...)";
  return "[&](auto &&..." + operands + ") noexcept(noexcept(" + call +
         ")) -> decltype(" + call + ") { return " + call + "; }";
}

/// Every clause is a constant of the program, in instances that are not known
/// here as well.
static bool isUniform(const CheckedReduce &directive) {
  const auto isFixed = [&](const auto &clause) {
    return !clause || (clause->value && (!directive.isTemplated ||
                                         isFloatingNumber(clause->text)));
  };
  return std::all_of(directive.instances.begin(), directive.instances.end(),
                     [&](const ReduceInstance &instance) {
                       return isFixed(instance.root) &&
                              isFixed(instance.onto) &&
                              isFixed(instance.transferCost) &&
                              isFixed(instance.combineCost) &&
                              isFixed(instance.transfers) &&
                              isFixed(instance.reducers);
                     });
}

/// Any tree gives the same bits. Other instances of a template may have other
/// types. A named operator that is said to commute may only nearly do so (of
/// two equal keys it keeps the first): there the runtime goes by the types that
/// it knows itself.
static bool isExact(const CheckedReduce &directive) {
  return !directive.isTemplated &&
         (directive.operation.builtin || directive.ordered) &&
         std::all_of(
             directive.instances.begin(), directive.instances.end(),
             [](const ReduceInstance &instance) { return instance.isExact; });
}

static std::string reductionValue(const CheckedReduce &directive) {
  const ReduceInstance &texts = directive.instances.front();
  std::string text = "::redist::reduction()";
  const auto add = [&text](const char *clause,
                           const std::optional<Parameter> &parameter) {
    if (parameter)
      text += std::string(".") + clause + '(' + integer(parameter->text) + ')';
  };
  add("root", texts.root);
  add("onto", texts.onto);
  if (texts.transferCost)
    text += ".cost(" + floating(texts.transferCost->text) + ", " +
            floating(texts.combineCost->text) + ')';
  add("transfers", texts.transfers);
  add("reducers", texts.reducers);
  if (directive.ordered)
    text += ".ordered()";
  if (isUniform(directive))
    text += ".uniform()";
  if (isExact(directive))
    text += ".exact()";
  return text;
}

static std::string itemArgument(const CheckedItem &item) {
  if (!item.isSection)
    return parenthesized(item.text);
  return "::redist::elements(" + parenthesized(item.text) + ", " +
         integer(item.lower) + ", " + integer(item.length) + ", " +
         integer(item.stride) + ')';
}

std::string callText(const CheckedReduce &directive,
                     const std::string &suffix) {
  std::string text = directive.request.empty()
                         ? "::redist::reduce("
                         : "::redist::request " + directive.request +
                               " = ::redist::start_reduce(";
  text += "redistDirective" + suffix + ", " + reductionValue(directive) + ", " +
          parenthesized(directive.communicator) + ", " +
          operatorValue(directive.operation, suffix);
  for (const CheckedItem &item : directive.items)
    text += ", " + itemArgument(item);
  return text + ");";
}

std::string userTexts(const CheckedReduce &directive) {
  std::string all = directive.communicator + ' ' + directive.request + ' ' +
                    directive.operation.text;
  for (const CheckedItem &item : directive.items)
    all += ' ' + item.text + ' ' + item.lower + ' ' + item.length + ' ' +
           item.stride;
  const ReduceInstance &texts = directive.instances.front();
  const auto add = [&all](const auto &clause) {
    if (clause)
      all += ' ' + clause->text;
  };
  add(texts.root);
  add(texts.onto);
  add(texts.transferCost);
  add(texts.combineCost);
  add(texts.transfers);
  add(texts.reducers);
  return all;
}

} // namespace redistc::emit
