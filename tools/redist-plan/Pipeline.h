//===- Pipeline.h - redist-plan pipeline ------------------------*- C++ -*-===//
//
// The subcommand that shows the mapping of a pipeline. Comes in: its arguments.
// Goes out: text, JSON or SVG on standard output or in a file.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_PIPELINE_H
#define REDIST_PLAN_PIPELINE_H

#include <span>

namespace redistplan {

/// Runs the subcommand on the arguments behind its name. Returns the exit
/// status: 1 where --verify finds a fault, else 0. Throws UsageError and
/// InputError; nothing is written then.
int pipeline(std::span<const char *const> arguments);

} // namespace redistplan

#endif
