//===- UnifiedDiff.h - What a rewrite would change -------------*- C++ -*-===//
//
// Two texts of one file -> their difference, as `patch -p0` and `git apply -p0`
// take it. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_UNIFIEDDIFF_H
#define REDISTC_LIB_DRIVER_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace redistc::driver {

/// Empty where the texts are equal. `file` is named as both sides.
std::string unifiedDiff(llvm::StringRef file, llvm::StringRef before,
                        llvm::StringRef after);

} // namespace redistc::driver

#endif
