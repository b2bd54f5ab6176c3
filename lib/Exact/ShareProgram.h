//===- ShareProgram.h - Integral shares of a given profile -----*- C++ -*-===//
//
// For profiles that the sweep cannot fill. The linear program of the shares
// with the steps fixed has an integral vertex nearly always; where the first
// is not, the objective is perturbed by fixed rules, and at last an integer
// program decides. Every answer is checked in integers before it is given.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_SHAREPROGRAM_H
#define REDISTC_LIB_EXACT_SHAREPROGRAM_H

#include "Deadline.h"
#include "LevelProblem.h"

namespace redistc::exact {

/// std::nullopt: none was found in time.
std::optional<Shares> sharesByProgram(const LevelProblem &,
                                      const Cumulated &upTo, const Deadline &);

} // namespace redistc::exact

#endif
