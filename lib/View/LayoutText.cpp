//===- LayoutText.cpp - A layout as users write it -------------*- C++ -*-===//
//
// See LayoutText.h. One function a production; each returns the error that it
// met, so that the first one found is the one reported.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/LayoutText.h"

#include "redistc/Support/Spelling.h"
#include "redistc/View/Numeral.h"

#include "redistSchedule/Intersection/AxisSide.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

using namespace redistc::view;
using redistc::support::didYouMean;
using redistc::support::inQuotes;
using namespace redist::schedule;

using MaybeError = std::optional<TextError>;

/// Bytes beyond ASCII are parts of letters: words are never cut inside one.
static bool isWordCharacter(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '/' || c == '+' || c == '-';
}

static bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

namespace {

/// A word (name or number), a single other character, or the end (empty).
struct Token {
  std::string_view text;
  std::size_t column; ///< from 1; all that is accepted before it is ASCII
};

class LayoutParser {
public:
  explicit LayoutParser(std::string_view whole) : text(whole) { advance(); }
  Parsed<LayoutText> parse();

private:
  void advance();
  bool take(std::string_view word);
  /// "'x' at column 3 of '...'"
  std::string here() const;
  TextError expected(std::string_view what) const;

  MaybeError distributions();
  MaybeError distribution();
  MaybeError unshifted(DistributionText &made);
  MaybeError processors();
  MaybeError partial(CopiesText &made);
  MaybeError gridEntry();
  MaybeError matchNumbers(std::size_t dimension, std::int64_t ranks) const;
  MaybeError matchCounts();
  MaybeError matchRanks();
  MaybeError placement();
  MaybeError width(WidthText &made);
  MaybeError room();
  MaybeError end();
  /// A number >= least; `what` names it in errors.
  MaybeError number(std::string_view what, std::int64_t least,
                    std::int64_t &value);
  /// ( number ).
  MaybeError argument(std::string_view what, std::int64_t least,
                      std::int64_t &value);
  /// ( number {, number} ).
  MaybeError arguments(std::string_view what, std::int64_t least,
                       std::vector<std::int64_t> &values);
  /// ( [number {[,] number}] ), as owners are listed.
  MaybeError owners(std::vector<std::int64_t> &values);

  std::string_view text;
  std::size_t position = 0;
  Token token{};
  LayoutText layout;
};

} // namespace

void LayoutParser::advance() {
  while (position < text.size() && isBlank(text[position]))
    ++position;
  std::size_t start = position;
  while (position < text.size() && isWordCharacter(text[position]))
    ++position;
  if (position == start && position < text.size())
    ++position;
  token = {text.substr(start, position - start), start + 1};
}

bool LayoutParser::take(std::string_view word) {
  if (token.text != word)
    return false;
  advance();
  return true;
}

std::string LayoutParser::here() const {
  std::string found = token.text.empty() ? "the end" : inQuotes(token.text);
  return found + " at column " + std::to_string(token.column) + " of " +
         inQuotes(text);
}

TextError LayoutParser::expected(std::string_view what) const {
  return {"expected " + std::string(what) + ", found " + here()};
}

MaybeError LayoutParser::number(std::string_view what, std::int64_t least,
                                std::int64_t &value) {
  if (token.text.empty() || !isWordCharacter(token.text.front()))
    return expected("a number");
  Numeral numeral = readInteger(token.text);
  if (numeral.kind != NumeralKind::Integer)
    return TextError{std::string(what) + " " + here() + " " +
                     std::string(whyNotInteger(numeral.kind))};
  if (numeral.value < least)
    return TextError{std::string(what) + " " + here() + " is not " +
                     (least > 0 ? "positive" : "0 or more")};
  value = numeral.value;
  advance();
  return std::nullopt;
}

MaybeError LayoutParser::argument(std::string_view what, std::int64_t least,
                                  std::int64_t &value) {
  if (!take("("))
    return expected("'('");
  if (MaybeError error = number(what, least, value))
    return error;
  if (!take(")"))
    return expected("')'");
  return std::nullopt;
}

MaybeError LayoutParser::arguments(std::string_view what, std::int64_t least,
                                   std::vector<std::int64_t> &values) {
  if (!take("("))
    return expected("'('");
  do
    if (MaybeError error = number(what, least, values.emplace_back()))
      return error;
  while (take(","));
  if (!take(")"))
    return expected("')'");
  return std::nullopt;
}

MaybeError LayoutParser::owners(std::vector<std::int64_t> &values) {
  if (!take("("))
    return expected("'('");
  while (!take(")")) {
    if (!values.empty())
      take(",");
    if (MaybeError error = number("owner", 0, values.emplace_back()))
      return error;
  }
  return std::nullopt;
}

