//===- AssignmentInput.h - What the command line asks for -------*- C++ -*-===//
//
// What `redist-plan redistribute` is asked: the options that say from where to
// where, as an assignment of the schedule library.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_ASSIGNMENTINPUT_H
#define REDIST_PLAN_ASSIGNMENTINPUT_H

#include "CommandLine.h"

#include "redist/Schedule/Assignment.h"

namespace redistplan {

/// Of --from, --to, --extent, --permute, --shared and --relabel (which shares
/// ranks too; they are not relabelled here). check() finds nothing wrong with
/// it. Throws UsageError and InputError.
redist::schedule::Assignment assignmentOf(const CommandLine &);

/// Throws InputError where its messages are too many to be listed.
void checkListed(const redist::schedule::Assignment &);

} // namespace redistplan

#endif
