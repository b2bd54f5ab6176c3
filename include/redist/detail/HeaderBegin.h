//===- HeaderBegin.h - What each public header begins with -----*- C++ -*-===//
//
// Ends the compilation by one message where the language is older than C++17:
// the errors of the headers would fill pages and not name the reason. Puts the
// program's macros aside, as `#define N 8`, until HeaderEnd.h; of headers that
// include one another, the outermost does so.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#if __cplusplus < 201703L
#error "redist needs C++17 or later; compile with -std=c++17"
#include "redist/needs C++17 or later" // no such file: the compiler stops
#endif

#pragma push_macro("REDIST_MACROS_HIDDEN")
#ifndef REDIST_MACROS_HIDDEN
#define REDIST_MACROS_HIDDEN
#include "redist/detail/macros/Hide.h"
#endif
