//===- LayoutTextTest.cpp - A layout as users write it ---------*- C++ -*-===//
#include "redistc/View/LayoutText.h"

#include <gtest/gtest.h>

using namespace redistc::view;
using redist::schedule::DimensionLayout;
using redist::schedule::ErrorKind;
using redist::schedule::Holders;

static LayoutText layout(std::string_view text) {
  auto parsed = parseLayout(text);
  if (auto *error = std::get_if<TextError>(&parsed)) {
    ADD_FAILURE() << text << ": " << error->message;
    return {};
  }
  return std::get<LayoutText>(parsed);
}

static std::string errorOf(std::string_view text) {
  auto parsed = parseLayout(text);
  auto *error = std::get_if<TextError>(&parsed);
  return error ? error->message : "";
}

/// A layout of one dimension.
static LayoutText one(DistributionKind kind, std::optional<std::int64_t> block,
                      std::int64_t ranks, std::int64_t first) {
  return {{{kind, block, {}}}, {ranks}, first};
}

TEST(LayoutText, ParsesEveryDistribution) {
  using enum DistributionKind;
  EXPECT_EQ(layout("cyclic onto(4)"), one(Cyclic, std::nullopt, 4, 0));
  EXPECT_EQ(layout("cyclic(3) onto(16)"), one(Cyclic, 3, 16, 0));
  EXPECT_EQ(layout("block onto(4)"), one(Block, std::nullopt, 4, 0));
  EXPECT_EQ(layout("block(25) onto(4) at(2)"), one(Block, 25, 4, 2));
  EXPECT_EQ(layout("* onto(1)"), one(Undistributed, std::nullopt, 1, 0));
  EXPECT_EQ(layout("gen_block(3, 0, 2) onto(3)"),
            (LayoutText{{{GenBlock, std::nullopt, {3, 0, 2}}}, {3}, 0}));
}

TEST(LayoutText, ParsesSeveralDimensions) {
  using enum DistributionKind;
  EXPECT_EQ(layout("block, *, cyclic(2) onto(4, 2) at(1)"),
            (LayoutText{{{Block}, {Undistributed}, {Cyclic, 2}}, {4, 2}, 1}));
  EXPECT_EQ(layout("*, * onto(1)"),
            (LayoutText{{{Undistributed}, {Undistributed}}, {1}, 0}));
}

TEST(LayoutText, IgnoresBlanksAndReadsNumbersOfAllForms) {
  EXPECT_EQ(layout("cyclic(3)onto(16)at(1)"), layout(" cyclic\t( 3 )\n"
                                                     "onto ( 16 ) at ( 1 ) "));
  EXPECT_EQ(layout("cyclic(6/2) onto(16.0)"), layout("cyclic(3) onto(16)"));
}

TEST(LayoutText, SpellsWhatItParsed) {
  for (std::string text :
       {"cyclic onto(4)", "cyclic(3) onto(16)", "block onto(4) at(7)",
        "block(25) onto(4)", "block, * onto(4) halo(1 : 2, 0)",
        "block onto(2, copies(3)) at(1) halo(2)",
        "cyclic(3) shift(-2), block shift(1) onto(2, 2)",
        "*, gen_block(3,0,2), cyclic(2) onto(3, 5) at(1)", "* onto(copies(4))",
        "indirect(2 0 0 1), indirect() onto(3, 2)",
        "block onto(copies(2), 3, copies(4)) at(1)"})
    EXPECT_EQ(toText(layout(text)), text);
}

TEST(LayoutText, PutsCopiesBeforeDimensions) {
  EXPECT_EQ(
      holdersOf(layout("*, block, *, cyclic onto(copies(2), 3, copies(4), "
                       "5, copies(6), copies(7))")),
      (std::vector<Holders>{{2, 1}, {4, 3}, {6, 4}, {7, 4}}));
  EXPECT_EQ(holdersOf(layout("*, * onto(1, copies(2))")),
            (std::vector<Holders>{{2, 2}}));
}

