//===- redist.h - The public interface of the runtime ----------*- C++ -*-===//
//
// What generated code calls and what user code may call. C++17 and later. All
// templates here are thin: they take pointer, size and element size off the
// user's object and hand them to the compiled runtime.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_REDIST_H
#define REDIST_REDIST_H

#include "redist/detail/HeaderBegin.h"

#if !defined(REDIST_REWRITTEN) && !defined(REDIST_RUNTIME_BUILD)
#warning "redist directives are inactive: compile with redistc or redistc++"
#endif

#include "redist/Allocator.h"
#include "redist/Array.h"
#include "redist/Error.h"
#include "redist/Layout.h"
#include "redist/Redistribute.h"

#include "redist/detail/HeaderEnd.h"

#endif
