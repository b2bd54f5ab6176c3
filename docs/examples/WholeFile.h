//===- WholeFile.h - Files that are complete, or not there -----*- C++ -*-===//
//
// Part of the examples packer, edges and recorder: the C library alone, no MPI
// and no directives. Comes in: bytes, piece by piece. Goes out: a file of them
// under its name, once it is complete. Throws std::runtime_error where it
// cannot be written.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_WHOLEFILE_H
#define EXAMPLES_WHOLEFILE_H

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

[[noreturn]] inline void failTo(const char *what, const std::string &path) {
  throw std::runtime_error(std::string("cannot ") + what + " '" + path +
                           "': " + std::strerror(errno));
}

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// A file that has its name once it is complete, and is gone otherwise. What is
/// not a regular file (a device, a pipe) is written as it is. Created by the
/// first bytes: by one rank alone.
class WholeFile {
public:
  /// `replaces`: another file of that name may be there.
  WholeFile(const std::string &name, bool replaces)
      : path(name), mayReplace(replaces) {}
  ~WholeFile() {
    if (file && !unfinished.empty())
      std::remove(unfinished.c_str());
  }
  WholeFile(const WholeFile &) = delete;
  WholeFile &operator=(const WholeFile &) = delete;

  /// A string, or a vector of bytes.
  template <typename Bytes> void write(const Bytes &bytes) {
    if (!file)
      create();
    if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
      failTo("write", path);
  }
  /// Precondition: something was written.
  void finish() {
    const bool isOnDisk =
        std::fflush(file.get()) == 0 &&
        (unfinished.empty() || fsync(fileno(file.get())) == 0);
    if (!isOnDisk)
      failTo("write", path);
    if (unfinished.empty())
      return;
    if (!mayReplace && access(path.c_str(), F_OK) == 0)
      throw std::runtime_error("'" + path + "' has come to be meanwhile");
    if (std::rename(unfinished.c_str(), path.c_str()) != 0)
      failTo("name", path);
    unfinished.clear();
  }

private:
  void create() {
    struct stat found;
    const bool isThere = stat(path.c_str(), &found) == 0;
    if (isThere && !S_ISREG(found.st_mode)) {
      file.reset(std::fopen(path.c_str(), "wb"));
    } else {
      if (isThere && !mayReplace)
        throw std::runtime_error("'" + path +
                                 "' is there already; --force replaces it");
      unfinished = path + ".unfinished-" + std::to_string(getpid());
      file.reset(std::fopen(unfinished.c_str(), "wbx"));
    }
    if (!file)
      failTo("create", path);
  }

  std::string path;
  bool mayReplace;
  std::string unfinished; ///< its name until then
  File file;
};

#endif
