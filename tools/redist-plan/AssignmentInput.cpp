//===- AssignmentInput.cpp - Layouts and extents of the command line ------===//
//
// See AssignmentInput.h. Layouts are read by lib/View; here they are brought
// together with extents and the permutation.
//
//===----------------------------------------------------------------------===//
#include "AssignmentInput.h"

#include "Failure.h"
#include "NumberInput.h"

#include "redistc/Support/Spelling.h"
#include "redistc/View/LayoutText.h"
#include "redistc/View/RedistributionView.h"

#include "redistSchedule/Intersection/CommunicationGrid.h"
#include "redistSchedule/Layout/Assignment.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

using namespace redistplan;
using namespace redistc::view;
using namespace redist::schedule;
using redistc::support::inQuotes;

static LayoutText layoutOf(const CommandLine &line, std::string_view option) {
  auto parsed = parseLayout(line.required(option));
  if (auto *error = std::get_if<TextError>(&parsed))
    throw InputError(std::string(option) + ": " + error->message);
  return std::get<LayoutText>(parsed);
}

/// By the dimensions of the source.
static Extents extentsOf(const CommandLine &line, std::size_t dimensions) {
  Extents extents(dimensions);
  const std::optional<std::string_view> text = line.value("--extent");
  if (!text)
    return extents;
  const std::vector<std::int64_t> numbers = sizesOf("--extent", *text);
  if (numbers.size() != dimensions)
    throw InputError("--extent: expected as many numbers as --from has "
                     "dimensions, " +
                     std::to_string(dimensions) + ", found " +
                     std::to_string(numbers.size()) + " in " + inQuotes(*text));
  for (std::size_t i = 0; i < dimensions; ++i)
    extents[i] = numbers[i];
  return extents;
}

/// Source dimension of each target dimension.
static std::vector<std::int32_t> permutationOf(const CommandLine &line,
                                               std::size_t dimensions) {
  std::vector<std::int32_t> permutation(dimensions);
  std::iota(permutation.begin(), permutation.end(), 0);
  const std::optional<std::string_view> text = line.value("--permute");
  if (!text)
    return permutation;
  const std::vector<std::int64_t> numbers = sizesOf("--permute", *text);
  if (!std::is_permutation(numbers.begin(), numbers.end(), permutation.begin(),
                           permutation.end()))
    throw InputError("--permute: " + inQuotes(*text) +
                     " is not a permutation of the numbers from 0 to " +
                     std::to_string(dimensions - 1));
  std::transform(numbers.begin(), numbers.end(), permutation.begin(),
                 [](std::int64_t i) { return static_cast<std::int32_t>(i); });
  return permutation;
}

/// Elements that a gen_block has room for behind its shift, or that have an
/// owner. None where there is no such shift: the layout says what is wrong with
/// it.
static std::optional<std::int64_t> roomOf(const DistributionText &text) {
  if (text.isMapped())
    return std::ssize(text.owners);
  if (text.kind != DistributionKind::GenBlock)
    return std::nullopt;
  const auto ranks = static_cast<std::int64_t>(text.sizes.size());
  if (const auto wrong = checkSizes(
          ranks, text.sizes.size(),
          [&](std::size_t i) { return text.sizes[i]; }, 0))
    throw InputError(wrong->message);
  const std::int64_t sum =
      std::accumulate(text.sizes.begin(), text.sizes.end(), std::int64_t{0});
  if (text.shift < 0 || text.shift > sum)
    return std::nullopt;
  return sum - text.shift;
}

namespace {

/// Both sides of the command line, dimension by dimension.
struct Sides {
  LayoutText from, to;
  std::vector<std::int32_t> permutation;
  Extents sourceExtents, targetExtents;
};

} // namespace

