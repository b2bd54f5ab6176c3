//===- OutputFile.h - Output that appears whole or not at all ---*- C++ -*-===//
//
// A file is written beside its place under another name and renamed when it is
// complete: readers never see half of it, and a failure leaves what was there.
// Standard output and devices are written directly.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_OUTPUTFILE_H
#define REDIST_PLAN_OUTPUTFILE_H

#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace redistplan {

class OutputFile {
public:
  /// No path, or "-": standard output. Throws InputError where the file cannot
  /// be written.
  explicit OutputFile(std::optional<std::string_view> path);
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;
  /// Removes what was not committed.
  ~OutputFile();

  std::ostream &stream();
  /// Puts the file in its place. Throws InputError where any output was lost.
  void commit();

private:
  [[noreturn]] void fail(int error) const;

  bool toStandardOutput;
  std::string name; ///< as the user wrote it
  std::filesystem::path place;
  std::filesystem::path temporary; ///< empty: written in place
  std::ofstream file;
};

} // namespace redistplan

#endif
