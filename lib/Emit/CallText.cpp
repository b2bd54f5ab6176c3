//===- CallText.cpp - The call that stands for a directive -----*- C++ -*-===//
//
// Braces and chained calls evaluate from left to right, arguments of a function
// in any order: so each value is written where one of them orders it.
//
//===----------------------------------------------------------------------===//
#include "CallText.h"

#include "Expressions.h"

#include "redistc/Emit/BlockText.h"

using namespace redistc::plan;

namespace redistc::emit {

static std::string extentValue(const Parameter &extent) {
  return integer(extent.text);
}

/// "{f(first), f(second), ...}"
template <typename Values, typename Text>
static std::string braced(const Values &values, Text text) {
  std::string list = "{";
  for (const auto &value : values)
    list += (list.size() == 1 ? "" : ", ") + text(value);
  return list + '}';
}

static std::string unshiftedValue(const CheckedDistribution &distribution) {
  switch (distribution.kind) {
  case DistributionKind::Undistributed:
    return "::redist::undistributed()";
  case DistributionKind::Block:
    return "::redist::block()";
  case DistributionKind::BlockSized:
    return "::redist::block(" + integer(distribution.block.text) + ')';
  case DistributionKind::Cyclic:
    return "::redist::cyclic(" + integer(distribution.block.text) + ')';
  case DistributionKind::GenBlock:
    return "::redist::gen_block(" + parenthesized(distribution.sizes) + ')';
  case DistributionKind::Indirect:
    return "::redist::indirect(" + parenthesized(distribution.sizes) + ')';
  case DistributionKind::Listed:
    return "::redist::listed(" + parenthesized(distribution.sizes) + ')';
  }
  return "";
}

static std::string distributionValue(const CheckedDistribution &distribution) {
  const std::string &shift = distribution.shift.text;
  return unshiftedValue(distribution) +
         (shift == "0" ? "" : ".shift(" + integer(shift) + ')');
}

/// Braces, which order the two.
static std::string widthValue(const CheckedWidth &width) {
  return "::redist::width{" + integer(width.before.text) +
         (width.after ? ", " + integer(width.after->text) : "") + '}';
}

/// partial(), with an operator that is built in: of others only the call has
/// the type.
static std::string holdersValue(const CheckedCopies &one) {
  if (!one.isPartial)
    return "::redist::copies(" + integer(one.ranks.text) + ')';
  return "::redist::partial(" +
         (one.operation.builtin ? operatorValue(one.operation, "") + ", "
                                : "") +
         integer(one.ranks.text) + ')';
}

static std::string layoutValue(const CheckedLayout &layout) {
  if (layout.isRemote)
    return "::redist::remote()";
  std::string text =
      "::redist::layout(" + braced(layout.dimensions, distributionValue) + ')';
  const std::vector<std::string> grid = layout.gridTexts(
      [](const Parameter &extent, const CheckedCopies *holders) {
        return holders ? holdersValue(*holders) : extentValue(extent);
      });
  if (!grid.empty())
    text += ".onto(" +
            braced(grid, [](const std::string &one) { return one; }) + ')';
  if (!layout.ranks.empty())
    text += ".ranks(" + parenthesized(layout.ranks) + ')';
  else if (layout.firstRank.text != "0")
    text += ".at(" + integer(layout.firstRank.text) + ')';
  if (!layout.widths.empty())
    text += (layout.isHalo ? ".halo(" : ".room(") +
            braced(layout.widths, widthValue) + ')';
  if (layout.lead)
    text += ".lead(" + integer(layout.lead->text) + ')';
  return text;
}

static std::string sectionValue(const CheckedSection &section) {
  if (section.isWhole)
    return "::redist::whole(" + integer(section.length.text) + ')';
  const std::string whole =
      section.whole() ? ".of(" + integer(section.extent.text) + ')' : "";
  const bool hasStride = section.stride.text != "1";
  std::string text =
      integer(section.lower.text) + ", " + integer(section.length.text);
  if (hasStride)
    text += ", " + integer(section.stride.text);
  const int expressions = !isPlain(section.lower.text) +
                          !isPlain(section.length.text) +
                          !isPlain(section.stride.text);
  if (expressions < 2)
    return "::redist::slice(" + text + ')' + whole;
  return "::redist::section{" + text + (hasStride ? "" : ", 1") + ", false}" +
         whole;
}

/// ".also("b", {...}, "a")" of each object whose brackets are compared.
static std::string comparisons(const char *call,
                               const std::vector<FurtherSections> &objects) {
  std::string text;
  for (const FurtherSections &one : objects)
    text += std::string(".") + call + '(' + stringLiteral(one.object) + ", " +
            braced(one.sections, sectionValue) + ", " +
            stringLiteral(one.first) + ')';
  return text;
}

static std::string redistributionValue(const CheckedRedistribute &directive) {
  const CheckedInstance &texts = directive.instances.front();
  std::string text = "::redist::redistribution(" +
                     braced(texts.sections, sectionValue) + ')' +
                     comparisons("also", texts.further);
  if (texts.from)
    text += ".from(" + layoutValue(*texts.from) + ')';
  if (texts.hasTo)
    text += ".to(" + layoutValue(texts.to) + ')';
  if (!texts.intoSections.empty())
    text += ".into(" + braced(texts.intoSections, sectionValue) + ')' +
            comparisons("also_into", texts.furtherInto);
  if (!directive.permutation.empty())
    text += ".permute(" +
            braced(directive.permutation,
                   [](unsigned d) {
                     return d == lackingDimension ? "::redist::lacking"
                                                  : std::to_string(d);
                   }) +
            ')';
  if (directive.order)
    text += std::string(".stored(::redist::storage_order::") +
            (*directive.order == StorageOrder::Column ? "column)" : "row)");
  if (!directive.relabel.empty())
    text += ".relabel(" + parenthesized(directive.relabel) + ')';
  if (texts.capacity)
    text += ".capacity(" + integer(texts.capacity->text) + ')';
  return text;
}

/// ", a, b", or ", ::redist::objects(a, b), ::redist::objects(x, y)".
static std::string objectArguments(const CheckedRedistribute &directive) {
  const auto list = [](const std::vector<CheckedObject> &objects) {
    std::string text;
    for (const CheckedObject &object : objects)
      text += (text.empty() ? "" : ", ") + parenthesized(object.text);
    return text;
  };
  if (directive.into.empty())
    return ", " + list(directive.objects);
  return ", ::redist::objects(" + list(directive.objects) +
         "), ::redist::objects(" + list(directive.into) + ')';
}

std::string callText(const CheckedRedistribute &directive,
                     const std::string &suffix) {
  std::string text;
  if (!directive.request.empty())
    text = "::redist::request " + directive.request + " = ";
  text += directive.request.empty() ? "::redist::" : "::redist::start_";
  text += directive.accumulate ? "accumulate" : "redistribute";
  if (directive.partial)
    text += "_parts";
  if (!directive.into.empty())
    text += "_into";
  else if (directive.sends())
    text += "_to_remote";
  else if (directive.receives())
    text += "_from_remote";
  return text + "(redistDirective" + suffix + ", " +
         redistributionValue(directive) + ", " +
         parenthesized(directive.communicator) +
         (directive.partial ? ", " + operatorValue(*directive.partial, suffix)
                            : "") +
         (directive.accumulate
              ? ", " + operatorValue(*directive.accumulate, suffix)
              : "") +
         objectArguments(directive) + ");";
}

std::string userTexts(const CheckedRedistribute &directive) {
  std::string all = directive.communicator + ' ' + directive.relabel + ' ' +
                    directive.request;
  if (directive.accumulate)
    all += ' ' + directive.accumulate->text;
  if (directive.partial)
    all += ' ' + directive.partial->text;
  for (const auto *objects : {&directive.objects, &directive.into})
    for (const CheckedObject &object : *objects)
      all += ' ' + object.text;
  const CheckedInstance &texts = directive.instances.front();
  const auto add = [&all](const std::vector<CheckedSection> &sections) {
    for (const CheckedSection &section : sections)
      all += ' ' + section.lower.text + ' ' + section.length.text + ' ' +
             section.stride.text + ' ' + section.extent.text;
  };
  add(texts.sections);
  add(texts.intoSections);
  if (texts.capacity)
    all += ' ' + texts.capacity->text;
  for (const auto *list : {&texts.further, &texts.furtherInto})
    for (const FurtherSections &further : *list)
      add(further.sections);
  for (const CheckedLayout *layout :
       {texts.from ? &*texts.from : &texts.to, &texts.to}) {
    for (const CheckedDistribution &distribution : layout->dimensions)
      all += ' ' + distribution.block.text + ' ' + distribution.sizes + ' ' +
             distribution.shift.text;
    for (const Parameter &extent : layout->grid)
      all += ' ' + extent.text;
    for (const CheckedCopies &one : layout->copies)
      all += ' ' + one.ranks.text;
    all += ' ' + layout->firstRank.text + ' ' + layout->ranks;
    for (const CheckedWidth &width : layout->widths)
      all += ' ' + width.before.text + ' ' + width.behind().text;
    if (layout->lead)
      all += ' ' + layout->lead->text;
  }
  return all;
}

} // namespace redistc::emit
