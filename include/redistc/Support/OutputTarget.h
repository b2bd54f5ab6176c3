//===- OutputTarget.h - Where a tool writes --------------------*- C++ -*-===//
//
// Comes in: what a user has written behind -o. Goes out: whether that is, or
// will be, a plain file, which a tool writes under another name and renames, so
// that it appears whole or not at all; or something else (a device, a FIFO, a
// descriptor of the process), which is written to as it is. Links are followed
// to what they name. POSIX; no LLVM.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_SUPPORT_OUTPUTTARGET_H
#define REDISTC_SUPPORT_OUTPUTTARGET_H

#include <optional>
#include <string>
#include <string_view>

namespace redistc::support {

struct OutputTarget {
  std::string place; ///< without links where it is plain
  bool isPlain = true;
  std::optional<int> descriptor; ///< of /dev/fd/N, /dev/stdout, /dev/stderr
};

OutputTarget findTarget(const std::string &path);

/// A new file beside the place of a plain target, under a name that cannot be
/// guessed, with the permissions that the target has or would be given. The
/// file is removed unless it is put in its place. A number that a function
/// returns is 0 or an error number.
class StagedFile {
public:
  explicit StagedFile(const OutputTarget &);
  StagedFile(StagedFile &&) noexcept;
  StagedFile &operator=(StagedFile &&) = delete;
  ~StagedFile();

  /// Why there is no file; 0: there is one.
  int problem() const { return error; }
  const std::string &path() const { return name; }
  /// All of it; to be called once.
  int write(std::string_view text);
  int putInPlace();

private:
  std::string name, place; ///< no name: nothing is to be removed
  int descriptor = -1;
  int error = 0;
};

/// Writes to a target that is not plain: 0, or an error number.
int writeInPlace(const OutputTarget &, std::string_view text);

/// 0, or the error number of the first write that failed.
int writeAll(int descriptor, std::string_view text);

} // namespace redistc::support

#endif
