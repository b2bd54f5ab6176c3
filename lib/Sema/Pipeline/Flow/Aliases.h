//===- Aliases.h - Whether two objects may be one --------------*- C++ -*-===//
//
// Private to the Sema room: alias analysis of what a loop's code is attributed
// to. Pointers of which nothing is known may refer to the same object where
// their types allow it.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_FLOW_ALIASES_H
#define REDISTC_LIB_SEMA_PIPELINE_FLOW_ALIASES_H

#include "Pipeline/Accesses/LoopContext.h"

namespace redistc::sema {

enum class Alias { No, May, Must };

/// From the objects and their types.
Alias aliasOf(const LoopContext &, ObjectId, ObjectId);

/// Whether two parameters that may alias do not, as far as the calls tell that
/// the translation unit holds. References are taken to be apart where nobody
/// says otherwise; pointers are not.
bool areApart(LoopContext &, ObjectId, ObjectId);

/// Whether an unknown pointer's target may be the other object.
bool mayBePointedTo(const LoopContext &, const Object &pointee, const Object &);

} // namespace redistc::sema

#endif
