//===- HeaderEnd.h - What each public header ends with ---------*- C++ -*-===//
//
// Brings the program's macros back that HeaderBegin.h has put aside.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma pop_macro("REDIST_MACROS_HIDDEN")
#ifndef REDIST_MACROS_HIDDEN
#include "redist/detail/macros/Restore.h"
#endif
