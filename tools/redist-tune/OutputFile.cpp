//===- OutputFile.cpp - Where redist-tune writes ---------------*- C++ -*-===//
//
// See OutputFile.h.
//
//===----------------------------------------------------------------------===//
#include "OutputFile.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

namespace redisttune {

namespace fs = std::filesystem;

[[noreturn]] static void fail(const std::string &path, const char *why) {
  throw std::runtime_error("cannot write '" + path + "': " + why);
}

static void writeTo(const fs::path &file, const std::string &text,
                    const std::string &path) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  if (!(out << text << std::flush))
    fail(path, std::strerror(errno));
}

/// What `path` leads to, which links must go on doing.
static fs::path targetOf(const std::string &path) {
  std::error_code problem;
  const fs::path target = fs::canonical(path, problem);
  return problem ? fs::path(path) : target;
}

static fs::path besideOf(const fs::path &target) {
  fs::path beside = target;
  return beside += ".part";
}

/// No file, but something that can be written to.
static bool isSpecial(const fs::path &target) {
  const fs::file_status status = fs::status(target);
  return fs::exists(status) && !fs::is_regular_file(status);
}

void requireWritable(const std::string &path) {
  if (path.empty())
    return;
  const fs::path target = targetOf(path);
  if (fs::is_directory(target))
    fail(path, std::strerror(EISDIR));
  if (isSpecial(target))
    return;
  writeTo(besideOf(target), "", path);
  fs::remove(besideOf(target));
}

void writeOutput(const std::string &path, const std::string &text) {
  if (path.empty()) {
    errno = 0;
    if (!(std::cout << text << std::flush))
      fail("standard output", std::strerror(errno));
    return;
  }
  const fs::path target = targetOf(path);
  if (isSpecial(target)) {
    writeTo(target, text, path);
    return;
  }
  const fs::path beside = besideOf(target);
  std::error_code problem;
  try {
    writeTo(beside, text, path);
  } catch (...) {
    fs::remove(beside, problem);
    throw;
  }
  fs::rename(beside, target, problem);
  if (!problem)
    return;
  const std::string why = problem.message();
  fs::remove(beside, problem);
  fail(path, why.c_str());
}

} // namespace redisttune