/// Each index has an owner, and no other has.
static void checkOwners(std::string_view option, const LayoutText &layout,
                        const Extents &extents) {
  for (std::size_t k = 0; k < layout.dimensions.size(); ++k) {
    const DistributionText &one = layout.dimensions[k];
    if (one.isMapped() && std::ssize(one.owners) != extents[k])
      throw InputError(std::string(option) + ": " + inQuotes(toText(layout)) +
                       ": indirect has " + std::to_string(one.owners.size()) +
                       " owners for " + std::to_string(*extents[k]) +
                       " indices" + ofDimension(layout, k));
  }
}

/// Irregular blocks and owners tell the extent of their dimension.
static void completeExtents(Sides &sides) {
  for (std::size_t k = 0; k < sides.permutation.size(); ++k) {
    const auto i = static_cast<std::size_t>(sides.permutation[k]);
    std::optional<std::int64_t> &extent = sides.sourceExtents[i];
    if (!extent) {
      const auto source = roomOf(sides.from.dimensions[i]);
      const auto target = roomOf(sides.to.dimensions[k]);
      const bool isMapped = sides.from.dimensions[i].isMapped();
      if (source && target && *source != *target && !isMapped &&
          !sides.to.dimensions[k].isMapped())
        throw InputError(
            "--from, --to: the sizes of gen_block leave room for " +
            std::to_string(*source) + " and for " + std::to_string(*target) +
            " elements");
      // Owners tell it exactly, the sizes of a gen_block no more than its most.
      const bool isTold =
          source && (isMapped || !target || !sides.to.dimensions[k].isMapped());
      extent = isTold ? source : target;
    }
    sides.targetExtents[k] = extent;
  }
  checkOwners("--from", sides.from, sides.sourceExtents);
  checkOwners("--to", sides.to, sides.targetExtents);
}

/// A list of all coordinates of a grid is made beside one that was typed.
static void checkListable(std::string_view option, std::int64_t ranks,
                          std::string_view beside) {
  constexpr std::int64_t most = std::int64_t{1} << 24;
  if (ranks > most)
    throw InputError(std::string(option) + ": a grid of " +
                     std::to_string(ranks) + " ranks is too large beside " +
                     std::string(beside));
}

static void checkBesideMap(std::string_view option, const LayoutText &layout,
                           std::size_t dimension) {
  const auto before =
      std::ranges::count_if(std::span(layout.dimensions).first(dimension),
                            &DistributionText::isDistributed);
  if (layout.dimensions[dimension].isDistributed())
    checkListable(option, layout.ranks[static_cast<std::size_t>(before)],
                  "indirect()");
}

static bool hasMaps(const Sides &sides) {
  const auto isMapped = &DistributionText::isMapped;
  return std::ranges::any_of(sides.from.dimensions, isMapped) ||
         std::ranges::any_of(sides.to.dimensions, isMapped);
}

/// What has no meaning beside owners, in the runtime's words.
static void checkBesideMaps(const CommandLine &line, const Sides &sides) {
  if (!hasMaps(sides))
    return;
  if (hasParts(sides.from))
    throw InputError("--from: " + inQuotes(toText(sides.from)) +
                     ": partial() cannot be combined with indirect and listed: "
                     "redistribute the values in a second directive");
  if (line.has("--relabel"))
    throw InputError("--relabel is not for indirect and listed, which say "
                     "themselves on which rank elements lie");
  for (std::size_t k = 0; k < sides.permutation.size(); ++k) {
    const auto i = static_cast<std::size_t>(sides.permutation[k]);
    if (!sides.from.dimensions[i].isMapped() &&
        !sides.to.dimensions[k].isMapped())
      continue;
    checkBesideMap("--from", sides.from, i);
    checkBesideMap("--to", sides.to, k);
  }
}

static void requireExtents(const LayoutText &layout, const Extents &extents,
                           std::string_view option) {
  for (std::size_t i = 0; i < layout.dimensions.size(); ++i)
    if (layout.dimensions[i].needsExtent() && !extents[i])
      throw UsageError(
          "missing option '--extent': " + inQuotes(toText(layout)) + " of " +
          std::string(option) + " needs it");
}

