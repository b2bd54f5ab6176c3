//===- ReadMachine.h - What redist-tune has written ------------*- C++ -*-===//
//
// Profile (redist/Profile.h) -> plan::Machine.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_READMACHINE_H
#define REDISTC_LIB_DRIVER_READMACHINE_H

#include "redistc/Plan/Machine.h"

#include "llvm/Support/Error.h"

namespace redistc::driver {

/// Errors: the file cannot be read, is no JSON, or has other things than
/// numbers where numbers belong.
llvm::Expected<plan::Machine> readMachine(const std::string &path);

} // namespace redistc::driver

#endif
