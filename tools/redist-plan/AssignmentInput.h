//===- AssignmentInput.h - What the command line asks for -------*- C++ -*-===//
//
// What `redist-plan redistribute` is asked: the options that say from where to
// where, as an assignment of the schedule library.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_ASSIGNMENTINPUT_H
#define REDIST_PLAN_ASSIGNMENTINPUT_H

#include "Format.h"

#include "redistSchedule/Layout/Stripes.h"
#include "redistc/Exact/ClassSolver.h"

namespace redistplan {

/// Of --from, --to, --extent, --permute, --shared and --relabel (which shares
/// ranks too; they are not relabelled here). check() finds nothing wrong with
/// it. Throws UsageError and InputError.
redist::schedule::Assignment assignmentOf(const CommandLine &);

/// The same without halos: what stays on a rank is counted by its parts.
redist::schedule::Assignment assignmentOfParts(const CommandLine &);

/// By way of which parts become copies, where the extents are known.
std::optional<redist::schedule::Stripes> stripesOf(const CommandLine &);

/// The same without choices, for comparison: each copy of the target takes its
/// elements from the first copy of the source; parts first all go to the
/// source's first rank, which combines them and has all values. Ranks that both
/// grids have count as the same where --shared or --relabel is given. Empty
/// where there is neither, or where an extent is missing. As assignmentOf().
std::vector<redist::schedule::Assignment> naivePhasesOf(const CommandLine &);

/// The first rank of each grid: what at() says. Throws InputError where a grid
/// has ranks().
struct FirstRanks {
  std::int64_t source, target;
};
FirstRanks firstRanksOf(const CommandLine &);

/// Throws InputError where the lengths of a superblock cannot be counted.
void checkCounted(const redist::schedule::Assignment &);

/// Whether its messages are few enough to be listed.
bool isListed(const redist::schedule::Assignment &);

/// Throws InputError where its messages are too many to be listed, or where
/// their lengths cannot be counted in elements: an extent is not given, and the
/// superblock has 2^62 elements or more. `hint`: what to do about the former.
void checkListed(const redist::schedule::Assignment &,
                 const std::string &hint = std::string());

/// --exact-seconds. Throws InputError.
redistc::exact::ClassSolverLimits solverLimitsOf(const CommandLine &);

} // namespace redistplan

#endif