/// A superblock has no edges where a halo ends.
static void requireHaloExtents(const LayoutText &to, const Extents &extents) {
  for (std::size_t k = 0; k < to.halo.size(); ++k)
    if (std::max(to.halo[k].before, to.halo[k].after) > 0 && !extents[k] &&
        to.dimensions[k].isDistributed())
      throw UsageError("missing option '--extent': halo of --to needs it");
}

static Sides sidesOf(const CommandLine &line) {
  Sides sides = {layoutOf(line, "--from"), layoutOf(line, "--to"), {}, {}, {}};
  const std::size_t dimensions = sides.from.dimensions.size();
  if (sides.to.dimensions.size() != dimensions)
    throw InputError(
        "--from, --to: the layouts have " + std::to_string(dimensions) +
        " and " + std::to_string(sides.to.dimensions.size()) + " dimensions");
  sides.permutation = permutationOf(line, dimensions);
  sides.sourceExtents = extentsOf(line, dimensions);
  sides.targetExtents.resize(dimensions);
  completeExtents(sides);
  if (hasParts(sides.to))
    throw InputError("--to: " + inQuotes(toText(sides.to)) +
                     ": partial is for --from: a target gets values, and no "
                     "parts of them");
  checkBesideMaps(line, sides);
  requireExtents(sides.from, sides.sourceExtents, "--from");
  requireExtents(sides.to, sides.targetExtents, "--to");
  requireHaloExtents(sides.to, sides.targetExtents);
  return sides;
}

static std::vector<DimensionLayout> layoutsOf(std::string_view option,
                                              const LayoutText &layout,
                                              const Extents &extents) {
  Result<std::vector<DimensionLayout>> made = dimensionLayouts(layout, extents);
  if (!made)
    throw InputError(std::string(option) + ": " + inQuotes(toText(layout)) +
                     ": " + made.error().message);
  return *std::move(made);
}

/// Positions of both grids that are one rank, of the first so many of either.
static RankSharing sharingOf(const LayoutText &from, std::int64_t sourceRanks,
                             const LayoutText &to, std::int64_t targetRanks) {
  if (from.map.empty() && to.map.empty())
    return {RankSharing::Kind::Shift, to.first - from.first, {}};
  // One that has ranks() is no longer than what was typed.
  const bool isListed = !from.map.empty();
  const LayoutText &listed = isListed ? from : to;
  const LayoutText &other = isListed ? to : from;
  const std::int64_t others = isListed ? targetRanks : sourceRanks;
  std::map<std::int64_t, std::int64_t> positionOf;
  for (std::size_t i = 0; i < other.map.size(); ++i)
    positionOf[other.map[i]] = static_cast<std::int64_t>(i);
  const auto inOther = [&](std::int64_t rank) -> std::int64_t {
    if (!other.map.empty()) {
      const auto found = positionOf.find(rank);
      return found == positionOf.end() || found->second >= others
                 ? -1
                 : found->second;
    }
    const std::int64_t position = rank - other.first;
    return position >= 0 && position < others ? position : -1;
  };
  RankSharing made{RankSharing::Kind::Map, 0, {}};
  if (!isListed) { // source position of each target position
    for (const std::int64_t rank : listed.map)
      made.map.push_back(inOther(rank));
    return made;
  }
  checkListable("--to", others, "ranks() of --from");
  made.map.assign(static_cast<std::size_t>(others), -1);
  for (std::int64_t p = 0; p < sourceRanks; ++p)
    if (const std::int64_t q = inOther(listed.map[static_cast<std::size_t>(p)]);
        q >= 0)
      made.map[static_cast<std::size_t>(q)] = p;
  return made;
}

static std::vector<DimensionLayout> targetLayoutsOf(const Sides &sides) {
  auto made = withHalos(layoutsOf("--to", sides.to, sides.targetExtents),
                        sides.to, sides.targetExtents);
  if (!made)
    throw InputError("--to: " + inQuotes(toText(sides.to)) + ": " +
                     made.error().message);
  return *std::move(made);
}

