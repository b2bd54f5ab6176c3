//===- CheckRedistribution.cpp - Checks of one redistribution ---*- C++ -*-===//
#include "CheckRedistribution.h"

#include "Common/Clauses.h"
#include "Redistribute/ClauseArity.h"
#include "Redistribute/Storage.h"
#include "Reduce/Operators.h"

using namespace clang;

namespace redistc::sema {

using directive::ParsedDirective;
using directive::ParsedObject;

static std::vector<ObjectInfo>
checkObjects(InstanceContext &context,
             const std::vector<ParsedObject> &parsed) {
  std::vector<ObjectInfo> objects;
  for (const ParsedObject &object : parsed)
    objects.push_back(checkObject(context, object));
  return objects;
}

/// The brackets that all objects of a list share; empty where none has any.
/// `further` becomes those of which only the runtime can tell.
static Sections checkBrackets(InstanceContext &context,
                              const std::vector<ParsedObject> &objects,
                              bool isRead, bool isTemplated,
                              std::vector<plan::FurtherSections> &further) {
  const ParsedObject *first = nullptr;
  Sections ofFirst;
  for (const ParsedObject &object : objects) {
    if (object.sections.empty())
      continue;
    Sections sections = checkSections(context, object, isRead);
    if (!first) {
      first = &object;
      ofFirst = std::move(sections);
    } else if (checkEqual(context, *first, ofFirst, object, sections,
                          isTemplated)) {
      further.push_back(
          {object.name.text, first->name.text, std::move(sections)});
    }
  }
  return ofFirst;
}

static bool areArrays(const std::vector<ObjectInfo> &objects) {
  return llvm::all_of(objects, [](const ObjectInfo &o) { return o.isArray; });
}

static void checkLead(InstanceContext &context,
                      const std::optional<directive::ParsedLayout> &layout,
                      const std::vector<ObjectInfo> &objects) {
  if (!layout || !layout->lead)
    return;
  for (const ObjectInfo &object : objects)
    if (object.isArray)
      context.error(layout->lead->range.getBegin(), DiagnosticKind::LeadOfArray,
                    object.declaration, object.quoted());
}

/// Without `from`, or beside from(remote) without `to`, the layout is known
/// only of a redist::array.
static void checkLayoutIsKnown(InstanceContext &context,
                               const std::vector<ObjectInfo> &objects) {
  const bool lacksFrom = !context.directive.from;
  if ((!lacksFrom && context.directive.to) || context.hasError)
    return;
  for (const ObjectInfo &object : objects)
    if (!object.isArray && !object.element.isNull()) {
      context.error(context.directive.range.getBegin(),
                    DiagnosticKind::MissingClause, nullptr,
                    lacksFrom ? "from" : "to");
      return;
    }
}

/// from() or to(); what is not there, or `remote`, says nothing.
static plan::CheckedLayout
checkSide(InstanceContext &context,
          const std::optional<directive::ParsedLayout> &parsed,
          const Sections &sections, const std::vector<ObjectInfo> &objects) {
  if (parsed && !parsed->isRemote)
    return checkLayout(context, *parsed, sections, areArrays(objects));
  plan::CheckedLayout layout;
  layout.isRemote = parsed.has_value();
  return layout;
}

/// The target's brackets: those of into(), else the source's, permuted.
/// `permutation` becomes that of all dimensions.
static Sections targetSections(InstanceContext &context, const Sections &source,
                               const Sections &into,
                               std::vector<unsigned> &permutation) {
  const ParsedDirective &parsed = context.directive;
  if (parsed.receives())
    return source; // the brackets of what is written
  if (parsed.into.empty())
    return permuted(source, permutation);
  if (into.empty())
    return wholeSections(permuted(source, permutation));
  const ParsedObject &first = parsed.objects.front();
  const ParsedObject &target = *firstWithBrackets(parsed.into);
  permutation =
      pairDimensions(context, first, source, target, into, permutation);
  if (source.size() == into.size() || !permutation.empty())
    checkLengths(context, first, source, target, into, permutation);
  return into;
}

static void merge(std::vector<plan::CheckedObject> &checked,
                  const std::vector<ObjectInfo> &objects) {
  checked.resize(objects.size());
  for (std::size_t i = 0; i < objects.size(); ++i) {
    checked[i].text = textOf(objects[i]);
    checked[i].isPointer |= objects[i].isPointer;
    checked[i].isArray |= objects[i].isArray;
  }
}

static std::int64_t elementBytes(InstanceContext &context,
                                 const std::vector<ObjectInfo> &objects) {
  std::int64_t all = 0;
  for (const ObjectInfo &object : objects) {
    if (context.hasError || object.element.isNull() ||
        object.element->isDependentType() || object.element->isIncompleteType())
      return 0;
    all += context.ast.getTypeSizeInChars(object.element).getQuantity();
  }
  return all;
}

/// accumulate, or partial: the operator fits the elements. One that is
/// applied to elements that are arrays may take them whole or number by number:
/// the C++ compiler tells.
static void checkElements(InstanceContext &context,
                          const FunctionDecl *function,
                          const std::vector<ObjectInfo> &into) {
  const bool isNamed = operationOf(context).name.has_value();
  std::vector<directive::ParsedItem> parsed;
  for (const ObjectInfo &object : into)
    parsed.push_back({*object.parsed, directive::ParsedSection()});
  std::vector<ItemInfo> items;
  for (std::size_t i = 0; i < into.size(); ++i) {
    QualType operand = into[i].element;
    if (isNamed && !operand.isNull() && operand->isArrayType())
      operand = QualType();
    items.push_back({&parsed[i], into[i].declaration, operand, {}});
  }
  checkOperator(context, function, items);
}

/// The operator of partial(): absent where there is none.
static const directive::ParsedOperator *
partialOperator(const ParsedDirective &parsed) {
  if (parsed.from)
    for (const directive::ParsedCopies &one : parsed.from->copies)
      if (one.operation)
        return &*one.operation;
  return nullptr;
}

plan::CheckedInstance checkRedistribution(InstanceContext &context,
                                          const FunctionDecl *function,
                                          plan::CheckedRedistribute &checked) {
  const ParsedDirective &parsed = context.directive;
  plan::CheckedInstance instance;
  instance.context = context.instanceName;
  StorageUse use;
  use.objects = checkObjects(context, parsed.objects);
  instance.sections = checkBrackets(context, parsed.objects,
                                    !parsed.into.empty() || parsed.sends(),
                                    checked.isTemplated, instance.further);
  use.into = checkObjects(context, parsed.into);
  instance.intoSections = checkBrackets(
      context, parsed.into, false, checked.isTemplated, instance.furtherInto);
  std::vector<unsigned> permutation = checkPermutation(context);
  use.isPermuted = !permutation.empty();
  use.isRelabelled = parsed.relabel.has_value();
  use.sourceSections = instance.sections;
  use.targetSections = targetSections(context, instance.sections,
                                      instance.intoSections, permutation);
  if (parsed.from)
    instance.from =
        checkSide(context, parsed.from, use.sourceSections, use.objects);
  const auto &written = use.into.empty() ? use.objects : use.into;
  checkLayoutIsKnown(context, use.objects);
  checkLead(context, parsed.from, use.objects);
  checkLead(context, parsed.to, written);
  instance.to = checkSide(context, parsed.to, use.targetSections, written);
  instance.hasTo = parsed.to.has_value();
  if (parsed.to && !parsed.sends())
    checkHalo(context, *parsed.to, instance.to, use.targetSections,
              areArrays(written));
  use.from = instance.from && !parsed.receives() ? &*instance.from : nullptr;
  use.to = instance.hasTo && !parsed.sends() ? &instance.to : nullptr;
  if (parsed.communicator)
    checkCommunicator(context, *parsed.communicator);
  if (parsed.relabel)
    checkRelabel(context, *parsed.relabel);
  if (parsed.capacity)
    checkCapacity(context, use);
  instance.capacity = use.capacity;
  if (!context.hasError)
    checkNames(context, use);
  if (!context.hasError)
    checkStorage(context, use);
  if (!context.hasError && parsed.accumulate) {
    checked.accumulate = operatorOf(context);
    checkElements(context, function, written);
  }
  if (const auto *operation = partialOperator(parsed);
      operation && !context.hasError) {
    context.operation = operation;
    checked.partial = operatorOf(context);
    checkElements(context, function, use.into.empty() ? use.objects : use.into);
    context.operation = nullptr;
    for (plan::CheckedCopies &one : instance.from->copies)
      if (one.isPartial)
        one.operation = *checked.partial;
  }
  instance.elementBytes = elementBytes(context, use.objects);
  merge(checked.objects, use.objects);
  merge(checked.into, use.into);
  if (checked.instances.empty())
    checked.permutation = permutation;
  else if (checked.permutation != permutation && !context.hasError)
    context.error(
        (parsed.permute.empty() ? parsed.range : parsed.permute.front().range)
            .getBegin(),
        parsed.permute.empty() ? DiagnosticKind::PairsDiffer
                               : DiagnosticKind::PermuteDiffers,
        nullptr);
  return instance;
}

} // namespace redistc::sema
