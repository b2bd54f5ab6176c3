//===- LayoutParser.cpp - Reads a layout as users write it -----*- C++ -*-===//
//
// See LayoutText.h. One function a production; each returns the error that it
// met, so that the first one found is the one reported.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/LayoutText.h"

#include "redistc/Support/Spelling.h"
#include "redistc/View/Numeral.h"

#include <algorithm>
#include <array>
#include <limits>
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