static void requireSound(const Assignment &assignment) {
  if (const std::optional<Error> error = check(assignment))
    throw InputError("--from, --to: " + error->message);
}

/// Of an axis that is mapped on one side or both.
static std::shared_ptr<const AxisShares>
sharesOf(const Sides &sides, std::size_t k, const Axis &axis) {
  // One side's owners are there; the other has to hold as many.
  Axis regular = axis;
  for (DimensionLayout *layout : {&regular.source, &regular.target})
    if (layout->isMapped())
      *layout = {layout->ranks, 1, {}};
  Assignment alone;
  alone.axes = {regular};
  requireSound(alone);
  const auto i = static_cast<std::size_t>(sides.permutation[k]);
  return std::make_shared<const AxisShares>(redistc::view::sharesOf(
      sides.from.dimensions[i], axis.source, sides.to.dimensions[k],
      axis.target, *axis.length));
}

/// The dimensions alone.
static Assignment dimensionsOf(const Sides &sides) {
  const auto from = layoutsOf("--from", sides.from, sides.sourceExtents);
  const auto to = targetLayoutsOf(sides);
  Assignment result;
  for (std::size_t k = 0; k < to.size(); ++k) {
    const auto i = static_cast<std::size_t>(sides.permutation[k]);
    Axis &axis =
        result.axes.emplace_back(Axis{from[i], to[k], sides.targetExtents[k]});
    if (axis.source.isMapped() || axis.target.isMapped())
      axis.shares = sharesOf(sides, k, axis);
  }
  if (!std::is_sorted(sides.permutation.begin(), sides.permutation.end()))
    result.sourceDimension = sides.permutation;
  return result;
}

static RankSharing sharingOf(const CommandLine &line, const Sides &sides,
                             const Assignment &assignment) {
  if (!line.has("--shared") && !line.has("--relabel"))
    return {};
  return sharingOf(sides.from, assignment.sourceRanks(), sides.to,
                   assignment.targetRanks());
}

static Assignment assignmentOf(const CommandLine &line, const Sides &sides) {
  Assignment result = withHolders(dimensionsOf(sides), holdersOf(sides.from),
                                  holdersOf(sides.to));
  result.sharing = sharingOf(line, sides, result);
  requireSound(result);
  return result;
}

Assignment redistplan::assignmentOf(const CommandLine &line) {
  return ::assignmentOf(line, sidesOf(line));
}

Assignment redistplan::assignmentOfParts(const CommandLine &line) {
  Sides sides = sidesOf(line);
  sides.to.halo.clear();
  return ::assignmentOf(line, sides);
}

std::optional<Stripes> redistplan::stripesOf(const CommandLine &line) {
  const Sides sides = sidesOf(line);
  return redist::schedule::stripesOf(dimensionsOf(sides), holdersOf(sides.from),
                                     holdersOf(sides.to));
}

/// All that is sent from coordinate 0, whoever else has a copy.
static void sendFromFirst(Axis &axis) {
  if (axis.role != AxisRole::Copies && !axis.sourceIsWhole)
    return;
  axis.source.block = 1;
  axis.source.shift = 0;
  axis.source.sizes.assign(static_cast<std::size_t>(axis.source.ranks), 0);
  axis.source.sizes.front() = *axis.length;
  axis.role = AxisRole::Elements;
  axis.sourceIsWhole = false;
}

