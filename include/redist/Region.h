//===- Region.h - Callbacks for profilers at each directive ----*- C++ -*-===//
//
// Profilers of MPI see the runtime's messages, but not the directive that they
// belong to. The runtime calls these two functions, if a program or a preloaded
// library defines them: on every rank, at each directive, on the thread that
// executes it. Calls nest as in the program; with nowait, the wait is a
// separate region.
//
//   extern "C" void redist_region_begin(const char *kind, const char *file,
//                                       int line) {
//     SCOREP_USER_REGION_BY_NAME_BEGIN(kind, SCOREP_USER_REGION_TYPE_COMMON)
//   }
//
// `kind` is "redistribute", "reduce", "pipeline", or "wait"; `file` and `line`
// are those of the directive.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_REGION_H
#define REDIST_REGION_H

#include "redist/detail/HeaderBegin.h"

extern "C" {
void redist_region_begin(const char *kind, const char *file, int line);
void redist_region_end(const char *kind, const char *file, int line);
}

#include "redist/detail/HeaderEnd.h"

#endif
