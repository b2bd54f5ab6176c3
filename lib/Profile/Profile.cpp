//===- Profile.cpp - What a machine's messages and combines cost ----------===//
//
// Room Profile: text of a profile in, its numbers out. For the runtime and for
// the tools, which see no MPI.
//
//===----------------------------------------------------------------------===//
#include "redist/Profile.h"

#include "redist/Error.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

namespace redist {

/// Reads JSON from front to back; keeps what is wanted of the outermost object.
class ProfileReader {
public:
  ProfileReader(std::string_view given, bool ofMessages)
      : text(given), messagesAlone(ofMessages) {}

  machine_profile read() {
    expect('{');
    if (!accept('}')) {
      do
        readMember();
      while (accept(','));
      expect('}');
    }
    skipSpace();
    if (at != text.size())
      fail("the end");
    const bool isLearned =
        !hasAlpha && !hasBeta && !hasCombine && !profile.ways.empty();
    require("alpha", profile.alpha, hasAlpha || isLearned);
    require("beta", profile.beta, hasBeta || isLearned);
    require("combine", profile.combine,
            hasCombine || messagesAlone || isLearned);
    checkRanks();
    checkLinks();
    return profile;
  }

private:
  void readMember() {
    const std::string_view key = readString();
    expect(':');
    if (key == "alpha")
      profile.alpha = readNumber(hasAlpha);
    else if (key == "beta")
      profile.beta = readNumber(hasBeta);
    else if (key == "combine")
      profile.combine = readNumber(hasCombine);
    else if (key == "call")
      profile.call = readCost("call");
    else if (key == "packing")
      profile.packing = readCost("packing");
    else if (key == "fan_in")
      profile.fan_in = readCost("fan_in");
    else if (key == "ways")
      readWays();
    else if (key == "ranks")
      readRanks();
    else if (key == "speeds")
      readSpeeds();
    else if (key == "bandwidth")
      profile.bandwidth = readNumber(hasBandwidth);
    else if (key == "bandwidth_matrix")
      readRows();
    else
      skipValue(0);
  }

  double readCost(const char *key) {
    bool found = false;
    const double value = readNumber(found);
    require(key, value, found);
    return value;
  }
  void readRanks() {
    bool found = false;
    const double value = readNumber(found);
    if (!(value >= 1 && value < 1e9) || value != std::floor(value))
      throw error("\"ranks\" is no number of ranks");
    profile.ranks = static_cast<std::int64_t>(value);
  }
  /// Behind what is there already.
  void readNumbers(std::vector<double> &to) {
    bool found = false;
    expect('[');
    if (accept(']'))
      return;
    do
      to.push_back(readNumber(found));
    while (accept(','));
    expect(']');
  }
  /// One of `ways`: its numbers, above 0; of methods other than steps, those
  /// that were measured.
  void readWay(measured_ways &way) {
    const std::pair<std::string_view, double *> members[] = {
        {"sources", &way.sources}, {"targets", &way.targets},
        {"run", &way.run},         {"piece", &way.piece},
        {"message", &way.message}, {"steps", &way.steps},
        {"at_once", &way.at_once}, {"collective", &way.collective},
        {"types", &way.types}};
    bool isGiven[std::size(members)] = {};
    expect('{');
    do {
      const std::string_view key = readString();
      expect(':');
      const auto *const member =
          std::find_if(std::begin(members), std::end(members),
                       [&](const auto &one) { return one.first == key; });
      if (member == std::end(members))
        skipValue(0);
      else
        *member->second = readNumber(isGiven[member - members]);
    } while (accept(','));
    expect('}');
    for (std::size_t i = 0; i < std::size(members); ++i)
      if (const auto &[key, number] = members[i];
          !(*number > 0) && (isGiven[i] || !mayLack(key)))
        throw error("an entry of \"ways\" lacks a number above 0: " +
                    std::string(key));
  }
  static bool mayLack(std::string_view method) {
    return method == "at_once" || method == "collective" || method == "types";
  }
  void readWays() {
    profile.ways.clear();
    expect('[');
    if (accept(']'))
      return;
    do
      readWay(profile.ways.emplace_back());
    while (accept(','));
    expect(']');
  }
  void readSpeeds() {
    profile.speeds.clear(); // of a key that is there twice, the last counts
    readNumbers(profile.speeds);
  }
  void readRows() {
    profile.bandwidth_matrix.clear();
    rowEnds.clear();
    expect('[');
    if (accept(']'))
      return;
    do {
      readNumbers(profile.bandwidth_matrix);
      rowEnds.push_back(std::ssize(profile.bandwidth_matrix));
    } while (accept(','));
    expect(']');
  }

