//===- OutputFile.cpp - Output that appears whole or not at all -*- C++ -*-===//
//
// See OutputFile.h.
//
//===----------------------------------------------------------------------===//
#include "OutputFile.h"

#include "Failure.h"

#include "redistc/Files/OutputTarget.h"
#include "redistc/View/Suggest.h"

#include <cerrno>
#include <iostream>
#include <system_error>

#include <unistd.h>

using namespace redistplan;
using redistc::view::inQuotes;
namespace fs = std::filesystem;

OutputFile::OutputFile(std::optional<std::string_view> path)
    : toStandardOutput(!path || *path == "-") {
  if (toStandardOutput)
    return;
  name = *path;
  place = name;
  if (name.empty())
    fail(ENOENT);
  const redistc::files::OutputTarget target = redistc::files::findTarget(name);
  std::error_code ignored;
  if (fs::is_directory(fs::status(target.place, ignored)))
    fail(EISDIR);
  if (target.isPlain) {
    const auto beside = redistc::files::createBeside(target);
    if (beside.descriptor < 0)
      fail(errno);
    close(beside.descriptor);
    temporary = beside.name;
  }
  place = target.place;
  // What is written to as it is keeps what it has.
  file.open(target.isPlain ? temporary : place,
            target.isPlain ? std::ios::binary
                           : std::ios::binary | std::ios::app);
  if (!file) {
    int error = errno;
    fs::remove(temporary, ignored);
    fail(error);
  }
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
