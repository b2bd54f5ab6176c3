//===- SharedFile.h - Files accessed by all ranks --------------*- C++ -*-===//
//
// MPI-IO on contiguous bytes. Comes in: contiguous pieces of any length. Goes
// out: the same redist::error on every rank, which names the file, or nothing;
// a file is never left half written.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_ARRAY_SHAREDFILE_H
#define REDIST_RUNTIME_ARRAY_SHAREDFILE_H

#include <mpi.h>

#include <cstdint>
#include <string>

namespace redist::runtime {

/// An open file of all ranks of a communicator. `member` is what errors say who
/// was at work. Closed without a word where nobody did: all ranks leave their
/// function together.
class SharedFile {
public:
  /// Collective; throws redist::error on every rank where one cannot.
  SharedFile(MPI_Comm communicator, const std::string &path, int mode,
             const char *member);
  ~SharedFile();
  SharedFile(const SharedFile &) = delete;
  SharedFile &operator=(const SharedFile &) = delete;

  /// In bytes. Collective.
  std::int64_t size();

  // What goes wrong is kept until agree() or close(). Not collective.

  void read(std::int64_t begin, unsigned char *data, std::int64_t bytes);
  void write(std::int64_t begin, const unsigned char *data, std::int64_t bytes);

  /// Throws what went wrong on any rank. Collective.
  void agree();
  /// The same. Collective.
  void close();

private:
  void check(int code, MPI_Status &status, int wanted, const char *what);

  std::string path;
  MPI_Comm talk;
  const char *caller;
  MPI_File file = MPI_FILE_NULL;
  std::string problem;
};

/// Why `path` cannot be written in place: it is there, and no regular file.
/// Empty where it can. Not collective.
std::string problemOfTarget(const std::string &path);

/// A file beside `path` that takes its place when all of it is written, and
/// vanishes where that does not happen. Where `path` is a symbolic link, it is
/// what that leads to that is replaced. Its functions are collective.
class UnfinishedFile {
public:
  UnfinishedFile(MPI_Comm communicator, int ownRank, const std::string &path,
                 const char *member);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile &) = delete;
  UnfinishedFile &operator=(const UnfinishedFile &) = delete;

  const std::string &path() const { return name; }
  /// Throws redist::error on every rank where rank 0 cannot.
  void finish();

private:
  /// Of rank 0; what goes wrong, else empty.
  std::string create();
  void removeOwn() noexcept;

  MPI_Comm talk;
  int rank;
  const char *caller;
  std::string target, name;
  bool isFinished = false;
};

} // namespace redist::runtime

#endif
