//===- OutputFiles.h - What redistc leaves behind --------------*- C++ -*-===//
//
// Files appear whole or not at all: written beside their place under another
// name, then renamed; what is no plain file is written to. Private to
// lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_OUTPUTFILES_H
#define REDISTC_LIB_DRIVER_OUTPUTFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace redistc::driver {

struct OutputFile {
  std::string path; ///< "-" is standard output
  std::string text;
};

/// Writes all of them, or none where one cannot be written: the error names it.
llvm::Error writeFiles(llvm::ArrayRef<OutputFile>);

/// What went to llvm::outs() has arrived, or why it has not.
llvm::Error finishStandardOutput();

/// A Make rule: `target` depends on all of `files`, the first of which is the
/// source. The others get a rule without prerequisites, so that Make goes on
/// when one of them is gone.
std::string makeRule(llvm::StringRef target, llvm::ArrayRef<std::string> files);

} // namespace redistc::driver

#endif