TEST(LayoutText, NamesTheOffendingTextAndColumn) {
  EXPECT_EQ(errorOf(""),
            "expected '*', 'block', 'cyclic', 'gen_block' or 'indirect', found "
            "the end at column 1 of ''");
  EXPECT_EQ(
      errorOf("cyclc(3) onto(16)"),
      "expected '*', 'block', 'cyclic', 'gen_block' or 'indirect', found "
      "'cyclc' at column 1 of 'cyclc(3) onto(16)'; did you mean 'cyclic'?");
  EXPECT_EQ(errorOf("cyclic(3 onto(16)"),
            "expected ')', found 'onto' at column 10 of 'cyclic(3 onto(16)'");
  EXPECT_EQ(errorOf("cyclic()"),
            "expected a number, found ')' at column 8 of 'cyclic()'");
  EXPECT_EQ(errorOf("cyclic(3)"), "expected 'onto(ranks)', found the end at "
                                  "column 10 of 'cyclic(3)'");
  EXPECT_EQ(errorOf("cyclic unto(4)"),
            "expected 'onto(ranks)', found 'unto' at column 8 of "
            "'cyclic unto(4)'; did you mean 'onto'?");
  EXPECT_EQ(errorOf("cyclic onto(4, copies)"),
            "expected '(', found ')' at column 22 of 'cyclic onto(4, copies)'");
  EXPECT_EQ(errorOf("cyclic onto(copies(2))"),
            "onto has 0 extents for 1 distributed dimension in 'cyclic "
            "onto(copies(2))'");
  EXPECT_EQ(errorOf("cyclic onto 4"),
            "expected '(', found '4' at column 13 of 'cyclic onto 4'");
  EXPECT_EQ(errorOf("cyclic onto(4) on"),
            "expected the end of the layout, found 'on' at column 16 of "
            "'cyclic onto(4) on'");
}

TEST(LayoutText, ReadsOwners) {
  EXPECT_EQ(layout("indirect(1 0 2) onto(3)").dimensions[0].owners,
            (std::vector<std::int64_t>{1, 0, 2}));
  EXPECT_EQ(layout("indirect(1,0, 2 ) onto(3)"),
            layout("indirect(1 0 2) onto(3)"));
  EXPECT_EQ(errorOf("indirect(0 1 -1) onto(2)"),
            "owner '-1' at column 14 of 'indirect(0 1 -1) onto(2)' is not 0 or "
            "more");
  EXPECT_EQ(errorOf("indirect(0,,1) onto(2)"),
            "expected a number, found ',' at column 12 of 'indirect(0,,1) "
            "onto(2)'");
  EXPECT_EQ(errorOf("indirect(0 1"),
            "expected a number, found the end at column 13 of 'indirect(0 1'");
  EXPECT_EQ(errorOf("indirect(0 2) onto(2)"),
            "'indirect(0 2) onto(2)': indirect puts index 1 on coordinate 2, "
            "but the coordinates of its grid are 0 to 1");
}

TEST(LayoutText, CutsNoLetterOfSeveralBytes) {
  // \xc3\xa9 is one letter of two bytes.
  EXPECT_EQ(errorOf("cyclic(\xc3\xa9) onto(4)"),
            "block size '\xc3\xa9' at column 8 of 'cyclic(\xc3\xa9) onto(4)' "
            "is not a number");
  EXPECT_EQ(errorOf("cyclic onto(4) \xc3\xa9 5"),
            "expected the end of the layout, found '\xc3\xa9' at column 16 of "
            "'cyclic onto(4) \xc3\xa9 5'");
  EXPECT_EQ(errorOf("\xc3\xa9\xc3\xa9 ,"),
            "expected '*', 'block', 'cyclic', 'gen_block' or 'indirect', found "
            "'\xc3\xa9\xc3\xa9' at column 1 of '\xc3\xa9\xc3\xa9 ,'");
  EXPECT_EQ(errorOf("block(\xc3\xa9"), "block size '\xc3\xa9' at column 7 of "
                                       "'block(\xc3\xa9' is not a number");
}

