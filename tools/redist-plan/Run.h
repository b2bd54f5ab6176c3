//===- Run.h - redist-plan as a function -----------------------*- C++ -*-===//
//
// Picks the subcommand, and reports every failure alike: one line on standard
// error, exit status 2 for usage and 1 for input. Needs neither Clang nor MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_RUN_H
#define REDIST_PLAN_RUN_H

#include <span>

namespace redistplan {

/// `arguments`: those behind the name of the tool. Writes to std::cout and
/// std::cerr, and returns the exit status.
int run(std::span<const char *const> arguments);

} // namespace redistplan

#endif
