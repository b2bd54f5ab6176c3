//===- CallParameters.cpp - The parameters of a call as words -------------===//
#include "Call/CallParameters.h"

#include "Call/Operators.h"
#include "Support/Hash.h"

#include "redistSchedule/OneDimension/Schedule.h"

#include <algorithm>

namespace redist::runtime {

using detail::object_entry;

static std::string strategyText(std::int64_t index) {
  const auto names = schedule::strategyNames();
  if (index < 0 || index >= static_cast<std::int64_t>(names.size()))
    return "unknown";
  return std::string(names[static_cast<std::size_t>(index)]);
}

static std::string mapText(std::int64_t count) {
  return count < 0 ? "not given" : showNumber(count);
}

/// A parameter as it is visited: the name is put together where one is asked
/// for.
struct Parameter {
  std::int64_t value;
  const char *name;
  std::int64_t dimension = -1; ///< of an array, -1: none
  std::string (*show)(std::int64_t) = showNumber;
};

/// Visits the sections, after which the extents are known to fit them.
template <typename Visit>
static void visitSections(const CallSide &side, bool isTarget, Visit visit) {
  for (std::size_t i = 0; i < side.dimensions; ++i) {
    const auto k = static_cast<std::int64_t>(i);
    const section &one = side.sections[i];
    visit({one.is_whole,
           isTarget ? "whether the destination is whole"
                    : "whether the object is whole",
           k, showAnswer});
    visit({one.length,
           one.is_whole
               ? (isTarget ? "the extent of the destination" : "the extent")
               : (isTarget ? "the length of the destination's section"
                           : "the length of the object's section"),
           k});
    if (one.is_whole)
      continue;
    visit({one.lower,
           isTarget ? "the lower bound of the destination's section"
                    : "the lower bound of the object's section",
           k});
    visit({one.stride,
           isTarget ? "the stride of the destination's section"
                    : "the stride of the object's section",
           k});
    visit({side.extents[i],
           isTarget ? "the whole extent of the destination"
                    : "the whole extent of the object",
           k});
  }
}

template <typename Visit>
static void visitLayout(const CallSide &side, bool isTarget, Visit visit) {
  const layout &given = side.given;
  const auto gridCount = static_cast<std::int64_t>(given.grid_count);
  visit({gridCount, isTarget ? "the number of extents of the target grid"
                             : "the number of extents of the source grid"});
  for (std::size_t i = 0; i < std::min(given.grid_count, max_dimensions); ++i)
    visit({given.grid[i],
           side.dimensions == 1 ? (isTarget ? "the number of target ranks"
                                            : "the number of source ranks")
                                : (isTarget ? "the extent of the target grid"
                                            : "the extent of the source grid"),
           static_cast<std::int64_t>(i)});
  visit({static_cast<std::int64_t>(given.holder_count),
         isTarget ? "how often the target has copies"
                  : "how often the source has copies or parts"});
  for (std::size_t i = 0; i < std::min(given.holder_count, max_holders); ++i) {
    const grid_holders &one = given.holders[i];
    visit({static_cast<std::int64_t>(one.role),
           isTarget ? "whether the target has copies"
                    : "whether the source has copies or parts",
           -1, showRole});
    visit({one.ranks, isTarget      ? "the number of copies of the target"
                      : isPart(one) ? "the number of parts of the source"
                                    : "the number of copies of the source"});
    visit({static_cast<std::int64_t>(one.place),
           isTarget      ? "the place of the target's copies"
           : isPart(one) ? "the place of the source's parts"
                         : "the place of the source's copies"});
  }
  for (std::size_t i = 0; i < side.dimensions; ++i) {
    const auto k = static_cast<std::int64_t>(i);
    const distribution &one = given.dimensions[i];
    visit({static_cast<std::int64_t>(one.kind),
           isTarget ? "the kind of the target distribution"
                    : "the kind of the source distribution",
           k, showKind});
    visit({one.block,
           isTarget ? "the block size of the target"
                    : "the block size of the source",
           k});
    visit({one.shifted,
           isTarget ? "the shift of the target" : "the shift of the source",
           k});
    if (one.kind == distribution_kind::indirect) {
      visit({indicesIn(one),
             isTarget ? "the number of owners of the target"
                      : "the number of owners of the source",
             k});
      visit({one.numbered_by != nullptr,
             isTarget ? "whether an array has the owners of the target"
                      : "whether an array has the owners of the source",
             k, showAnswer});
    }
    const std::size_t sizes =
        one.kind == distribution_kind::gen_block ? one.size_count : 0;
    visit({static_cast<std::int64_t>(sizes),
           isTarget ? "the number of gen_block sizes of the target"
                    : "the number of gen_block sizes of the source",
           k});
    for (std::size_t j = 0; j < sizes; ++j)
      visit({one.size_at(one.sizes, j),
             isTarget ? "a gen_block size of the target"
                      : "a gen_block size of the source",
             k});
  }
  const bool isMapped = given.map.is_given();
  visit({isMapped ? 0 : given.first_rank,
         isTarget ? "the first rank of the target"
                  : "the first rank of the source"});
  visit({isMapped ? static_cast<std::int64_t>(given.map.count) : -1,
         isTarget ? "the number of ranks of the target"
                  : "the number of ranks of the source",
         -1, mapText});
  for (std::size_t i = 0; i < given.map.count; ++i)
    visit({given.map.rank_of[i],
           isTarget ? "a rank of the target" : "a rank of the source"});
  visit({static_cast<std::int64_t>(side.order),
         isTarget ? "the storage order of the target"
                  : "the storage order of the source",
         -1, showOrder});
  visit({static_cast<std::int64_t>(given.width_count),
         isTarget ? "the number of widths of the target"
                  : "the number of widths of the source"});
  for (std::size_t i = 0; i < std::min(given.width_count, max_dimensions); ++i)
    for (const std::int64_t one :
         {given.widths[i].before, given.widths[i].after})
      visit({one, isTarget ? "a width of the target" : "a width of the source",
             static_cast<std::int64_t>(i)});
  visit({given.has_halo,
         isTarget ? "whether the target has a halo"
                  : "whether the source has a halo",
         -1, showAnswer});
  visit({given.has_lead,
         isTarget ? "whether the target has a lead"
                  : "whether the source has a lead",
         -1, showAnswer});
  visit({side.hasStrides,
         isTarget ? "whether the target has strides"
                  : "whether the source has strides",
         -1, showAnswer});
}

template <typename Visit>
static void visitParameters(const Call &call, Visit visit) {
  visit({call.isStarted, "whether the call is nowait", -1, showAnswer});
  visit({static_cast<std::int64_t>(call.source.dimensions),
         "the number of dimensions"});
  visit({static_cast<std::int64_t>(call.target.dimensions),
         "the number of dimensions of the destination"});
  for (std::size_t k = 0; k < call.target.dimensions; ++k)
    visit(
        {call.permutation[k], "the permutation", static_cast<std::int64_t>(k)});
  visitSections(call.source, false, visit);
  visitSections(call.target, true, visit);
  visitLayout(call.source, false, visit);
  visitLayout(call.target, true, visit);
  // Where there is room, parts may stay in place, too.
  const layout &now = call.source.given;
  const bool hasGaps = now.width_count > 0 || now.has_lead;
  visit({call.isPartInPlace() || (call.inPlace && hasGaps),
         "whether a section stays in place", -1, showAnswer});
  visit({call.relabels, "whether ranks are relabelled", -1, showAnswer});
  visit({static_cast<std::int64_t>(call.objectCount), "the number of objects"});
  for (const object_entry &entry : call.entries())
    visit({static_cast<std::int64_t>(entry.element_size), "the element size"});
  visit({call.combines, "whether what arrives is combined", -1, showAnswer});
  for (const object_entry &entry : call.entries())
    if (call.combines)
      visit({static_cast<std::int64_t>(entry.combiner.op), "the operator", -1,
             showOperator});
  for (const object_entry &entry : call.entries())
    if (call.hasParts)
      visit({static_cast<std::int64_t>(entry.parts.op),
             "the operator of the parts", -1, showOperator});
  if (call.direction != Direction::Both)
    visit({call.direction == Direction::Sent, "whether the object is sent", -1,
           showAnswer});
  const auto strategy = schedule::strategyFromName(call.strategy);
  visit({strategy ? static_cast<std::int64_t>(*strategy) : -1, "the strategy",
         -1, strategyText});
}

std::int64_t indicesIn(const distribution &map) {
  return map.numbered_by ? map.numbered_by->extents()[0]
                         : static_cast<std::int64_t>(map.size_count);
}

std::uint64_t hashOf(const distribution &map) {
  if (map.known_hash != 0)
    return map.known_hash;
  constexpr std::size_t block = ListHash::block;
  std::array<std::int64_t, block> numbers;
  ListHash hash;
  for (std::size_t first = 0; first < map.size_count; first += block) {
    const std::size_t count = std::min(block, map.size_count - first);
    map.read(map.sizes, first, count, numbers.data());
    hash.add(std::span(numbers).first(count));
  }
  if (map.numbered_by) {
    const detail::local_axis &axis = map.numbered_by->axes()[0];
    hash.add(std::array{axis.first, axis.block, axis.step, axis.skip});
  }
  return hash.value();
}

std::size_t appendWords(const Call &call, std::vector<std::int64_t> &words) {
  const std::size_t before = words.size();
  visitParameters(call, [&](const Parameter &parameter) {
    words.push_back(parameter.value);
  });
  const std::size_t agreed = words.size() - before;
  for (const CallSide *side : {&call.source, &call.target}) {
    for (std::size_t k = 0; k < side->dimensions; ++k)
      if (side->isMapped(k)) {
        const distribution &one = side->given.dimensions[k];
        words.push_back(static_cast<std::int64_t>(one.size_count));
        words.push_back(static_cast<std::int64_t>(hashOf(one)));
      }
    if (side->given.has_lead)
      words.push_back(side->given.row_distance);
    if (side->hasStrides)
      words.insert(words.end(), side->strides.begin(),
                   side->strides.begin() +
                       static_cast<std::ptrdiff_t>(side->dimensions));
  }
  return agreed;
}

NamedWord nameOfWord(const Call &call, std::size_t index) {
  NamedWord found{"a parameter", showNumber};
  std::size_t next = 0;
  visitParameters(call, [&](const Parameter &parameter) {
    if (next++ != index)
      return;
    found = {parameter.name, parameter.show};
    const std::size_t dimensions =
        std::max(call.source.dimensions, call.target.dimensions);
    if (dimensions > 1 && parameter.dimension >= 0)
      found.name += " in dimension " + std::to_string(parameter.dimension);
  });
  return found;
}

} // namespace redist::runtime

std::uint64_t redist::detail::hash_of_numbers(const std::int64_t *numbers,
                                              std::size_t count) {
  return runtime::hashOf(owners_of(distribution_kind::listed, numbers, count));
}
