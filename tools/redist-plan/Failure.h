//===- Failure.h - Why redist-plan gives up ---------------------*- C++ -*-===//
//
// redist-plan reports every failure in one place, main(): one line on standard
// error and an exit status. Everything below throws one of these two.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_FAILURE_H
#define REDIST_PLAN_FAILURE_H

#include "redistc/Support/CommandLine.h"

#include <stdexcept>

namespace redistplan {

/// The command line is wrong: exit status 2.
using redistc::support::UsageError;

/// A value or a file is: exit status 1.
class InputError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace redistplan

#endif