MaybeError LayoutParser::distributions() {
  do
    if (MaybeError error = distribution())
      return error;
  while (take(","));
  return std::nullopt;
}

MaybeError LayoutParser::distribution() {
  constexpr std::int64_t any = std::numeric_limits<std::int64_t>::min();
  DistributionText &made = layout.dimensions.emplace_back();
  if (MaybeError error = unshifted(made))
    return error;
  if (!take("shift"))
    return std::nullopt;
  if (MaybeError error = argument("shift", any, made.shift))
    return error;
  if (made.isMapped() && made.shift != 0)
    return TextError{inQuotes(text) +
                     ": shift() is not for indirect and listed, which say "
                     "themselves where elements lie"};
  return std::nullopt;
}

MaybeError LayoutParser::unshifted(DistributionText &made) {
  static constexpr std::array<std::string_view, 4> names = {
      "block", "cyclic", "gen_block", "indirect"};
  if (take("*")) {
    made.kind = DistributionKind::Undistributed;
    return std::nullopt;
  }
  if (take("gen_block")) {
    made.kind = DistributionKind::GenBlock;
    return arguments("size", 0, made.sizes);
  }
  if (take("indirect")) {
    made.kind = DistributionKind::Indirect;
    return owners(made.owners);
  }
  if (take("block"))
    made.kind = DistributionKind::Block;
  else if (take("cyclic"))
    made.kind = DistributionKind::Cyclic;
  else {
    TextError error =
        expected("'*', 'block', 'cyclic', 'gen_block' or 'indirect'");
    error.message += didYouMean(token.text, names);
    return error;
  }
  if (token.text != "(")
    return std::nullopt;
  return argument("block size", 1, made.block.emplace());
}

MaybeError LayoutParser::processors() {
  static constexpr std::array<std::string_view, 1> names = {"onto"};
  if (take("onto")) {
    if (!take("("))
      return expected("'('");
    do
      if (MaybeError error = gridEntry())
        return error;
    while (take(","));
    if (!take(")"))
      return expected("')'");
    return std::nullopt;
  }
  TextError error = expected("'onto(ranks)'");
  error.message += didYouMean(token.text, names);
  return error;
}

/// Of partial(operator, number of ranks), after the word.
MaybeError LayoutParser::partial(CopiesText &made) {
  if (!take("("))
    return expected("'('");
  // The name of one says nothing here: what is combined is not shown.
  while (!token.text.empty() && token.text != "," && token.text != ")" &&
         token.text != "(") {
    made.operation += token.text;
    advance();
  }
  if (made.operation.empty())
    return expected("an operator");
  if (!take(","))
    return expected("','");
  if (MaybeError error = number("number of parts", 1, made.ranks))
    return error;
  if (!take(")"))
    return expected("')'");
  return std::nullopt;
}

/// A number of ranks, or copies of them, or parts on them.
MaybeError LayoutParser::gridEntry() {
  if (take("partial")) {
    CopiesText &made = layout.copies.emplace_back();
    made.place = layout.ranks.size();
    return partial(made);
  }
  if (!take("copies"))
    return number("number of ranks", 1, layout.ranks.emplace_back());
  CopiesText &made = layout.copies.emplace_back();
  made.place = layout.ranks.size();
  return argument("number of copies", 1, made.ranks);
}

static std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) +
         (count == 1 ? "" : "s");
}

/// A size of a gen_block for each rank, and owners that are coordinates.
MaybeError LayoutParser::matchNumbers(std::size_t dimension,
                                      std::int64_t ranks) const {
  const DistributionText &one = layout.dimensions[dimension];
  if (one.kind == DistributionKind::GenBlock && std::ssize(one.sizes) != ranks)
    return TextError{"gen_block has " + counted(one.sizes.size(), "size") +
                     " for " + std::to_string(ranks) + " ranks in " +
                     inQuotes(text)};
  const auto wrong = std::ranges::find_if(
      one.owners, [&](std::int64_t owner) { return owner >= ranks; });
  if (wrong == one.owners.end())
    return std::nullopt;
  return TextError{inQuotes(text) + ": indirect puts index " +
                   std::to_string(wrong - one.owners.begin()) +
                   ofDimension(layout, dimension) + " on coordinate " +
                   std::to_string(*wrong) +
                   ", but the coordinates of its grid are 0 to " +
                   std::to_string(ranks - 1)};
}

