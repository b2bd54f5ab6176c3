//===- LayoutText.cpp - Layout as text of a directive ---------------------===//
#include "LayoutText.h"

namespace redist::runtime {

/// "(1, 2)", or "(...)".
template <typename Value>
static std::string listOf(std::size_t count, bool isWhole, Value valueAt) {
  std::string text;
  for (std::size_t i = 0; isWhole && i < count; ++i)
    text += (i > 0 ? ", " : "") + std::to_string(valueAt(i));
  return "(" + (isWhole ? text : "...") + ")";
}

static std::string textOf(const distribution &one, bool hasLists) {
  switch (one.kind) {
  case distribution_kind::undistributed:
    return "*";
  case distribution_kind::block:
    return "block";
  case distribution_kind::block_sized:
    return "block(" + std::to_string(one.block) + ")";
  case distribution_kind::cyclic:
    return "cyclic(" + std::to_string(one.block) + ")";
  case distribution_kind::gen_block:
    return "gen_block" + listOf(one.size_count, hasLists, [&](std::size_t i) {
             return one.size_at(one.sizes, i);
           });
  case distribution_kind::indirect: // no array has them
  case distribution_kind::listed:
    break;
  }
  return "unknown";
}

/// "2, copies(3), 2"; "1" where there is nothing, as in a directive.
static std::string gridOf(const layout &given) {
  std::string text;
  const auto add = [&](const std::string &entry) {
    text += (text.empty() ? "" : ", ") + entry;
  };
  for (std::size_t i = 0; i <= given.grid_count; ++i) {
    for (std::size_t k = 0; k < given.holder_count; ++k)
      if (given.holders[k].place == i)
        add("copies(" + std::to_string(given.holders[k].ranks) + ")");
    if (i < given.grid_count)
      add(std::to_string(given.grid[i]));
  }
  return text.empty() ? "1" : text;
}

static std::string textOf(const layout &given, bool hasLists) {
  std::string text;
  for (std::size_t k = 0; k < given.dimension_count; ++k) {
    const distribution &one = given.dimensions[k];
    text += (k > 0 ? ", " : "") + textOf(one, hasLists);
    if (one.shifted != 0)
      text += " shift(" + std::to_string(one.shifted) + ")";
  }
  text += " onto(" + gridOf(given) + ")";
  if (given.map.is_given())
    text += " ranks" + listOf(given.map.count, hasLists, [&](std::size_t i) {
              return given.map.rank_of[i];
            });
  else if (given.first_rank != 0)
    text += " at(" + std::to_string(given.first_rank) + ")";
  return text;
}

std::string textOf(const layout &given) {
  constexpr std::size_t most = 32768;
  const std::string text = textOf(given, true);
  return text.size() <= most ? text : textOf(given, false);
}

} // namespace redist::runtime
