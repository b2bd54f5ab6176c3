//===- OutputFile.cpp - Where redist-tune writes ---------------*- C++ -*-===//
//
// See OutputFile.h.
//
//===----------------------------------------------------------------------===//
#include "OutputFile.h"

#include "redistc/Files/OutputTarget.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include <unistd.h>

namespace redisttune {

namespace fs = std::filesystem;
using namespace redistc::files;

[[noreturn]] static void fail(const std::string &path, int error) {
  throw std::runtime_error("cannot write '" + path +
                           "': " + std::strerror(error));
}

static void writeAndClose(int descriptor, const std::string &text,
                          const std::string &path) {
  if (descriptor < 0)
    fail(path, errno);
  int error = writeAll(descriptor, text);
  if (close(descriptor) != 0 && error == 0)
    error = errno;
  if (error != 0)
    fail(path, error);
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
  const NewFile beside = createBeside(target);
  if (beside.descriptor < 0)
    fail(path, errno);
  close(beside.descriptor);
  fs::remove(beside.name, ignored);
}

void writeOutput(const std::string &path, const std::string &text) {
  if (path.empty()) {
    errno = 0;
    if (!(std::cout << text << std::flush))
      fail("standard output", errno);
    return;
  }
  const OutputTarget target = findTarget(path);
  if (!target.isPlain)
    return writeAndClose(openInPlace(target), text, path);
  const NewFile beside = createBeside(target);
  std::error_code problem, ignored;
  try {
    writeAndClose(beside.descriptor, text, path);
    fs::rename(beside.name, target.place, problem);
  } catch (...) {
    fs::remove(beside.name, ignored);
    throw;
  }
  if (!problem)
    return;
  fs::remove(beside.name, ignored);
  fail(path, problem.value());
}

} // namespace redisttune
