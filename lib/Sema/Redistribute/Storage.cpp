//===- Storage.cpp - Checks that storage fits the layouts ------*- C++ -*-===//
//
// What can be told at compile time. The runtime checks the rest before anything
// moves.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/Storage.h"

#include "Common/Parameters.h"
#include "Redistribute/LayoutValue.h"
#include "Redistribute/LocalSizes.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace redistc::sema {

static void checkSize(InstanceContext &context, const ObjectInfo &object,
                      const plan::CheckedLayout &layout,
                      const Sections &sections, bool isTarget) {
  if (!object.size)
    return;
  const auto needed = largestLocalSize(layout, sections);
  if (needed && *needed > *object.size)
    context.error(object.parsed->range.getBegin(),
                  DiagnosticKind::StorageTooSmall, object.declaration,
                  object.quoted(), std::to_string(*object.size), isTarget,
                  std::to_string(*needed));
}

/// "'n' is not a constant", of the first number of the directive that is none.
static std::string notConstant(const StorageUse &use) {
  for (const plan::CheckedSection &section : use.sourceSections)
    if (!section.length.value)
      return "'" + section.length.text + "' is not a constant";
  for (const plan::CheckedLayout *layout : {use.from, use.to})
    if (std::string unknown = notConstant(*layout); !unknown.empty())
      return unknown;
  return "";
}

/// A pointer tells no size, so the storage is taken to hold what the source
/// layout puts there, and the target layout must need no more on any rank.
static void checkPointerInPlace(InstanceContext &context,
                                const ObjectInfo &object,
                                const StorageUse &use) {
  const auto refuse = [&](int reason, const std::string &text,
                          const Growth &growth) {
    context.error(object.parsed->range.getBegin(),
                  DiagnosticKind::PointerInPlace, object.declaration,
                  object.quoted(), reason, text,
                  std::to_string(growth.position), std::to_string(growth.held));
  };
  if (!use.isPermuted && areIdentical(*use.from, *use.to))
    return;
  if (!areWhole(use.sourceSections))
    return; // stays where it is, or is refused
  if (const std::string unknown = notConstant(use); !unknown.empty()) {
    refuse(0, unknown, {});
    return;
  }
  if (use.from->lead || use.to->lead) {
    refuse(0, "a lead does not tell how many rows there are", {});
    return;
  }
  if (object.size)
    return; // compared with what it holds
  const auto found = findGrowth(*use.from, use.sourceSections, *use.to,
                                use.targetSections, use.isRelabelled);
  if (const auto *growth = std::get_if<Growth>(&found))
    refuse(1, std::to_string(growth->needed), *growth);
  else if (std::holds_alternative<TooManyRanks>(found))
    refuse(0, "the ranks of the grids are too many to look at each", {});
}

void checkCapacity(InstanceContext &context, StorageUse &use) {
  const directive::ParsedExpression &parsed = *context.directive.capacity;
  use.capacity =
      checkInteger(context, parsed, directive::parameterNames::capacity, 0,
                   DiagnosticKind::CapacityNegative);
  std::vector<ObjectInfo> &written = use.into.empty() ? use.objects : use.into;
  bool isOfPointer = false;
  for (ObjectInfo &object : written) {
    isOfPointer |= object.isPointer || object.element.isNull();
    if (object.isPointer)
      object.size = use.capacity->value;
  }
  if (!isOfPointer && !context.hasError)
    context.error(parsed.range.getBegin(),
                  DiagnosticKind::CapacityWithoutPointer, nullptr,
                  !use.into.empty());
}

static void checkTypes(InstanceContext &context, const ObjectInfo &source,
                       const ObjectInfo &destination) {
  if (source.element.isNull() || destination.element.isNull() ||
      source.element->isDependentType() ||
      destination.element->isDependentType() ||
      context.ast.hasSameType(source.element, destination.element))
    return;
  context.error(destination.parsed->range.getBegin(),
                DiagnosticKind::ElementTypesDiffer, destination.declaration,
                destination.element, destination.quoted(), source.element,
                source.quoted());
}

/// resize() makes new elements, and puts those that are there elsewhere.
/// Storage of a fixed size needs neither.
static void checkResizable(InstanceContext &context, const ObjectInfo &target) {
  CXXRecordDecl *record =
      context.ast.getBaseElementType(target.element)->getAsCXXRecordDecl();
  if (!record)
    return;
  clang::Sema &sema = context.clangSema;
  const auto isUsable = [](const CXXConstructorDecl *constructor) {
    return constructor && !constructor->isDeleted() &&
           constructor->getAccess() == AS_public;
  };
  const bool isMade = isUsable(sema.LookupDefaultConstructor(record));
  // Of a class without one of its own, this is the one that copies.
  const bool isMoved = isUsable(sema.LookupMovingConstructor(record, 0));
  if (!isMade || !isMoved)
    context.error(target.parsed->range.getBegin(),
                  DiagnosticKind::NotDefaultConstructible, target.declaration,
                  target.quoted(), target.element, static_cast<int>(isMade));
}

