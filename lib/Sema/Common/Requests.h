//===- Requests.h - Checks of nowait and wait ------------------*- C++ -*-===//
//
// Private to the Sema room: the nowait that a wait completes, and whether every
// nowait is completed, on the control flow of its function.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_REQUESTS_H
#define REDISTC_LIB_SEMA_COMMON_REQUESTS_H

#include "Common/FindDirectives.h"
#include "Common/InstanceContext.h"

namespace redistc::sema {

/// A wait: names what a nowait declares, and reaches it where a lambda stands
/// in between.
void checkWait(InstanceContext &, const Occurrence &,
               const directive::DirectiveRecorder &);

/// A nowait: some wait can be reached from it, and none comes after another on
/// every way. What is so on some ways only is left to the runtime.
void checkRequest(InstanceContext &, const Occurrence &,
                  const std::vector<Occurrence> &all,
                  const directive::DirectiveRecorder &);

} // namespace redistc::sema

#endif
