//===- ColouringProfile.h - A colouring from a split profile ---*- C++ -*-===//
//
// Private to lib/Schedule. Any weighted bipartite graph is a class problem in
// which each message is a class of its own: splitProfile (ClassSchedule.h) then
// says how many steps have which cost and which messages go into them, and each
// level is coloured by itself. Finds the steps that must mix messages of
// different lengths, which insertion misses; slower.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_COLOURINGPROFILE_H
#define REDIST_LIB_SCHEDULE_COLOURINGPROFILE_H

#include "redist/Schedule/Colouring.h"

namespace redist::schedule {

/// With maxDegree() colours. A flow for each split: about edges^1.5.
Colouring colourByProfile(const BipartiteGraph &);

} // namespace redist::schedule

#endif
