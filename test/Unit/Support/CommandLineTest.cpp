//===- CommandLineTest.cpp - Options of a tool ----------------------------===//
#include "redistc/Support/CommandLine.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace redistc::support;

static constexpr std::array<OptionSpec, 3> known = {
    {{"--from", true}, {"-o", true}, {"--verify", false}}};

static CommandLine parse(const std::vector<const char *> &arguments) {
  return CommandLine(arguments, known);
}

/// What the error says; empty where there is none.
static std::string problemOf(const std::vector<const char *> &arguments) {
  try {
    parse(arguments);
  } catch (const UsageError &error) {
    return error.what();
  }
  return "";
}

TEST(CommandLine, TakesValuesAttachedOrApart) {
  for (const std::vector<const char *> &arguments :
       std::vector<std::vector<const char *>>{{"--from", "x", "-o", "f"},
                                              {"--from=x", "-of"}}) {
    const CommandLine line = parse(arguments);
    EXPECT_EQ(line.required("--from"), "x");
    EXPECT_EQ(line.value("-o"), "f");
    EXPECT_FALSE(line.has("--verify"));
  }
  EXPECT_EQ(parse({"--from="}).value("--from"), "");
  EXPECT_EQ(parse({"--from", "-1"}).value("--from"), "-1");
  EXPECT_EQ(parse({"-o", "-"}).value("-o"), "-");
  EXPECT_TRUE(parse({"--verify"}).has("--verify"));
  EXPECT_EQ(parse({}).value("--from"), std::nullopt);
}

TEST(CommandLine, SaysWhatIsWrong) {
  EXPECT_EQ(problemOf({"--fron", "x"}),
            "unknown option '--fron'; did you mean '--from'?");
  EXPECT_EQ(problemOf({"-zf"}), "unknown option '-zf'");
  EXPECT_EQ(problemOf({"x"}), "unexpected argument 'x'");
  EXPECT_EQ(problemOf({"-"}), "unexpected argument '-'");
  EXPECT_EQ(problemOf({"--from"}), "option '--from' needs an argument");
  EXPECT_EQ(problemOf({"--from", "--verify"}),
            "option '--from' needs an argument");
  EXPECT_EQ(problemOf({"-oa", "-o", "b"}), "option '-o' is given twice");
  EXPECT_EQ(problemOf({"--verify=yes"}),
            "option '--verify' takes no argument, found 'yes'");
  EXPECT_THROW(parse({}).required("--from"), UsageError);
}
