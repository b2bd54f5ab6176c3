//===- Storage.cpp - Whether storage can take the layouts ------*- C++ -*-===//
//
// What can be told at compile time. The runtime checks the rest before anything
// moves.
//
//===----------------------------------------------------------------------===//
#include "Objects.h"
#include "Parameters.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

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

/// A pointer tells no size, so the storage is taken to hold what the source
/// layout puts there, and the target layout must need no more on any rank.
static void checkPointerInPlace(InstanceContext &context,
                                const ObjectInfo &object,
                                const plan::CheckedInstance &instance) {
  const auto source = constantMap(instance.from, instance.extent);
  const auto target = constantMap(instance.to, instance.extent);
  const auto refuse = [&](int reason, std::int64_t needed, std::int64_t rank,
                          std::int64_t held) {
    context.error(object.parsed->range.getBegin(),
                  DiagnosticKind::PointerInPlace, object.declaration,
                  object.quoted(), reason, std::to_string(needed),
                  std::to_string(rank), std::to_string(held));
  };
  if (!source || !target || !instance.from.firstRank.value ||
      !instance.to.firstRank.value) {
    refuse(0, 0, 0, 0);
    return;
  }
  const std::int64_t shift =
      *instance.to.firstRank.value - *instance.from.firstRank.value;
  const std::int64_t extent = *instance.extent.value;
  for (std::int64_t q = 0; q < target->ranks; ++q) {
    const std::int64_t needed = target->localExtent(extent, q);
    const std::int64_t held = source->localExtent(extent, q + shift);
    if (needed > held) {
      refuse(1, needed, q + *instance.to.firstRank.value, held);
      return;
    }
    if (needed == 0)
      return; // extents do not grow with the coordinate
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
  if (context.hasError)
    return;
  checkSize(context, source, instance.from, instance.extent, false);
  checkSize(context, target, instance.to, instance.extent, true);
  if (!destination && source.isPointer &&
      !mayStillDepend(context, context.directive))
    checkPointerInPlace(context, source, instance);
}

} // namespace redistc::sema
