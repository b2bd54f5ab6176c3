//===- AssignmentOf.cpp - A directive as an assignment ----------*- C++ -*-===//
//
// Dimension by dimension: how each side deals it, then which elements take
// part.
//
//===----------------------------------------------------------------------===//
#include "AssignmentOf.h"

#include <algorithm>
#include <cassert>

using namespace redist::schedule;

namespace redistc::plan {

/// The dimension of the source that axis k pairs with the target's.
static std::size_t sourceDimensionOf(const CheckedRedistribute &directive,
                                     std::size_t k) {
  return directive.permutation.empty() ? k : directive.permutation[k];
}

/// One past the greatest index that takes part, or the extent, where known;
/// else the least that it may be.
static std::optional<std::int64_t> reachOf(const CheckedSection &section) {
  if (section.whole())
    return section.whole()->value;
  const auto &length = section.length.value, &lower = section.lower.value,
             &stride = section.stride.value;
  if (!length || *length == 0)
    return length;
  if (!lower || !stride) // a stride of 0 reads one element for all
    return stride.value_or(0) == 0 ? 1 : length;
  std::int64_t last = 0;
  if (__builtin_mul_overflow(*length - 1, *stride, &last) ||
      __builtin_add_overflow(last, *lower, &last))
    return std::nullopt;
  return std::max(*lower, last) + 1;
}

static void noteOnce(const std::string &text, std::vector<std::string> &texts) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end())
    texts.push_back(text);
}

namespace {

/// Builds the assignment and collects what is missing on the way.
class AssignmentBuilder {
public:
  AssignmentBuilder(const CheckedRedistribute &checkedDirective,
                    const CheckedInstance &checkedInstance)
      : directive(checkedDirective), instance(checkedInstance) {}

  void build(const CheckedLayout &from);
  KnownAssignment take() && { return std::move(result); }

private:
  std::optional<std::int64_t> valueOf(const Parameter &parameter) {
    if (!parameter.value)
      noteOnce(parameter.text, result.unknown);
    return parameter.value;
  }
  std::nullopt_t refuse(const Error &error) {
    if (!result.error)
      result.error = error;
    return std::nullopt;
  }
  std::vector<std::optional<DimensionLayout>>
  dimensionLayouts(const CheckedLayout &,
                   const std::vector<CheckedSection> &sections);
  std::optional<DimensionLayout> distributed(const CheckedDistribution &,
                                             const Parameter &ranks,
                                             const CheckedSection *section);
  std::optional<DimensionLayout> widened(std::optional<DimensionLayout>,
                                         std::size_t k, const CheckedSection &);
  std::optional<Axis> axis(std::optional<DimensionLayout> source,
                           std::optional<DimensionLayout> target,
                           const CheckedSection &sourceSection,
                           const CheckedSection &targetSection);
  void addAxis(std::optional<Axis>, AxisRole, std::size_t sourceDimension);
  std::vector<CheckedSection> targetSections() const;
  std::vector<Holders> holders(const CheckedLayout &);
  RankSharing sharing(const CheckedLayout &from, const Assignment &) const;

  const CheckedRedistribute &directive;
  const CheckedInstance &instance;
  std::vector<Axis> axes;
  std::vector<std::int32_t> sourceOf;
  KnownAssignment result;
};

} // namespace

std::optional<DimensionLayout>
AssignmentBuilder::distributed(const CheckedDistribution &distribution,
                               const Parameter &ranks,
                               const CheckedSection *section) {
  if (hasRange(distribution.kind)) {
    if (distribution.kind == DistributionKind::GenBlock)
      noteOnce(distribution.sizes, result.genBlocks);
    else
      noteOnce((distribution.kind == DistributionKind::Indirect ? "indirect("
                                                                : "listed(") +
                   distribution.sizes + ')',
               result.maps);
    valueOf(ranks);
    return std::nullopt;
  }
  // block: ⌈N/P⌉. The bracket tells N, unless it is a section of an array that
  // knows its own.
  const bool needsExtent = distribution.kind == DistributionKind::Block;
  if (needsExtent && section && !section->whole()) {
    noteOnce("block", result.unknown);
    return std::nullopt;
  }
  const auto size =
      valueOf(needsExtent && section ? *section->whole() : distribution.block);
  const auto count = valueOf(ranks);
  const auto shift = valueOf(distribution.shift);
  if (!size || !count || !shift)
    return std::nullopt;
  const Result<BlockCyclic> map =
      needsExtent ? makeBlock(*count, *size) : makeBlockCyclic(*count, *size);
  if (!map)
    return refuse(map.error());
  DimensionLayout made{map->ranks, map->block, {}};
  if (*shift == 0)
    return made;
  Result<DimensionLayout> shifted = redist::schedule::shifted(
      std::move(made), *shift, distribution.kind == DistributionKind::Cyclic,
      needsExtent ? size
      : section   ? reachOf(*section)
                  : std::nullopt);
  if (!shifted)
    return refuse(shifted.error());
  return *std::move(shifted);
}

