//===- Placement.h - Where a directive may stand ----------------*- C++ -*-===//
//
// Private to the Sema room: between statements of a function that runs, and
// nowhere else.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_PLACEMENT_H
#define REDISTC_LIB_SEMA_COMMON_PLACEMENT_H

#include "Common/FindDirectives.h"
#include "Common/InstanceContext.h"

namespace redistc::sema {

/// False, and reported once for all instances, where the directive is the body
/// of a statement or of a function, or stands in one that is constexpr.
bool checkPlacement(clang::ASTContext &, const directive::ParsedDirective &,
                    const Occurrence &, ReportedErrors &);

} // namespace redistc::sema

#endif