TEST(LayoutText, RejectsImpossibleNumbers) {
  EXPECT_EQ(errorOf("cyclic(0) onto(4)"),
            "block size '0' at column 8 of "
            "'cyclic(0) onto(4)' is not positive");
  EXPECT_EQ(errorOf("cyclic onto(-4)"), "number of ranks '-4' at column 13 of "
                                        "'cyclic onto(-4)' is not positive");
  EXPECT_EQ(errorOf("cyclic onto(4) at(-1)"),
            "first rank '-1' at column 19 of 'cyclic onto(4) at(-1)' is not 0 "
            "or more");
  EXPECT_EQ(errorOf("cyclic(3/2) onto(4)"),
            "block size '3/2' at column 8 of 'cyclic(3/2) onto(4)' is not an "
            "integer");
  EXPECT_EQ(errorOf("cyclic(n) onto(4)"),
            "block size 'n' at column 8 of "
            "'cyclic(n) onto(4)' is not a number");
  EXPECT_EQ(errorOf("cyclic onto(9223372036854775808)"),
            "number of ranks '9223372036854775808' at column 13 of "
            "'cyclic onto(9223372036854775808)' is too large");
}

TEST(LayoutText, RejectsCountsThatDoNotMatch) {
  EXPECT_EQ(errorOf("block, cyclic(2) onto(4)"),
            "onto has 1 extent for 2 distributed dimensions in "
            "'block, cyclic(2) onto(4)'");
  EXPECT_EQ(errorOf("block, * onto(4, 2)"),
            "onto has 2 extents for 1 distributed dimension in "
            "'block, * onto(4, 2)'");
  EXPECT_EQ(errorOf("* onto(4)"),
            "onto has 1 extent for 0 distributed dimensions in '* onto(4)'");
  EXPECT_EQ(errorOf("gen_block(3,5) onto(3)"),
            "gen_block has 2 sizes for 3 ranks in 'gen_block(3,5) onto(3)'");
  EXPECT_EQ(errorOf("gen_block onto(3)"),
            "expected '(', found 'onto' at column 11 of 'gen_block onto(3)'");
  EXPECT_EQ(errorOf("gen_block(v) onto(1)"),
            "size 'v' at column 11 of 'gen_block(v) onto(1)' is not a number");
  EXPECT_EQ(errorOf("gen_block(1,-2) onto(2)"),
            "size '-2' at column 13 of 'gen_block(1,-2) onto(2)' is not 0 or "
            "more");
  EXPECT_EQ(errorOf("block, onto(2)"),
            "expected '*', 'block', 'cyclic', 'gen_block' or 'indirect', found "
            "'onto' at column 8 of 'block, onto(2)'");
}

/// The only dimension of a layout over an extent.
static DimensionLayout over(std::string_view text,
                            std::optional<std::int64_t> extent) {
  auto made = dimensionLayouts(layout(text), {extent});
  EXPECT_TRUE(static_cast<bool>(made));
  return made->at(0);
}

TEST(LayoutText, BecomesBlockCyclicOverAnExtent) {
  EXPECT_EQ(over("cyclic onto(4)", std::nullopt), (DimensionLayout{4, 1, {}}));
  EXPECT_EQ(over("cyclic(3) onto(4)", 5), (DimensionLayout{4, 3, {}}));
  EXPECT_EQ(over("block onto(4)", 10), (DimensionLayout{4, 3, {}}));
  EXPECT_EQ(over("block onto(4)", 0), (DimensionLayout{4, 1, {}}));
  EXPECT_EQ(over("block(5) onto(4)", 20), (DimensionLayout{4, 5, {}}));
  EXPECT_EQ(over("block(5) onto(4)", std::nullopt),
            (DimensionLayout{4, 5, {}}));
  EXPECT_EQ(over("gen_block(3,0) onto(2)", 3), (DimensionLayout{2, 1, {3, 0}}));
  auto tooSmall = dimensionLayouts(layout("block(5) onto(4)"), {21});
  ASSERT_FALSE(tooSmall);
  EXPECT_EQ(tooSmall.error().kind, ErrorKind::BlockTooSmall);
}

TEST(LayoutText, DealsExtentsToDimensionsAndRanksToDistributedOnes) {
  const auto made =
      dimensionLayouts(layout("*, block, cyclic(2) onto(4, 3)"), {7, 10, 9});
  ASSERT_TRUE(static_cast<bool>(made));
  EXPECT_EQ(*made,
            (std::vector<DimensionLayout>{{1, 1, {}}, {4, 3, {}}, {3, 2, {}}}));
  EXPECT_EQ(toText(*made), "*, cyclic(3), cyclic(2) onto(4, 3)");
}
