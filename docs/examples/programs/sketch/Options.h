//===- Options.h - The command line of sketch ------------------*- C++ -*-===//
//
// Part of the example sketch: the C++ standard library alone, no MPI and no
// directives. Comes in: the words of the command line. Goes out: options, or
// what is wrong with them.
//
//===----------------------------------------------------------------------===//
#ifndef SKETCH_OPTIONS_H
#define SKETCH_OPTIONS_H

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>

struct Options {
  std::string folder;
  bool make = false, check = false;
  int top = 10, perMille = 1, files = 24;
  long long lines = 100000;
  std::uint64_t seed = 1, services = 400;
};

/// A number from `least` to `most`, or -1.
inline long long numberOf(const char *text, long long least, long long most) {
  char *end = nullptr;
  errno = 0;
  const long long value = std::strtoll(text, &end, 10);
  const bool isNumber = errno == 0 && end != text && *end == '\0';
  return isNumber && value >= least && value <= most ? value : -1;
}

/// Sets the option that `word` names; false: there is none of that name.
inline bool set(Options &options, const std::string &word, long long value) {
  if (word == "--top")
    options.top = static_cast<int>(value);
  else if (word == "--per-mille")
    options.perMille = static_cast<int>(value);
  else if (word == "--files")
    options.files = static_cast<int>(value);
  else if (word == "--lines")
    options.lines = value;
  else if (word == "--services")
    options.services = static_cast<std::uint64_t>(value);
  else if (word == "--seed")
    options.seed = static_cast<std::uint64_t>(value);
  else
    return false;
  return true;
}

/// Returns what is wrong with the command line, or nothing.
inline std::string parse(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--make") {
      options.make = true;
    } else if (word == "--check") {
      options.check = true;
    } else if (word.size() > 1 && word[0] == '-') {
      const long long value =
          numberOf(i + 1 < argc ? argv[i + 1] : "", 1, 1000000000);
      if (!set(options, word, value))
        return "unknown option '" + word + "'";
      if (value < 0)
        return "'" + word + "' needs a number from 1 to 1000000000";
      ++i;
    } else if (options.folder.empty()) {
      options.folder = word;
    } else {
      return "expected one folder, found '" + word + "', too";
    }
  }
  return options.folder.empty() ? "no folder is named" : std::string();
}

inline const char *usage() {
  return "usage: sketch FOLDER [--top N] [--per-mille N] [--check]\n"
         "       sketch FOLDER --make [--files N] [--lines N] [--services N] "
         "[--seed N]\n";
}

#endif
