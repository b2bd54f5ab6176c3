//===- LostRoom.h - Room that from() does not mention ----------*- C++ -*-===//
//
// Private to the Sema room. In: a redistribution of storage that does not know
// its layout. Out: a warning where an earlier directive of the function has
// left room around the part, and from() says nothing of it:
//
//   #pragma redistribute a[n] from(...) to(block onto(p) halo(1))
//   for (...) a[i] = ...;                        the elements, not their places
//   #pragma redistribute a[n] from(block onto(p)) to(...)    takes the halo,
//   too
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDISTRIBUTE_LOSTROOM_H
#define REDISTC_LIB_SEMA_REDISTRIBUTE_LOSTROOM_H

#include "Common/FindDirectives.h"
#include "Common/InstanceContext.h"

namespace redistc::sema {

/// `all`: the occurrences of all directives.
void warnOfLostRoom(const InstanceContext &, const Occurrence &,
                    const std::vector<Occurrence> &all,
                    const directive::DirectiveRecorder &);

} // namespace redistc::sema

#endif
