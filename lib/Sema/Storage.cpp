//===- Storage.cpp - Whether storage can take the layouts ------*- C++ -*-===//
//
// What can be told at compile time. The runtime checks the rest before anything
// moves.
//
//===----------------------------------------------------------------------===//
#include "Objects.h"
#include "Parameters.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/Sema/Sema.h"

#include <algorithm>
#include <vector>

using namespace clang;
using redist::schedule::BlockCyclic;

namespace redistc::sema {

/// The most that any rank holds: coordinate 0 has every first block.
static std::int64_t largestExtent(const BlockCyclic &map, std::int64_t extent) {
  return map.localExtent(extent, 0);
}

static void checkSize(InstanceContext &context, const ObjectInfo &object,
                      const plan::CheckedLayout &layout,
                      const plan::Parameter &extent, bool isTarget) {
  const auto map = constantMap(layout, extent);
  if (!object.size || !map)
    return;
  const std::int64_t needed = largestExtent(*map, *extent.value);
  if (needed > *object.size)
    context.error(object.parsed->range.getBegin(),
                  DiagnosticKind::StorageTooSmall, object.declaration,
                  object.quoted(), std::to_string(*object.size), isTarget,
                  std::to_string(needed));
}

/// The coordinates of the target grid, ascending, at which the local extent on
/// either side may change: an extent is one number before the rank that holds
/// the last, partial block, one on it, and one after it. With them every rank
/// is checked, however many there are.
static std::vector<std::int64_t> extentChanges(const BlockCyclic &source,
                                               const BlockCyclic &target,
                                               std::int64_t extent,
                                               std::int64_t shift) {
  const auto partial = [extent](const BlockCyclic &map) {
    return extent / map.block % map.ranks;
  };
  std::vector<std::int64_t> changes = {0, partial(target), partial(target) + 1};
  for (const std::int64_t p :
       {std::int64_t{0}, partial(source), partial(source) + 1, source.ranks})
    if (std::int64_t q = 0; !__builtin_sub_overflow(p, shift, &q))
      changes.push_back(q);
  std::erase_if(changes,
                [&](std::int64_t q) { return q < 0 || q >= target.ranks; });
  std::sort(changes.begin(), changes.end());
  return changes;
}

/// Both maps are the same one, whatever the extent is.
static bool areIdentical(const plan::CheckedLayout &source,
                         const plan::CheckedLayout &target) {
  const auto areEqual = [](const plan::Parameter &a, const plan::Parameter &b) {
    return a.value && a.value == b.value;
  };
  const bool isWholeBlock =
      plan::DistributionKind::Block == source.distribution;
  if (isWholeBlock != (target.distribution == plan::DistributionKind::Block))
    return false;
  return areEqual(source.ranks, target.ranks) &&
         areEqual(source.firstRank, target.firstRank) &&
         (isWholeBlock || areEqual(source.block, target.block));
}

/// "'n' is not a constant", of the first parameter that is none; empty if all
/// are.
static std::string notConstant(const plan::CheckedInstance &instance) {
  for (const plan::Parameter *parameter :
       {&instance.extent, &instance.from.block, &instance.from.ranks,
        &instance.from.firstRank, &instance.to.block, &instance.to.ranks,
        &instance.to.firstRank})
    if (!parameter->value)
      return "'" + parameter->text + "' is not a constant";
  return "";
}

/// A pointer tells no size, so the storage is taken to hold what the source
/// layout puts there, and the target layout must need no more on any rank.
static void checkPointerInPlace(InstanceContext &context,
                                const ObjectInfo &object,
                                const plan::CheckedInstance &instance) {
  const auto source = constantMap(instance.from, instance.extent);
  const auto target = constantMap(instance.to, instance.extent);
  const auto refuse = [&](int reason, const std::string &needed,
                          std::int64_t rank, std::int64_t held) {
    context.error(object.parsed->range.getBegin(),
                  DiagnosticKind::PointerInPlace, object.declaration,
                  object.quoted(), reason, needed, std::to_string(rank),
                  std::to_string(held));
  };
  if (areIdentical(instance.from, instance.to))
    return;
  if (const std::string unknown = notConstant(instance); !unknown.empty()) {
    refuse(0, unknown, 0, 0);
    return;
  }
  if (!source || !target)
    return; // too large for a schedule, which Plan reports
  const std::int64_t extent = *instance.extent.value;
  const std::int64_t shift =
      *instance.to.firstRank.value - *instance.from.firstRank.value;
  for (const std::int64_t q : extentChanges(*source, *target, extent, shift)) {
    const std::int64_t needed = target->localExtent(extent, q);
    std::int64_t p = 0;
    const std::int64_t held = __builtin_add_overflow(q, shift, &p)
                                  ? 0
                                  : source->localExtent(extent, p);
    if (needed > held) {
      refuse(1, std::to_string(needed), q, held);
      return;
    }
  }
}

static void checkDestination(InstanceContext &context, const ObjectInfo &source,
                             const ObjectInfo &destination) {
  const SourceLocation location = destination.parsed->range.getBegin();
  const Expr *from = writtenExpression(context, *source.parsed);
  const Expr *to = writtenExpression(context, *destination.parsed);
  if (from && to && isa<DeclRefExpr>(from) && isa<DeclRefExpr>(to) &&
      source.declaration == destination.declaration)
    context.error(location, DiagnosticKind::IntoIsSource, nullptr,
                  destination.quoted());
  if (source.element.isNull() || destination.element.isNull() ||
      source.element->isDependentType() ||
      destination.element->isDependentType() ||
      context.ast.hasSameType(source.element, destination.element))
    return;
  context.error(location, DiagnosticKind::ElementTypesDiffer,
                destination.declaration, destination.element,
                destination.quoted(), source.element, source.quoted());
}

/// resize() makes new elements. Storage of a fixed size needs none.
static void checkResizable(InstanceContext &context, const ObjectInfo &target) {
  CXXRecordDecl *record =
      context.ast.getBaseElementType(target.element)->getAsCXXRecordDecl();
  if (!record)
    return;
  const CXXConstructorDecl *constructor =
      context.clangSema.LookupDefaultConstructor(record);
  if (!constructor || constructor->isDeleted() ||
      constructor->getAccess() != AS_public)
    context.error(target.parsed->range.getBegin(),
                  DiagnosticKind::NotDefaultConstructible, target.declaration,
                  target.quoted(), target.element);
}

static bool mayStillDepend(const InstanceContext &context,
                           const directive::ParsedDirective &directive) {
  for (unsigned slot = 0; slot < directive.slotCount; ++slot)
    if (slot < context.statement->size())
      if (const auto *value =
              dyn_cast<Expr>(context.statement->body_begin()[slot]))
        if (value->isInstantiationDependent())
          return true;
  return false;
}

void checkStorage(InstanceContext &context, const ObjectInfo &source,
                  const ObjectInfo *destination,
                  const plan::CheckedInstance &instance) {
  const ObjectInfo &target = destination ? *destination : source;
  if (target.isConst)
    context.error(target.parsed->range.getBegin(),
                  DiagnosticKind::TargetIsConst, target.declaration,
                  target.quoted(), destination != nullptr);
  if (destination)
    checkDestination(context, source, *destination);
  if (target.isVector && !target.element.isNull() &&
      !target.element->isDependentType())
    checkResizable(context, target);
  if (context.hasError)
    return;
  checkSize(context, source, instance.from, instance.extent, false);
  checkSize(context, target, instance.to, instance.extent, true);
  if (!destination && source.isPointer &&
      !mayStillDepend(context, context.directive))
    checkPointerInPlace(context, source, instance);
}

} // namespace redistc::sema
