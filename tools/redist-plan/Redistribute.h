//===- Redistribute.h - redist-plan redistribute ----------------*- C++ -*-===//
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
