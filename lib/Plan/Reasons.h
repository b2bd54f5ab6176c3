//===- Reasons.h - Why a schedule is not embedded --------------*- C++ -*-===//
//
// Pieces of sentences that redistributions and reductions share. Private to
// lib/Plan.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_PLAN_REASONS_H
#define REDISTC_LIB_PLAN_REASONS_H

#include <string>
#include <vector>

namespace redistc::plan {

/// "'n'", "'n' and 'p'", "'n', 'p' and 'q'".
std::string quotedList(const std::vector<std::string> &texts);

/// "'n' is not a constant", "'n' and 'p' are not constants". Precondition: not
/// empty.
std::string notConstant(const std::vector<std::string> &texts);

} // namespace redistc::plan

#endif
