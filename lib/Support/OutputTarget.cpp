//===- OutputTarget.cpp - Where a tool writes ------------------*- C++ -*-===//
//
// See OutputTarget.h.
//
//===----------------------------------------------------------------------===//
#include "redistc/Support/OutputTarget.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace redistc::support {

/// To open /dev/fd/1 would make another description of what it names, which
/// begins at its start, or fails for a socket.
static std::optional<int> descriptorNamed(std::string_view path) {
  if (path == "/dev/stdout")
    return STDOUT_FILENO;
  if (path == "/dev/stderr")
    return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = -1;
    const char *const end = path.data() + path.size();
    if (path.substr(0, folder.size()) == folder &&
        std::from_chars(path.data() + folder.size(), end, number).ptr == end &&
        number >= 0)
      return number;
  }
  return std::nullopt;
}

/// What the links at the end of a path lead to, though it may not exist.
static fs::path followed(fs::path path) {
  static constexpr int maxLinks = 40; // as many as Linux follows
  std::error_code problem;
  for (int i = 0; i < maxLinks && fs::is_symlink(path, problem); ++i) {
    const fs::path next = fs::read_symlink(path, problem);
    path = next.is_absolute() ? next : path.parent_path() / next;
    if (descriptorNamed(path.native()))
      break;
  }
  return path;
}

OutputTarget findTarget(const std::string &path) {
  OutputTarget target;
  target.place = path;
  target.descriptor = descriptorNamed(path);
  if (!target.descriptor) {
    const fs::path end = followed(path);
    target.descriptor = descriptorNamed(end.native());
    target.place = end.native();
  }
  struct stat status = {};
  const bool exists = stat(target.place.c_str(), &status) == 0;
  target.isPlain = !target.descriptor && (!exists || S_ISREG(status.st_mode));
  return target;
}

/// Permissions of a file that is created the usual way.
static mode_t defaultMode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

StagedFile::StagedFile(const OutputTarget &target) : place(target.place) {
  struct stat old = {};
  const bool exists = stat(place.c_str(), &old) == 0;
  if (exists && access(place.c_str(), W_OK) != 0) {
    error = errno;
    return;
  }
  const fs::path parent = fs::path(place).parent_path();
  name = ((parent.empty() ? "." : parent) / ".redist-XXXXXX").native();
  // With O_EXCL, which follows no link.
  descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor >= 0) {
    fchmod(descriptor, exists ? old.st_mode & 07777 : defaultMode());
    return;
  }
  error = errno;
  name.clear();
}

StagedFile::StagedFile(StagedFile &&other) noexcept
    : name(std::exchange(other.name, {})), place(std::move(other.place)),
      descriptor(std::exchange(other.descriptor, -1)), error(other.error) {}

StagedFile::~StagedFile() {
  if (descriptor >= 0)
    close(descriptor);
  if (!name.empty())
    unlink(name.c_str());
}

static int writeAndClose(int descriptor, std::string_view text) {
  const int error = writeAll(descriptor, text);
  const bool isClosed = close(descriptor) == 0;
  return error != 0 || isClosed ? error : errno;
}

int StagedFile::write(std::string_view text) {
  return error != 0 ? error
                    : writeAndClose(std::exchange(descriptor, -1), text);
}

int StagedFile::putInPlace() {
  if (error != 0)
    return error;
  if (rename(name.c_str(), place.c_str()) != 0)
    return errno;
  name.clear();
  return 0;
}

int writeInPlace(const OutputTarget &target, std::string_view text) {
  const int descriptor =
      target.descriptor
          ? fcntl(*target.descriptor, F_DUPFD_CLOEXEC, 0)
          : open(target.place.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  return descriptor < 0 ? errno : writeAndClose(descriptor, text);
}

int writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

} // namespace redistc::support
