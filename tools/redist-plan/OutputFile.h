//===- OutputFile.h - Output that appears whole or not at all ---*- C++ -*-===//
//
// A file is written beside its place under another name and renamed when it is
// complete: readers never see half of it, and a failure leaves what was there.
// Standard output and devices are written directly. Output above a limit that
// was not asked for is refused before any of it is written: it is kept in
// memory up to the limit, and only counted beyond.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_OUTPUTFILE_H
#define REDIST_PLAN_OUTPUTFILE_H

#include "redistc/Support/OutputTarget.h"

#include <cstdint>
#include <fstream>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace redistplan {

/// Keeps what is written while it is at most so long, and counts all of it.
class HeldOutput : public std::streambuf {
public:
  static constexpr std::int64_t most = std::int64_t{256} << 20; ///< bytes

  std::int64_t size() const { return written; }
  bool isWhole() const { return written <= most; }
  /// Precondition: isWhole().
  std::string_view text() const { return kept; }

protected:
  std::streamsize xsputn(const char *text, std::streamsize count) override;
  int_type overflow(int_type character) override;

private:
  std::string kept;
  std::int64_t written = 0;
};

class OutputFile {
public:
  /// No path, or "-": standard output. `isFull`: of any length. Throws
  /// InputError where the file cannot be written.
  OutputFile(std::optional<std::string_view> path, bool isFull);
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  std::ostream &stream();
  /// Puts the file in its place. Throws InputError where any output was lost,
  /// and, with nothing written, where it is too long.
  void commit();

private:
  [[noreturn]] void fail(int error) const;
  std::ostream &sink();

  bool toStandardOutput;
  std::string name; ///< as the user wrote it
  /// What is to appear whole, and goes where it is not committed.
  std::optional<redistc::support::StagedFile> staged;
  std::ofstream file;
  bool isHeld;
  HeldOutput held;
  std::ostream heldStream{&held};
};

} // namespace redistplan

#endif