/// Of dimension k of the target, with its halo; the layout where there is none.
std::optional<DimensionLayout>
AssignmentBuilder::widened(std::optional<DimensionLayout> layout, std::size_t k,
                           const CheckedSection &section) {
  if (!instance.to.isHalo || !layout || layout->ranks == 1)
    return layout;
  const CheckedWidth &width = instance.to.widths[k];
  const auto before = valueOf(width.before), after = valueOf(width.behind());
  if (before == 0 && after == 0)
    return layout;
  if (!section.whole()) { // of an array that knows it
    noteOnce("halo", result.unknown);
    return std::nullopt;
  }
  const auto extent = valueOf(*section.whole());
  if (!before || !after || !extent)
    return std::nullopt;
  Result<DimensionLayout> made =
      withHalo(*std::move(layout), *extent, *before, *after);
  if (made)
    return *std::move(made);
  if (!result.error)
    result.error = made.error();
  return std::nullopt;
}

std::vector<std::optional<DimensionLayout>> AssignmentBuilder::dimensionLayouts(
    const CheckedLayout &layout, const std::vector<CheckedSection> &sections) {
  std::vector<std::optional<DimensionLayout>> layouts;
  std::size_t gridDimension = 0;
  for (std::size_t i = 0; i < layout.dimensions.size(); ++i) {
    const CheckedDistribution &distribution = layout.dimensions[i];
    if (distribution.kind == DistributionKind::Undistributed) {
      layouts.push_back(DimensionLayout{});
      continue;
    }
    assert(gridDimension < layout.grid.size() && "onto() is too short");
    layouts.push_back(
        distributed(distribution, layout.grid[gridDimension],
                    i < sections.size() ? &sections[i] : nullptr));
    ++gridDimension;
  }
  return layouts;
}

/// Brackets of into(); without them the object's own where it is redistributed
/// in place, and the whole of as many elements elsewhere.
std::vector<CheckedSection> AssignmentBuilder::targetSections() const {
  if (!instance.intoSections.empty())
    return instance.intoSections;
  std::vector<CheckedSection> sections;
  for (std::size_t k = 0; k < instance.sections.size(); ++k) {
    sections.push_back(instance.sections[sourceDimensionOf(directive, k)]);
    if (!directive.into.empty())
      sections.back() = {true, sections.back().length, {"0", 0}, {"1", 1}};
  }
  return sections;
}

std::optional<Axis>
AssignmentBuilder::axis(std::optional<DimensionLayout> source,
                        std::optional<DimensionLayout> target,
                        const CheckedSection &sourceSection,
                        const CheckedSection &targetSection) {
  const std::optional<std::int64_t> length = sourceSection.length.value
                                                 ? sourceSection.length.value
                                                 : targetSection.length.value;
  // An axis that neither side distributes weighs all messages alike, whatever
  // elements of it take part: only their number tells lengths.
  const bool isWhole = sourceSection.isWhole && targetSection.isWhole;
  const bool isSpread =
      source && target && (source->ranks > 1 || target->ranks > 1);
  if (source && target && !isWhole && !isSpread) {
    Axis made;
    made.length = length;
    made.sourceStride = sourceSection.stride.value == 0 ? 0 : 1;
    return made;
  }
  std::optional<std::int64_t> lower[2], stride[2];
  const CheckedSection *const sides[2] = {&sourceSection, &targetSection};
  for (int side = 0; side < 2; ++side) {
    const CheckedSection &section = *sides[side];
    lower[side] = section.isWhole ? 0 : valueOf(section.lower);
    stride[side] = section.isWhole ? 1 : valueOf(section.stride);
  }
  if (!source || !target || !lower[0] || !lower[1] || !stride[0] || !stride[1])
    return std::nullopt;
  Axis made;
  made.source = *std::move(source);
  made.target = *std::move(target);
  made.sourceLower = *lower[0];
  made.sourceStride = *stride[0];
  made.targetLower = *lower[1];
  made.targetStride = *stride[1];
  made.length = length;
  if (!made.length && !made.isRegular())
    valueOf(sourceSection.length);
  return made;
}

