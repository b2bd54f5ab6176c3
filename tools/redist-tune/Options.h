//===- Options.h - Command line of redist-tune -----------------*- C++ -*-===//
//
// Comes in: the arguments. Goes out: what they ask for. The same on every rank,
// before MPI runs.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TUNE_OPTIONS_H
#define REDIST_TUNE_OPTIONS_H

#include "redistc/Support/CommandLine.h"

#include <span>
#include <string>

namespace redisttune {

/// The command line is wrong: exit status 2.
using redistc::support::UsageError;

struct Options {
  bool showsHelp = false, showsVersion = false;
  std::string output; ///< empty: standard output
  int rounds = 50;    ///< of each measurement; the least counts
};

/// Throws UsageError.
Options parseOptions(std::span<const char *const> arguments);

} // namespace redisttune

#endif
