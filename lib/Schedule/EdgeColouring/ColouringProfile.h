//===- ColouringProfile.h - A colouring from a profile ---------*- C++ -*-===//
//
// Private to lib/Schedule. Any weighted bipartite graph is a class problem in
// which each message is a class of its own: a profile (ClassSchedule.h) then
// says how many steps have which cost and which messages go into them, and each
// level is coloured by itself. splitProfile finds the steps that must mix
// messages of different lengths, which insertion misses; slower.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EDGECOLOURING_COLOURINGPROFILE_H
#define REDIST_LIB_SCHEDULE_EDGECOLOURING_COLOURINGPROFILE_H

#include "redistSchedule/EdgeColouring/ClassSchedule.h"
#include "redistSchedule/EdgeColouring/Colouring.h"

namespace redist::schedule {

/// The class problem of maxDegree() steps.
ClassProblem messageProblem(const BipartiteGraph &);

/// Precondition: the profile is one of messageProblem().
Colouring colourByProfile(const BipartiteGraph &, const ClassProfile &);

} // namespace redist::schedule

#endif
