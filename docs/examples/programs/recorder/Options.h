//===- Options.h - The command line of recorder ----------------*- C++ -*-===//
//
// Part of the example recorder: the C++ standard library alone, no MPI and no
// directives. Comes in: the words of the command line. Goes out: options, or
// what is wrong with them.
//
//===----------------------------------------------------------------------===//
#ifndef RECORDER_OPTIONS_H
#define RECORDER_OPTIONS_H

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>

struct Options {
  std::string folder, archive;
  bool make = false, check = false, force = false;
  int level = 6, threshold = 12, frames = 200, width = 320, height = 240;
  std::uint64_t seed = 1;
};

/// A number from `least` to `most`, or -1.
inline int numberOf(const char *text, long least, long most) {
  char *end = nullptr;
  errno = 0;
  const long value = std::strtol(text, &end, 10);
  const bool isNumber = errno == 0 && end != text && *end == '\0';
  return isNumber && value >= least && value <= most ? static_cast<int>(value)
                                                     : -1;
}

/// Sets the option that `word` names. Returns what is wrong, or nothing.
inline std::string set(Options &options, const std::string &word,
                       const char *text) {
  struct Known {
    const char *name;
    int Options::*field;
    int least, most;
  };
  const Known all[] = {{"--level", &Options::level, 0, 9},
                       {"--threshold", &Options::threshold, 0, 255},
                       {"--frames", &Options::frames, 1, 100000},
                       {"--width", &Options::width, 1, 1 << 14},
                       {"--height", &Options::height, 1, 1 << 14}};
  for (const Known &known : all)
    if (word == known.name) {
      options.*known.field = numberOf(text, known.least, known.most);
      return options.*known.field >= 0
                 ? std::string()
                 : "'" + word + "' needs a number from " +
                       std::to_string(known.least) + " to " +
                       std::to_string(known.most);
    }
  return "unknown option '" + word + "'";
}

/// Returns what is wrong with the command line, or nothing.
inline std::string parse(int argc, char **argv, Options &options) {
  int names = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--make") {
      options.make = true;
    } else if (word == "--check") {
      options.check = true;
    } else if (word == "--force") {
      options.force = true;
    } else if (word.size() > 1 && word[0] == '-') {
      const std::string wrong =
          set(options, word, i + 1 < argc ? argv[++i] : "");
      if (!wrong.empty())
        return wrong;
    } else {
      (names++ == 0 ? options.folder : options.archive) = word;
    }
  }
  const int wanted = options.make ? 1 : 2;
  return names == wanted ? std::string()
                         : "expected " + std::to_string(wanted) +
                               " names, found " + std::to_string(names);
}

inline const char *usage() {
  return "usage: recorder FOLDER ARCHIVE [--level N] [--threshold N] [--force] "
         "[--check]\n"
         "       recorder FOLDER --make [--frames N] [--width N] [--height "
         "N]\n";
}

#endif
