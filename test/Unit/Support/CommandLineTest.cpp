//===- CommandLineTest.cpp - Options of a tool ----------------------------===//
#include "redistc/Support/CommandLine.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace redistc::support;

static constexpr std::array<OptionSpec, 3> known = {
    {{"--from", true}, {"-o", true}, {"--verify", false}}};

using Arguments = std::vector<const char *>;

static CommandLine parse(const Arguments &arguments,
                         CommandLineKind kind = CommandLineKind::Tool) {
  return CommandLine(arguments, known, kind);
}

static CommandLine compile(const Arguments &arguments) {
  return parse(arguments, CommandLineKind::Compiler);
}

/// What the error says; empty where there is none.
static std::string problemOf(const Arguments &arguments,
                             CommandLineKind kind = CommandLineKind::Tool) {
  try {
    parse(arguments, kind);
  } catch (const UsageError &error) {
    return error.what();
  }
  return "";
}

TEST(CommandLine, TakesValuesAttachedOrApart) {
  for (const Arguments &arguments : std::vector<Arguments>{
           {"--from", "x", "-o", "f"}, {"--from=x", "-of"}}) {
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

TEST(CommandLine, OfACompilerHasInputsAndFlags) {
  const CommandLine line = compile({"a.cpp", "-o", "-", "-", "--", "-I.", "b"});
  EXPECT_EQ(line.inputs(), (std::vector<std::string_view>{"a.cpp", "-"}));
  EXPECT_EQ(line.flags(), (std::vector<std::string_view>{"-I.", "b"}));
  EXPECT_EQ(line.value("-o"), "-");
  EXPECT_TRUE(compile({"--"}).flags()->empty());
  EXPECT_FALSE(compile({"a.cpp"}).flags());
}

TEST(CommandLine, OfACompilerTakesEitherDashesAndTheLastOne) {
  const CommandLine line =
      compile({"-from=x", "--o=f", "--from", "--verify", "-verify"});
  EXPECT_EQ(line.value("--from"), "--verify");
  EXPECT_EQ(line.values("--from"),
            (std::vector<std::string_view>{"x", "--verify"}));
  EXPECT_EQ(line.value("-o"), "f");
  EXPECT_TRUE(line.has("--verify"));
}

TEST(CommandLine, OfACompilerSaysWhatIsWrong) {
  constexpr CommandLineKind kind = CommandLineKind::Compiler;
  EXPECT_EQ(problemOf({"--fron=x"}, kind),
            "unknown option '--fron=x'; did you mean '--from=x'?");
  EXPECT_EQ(problemOf({"-I"}, kind), "unknown option '-I'");
  EXPECT_EQ(problemOf({"-of"}, kind), "unknown option '-of'");
  EXPECT_EQ(problemOf({"---"}, kind), "unknown option '---'");
  EXPECT_EQ(problemOf({"-=x"}, kind), "unknown option '-=x'");
  EXPECT_EQ(problemOf({"a.cpp", "-o"}, kind), "'-o' needs a value");
  EXPECT_EQ(problemOf({"--verify=yes"}, kind), "'--verify' takes no value");
  EXPECT_THROW(compile({"-I"}), UnknownOption);
}