/// An extent of the grid for each distributed dimension.
MaybeError LayoutParser::matchCounts() {
  std::size_t distributed = 0;
  for (std::size_t k = 0; k < layout.dimensions.size(); ++k) {
    if (!layout.dimensions[k].isDistributed() ||
        ++distributed > layout.ranks.size())
      continue;
    if (MaybeError error = matchNumbers(k, layout.ranks[distributed - 1]))
      return error;
  }
  if (distributed == layout.ranks.size() ||
      (distributed == 0 && layout.ranks == std::vector<std::int64_t>{1}))
    return std::nullopt;
  return TextError{"onto has " + counted(layout.ranks.size(), "extent") +
                   " for " + counted(distributed, "distributed dimension") +
                   " in " + inQuotes(text)};
}

/// Where ranks() names them, each position of the grid has a rank of its own.
MaybeError LayoutParser::matchRanks() {
  const std::vector<std::int64_t> &map = layout.map;
  if (map.empty())
    return std::nullopt;
  const std::int64_t tooMany = std::ssize(map) + 1;
  std::int64_t positions = 1;
  const auto multiply = [&](std::int64_t ranks) {
    positions = std::min(positions * std::min(ranks, tooMany), tooMany);
  };
  for (const std::int64_t ranks : layout.ranks)
    multiply(ranks);
  for (const CopiesText &one : layout.copies)
    multiply(one.ranks);
  if (positions != std::ssize(map))
    return TextError{"ranks has " + counted(map.size(), "rank") +
                     ", which is not one for each position of the grid in " +
                     inQuotes(text)};
  std::vector<std::int64_t> sorted = map;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end())
    return std::nullopt;
  return TextError{"rank " + std::to_string(*twice) +
                   " is at two positions of the grid in " + inQuotes(text)};
}

MaybeError LayoutParser::placement() {
  if (take("at"))
    return argument("first rank", 0, layout.first);
  return take("ranks") ? arguments("rank", 0, layout.map) : std::nullopt;
}

MaybeError LayoutParser::width(WidthText &made) {
  if (MaybeError error = number("width", 0, made.before))
    return error;
  made.after = made.before;
  return take(":") ? number("width", 0, made.after) : std::nullopt;
}

/// Around a rank's part: only a halo is written.
MaybeError LayoutParser::room() {
  const bool isHalo = take("halo");
  if (!isHalo && !take("room"))
    return std::nullopt;
  if (!take("("))
    return expected("'('");
  std::vector<WidthText> widths;
  do
    if (MaybeError error = width(widths.emplace_back()))
      return error;
  while (take(","));
  if (!take(")"))
    return expected("')'");
  if (widths.size() != layout.dimensions.size())
    return TextError{std::string(isHalo ? "halo" : "room") + " has " +
                     counted(widths.size(), "width") + " for " +
                     counted(layout.dimensions.size(), "dimension") + " in " +
                     inQuotes(text)};
  if (isHalo)
    layout.halo = std::move(widths);
  return std::nullopt;
}

MaybeError LayoutParser::end() {
  if (token.text.empty())
    return std::nullopt;
  return expected("the end of the layout");
}

Parsed<LayoutText> LayoutParser::parse() {
  for (auto production :
       {&LayoutParser::distributions, &LayoutParser::processors,
        &LayoutParser::placement, &LayoutParser::room, &LayoutParser::end,
        &LayoutParser::matchCounts, &LayoutParser::matchRanks})
    if (MaybeError error = (this->*production)())
      return std::move(*error);
  return layout;
}

Parsed<LayoutText> redistc::view::parseLayout(std::string_view text) {
  return LayoutParser(text).parse();
}

bool LayoutText::needsExtent() const {
  return std::any_of(
      dimensions.begin(), dimensions.end(),
      [](const DistributionText &one) { return one.needsExtent(); });
}

/// "word(1,2,3)", with `separator` between the numbers.
static std::string withNumbers(std::string_view word,
                               std::span<const std::int64_t> numbers,
                               std::string_view separator) {
  std::string text(word);
  text += '(';
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text.append(i == 0 ? "" : separator).append(std::to_string(numbers[i]));
  return text + ")";
}

static std::string shiftText(std::int64_t shift) {
  return shift == 0 ? "" : withNumbers(" shift", {{shift}}, "");
}

static std::string unshiftedText(const DistributionText &distribution) {
  switch (distribution.kind) {
  case DistributionKind::Undistributed:
    return "*";
  case DistributionKind::GenBlock:
    return withNumbers("gen_block", distribution.sizes, ",");
  case DistributionKind::Indirect:
    return withNumbers("indirect", distribution.owners, " ");
  case DistributionKind::Block:
  case DistributionKind::Cyclic:
    break;
  }
  const std::string name =
      distribution.kind == DistributionKind::Block ? "block" : "cyclic";
  return distribution.block ? withNumbers(name, {{*distribution.block}}, "")
                            : name;
}

