//===- ProfileTest.cpp - What the runtime reads of a profile --------------===//
#include "redist/Profile.h"

#include "redist/Error.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

using namespace redist;

/// What is wrong with it.
static std::string problemOf(const std::string &text) {
  try {
    parse_profile(text);
  } catch (const error &e) {
    return e.what();
  }
  return "nothing";
}

/// The same of a profile that has these members, too.
static std::string problemWith(const std::string &members) {
  return problemOf(R"({"alpha": 1e-6, "beta": 0, "combine": 0, )" + members +
                   "}");
}

TEST(Profile, TellsWhatWasMeasured) {
  const machine_profile found = parse_profile(
      "{\"alpha\": 1.5e-06,\r\n\t\"beta\": 2e-10, \"combine\": 3E-10,"
      "\"call\": 4e-7, \"packing\": 5e-10, \"fan_in\": 1.25,"
      "\"ways\": [{\"sources\": 4, \"targets\": 2, \"run\": 12.5, \"piece\": "
      "25,"
      "\"message\": 4096, \"steps\": 1e-3, \"at_once\": 2e-3, \"new\": [],"
      "\"collective\": 3e-3, \"types\": 4e-3}],"
      "\"ranks\": 2, \"speeds\": [1, 0.5], \"bandwidth\": 1e9,"
      "\"bandwidth_matrix\": [[0, 1e9], [2e9, 0]]}\n");
  EXPECT_EQ(found.alpha, 1.5e-6);
  EXPECT_EQ(found.beta, 2e-10);
  EXPECT_EQ(found.combine, 3e-10);
  EXPECT_EQ(found.call, 4e-7);
  EXPECT_EQ(found.packing, 5e-10);
  EXPECT_EQ(found.fan_in, 1.25);
  EXPECT_EQ(found.ways, (std::vector<measured_ways>{
                            {4, 2, 12.5, 25, 4096, 1e-3, 2e-3, 3e-3, 4e-3}}));
  EXPECT_EQ(found.ranks, 2);
  EXPECT_EQ(found.speeds, (std::vector<double>{1, 0.5}));
  EXPECT_EQ(found.bandwidth, 1e9);
  EXPECT_EQ(found.bandwidth_matrix, (std::vector<double>{0, 1e9, 2e9, 0}));
}

TEST(Profile, HasNoNegativeCosts) {
  for (const std::string key : {"call", "packing", "fan_in"})
    EXPECT_EQ(problemWith("\"" + key + "\": -1"),
              "\"" + key + "\" is negative");
}

TEST(Profile, KnowsEveryWayThatWasMeasured) {
  const std::string whole =
      R"({"sources": 4, "targets": 2, "run": 8, "piece": 9, "message": 64,)"
      R"( "steps": 1e-3, "at_once": 2e-3, "collective": 3e-3, "types": 4e-3})";
  EXPECT_EQ(problemWith("\"ways\": [" + whole + "]"), "nothing");
  EXPECT_EQ(problemWith("\"ways\": []"), "nothing");
  for (const std::string key : {"sources", "targets", "run", "piece", "message",
                                "steps", "at_once", "collective", "types"}) {
    std::string other = whole;
    other.replace(other.find('"' + key + '"') + key.size() + 4, 1, "-");
    EXPECT_NE(problemWith("\"ways\": [" + other + "]"), "nothing") << key;
    other = whole;
    other.replace(other.find(key), 1, "x");
    const bool mayLack =
        key == "at_once" || key == "collective" || key == "types";
    EXPECT_EQ(problemWith("\"ways\": [" + whole + ", " + other + "]"),
              mayLack ? "nothing"
                      : "an entry of \"ways\" lacks a number above 0: " + key);
  }
}

TEST(Profile, PassesOverWhatItDoesNotKnow) {
  EXPECT_EQ(problemWith(R"("x": [1, {"y": "}\""}, [], {}, null, false])"),
            "nothing");
}

TEST(Profile, CountsRanksWhereItIsNotTold) {
  const std::string head = R"({"alpha": 0, "beta": 0, "combine": 0)";
  EXPECT_EQ(parse_profile(head + "}").ranks, 0);
  EXPECT_EQ(parse_profile(head + R"(, "speeds": [1, 1, 2]})").ranks, 3);
  EXPECT_EQ(
      parse_profile(head + R"(, "bandwidth_matrix": [[0, 1], [1, 0]]})").ranks,
      2);
}

TEST(Profile, TakesTheLastOfTwo) {
  const machine_profile found = parse_profile(
      R"({"alpha": 1, "alpha": 2, "beta": 0, "combine": 0,
          "speeds": [1, 1, 1], "speeds": [2, 2],
          "bandwidth_matrix": [[0]], "bandwidth_matrix": [[0, 1], [1, 0]]})");
  EXPECT_EQ(found.alpha, 2);
  EXPECT_EQ(found.speeds, (std::vector<double>{2, 2}));
  EXPECT_EQ(found.bandwidth_matrix, (std::vector<double>{0, 1, 1, 0}));
}

