//===- Compare.h - redist-plan compare --------------------------*- C++ -*-===//
//
// The subcommand that shows what several strategies make of one problem. Comes
// in: its arguments, the first of which says what kind of problem it is. Goes
// out: a table, JSON or a drawing on standard output or in a file.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_COMPARE_H
#define REDIST_PLAN_COMPARE_H

#include <span>

namespace redistplan {

/// Runs the subcommand on the arguments behind its name. Returns the exit
/// status. Throws UsageError and InputError; nothing is written then.
int compare(std::span<const char *const> arguments);

} // namespace redistplan

#endif
