//===- Format.h - How a subcommand writes ----------------------*- C++ -*-===//
//
// Comes in: the options of a subcommand. Goes out: what --format, which all of
// them have, asks for.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_FORMAT_H
#define REDIST_PLAN_FORMAT_H

#include "redistc/Support/CommandLine.h"

namespace redistplan {

using redistc::support::CommandLine;
using redistc::support::OptionSpec;

/// How a subcommand writes what it shows.
enum class Format { Text, Json, Svg, Html };
/// What --format says, or text. Throws UsageError.
Format formatOf(const CommandLine &);
/// True where there is a drawing in it.
inline bool isDrawn(Format format) {
  return format == Format::Svg || format == Format::Html;
}

} // namespace redistplan

#endif
