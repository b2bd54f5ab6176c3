//===- OutputFile.cpp - Output that appears whole or not at all -*- C++ -*-===//
//
// See OutputFile.h.
//
//===----------------------------------------------------------------------===//
#include "OutputFile.h"

#include "Failure.h"

#include "redistc/View/Suggest.h"

#include <cerrno>
#include <iostream>
#include <system_error>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace redistplan;
using redistc::view::inQuotes;
namespace fs = std::filesystem;

/// Permissions of a file that is created the usual way.
static mode_t defaultMode() {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

OutputFile::OutputFile(std::optional<std::string_view> path)
    : toStandardOutput(!path || *path == "-") {
  if (toStandardOutput)
    return;
  name = *path;
  place = name;
  if (name.empty())
    fail(ENOENT);
  // A rename would replace a link, not what it points to.
  std::error_code ignored;
  if (fs::is_symlink(place, ignored) && fs::exists(place, ignored))
    place = fs::canonical(place, ignored);
  fs::file_status status = fs::status(place, ignored);
  if (fs::is_directory(status))
    fail(EISDIR);
  if (fs::exists(status) && access(place.c_str(), W_OK) != 0)
    fail(errno);
  if (!fs::exists(status) || fs::is_regular_file(status))
    makeTemporary();
  file.open(temporary.empty() ? place : temporary, std::ios::binary);
  if (!file) {
    int error = errno;
    fs::remove(temporary, ignored);
    fail(error);
  }
}

void OutputFile::makeTemporary() {
  fs::path folder = place.has_parent_path() ? place.parent_path() : ".";
  std::string pattern = (folder / ".redist-plan-XXXXXX").string();
  int descriptor = mkstemp(pattern.data());
  if (descriptor < 0)
    fail(errno);
  temporary = pattern;
  struct stat old = {};
  bool exists = stat(place.c_str(), &old) == 0;
  fchmod(descriptor, exists ? old.st_mode & 07777 : defaultMode());
  close(descriptor);
}

OutputFile::~OutputFile() {
  if (temporary.empty())
    return;
  std::error_code ignored;
  fs::remove(temporary, ignored);
}

std::ostream &OutputFile::stream() {
  if (toStandardOutput)
    return std::cout;
  return file;
}

void OutputFile::fail(int error) const {
  std::string what = toStandardOutput ? "standard output" : inQuotes(name);
  std::string why = error ? std::generic_category().message(error)
                          : "not everything was written";
  throw InputError("cannot write " + what + ": " + why);
}

void OutputFile::commit() {
  errno = 0;
  stream().flush();
  if (!toStandardOutput && stream())
    file.close();
  if (!stream())
    fail(errno);
  if (temporary.empty())
    return;
  std::error_code error;
  fs::rename(temporary, place, error);
  if (error)
    fail(error.value());
  temporary.clear();
}