TEST(Profile, IsJson) {
  EXPECT_EQ(problemOf(""), "expected '{' at byte 0");
  EXPECT_EQ(problemOf("[]"), "expected '{' at byte 0");
  EXPECT_EQ(problemOf("{alpha: 1}"), "expected '\"' at byte 1");
  EXPECT_EQ(problemOf(R"({"alpha" 1})"), "expected ':' at byte 9");
  EXPECT_EQ(problemOf(R"({"alpha)"), "expected the end of a string at byte 7");
  EXPECT_EQ(problemOf(R"({"alpha\)"), "expected the end of a string at byte 9");
  EXPECT_EQ(problemOf(R"({"alpha": })"), "expected a number at byte 10");
  EXPECT_EQ(problemOf(R"({"alpha": "1"})"), "expected a number at byte 10");
  EXPECT_EQ(problemOf(R"({"alpha": 1 "beta": 2})"), "expected '}' at byte 12");
  EXPECT_EQ(problemOf(R"({"alpha": 1,})"), "expected '\"' at byte 12");
  EXPECT_EQ(problemWith(R"("x": [1, 2)"), "expected ']' at byte 51");
  EXPECT_EQ(problemWith(R"("x": 1}, {)"), "expected the end at byte 48");
  EXPECT_EQ(problemOf(std::string("\0{}", 3)), "expected '{' at byte 0");
  const std::string deep(1000000, '[');
  EXPECT_NE(problemWith("\"x\": " + deep).find("expected a flatter value"),
            std::string::npos);
}

TEST(Profile, HasFiniteNumbers) {
  for (const char *const number : {"nan", "inf", "-inf", "1e999", "0x", "+1"})
    EXPECT_NE(problemOf("{\"alpha\": " + std::string(number) + "}"), "nothing")
        << number;
  EXPECT_EQ(problemOf(R"({"alpha": nan})"), "expected a number at byte 10");
}

TEST(Profile, HasWhatReductionsNeed) {
  EXPECT_EQ(problemOf("{}"), "\"alpha\" is missing");
  EXPECT_EQ(problemOf(R"({"alpha": 0})"), "\"beta\" is missing");
  EXPECT_EQ(problemOf(R"({"alpha": 0, "beta": 0})"), "\"combine\" is missing");
  EXPECT_EQ(problemOf(R"({"alpha": 0, "beta": -1, "combine": 0})"),
            "\"beta\" is negative");
}

TEST(Profile, MayHaveNothingButWaysThatWereLearned) {
  const machine_profile learned = parse_profile(
      R"({"ways": [{"sources": 2, "targets": 2, "run": 8, "piece": 8,)"
      R"( "message": 64, "steps": 1e-3, "types": 2e-3}]})");
  EXPECT_FALSE(learned.tells_messages());
  EXPECT_EQ(learned.ways,
            (std::vector<measured_ways>{{2, 2, 8, 8, 64, 1e-3, 0, 0, 2e-3}}));
  EXPECT_EQ(problemOf(R"({"ways": []})"), "\"alpha\" is missing");
}

TEST(Profile, HasASpeedAboveZeroOfEachRank) {
  EXPECT_EQ(problemWith(R"("speeds": [1, -1])"), "a speed is not above 0");
  EXPECT_EQ(problemWith(R"("speeds": [0])"), "a speed is not above 0");
  EXPECT_EQ(problemWith(R"("ranks": 3, "speeds": [1, 2])"),
            "\"speeds\" has 2 numbers for 3 ranks");
  EXPECT_EQ(problemWith(R"("speeds": 1)"), "expected '[' at byte 51");
  for (const char *const ranks : {"0", "-1", "2.5", "1e300"})
    EXPECT_EQ(problemWith("\"ranks\": " + std::string(ranks)),
              "\"ranks\" is no number of ranks");
}

TEST(Profile, HasABandwidthAboveZeroOfEachLink) {
  EXPECT_EQ(problemWith(R"("bandwidth": 0)"), "\"bandwidth\" is not above 0");
  EXPECT_EQ(problemWith(R"("bandwidth": -5)"), "\"bandwidth\" is not above 0");
  EXPECT_EQ(problemWith(R"("bandwidth_matrix": [[0, 1], [1]])"),
            "\"bandwidth_matrix\" needs 2 rows of 2 numbers");
  EXPECT_EQ(problemWith(R"("ranks": 3, "bandwidth_matrix": [[0, 1], [1, 0]])"),
            "\"bandwidth_matrix\" needs 3 rows of 3 numbers");
  EXPECT_EQ(problemWith(R"("bandwidth_matrix": [[0, 1], [0, 0]])"),
            "a bandwidth between two ranks is not above 0");
  EXPECT_EQ(problemWith(R"("bandwidth_matrix": [[-1, 1], [1, -1]])"),
            "nothing"); // from a rank to itself
}

/// What is wrong with a file.
static std::string problemOfFile(const std::string &path) {
  try {
    read_profile(path);
  } catch (const error &e) {
    return e.what();
  }
  return "nothing";
}

TEST(Profile, NamesTheFile) {
  const std::string folder = testing::TempDir();
  EXPECT_EQ(problemOfFile(folder),
            "the profile '" + folder + "' cannot be read: Is a directory");
  const std::string path = folder + "/redist-profile-test.json";
  std::ofstream(path) << "{}";
  EXPECT_EQ(problemOfFile(path), "the profile '" + path +
                                     "' is not one of redist-tune: \"alpha\" "
                                     "is missing");
  std::remove(path.c_str());
  EXPECT_EQ(problemOfFile(path),
            "the profile '" + path +
                "' cannot be read: No such file or directory");
}