static std::string widthText(std::int64_t before, std::int64_t after) {
  return std::to_string(before) +
         (after == before ? "" : " : " + std::to_string(after));
}

/// "a, b, c".
static std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text.append(i == 0 ? "" : ", ").append(words[i]);
  return text;
}

std::string redistc::view::ofDimension(const LayoutText &layout,
                                       std::size_t dimension) {
  return layout.dimensions.size() > 1
             ? " of dimension " + std::to_string(dimension)
             : "";
}

std::string redistc::view::toText(const LayoutText &layout) {
  std::vector<std::string> words;
  for (const DistributionText &distribution : layout.dimensions)
    words.push_back(unshiftedText(distribution) +
                    shiftText(distribution.shift));
  std::vector<std::string> grid;
  auto next = layout.copies.begin();
  for (std::size_t i = 0; i <= layout.ranks.size(); ++i) {
    for (; next != layout.copies.end() && next->place == i; ++next)
      grid.push_back((next->operation.empty()
                          ? "copies("
                          : "partial(" + next->operation + ", ") +
                     std::to_string(next->ranks) + ")");
    if (i < layout.ranks.size())
      grid.push_back(std::to_string(layout.ranks[i]));
  }
  std::string text = joined(words) + " onto(" + joined(grid) + ")";
  if (layout.first != 0)
    text += " at(" + std::to_string(layout.first) + ")";
  if (!layout.map.empty())
    text += withNumbers(" ranks", layout.map, ",");
  std::vector<std::string> widths;
  for (const WidthText &one : layout.halo)
    widths.push_back(widthText(one.before, one.after));
  return text + (widths.empty() ? "" : " halo(" + joined(widths) + ")");
}

/// Maps with the same owners are the same one.
static DimensionLayout mappedLayout(const std::vector<std::int64_t> &owners,
                                    std::int64_t ranks) {
  DimensionLayout made{ranks, 1, {}};
  made.sizes.assign(static_cast<std::size_t>(ranks), 0);
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (const std::int64_t owner : owners) {
    ++made.sizes[static_cast<std::size_t>(owner)];
    hash = (hash ^ static_cast<std::uint64_t>(owner)) * 0x100000001b3;
  }
  made.map = std::max<std::uint64_t>(hash, 1);
  return made;
}

static Result<DimensionLayout>
unshiftedLayout(const DistributionText &distribution, std::int64_t ranks,
                std::optional<std::int64_t> extent) {
  const auto cyclic =
      [](const Result<BlockCyclic> &made) -> Result<DimensionLayout> {
    if (!made)
      return made.error();
    return DimensionLayout{made->ranks, made->block, {}};
  };
  switch (distribution.kind) {
  case DistributionKind::Undistributed:
    return DimensionLayout{};
  case DistributionKind::GenBlock:
    return DimensionLayout{ranks, 1, distribution.sizes};
  case DistributionKind::Indirect:
    return mappedLayout(distribution.owners, ranks);
  case DistributionKind::Block:
    if (extent)
      return cyclic(distribution.block
                        ? makeBlock(ranks, *extent, *distribution.block)
                        : makeBlock(ranks, *extent));
    break;
  case DistributionKind::Cyclic:
    break;
  }
  return cyclic(makeBlockCyclic(ranks, distribution.block.value_or(1)));
}

static Result<DimensionLayout>
dimensionLayout(const DistributionText &distribution, std::int64_t ranks,
                std::optional<std::int64_t> extent) {
  Result<DimensionLayout> made = unshiftedLayout(distribution, ranks, extent);
  if (!made || distribution.shift == 0 || !distribution.isDistributed())
    return made;
  return shifted(*std::move(made), distribution.shift,
                 distribution.kind == DistributionKind::Cyclic, extent);
}

Result<std::vector<DimensionLayout>>
redistc::view::dimensionLayouts(const LayoutText &layout,
                                const Extents &extents) {
  std::vector<DimensionLayout> result;
  auto ranks = layout.ranks.begin();
  for (std::size_t i = 0; i < layout.dimensions.size(); ++i) {
    const DistributionText &one = layout.dimensions[i];
    Result<DimensionLayout> made =
        dimensionLayout(one, one.isDistributed() ? *ranks++ : 1, extents[i]);
    if (!made)
      return made.error();
    result.push_back(*std::move(made));
  }
  return result;
}

