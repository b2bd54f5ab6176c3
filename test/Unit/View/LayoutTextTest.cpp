//===- LayoutTextTest.cpp - A layout as users write it ---------*- C++ -*-===//
#include "redistc/View/LayoutText.h"

#include <gtest/gtest.h>

using namespace redistc::view;
using redist::schedule::BlockCyclic;
using redist::schedule::ErrorKind;

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

TEST(LayoutText, ParsesEveryDistribution) {
  using enum DistributionKind;
  EXPECT_EQ(layout("cyclic onto(4)"), (LayoutText{Cyclic, std::nullopt, 4, 0}));
  EXPECT_EQ(layout("cyclic(3) onto(16)"), (LayoutText{Cyclic, 3, 16, 0}));
  EXPECT_EQ(layout("block onto(4)"), (LayoutText{Block, std::nullopt, 4, 0}));
  EXPECT_EQ(layout("block(25) onto(4) at(2)"), (LayoutText{Block, 25, 4, 2}));
}

TEST(LayoutText, IgnoresBlanksAndReadsNumbersOfAllForms) {
  EXPECT_EQ(layout("cyclic(3)onto(16)at(1)"), layout(" cyclic\t( 3 )\n"
                                                     "onto ( 16 ) at ( 1 ) "));
  EXPECT_EQ(layout("cyclic(6/2) onto(16.0)"), layout("cyclic(3) onto(16)"));
}

TEST(LayoutText, SpellsWhatItParsed) {
  for (std::string text : {"cyclic onto(4)", "cyclic(3) onto(16)",
                           "block onto(4) at(7)", "block(25) onto(4)"})
    EXPECT_EQ(toText(layout(text)), text);
}

TEST(LayoutText, NamesTheOffendingTextAndColumn) {
  EXPECT_EQ(errorOf(""),
            "expected 'block' or 'cyclic', found the end at column 1 of ''");
  EXPECT_EQ(errorOf("cyclc(3) onto(16)"),
            "expected 'block' or 'cyclic', found 'cyclc' at column 1 of "
            "'cyclc(3) onto(16)'; did you mean 'cyclic'?");
  EXPECT_EQ(errorOf("cyclic(3 onto(16)"),
            "expected ')', found 'onto' at column 10 of 'cyclic(3 onto(16)'");
  EXPECT_EQ(errorOf("cyclic()"),
            "expected a number, found ')' at column 8 of 'cyclic()'");
  EXPECT_EQ(errorOf("cyclic(3)"), "expected 'onto(ranks)', found the end at "
                                  "column 10 of 'cyclic(3)'");
  EXPECT_EQ(errorOf("cyclic unto(4)"),
            "expected 'onto(ranks)', found 'unto' at column 8 of "
            "'cyclic unto(4)'; did you mean 'onto'?");
  EXPECT_EQ(errorOf("cyclic onto 4"),
            "expected '(', found '4' at column 13 of 'cyclic onto 4'");
  EXPECT_EQ(errorOf("cyclic onto(4) on"),
            "expected the end of the layout, found 'on' at column 16 of "
            "'cyclic onto(4) on'");
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
            "expected 'block' or 'cyclic', found '\xc3\xa9\xc3\xa9' at column "
            "1 of '\xc3\xa9\xc3\xa9 ,'");
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

TEST(LayoutText, NamesWhatIsLaterWork) {
  EXPECT_EQ(errorOf("* onto(4)"),
            "'*' at column 1 of '* onto(4)' is not in this version");
  EXPECT_EQ(errorOf("gen_block(v) onto(4)"),
            "'gen_block' at column 1 of 'gen_block(v) onto(4)' is not in this "
            "version");
  for (std::string_view text : {"block, cyclic(2) onto(4, 2)",
                                "cyclic(2), block onto(4)", "block onto(4, 2)"})
    EXPECT_TRUE(errorOf(text).starts_with("several dimensions (',' at column"))
        << errorOf(text);
}

TEST(LayoutText, BecomesBlockCyclicOverAnExtent) {
  EXPECT_EQ(*blockCyclic(layout("cyclic onto(4)"), std::nullopt),
            (BlockCyclic{4, 1}));
  EXPECT_EQ(*blockCyclic(layout("cyclic(3) onto(4)"), 5), (BlockCyclic{4, 3}));
  EXPECT_EQ(*blockCyclic(layout("block onto(4)"), 10), (BlockCyclic{4, 3}));
  EXPECT_EQ(*blockCyclic(layout("block onto(4)"), 0), (BlockCyclic{4, 1}));
  EXPECT_EQ(*blockCyclic(layout("block(5) onto(4)"), 20), (BlockCyclic{4, 5}));
  EXPECT_EQ(*blockCyclic(layout("block(5) onto(4)"), std::nullopt),
            (BlockCyclic{4, 5}));
  auto tooSmall = blockCyclic(layout("block(5) onto(4)"), 21);
  ASSERT_FALSE(tooSmall);
  EXPECT_EQ(tooSmall.error().kind, ErrorKind::BlockTooSmall);
}
