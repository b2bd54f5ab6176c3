//===- Redistribute.h - redist-plan redistribute ----------------*- C++ -*-===//
//
// The subcommand that shows the schedule of a redistribution. Comes in: its
// arguments. Goes out: text or JSON on standard output or in a file.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_REDISTRIBUTE_H
#define REDIST_PLAN_REDISTRIBUTE_H

#include <span>

namespace redistplan {

/// Runs the subcommand on the arguments behind its name. Returns the exit
/// status: 1 where --verify finds an offence, else 0. Throws UsageError and
/// InputError; nothing is written then.
int redistribute(std::span<const char *const> arguments);

} // namespace redistplan

#endif