/// Calls visit(coordinate, index) for all elements that a coordinate has.
template <typename Visit>
static void forElements(const DistributionText &text,
                        const DimensionLayout &layout, std::int64_t extent,
                        Visit visit) {
  if (text.isMapped()) {
    for (std::int64_t i = 0; i < extent; ++i)
      visit(text.owners[static_cast<std::size_t>(i)], i);
    return;
  }
  const AxisSide side(layout, 0, 1, extent);
  for (std::int64_t q = 0; q < layout.ranks; ++q)
    side.positionsOf(q, extent).within(0, extent, [&](const Interval &one) {
      for (std::int64_t i = one.begin; i < one.end; ++i)
        visit(q, i);
    });
}

AxisShares redistc::view::sharesOf(const DistributionText &source,
                                   const DimensionLayout &sourceLayout,
                                   const DistributionText &target,
                                   const DimensionLayout &targetLayout,
                                   std::int64_t extent) {
  std::vector<std::int64_t> ownerOf(static_cast<std::size_t>(extent));
  forElements(source, sourceLayout, extent,
              [&](std::int64_t p, std::int64_t i) {
                ownerOf[static_cast<std::size_t>(i)] = p;
              });
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> lengths;
  forElements(target, targetLayout, extent,
              [&](std::int64_t q, std::int64_t i) {
                ++lengths[{ownerOf[static_cast<std::size_t>(i)], q}];
              });
  std::vector<AxisShare> pairs;
  for (const auto &[pair, length] : lengths)
    pairs.push_back({pair.first, pair.second, length});
  return {sourceLayout.ranks, targetLayout.ranks, std::move(pairs)};
}

Result<std::vector<DimensionLayout>>
redistc::view::withHalos(std::vector<DimensionLayout> dimensions,
                         const LayoutText &layout, const Extents &extents) {
  for (std::size_t k = 0; k < layout.halo.size(); ++k) {
    const auto [before, after] = layout.halo[k];
    if (std::max(before, after) > 0 && dimensions[k].isMapped())
      return Error{ErrorKind::BlockTooSmall,
                   "halo" + ofDimension(layout, k) +
                       " is not for indirect and listed, whose elements have "
                       "no neighbours: listed may name what others name, too"};
    if (dimensions[k].ranks == 1 || std::max(before, after) == 0)
      continue;
    auto made = withHalo(std::move(dimensions[k]), *extents[k], before, after);
    if (!made)
      return made.error();
    dimensions[k] = *std::move(made);
  }
  return dimensions;
}

bool redistc::view::hasParts(const LayoutText &layout) {
  return std::ranges::any_of(layout.copies, [](const CopiesText &one) {
    return !one.operation.empty();
  });
}

std::vector<Holders> redistc::view::holdersOf(const LayoutText &layout) {
  std::vector<Holders> made;
  for (const CopiesText &one : layout.copies) {
    std::size_t place = one.place, dimension = 0;
    for (; dimension < layout.dimensions.size(); ++dimension)
      if (layout.dimensions[dimension].isDistributed() && place-- == 0)
        break;
    made.push_back({one.ranks, dimension, !one.operation.empty()});
  }
  return made;
}

std::string redistc::view::toText(std::span<const DimensionLayout> dimensions,
                                  const std::vector<AxisRole> &roles) {
  constexpr std::size_t maxSizes = 8;
  std::vector<std::string> words, ranks, widths;
  bool hasHalo = false;
  for (std::size_t k = 0; k < dimensions.size(); ++k) {
    const DimensionLayout &one = dimensions[k];
    if (!roles.empty() && roles[k] != AxisRole::Elements) {
      if (one.ranks > 1) // else the other side's
        ranks.push_back((roles[k] == AxisRole::Parts ? "partial(" : "copies(") +
                        std::to_string(one.ranks) + ")");
      continue;
    }
    widths.push_back(widthText(one.before, one.after));
    hasHalo |= one.hasHalo();
    if (one == DimensionLayout{}) {
      words.push_back("*");
      continue;
    }
    ranks.push_back(std::to_string(one.ranks));
    if (one.isMapped())
      words.push_back("indirect(...)");
    else if (one.isCyclic())
      words.push_back(withNumbers("cyclic", {{one.block}}, ""));
    else if (one.sizes.size() <= maxSizes)
      words.push_back(withNumbers("gen_block", one.sizes, ","));
    else
      words.push_back("gen_block(...)");
    words.back() += shiftText(one.shift);
  }
  if (ranks.empty())
    ranks.push_back("1");
  return joined(words) + " onto(" + joined(ranks) + ")" +
         (hasHalo ? " halo(" + joined(widths) + ")" : "");
}
