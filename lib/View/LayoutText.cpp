//===- LayoutText.cpp - A layout as users write it -------------*- C++ -*-===//
//
// See LayoutText.h. One function a production; each returns the error that it
// met, so that the first one found is the one reported.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/LayoutText.h"

#include "redistc/View/Numeral.h"
#include "redistc/View/Suggest.h"

#include <array>

using namespace redistc::view;
using redist::schedule::BlockCyclic;
using redist::schedule::makeBlock;
using redist::schedule::makeBlockCyclic;
using redist::schedule::Result;

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

  MaybeError distribution();
  MaybeError processors();
  MaybeError firstRank();
  MaybeError end();
  /// ( number ), with number >= least; `what` names it in errors.
  MaybeError argument(std::string_view what, std::int64_t least,
                      std::int64_t &value);

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

MaybeError LayoutParser::argument(std::string_view what, std::int64_t least,
                                  std::int64_t &value) {
  if (!take("("))
    return expected("'('");
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
  if (token.text == ",")
    return TextError{"several dimensions (" + here() +
                     ") are not in this version"};
  if (!take(")"))
    return expected("')'");
  return std::nullopt;
}

MaybeError LayoutParser::distribution() {
  static constexpr std::array<std::string_view, 2> names = {"block", "cyclic"};
  if (token.text == "*" || token.text == "gen_block")
    return TextError{here() + " is not in this version"};
  if (take("block"))
    layout.kind = DistributionKind::Block;
  else if (take("cyclic"))
    layout.kind = DistributionKind::Cyclic;
  else {
    TextError error = expected("'block' or 'cyclic'");
    error.message += didYouMean(token.text, names);
    return error;
  }
  if (token.text != "(")
    return std::nullopt;
  return argument("block size", 1, layout.block.emplace());
}

MaybeError LayoutParser::processors() {
  static constexpr std::array<std::string_view, 1> names = {"onto"};
  if (token.text == ",")
    return TextError{"several dimensions (" + here() +
                     ") are not in this version"};
  if (take("onto"))
    return argument("number of ranks", 1, layout.ranks);
  TextError error = expected("'onto(ranks)'");
  error.message += didYouMean(token.text, names);
  return error;
}

MaybeError LayoutParser::firstRank() {
  if (!take("at"))
    return std::nullopt;
  return argument("first rank", 0, layout.first);
}

MaybeError LayoutParser::end() {
  if (token.text.empty())
    return std::nullopt;
  return expected("the end of the layout");
}

Parsed<LayoutText> LayoutParser::parse() {
  for (auto production :
       {&LayoutParser::distribution, &LayoutParser::processors,
        &LayoutParser::firstRank, &LayoutParser::end})
    if (MaybeError error = (this->*production)())
      return std::move(*error);
  return layout;
}

Parsed<LayoutText> redistc::view::parseLayout(std::string_view text) {
  return LayoutParser(text).parse();
}

std::string redistc::view::toText(const LayoutText &layout) {
  std::string text =
      layout.kind == DistributionKind::Block ? "block" : "cyclic";
  auto append = [&text](std::string_view word, std::int64_t number) {
    text += word;
    text += '(';
    text += std::to_string(number);
    text += ')';
  };
  if (layout.block)
    append("", *layout.block);
  append(" onto", layout.ranks);
  if (layout.first != 0)
    append(" at", layout.first);
  return text;
}

Result<BlockCyclic>
redistc::view::blockCyclic(const LayoutText &layout,
                           std::optional<std::int64_t> extent) {
  if (layout.kind == DistributionKind::Block && extent)
    return layout.block ? makeBlock(layout.ranks, *extent, *layout.block)
                        : makeBlock(layout.ranks, *extent);
  return makeBlockCyclic(layout.ranks, layout.block.value_or(1));
}