  void checkRanks() {
    const std::int64_t speeds = std::ssize(profile.speeds);
    if (profile.ranks == 0)
      profile.ranks = speeds > 0 ? speeds : std::ssize(rowEnds);
    if (speeds > 0 && speeds != profile.ranks)
      throw error("\"speeds\" has " + std::to_string(speeds) + " numbers for " +
                  std::to_string(profile.ranks) + " ranks");
    for (const double speed : profile.speeds)
      if (!(speed > 0))
        throw error("a speed is not above 0");
  }
  void checkLinks() {
    if (hasBandwidth && !(profile.bandwidth > 0))
      throw error("\"bandwidth\" is not above 0");
    if (rowEnds.empty())
      return;
    const std::int64_t ranks = profile.ranks;
    bool isSquare = std::ssize(rowEnds) == ranks;
    for (std::int64_t row = 0; isSquare && row < ranks; ++row)
      isSquare = rowEnds[static_cast<std::size_t>(row)] == (row + 1) * ranks;
    if (!isSquare)
      throw error("\"bandwidth_matrix\" needs " + std::to_string(ranks) +
                  " rows of " + std::to_string(ranks) + " numbers");
    for (std::int64_t i = 0; i < ranks * ranks; ++i)
      if (i / ranks != i % ranks &&
          !(profile.bandwidth_matrix[static_cast<std::size_t>(i)] > 0))
        throw error("a bandwidth between two ranks is not above 0");
  }

  /// Of values that others wrote, any depth would be a stack of any depth.
  void skipValue(int depth) {
    constexpr int deepest = 64;
    if (depth > deepest)
      fail("a flatter value");
    skipSpace();
    bool ignored = false;
    if (peek() == '"')
      readString();
    else if (peek() == '{')
      skipMembers(depth);
    else if (peek() == '[')
      skipElements(depth);
    else if (!acceptWord("true") && !acceptWord("false") && !acceptWord("null"))
      readNumber(ignored);
  }
  void skipMembers(int depth) {
    expect('{');
    if (accept('}'))
      return;
    do {
      readString();
      expect(':');
      skipValue(depth + 1);
    } while (accept(','));
    expect('}');
  }
  void skipElements(int depth) {
    expect('[');
    if (accept(']'))
      return;
    do
      skipValue(depth + 1);
    while (accept(','));
    expect(']');
  }

  /// Escapes are passed over: no key of ours has one.
  std::string_view readString() {
    expect('"');
    const std::size_t begin = at;
    while (at < text.size() && text[at] != '"')
      at += text[at] == '\\' ? 2 : 1;
    if (at >= text.size())
      fail("the end of a string");
    return text.substr(begin, at++ - begin);
  }

  double readNumber(bool &found) {
    skipSpace();
    double value = 0;
    const char *const first = text.data() + at;
    const auto [end, problem] =
        std::from_chars(first, text.data() + text.size(), value);
    if (problem != std::errc() || !std::isfinite(value))
      fail("a number");
    at += static_cast<std::size_t>(end - first);
    found = true;
    return value;
  }

  static void require(const char *key, double value, bool found) {
    if (!found)
      throw error("\"" + std::string(key) + "\" is missing");
    if (value < 0)
      throw error("\"" + std::string(key) + "\" is negative");
  }

  void skipSpace() {
    while (at < text.size() && std::strchr(" \t\r\n", text[at]) && text[at])
      ++at;
  }
  char peek() const { return at < text.size() ? text[at] : '\0'; }
  bool accept(char wanted) {
    skipSpace();
    if (at == text.size() || text[at] != wanted)
      return false;
    ++at;
    return true;
  }
  bool acceptWord(std::string_view word) {
    if (text.substr(at, word.size()) != word)
      return false;
    at += word.size();
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted))
      fail(std::string("'") + wanted + "'");
  }
  [[noreturn]] void fail(const std::string &wanted) const {
    throw error("expected " + wanted + " at byte " + std::to_string(at));
  }

  std::string_view text;
  bool messagesAlone;
  std::size_t at = 0;
  machine_profile profile;
  bool hasAlpha = false, hasBeta = false, hasCombine = false;
  bool hasBandwidth = false;
  std::vector<std::int64_t> rowEnds; ///< of the matrix, in numbers
};

machine_profile parse_profile(const std::string &text, bool messages_alone) {
  return ProfileReader(text, messages_alone).read();
}

/// Throws std::ios_base::failure where reading fails; so it does for a
/// directory, which can be opened.
static std::string readFile(std::ifstream &file) {
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

machine_profile read_profile(const std::string &path) {
  // A pipe that nobody writes would be waited for for ever.
  std::error_code ignored;
  const auto type = std::filesystem::status(path, ignored).type();
  if (type == std::filesystem::file_type::fifo)
    throw error("the profile '" + path + "' cannot be read: it is a pipe");
  errno = 0; // files of the library tell why by that alone
  std::ifstream file(path, std::ios::binary);
  std::string text;
  bool isRead = file.is_open();
  try {
    if (isRead)
      text = readFile(file);
  } catch (const std::ios_base::failure &) {
    isRead = false;
  }
  if (!isRead || file.bad())
    throw error("the profile '" + path + "' cannot be read" +
                (errno ? ": " + std::generic_category().message(errno) : ""));
  try {
    return parse_profile(text);
  } catch (const error &e) {
    throw error("the profile '" + path +
                "' is not one of redist-tune: " + e.what());
  }
}

} // namespace redist
