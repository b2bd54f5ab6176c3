//===- ClauseArity.cpp - Numbers of dimensions agree ------------*- C++ -*-===//
//
// The first object says how many dimensions there are, the first of into() with
// brackets how many the target has.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/ClauseArity.h"

#include "Common/Parameters.h"

using namespace clang;

namespace redistc::sema {

using directive::DistributionWord;
using directive::ParsedDirective;
using directive::ParsedLayout;
using directive::ParsedObject;

const ParsedObject *
firstWithBrackets(const std::vector<ParsedObject> &objects) {
  const auto found = llvm::find_if(
      objects, [](const ParsedObject &one) { return !one.sections.empty(); });
  return found == objects.end() ? nullptr : &*found;
}

/// Whose brackets the dimensions of the target are. Where `to` has as many as
/// the source, other ones of into() are what is wrong.
static const ParsedObject &targetOf(const ParsedDirective &parsed) {
  const ParsedObject &first = parsed.objects.front();
  const ParsedObject *const own = firstWithBrackets(parsed.into);
  const bool isLike = !parsed.to || parsed.to->isRemote ||
                      parsed.to->dimensions.size() == first.sections.size();
  return own && !isLike ? *own : first;
}

/// The number of dimensions of `what`, which stands at the location, is that of
/// the object.
static void checkDimensions(InstanceContext &context, SourceLocation location,
                            const std::string &what, std::size_t dimensions,
                            const ParsedObject &first) {
  if (dimensions == first.sections.size())
    return;
  context.error(location, DiagnosticKind::DimensionsDiffer,
                SecondPlace{first.sections.front().range.getBegin(),
                            DiagnosticKind::BracketHere,
                            "'" + first.name.text + "'"},
                what, static_cast<int>(dimensions), "'" + first.name.text + "'",
                static_cast<int>(first.sections.size()));
}

/// onto: an extent for each distributed dimension.
static void checkGridCount(InstanceContext &context,
                           const ParsedLayout &layout) {
  std::size_t distributed = 0;
  SourceLocation lacking; // the first dimension without an extent
  for (const directive::ParsedDistribution &dimension : layout.dimensions)
    if (dimension.word != DistributionWord::Undistributed)
      if (distributed++ == layout.grid.size())
        lacking = dimension.location;
  if (distributed == layout.grid.size() ||
      (distributed == 0 && layout.grid.size() == 1))
    return;
  context.error(
      lacking.isValid() ? lacking : layout.grid[distributed].range.getBegin(),
      DiagnosticKind::GridCount, nullptr, static_cast<int>(layout.grid.size()),
      static_cast<int>(distributed));
}

static void checkLayoutShape(InstanceContext &context,
                             const std::optional<ParsedLayout> &parsed,
                             const std::string &clause,
                             const ParsedObject &object) {
  if (!parsed || parsed->isRemote)
    return;
  const ParsedLayout &layout = *parsed;
  checkGridCount(context, layout);
  const std::size_t expected = object.sections.size();
  const std::size_t found = layout.dimensions.size();
  checkDimensions(context,
                  layout.dimensions[found > expected ? expected : 0].location,
                  clause, found, object);
  if (!layout.widths.empty())
    checkDimensions(context, layout.widths.front().before.range.getBegin(),
                    layout.isHalo ? "'halo'" : "'room'", layout.widths.size(),
                    object);
  if (layout.lead && expected == 1)
    context.error(layout.lead->range.getBegin(),
                  DiagnosticKind::LeadOneDimension, nullptr);
}

static void checkIntoShape(InstanceContext &context) {
  const ParsedDirective &parsed = context.directive;
  if (parsed.into.empty())
    return;
  if (parsed.into.size() != parsed.objects.size()) {
    const bool isMore = parsed.into.size() > parsed.objects.size();
    context.error(
        (isMore ? parsed.into[parsed.objects.size()] : parsed.into.back())
            .name.range.getBegin(),
        DiagnosticKind::IntoCount, nullptr,
        static_cast<int>(parsed.into.size()),
        static_cast<int>(parsed.objects.size()));
    return;
  }
  const bool hasSection =
      llvm::any_of(parsed.into, [](const ParsedObject &object) {
        return llvm::any_of(object.sections,
                            [](const directive::ParsedSection &section) {
                              return !section.extent;
                            });
      });
  for (const ParsedObject &object : parsed.into)
    if (!object.sections.empty() || hasSection)
      checkDimensions(context, object.name.range.getBegin(),
                      "'" + object.name.text + "'", object.sections.size(),
                      targetOf(parsed));
}

/// accumulate: only what a destination has can be combined.
static void checkAccumulates(InstanceContext &context) {
  const ParsedDirective &parsed = context.directive;
  if (!parsed.accumulate)
    return;
  const SourceLocation location = parsed.accumulate->range.getBegin();
  if (parsed.sends() || parsed.receives())
    return; // checkRemote()
  if (parsed.into.empty())
    context.error(location, DiagnosticKind::AccumulateWithoutInto, nullptr);
  else if (parsed.relabel)
    context.error(location, DiagnosticKind::AccumulateWithRelabel, nullptr);
}

/// partial: of a source only, by one operator.
static void checkPartial(InstanceContext &context) {
  const ParsedDirective &parsed = context.directive;
  for (std::size_t k = 0; parsed.to && k < parsed.to->copies.size(); ++k)
    if (const directive::ParsedCopies &one = parsed.to->copies[k];
        one.operation)
      context.error(one.range.getBegin(), DiagnosticKind::PartialInTarget,
                    nullptr, one.ranks.text,
                    FixItHint::CreateReplacement(
                        one.range, "copies(" + one.ranks.text + ")"));
  if (!parsed.from)
    return;
  const directive::ParsedOperator *first = nullptr;
  for (const directive::ParsedCopies &one : parsed.from->copies) {
    if (!one.operation)
      continue;
    if (first && first->spelling != one.operation->spelling)
      context.error(one.operation->range.getBegin(),
                    DiagnosticKind::SeveralPartial, nullptr, first->spelling,
                    one.operation->spelling);
    first = first ? first : &*one.operation;
  }
}

/// remote: what else the directive of one side may say.
static void checkRemote(InstanceContext &context) {
  const ParsedDirective &parsed = context.directive;
  if (!parsed.sends() && !parsed.receives())
    return;
  const auto refuse = [&](SourceLocation location, const char *clause,
                          bool onBothSides, const char *reason) {
    context.error(location, DiagnosticKind::RemoteWithClause, nullptr, clause,
                  static_cast<int>(onBothSides), reason);
  };
  if (parsed.sends() && parsed.receives())
    context.error(parsed.to->range.getBegin(), DiagnosticKind::RemoteTwice,
                  nullptr);
  if (!parsed.communicator)
    context.error((parsed.sends() ? parsed.to : parsed.from)->range.getBegin(),
                  DiagnosticKind::RemoteWithoutComm, nullptr);
  if (!parsed.into.empty())
    refuse(parsed.into.front().name.range.getBegin(), "into", true,
           "the object itself is sent or received");
  if (parsed.relabel)
    refuse(parsed.relabel->range.getBegin(), "relabel", true,
           "no rank has a part of both layouts");
  for (const auto *layout : {&parsed.from, &parsed.to})
    for (std::size_t k = 0; *layout && k < (*layout)->dimensions.size(); ++k) {
      const directive::ParsedDistribution &one = (*layout)->dimensions[k];
      const bool isListed = one.word == DistributionWord::Listed;
      if (isListed || one.word == DistributionWord::Indirect)
        refuse(one.location, isListed ? "listed" : "indirect", true,
               "who has which element is found within one group");
    }
  if (parsed.from)
    for (const directive::ParsedCopies &one : parsed.from->copies)
      if (one.operation)
        refuse(one.range.getBegin(), "partial", true,
               "combine the parts in a directive before it");
  if (!parsed.sends())
    return;
  if (parsed.accumulate)
    refuse(parsed.accumulate->range.getBegin(), "accumulate", false,
           "the side that receives combines");
  if (parsed.capacity)
    refuse(parsed.capacity->range.getBegin(), "capacity", false,
           "nothing is written");
}

void checkShape(InstanceContext &context) {
  const ParsedDirective &parsed = context.directive;
  const ParsedObject &first = parsed.objects.front();
  // a[n, m] is meant to have two dimensions.
  for (const ParsedObject &object : parsed.objects)
    for (const directive::ParsedSection &section : object.sections)
      if (section.extent && !isOneExpression(context, *section.extent,
                                             directive::parameterNames::extent))
        return;
  const ParsedObject &target = targetOf(parsed);
  for (const ParsedObject *object : {&first, &target})
    if (object->sections.size() > maxDimensions)
      context.error(object->sections[maxDimensions].range.getBegin(),
                    DiagnosticKind::TooManyDimensions, nullptr,
                    static_cast<int>(maxDimensions));
  for (const ParsedObject &object : parsed.objects)
    checkDimensions(context, object.name.range.getBegin(),
                    "'" + object.name.text + "'", object.sections.size(),
                    first);
  checkLayoutShape(context, parsed.from, "'from'", first);
  checkLayoutShape(context, parsed.to, "'to'", target);
  checkIntoShape(context);
  checkRemote(context);
  checkAccumulates(context);
  checkPartial(context);
  if (!parsed.permute.empty() &&
      first.sections.size() == target.sections.size())
    checkDimensions(context, parsed.permute.front().range.getBegin(),
                    "'permute'", parsed.permute.size(), first);
}

} // namespace redistc::sema
