//===- OutputFile.h - Where redist-tune writes -----------------*- C++ -*-===//
//
// A file that appears whole or not at all: it is written beside its place and
// then renamed. What is no file (/dev/null, a pipe) is written to as it is.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TUNE_OUTPUTFILE_H
#define REDIST_TUNE_OUTPUTFILE_H

#include <string>

namespace redisttune {

/// Throws std::runtime_error where `path` cannot be written; leaves nothing of
/// a file that was not there. An empty path is standard output.
void requireWritable(const std::string &path);

/// Replaces what was there. Throws std::runtime_error.
void writeOutput(const std::string &path, const std::string &text);

} // namespace redisttune

#endif
