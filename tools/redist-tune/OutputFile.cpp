//===- OutputFile.cpp - Where redist-tune writes ---------------*- C++ -*-===//
//
// See OutputFile.h.
//
//===----------------------------------------------------------------------===//
#include "OutputFile.h"

#include "redistc/Support/OutputTarget.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>

namespace redisttune {

namespace fs = std::filesystem;
using namespace redistc::support;

[[noreturn]] static void fail(const std::string &path, int error) {
  throw std::runtime_error("cannot write '" + path +
                           "': " + std::strerror(error));
}

void requireWritable(const std::string &path) {
  if (path.empty())
    return;
  const OutputTarget target = findTarget(path);
  std::error_code ignored;
  if (fs::is_directory(target.place, ignored))
    fail(path, EISDIR);
  if (!target.isPlain)
    return;
  if (const int error = StagedFile(target).problem())
    fail(path, error);
}

static int writeWhole(const OutputTarget &target, const std::string &text) {
  StagedFile file(target);
  const int error = file.write(text);
  return error != 0 ? error : file.putInPlace();
}

void writeOutput(const std::string &path, const std::string &text) {
  if (path.empty()) {
    errno = 0;
    if (!(std::cout << text << std::flush))
      fail("standard output", errno);
    return;
  }
  const OutputTarget target = findTarget(path);
  const int error =
      target.isPlain ? writeWhole(target, text) : writeInPlace(target, text);
  if (error != 0)
    fail(path, error);
}

} // namespace redisttune