std::vector<Assignment> redistplan::naivePhasesOf(const CommandLine &line) {
  const Sides sides = sidesOf(line);
  const Assignment dimensions = dimensionsOf(sides);
  const auto source = holdersOf(sides.from), target = holdersOf(sides.to);
  const bool areKnown =
      std::ranges::all_of(dimensions.axes, [](const Axis &axis) {
        return axis.length.has_value();
      });
  if (!areKnown || (source.empty() && target.empty()))
    return {};
  std::vector<Assignment> phases;
  if (hasParts(sides.from)) {
    Assignment gathering = dimensions, spreading = dimensions;
    for (Axis &axis : gathering.axes)
      axis.target = {};
    for (Axis &axis : spreading.axes)
      axis.source = {};
    phases = {withHolders(gathering, source, {}),
              withHolders(spreading, {}, target)};
    RankSharing sharing = sharingOf(line, sides, phases[1]);
    if (sharing.kind != RankSharing::Kind::None)
      phases[0].sharing = {RankSharing::Kind::Shift, 0, {}};
    phases[1].sharing = std::move(sharing);
  } else {
    phases = {withHolders(dimensions, source, target)};
    phases[0].sharing = sharingOf(line, sides, phases[0]);
  }
  for (Assignment &one : phases) {
    std::ranges::for_each(one.axes, sendFromFirst);
    requireSound(one);
  }
  return phases;
}

FirstRanks redistplan::firstRanksOf(const CommandLine &line) {
  const LayoutText from = layoutOf(line, "--from"), to = layoutOf(line, "--to");
  if (!from.map.empty() || !to.map.empty())
    throw InputError("--ranks-per-node: nodes have ranks from at() on, not "
                     "those of ranks()");
  return {from.first, to.first};
}

/// At least as many messages as the schedule has.
static double messageBound(const Assignment &assignment) {
  double product = 1;
  for (const Axis &axis : assignment.axes) {
    const double pairs = axis.shares
                             ? static_cast<double>(axis.shares->pairs())
                             : static_cast<double>(axis.source.ranks) *
                                   static_cast<double>(axis.target.ranks);
    if (!axis.isRegular()) {
      product *= pairs;
      continue;
    }
    const auto grid =
        CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
    const std::int64_t own = !grid         ? 0
                             : axis.length ? grid->messageBound(*axis.length)
                                           : grid->messageCount();
    product *= grid ? static_cast<double>(own) : pairs;
  }
  return product;
}

/// All lengths are in elements, and so are their sums.
void redistplan::checkCounted(const Assignment &assignment) {
  constexpr std::int64_t limit = std::int64_t{1} << 62;
  std::int64_t elements = 1;
  for (const Axis &axis : assignment.axes) {
    const std::int64_t own =
        axis.length ? *axis.length
                    : redistc::view::superblockOf(axis).value_or(limit);
    if (own == 0)
      return;
    if (own >= limit || elements > (limit - 1) / own)
      throw InputError("--from, --to: a superblock has 2^62 elements or more, "
                       "too many to be counted; --extent says how many there "
                       "are");
    elements *= own;
  }
}

redistc::exact::ClassSolverLimits
redistplan::solverLimitsOf(const CommandLine &line) {
  redistc::exact::ClassSolverLimits limits;
  if (const auto text = line.value("--exact-seconds")) {
    const Fraction seconds = amountOf("--exact-seconds", *text);
    limits.seconds = static_cast<double>(seconds.numerator) /
                     static_cast<double>(seconds.denominator);
    if (limits.seconds > 1e6)
      throw InputError("--exact-seconds: " + inQuotes(*text) +
                       " is more than 1000000");
  }
  return limits;
}

bool redistplan::isListed(const Assignment &assignment) {
  return messageBound(assignment) <= static_cast<double>(maxListedMessages);
}

void redistplan::checkListed(const Assignment &assignment,
                             const std::string &hint) {
  checkCounted(assignment);
  const double messages = messageBound(assignment);
  if (!isListed(assignment))
    throw InputError("--from, --to: a schedule of " +
                     (messages < 1e18
                          ? std::to_string(static_cast<std::int64_t>(messages))
                          : "more than 10^18") +
                     " messages is too large to be shown (at most " +
                     std::to_string(maxListedMessages) + ")" + hint);
}
