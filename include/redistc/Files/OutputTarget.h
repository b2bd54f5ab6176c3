//===- OutputTarget.h - Where a tool writes --------------------*- C++ -*-===//
//
// Comes in: what a user has written behind -o. Goes out: whether that is, or
// will be, a plain file, which a tool writes under another name and renames, so
// that it appears whole or not at all; or something else (a device, a FIFO, a
// descriptor of the process), which is written to as it is. Links are followed
// to what they name. POSIX; no LLVM.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_FILES_OUTPUTTARGET_H
#define REDISTC_FILES_OUTPUTTARGET_H

#include <optional>
#include <string>
#include <string_view>

namespace redistc::files {

struct OutputTarget {
  std::string place; ///< without links where it is plain
  bool isPlain = true;
  std::optional<int> descriptor; ///< of /dev/fd/N, /dev/stdout, /dev/stderr
};

OutputTarget findTarget(const std::string &path);

/// A new file beside the place of a plain target, open to be written, with the
/// permissions that the target has or would be given. Nobody can guess its
/// name.
struct NewFile {
  int descriptor = -1; ///< -1: errno says why
  std::string name;
};
NewFile createBeside(const OutputTarget &);

/// Opens a target that is not plain; -1: errno says why.
int openInPlace(const OutputTarget &);

/// 0, or the error number of the first write that failed.
int writeAll(int descriptor, std::string_view text);

} // namespace redistc::files

#endif
