//===- OutputFile.cpp - Output that appears whole or not at all -*- C++ -*-===//
//
// See OutputFile.h.
//
//===----------------------------------------------------------------------===//
#include "OutputFile.h"

#include "Failure.h"

#include "redistc/Support/Spelling.h"

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <system_error>

using namespace redistplan;
using redistc::support::inQuotes;
namespace fs = std::filesystem;

std::streamsize HeldOutput::xsputn(const char *text, std::streamsize count) {
  written += count;
  if (isWhole())
    kept.append(text, static_cast<std::size_t>(count));
  else
    std::string().swap(kept);
  return count;
}

HeldOutput::int_type HeldOutput::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return traits_type::not_eof(character);
  const char single = traits_type::to_char_type(character);
  xsputn(&single, 1);
  return character;
}

OutputFile::OutputFile(std::optional<std::string_view> path, bool isFull)
    : toStandardOutput(!path || *path == "-"), isHeld(!isFull) {
  if (toStandardOutput)
    return;
  name = *path;
  if (name.empty())
    fail(ENOENT);
  const redistc::support::OutputTarget target =
      redistc::support::findTarget(name);
  std::error_code ignored;
  if (fs::is_directory(fs::status(target.place, ignored)))
    fail(EISDIR);
  if (target.isPlain) {
    staged.emplace(target);
    if (staged->problem() != 0)
      fail(staged->problem());
  }
  // What is written to as it is keeps what it has.
  file.open(staged ? staged->path() : target.place,
            staged ? std::ios::binary : std::ios::binary | std::ios::app);
  if (!file)
    fail(errno);
}

std::ostream &OutputFile::stream() { return isHeld ? heldStream : sink(); }

std::ostream &OutputFile::sink() {
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
  if (isHeld && !held.isWhole())
    throw InputError("the output has " + std::to_string(held.size()) +
                     " bytes, more than 256 MB; --full writes it");
  if (isHeld)
    sink() << held.text();
  errno = 0;
  sink().flush();
  if (!toStandardOutput && sink())
    file.close();
  if (!sink())
    fail(errno);
  if (const int error = staged ? staged->putInPlace() : 0)
    fail(error);
}