static SecondPlace firstNamed(const ObjectInfo &object) {
  return {object.parsed->range.getBegin(), DiagnosticKind::FirstNamed,
          object.quoted()};
}

static void checkNamedOnce(InstanceContext &context,
                           const std::vector<ObjectInfo> &objects) {
  for (std::size_t i = 0; i < objects.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (nameTheSame(context, *objects[i].parsed, *objects[j].parsed))
        context.error(objects[i].parsed->range.getBegin(),
                      DiagnosticKind::NamedTwice, firstNamed(objects[j]),
                      objects[i].quoted());
}

/// An object may be its own destination for sections that lie apart, under one
/// layout.
static void checkOwnDestination(InstanceContext &context,
                                const ObjectInfo &source,
                                const ObjectInfo &destination,
                                const StorageUse &use) {
  const SourceLocation location = destination.parsed->range.getBegin();
  if (areWhole(use.sourceSections) || areWhole(use.targetSections))
    context.error(location, DiagnosticKind::IntoIsSource, nullptr,
                  destination.quoted());
  else if (doOverlap(use.sourceSections, use.targetSections))
    context.error(location, DiagnosticKind::SectionsOverlap, firstNamed(source),
                  source.quoted());
  else if (use.sourceSections.size() != use.targetSections.size() ||
           (use.from && provablyDiffer(*use.from, *use.to, use.sourceSections)))
    context.error(location, DiagnosticKind::OwnLayoutsDiffer, nullptr,
                  source.quoted());
}

/// The rest of the storage cannot be both the old and the new array, so a
/// section can only stay where it is. Where it is not plain that the layouts
/// differ, the runtime compares them.
static void checkPartInPlace(InstanceContext &context, const StorageUse &use) {
  const bool mayStay =
      !use.isPermuted &&
      !(use.from && provablyDiffer(*use.from, *use.to, use.sourceSections));
  if (!use.into.empty() || areWhole(use.sourceSections) || mayStay)
    return;
  const auto &brackets = context.directive.objects.front().sections;
  const auto part =
      llvm::find_if(brackets, [](const directive::ParsedSection &section) {
        return !section.extent;
      });
  context.error(part->range.getBegin(), DiagnosticKind::SectionInPlace, nullptr,
                use.objects.front().quoted());
}

/// Half of a redistribution: the other side has the other half.
static bool isOneSided(const InstanceContext &context) {
  return context.directive.sends() || context.directive.receives();
}

void checkNames(InstanceContext &context, const StorageUse &use) {
  checkNamedOnce(context, use.objects);
  if (isOneSided(context))
    return;
  checkNamedOnce(context, use.into);
  for (std::size_t i = 0; i < use.into.size(); ++i)
    for (std::size_t j = 0; j < use.objects.size(); ++j) {
      if (!nameTheSame(context, *use.into[i].parsed, *use.objects[j].parsed))
        continue;
      if (i == j)
        checkOwnDestination(context, use.objects[j], use.into[i], use);
      else
        context.error(use.into[i].parsed->range.getBegin(),
                      DiagnosticKind::NamedTwice, firstNamed(use.objects[j]),
                      use.into[i].quoted());
    }
  checkPartInPlace(context, use);
}

static bool mayStillDepend(const InstanceContext &context) {
  for (unsigned slot = 0; slot < context.directive.slotCount; ++slot)
    if (slot < context.statement->size())
      if (const auto *value =
              dyn_cast<Expr>(context.statement->body_begin()[slot]))
        if (value->isInstantiationDependent())
          return true;
  return false;
}

void checkStorage(InstanceContext &context, const StorageUse &use) {
  const bool isInPlace = use.into.empty();
  const std::vector<ObjectInfo> &targets = isInPlace ? use.objects : use.into;
  const std::size_t written = context.directive.sends() ? 0 : targets.size();
  for (std::size_t i = 0; i < written; ++i) {
    const ObjectInfo &target = targets[i];
    if (target.isConst)
      context.error(target.parsed->range.getBegin(),
                    DiagnosticKind::TargetIsConst, target.declaration,
                    target.quoted(),
                    !isInPlace || context.directive.receives());
    if (!isInPlace)
      checkTypes(context, use.objects[i], target);
    if (target.isVector && !target.element.isNull() &&
        !target.element->isDependentType())
      checkResizable(context, target);
  }
  if (context.hasError)
    return;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const ObjectInfo &source = use.objects[i];
    if (use.from)
      checkSize(context, source, *use.from, use.sourceSections, false);
    if (use.to)
      checkSize(context, targets[i], *use.to, use.targetSections, true);
    if (isInPlace && !isOneSided(context) && source.isPointer && use.from &&
        !use.capacity && !mayStillDepend(context))
      checkPointerInPlace(context, source, use);
  }
}

} // namespace redistc::sema
