//===- OutputFiles.h - What redistc leaves behind --------------*- C++ -*-===//
//
// Files appear whole or not at all: written beside their place under another
// name, then renamed. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_OUTPUTFILES_H
#define REDISTC_LIB_DRIVER_OUTPUTFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace redistc::driver {

/// `path` "-" is standard output.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text);

/// A Make rule: `target` depends on all of `files`.
std::string makeRule(llvm::StringRef target, llvm::ArrayRef<std::string> files);

} // namespace redistc::driver

#endif