void AssignmentBuilder::addAxis(std::optional<Axis> made, AxisRole role,
                                std::size_t sourceDimension) {
  if (!made)
    return;
  made->role = role;
  axes.push_back(*std::move(made));
  sourceOf.push_back(static_cast<std::int32_t>(sourceDimension));
}

/// Copies that are not constants are noted.
std::vector<Holders> AssignmentBuilder::holders(const CheckedLayout &layout) {
  std::vector<Holders> made;
  for (const CheckedCopies &one : layout.copies) {
    std::size_t place = one.place, dimension = 0;
    for (; dimension < layout.dimensions.size(); ++dimension)
      if (layout.dimensions[dimension].kind !=
              DistributionKind::Undistributed &&
          place-- == 0)
        break;
    if (const auto ranks = valueOf(one.ranks))
      made.push_back({*ranks, dimension, one.isPartial});
  }
  return made;
}

/// Target rank q is rank at + q of the communicator.
RankSharing AssignmentBuilder::sharing(const CheckedLayout &from,
                                       const Assignment &assignment) const {
  const auto &source = from.firstRank.value;
  const auto &target = instance.to.firstRank.value;
  if (!source || !target)
    return {};
  const std::int64_t shift = *target - *source;
  if (shift >= assignment.sourceRanks() || -shift >= assignment.targetRanks())
    return {};
  return {RankSharing::Kind::Shift, shift, {}};
}

void AssignmentBuilder::build(const CheckedLayout &from) {
  const std::vector<CheckedSection> wanted = targetSections();
  const auto source = dimensionLayouts(from, instance.sections);
  const auto target = dimensionLayouts(instance.to, wanted);
  assert(source.size() == instance.sections.size() &&
         target.size() == wanted.size() && "numbers of dimensions differ");
  const CheckedSection one{true, {"1", 1}, {"0", 0}, {"1", 1}};
  std::vector<bool> isPaired(source.size(), false);
  for (std::size_t k = 0; k < target.size(); ++k) {
    const std::size_t d = sourceDimensionOf(directive, k);
    const auto layout = widened(target[k], k, wanted[k]);
    if (d == lackingDimension) {
      addAxis(axis(DimensionLayout{}, layout, one, wanted[k]),
              AxisRole::OfTarget, 0);
      continue;
    }
    isPaired[d] = true;
    addAxis(axis(source[d], layout, instance.sections[d], wanted[k]),
            AxisRole::Elements, d);
  }
  for (std::size_t d = 0; d < source.size(); ++d)
    if (!isPaired[d])
      addAxis(axis(source[d], DimensionLayout{}, instance.sections[d], one),
              AxisRole::OfSource, d);
  const std::vector<Holders> ofSource = holders(from);
  const std::vector<Holders> ofTarget = holders(instance.to);
  if (!result.unknown.empty() || !result.genBlocks.empty() ||
      !result.maps.empty() || result.error)
    return;
  Assignment assignment = withHolders(
      redist::schedule::assignmentOf(axes, sourceOf), ofSource, ofTarget);
  result.error = check(assignment);
  if (result.error)
    return;
  assignment.sharing = sharing(from, assignment);
  result.isSharingKnown = from.firstRank.value && instance.to.firstRank.value;
  result.assignment = std::move(assignment);
}

KnownAssignment assignmentOf(const CheckedRedistribute &directive,
                             const CheckedInstance &instance,
                             const CheckedLayout &from) {
  AssignmentBuilder builder(directive, instance);
  builder.build(from);
  return std::move(builder).take();
}

} // namespace redistc::plan
