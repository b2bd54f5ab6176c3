//===- Region.h - Callbacks for profilers at each directive ----*- C++ -*-===//
//
// Profilers of MPI see the runtime's messages, but not the directive that they
// belong to. A program or a preloaded library that defines both functions is
// told: on every rank, at each directive, on the thread that reaches it. Calls
// nest as the program's do; with nowait, what waits is a region of its own.
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

extern "C" {
void redist_region_begin(const char *kind, const char *file, int line);
void redist_region_end(const char *kind, const char *file, int line);
}

#endif
