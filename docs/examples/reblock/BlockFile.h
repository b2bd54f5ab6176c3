//===- BlockFile.h - A file in blocks, one a rank --------------*- C++ -*-===//
//
// Part of the example reblock: MPI-IO alone, no directives. Rank p reads and
// writes bytes [p * block, (p + 1) * block) of a file, in pieces that fit an
// int count. Every function is collective over MPI_COMM_WORLD, and throws
// AgreedError on every rank where it fails on one.
//
//===----------------------------------------------------------------------===//
#ifndef REBLOCK_BLOCKFILE_H
#define REBLOCK_BLOCKFILE_H

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

/// An error that every rank throws for the same call.
struct AgreedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws on every rank, with the message of the first rank that failed.
inline void agree(const std::string &problem) {
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int mine = problem.empty() ? size : rank;
  int first = size;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == size)
    return;
  int length = static_cast<int>(problem.size());
  MPI_Bcast(&length, 1, MPI_INT, first, MPI_COMM_WORLD);
  std::string text = rank == first ? problem : std::string(length, ' ');
  MPI_Bcast(text.data(), length, MPI_CHAR, first, MPI_COMM_WORLD);
  throw AgreedError(text);
}

/// "cannot <what> '<path>': <what MPI says>"; empty where `code` is success.
inline std::string problemOf(int code, const char *what,
                             const std::string &path) {
  if (code == MPI_SUCCESS)
    return std::string();
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  return std::string("cannot ") + what + " '" + path +
         "': " + std::string(text, static_cast<std::size_t>(length));
}

/// An open file; closed without a word where the caller did not close it.
class BlockFile {
public:
  BlockFile(const std::string &name, int mode, const char *what) : path(name) {
    const int code =
        MPI_File_open(MPI_COMM_WORLD, path.c_str(), mode, MPI_INFO_NULL, &file);
    if (code != MPI_SUCCESS)
      file = MPI_FILE_NULL;
    // Some MPIs open a folder as if it were a file.
    std::error_code ignored;
    try {
      agree(std::filesystem::is_directory(path, ignored)
                ? std::string("cannot ") + what + " '" + path + "': a folder"
                : problemOf(code, what, path));
    } catch (...) {
      // A file that some ranks opened can no longer be closed by all of them.
      file = MPI_FILE_NULL;
      throw;
    }
  }
  ~BlockFile() {
    if (file != MPI_FILE_NULL)
      MPI_File_close(&file);
  }
  BlockFile(const BlockFile &) = delete;
  BlockFile &operator=(const BlockFile &) = delete;

  std::int64_t size() {
    MPI_Offset bytes = 0;
    agree(problemOf(MPI_File_get_size(file, &bytes), "measure", path));
    return bytes;
  }

  /// Cuts or extends the file.
  void resize(std::int64_t bytes) {
    agree(problemOf(MPI_File_set_size(file, bytes), "resize", path));
  }

  /// Calls take(first, data, count) for each piece of this rank's block.
  template <typename Take>
  void readBlock(std::int64_t begin, std::int64_t length, std::int64_t block,
                 Take take) {
    std::vector<unsigned char> buffer(pieceSize(block));
    for (std::int64_t done = 0; done < block; done += pieceBytes) {
      const int count = pieceCount(length, done);
      MPI_Status status;
      const int code = MPI_File_read_at_all(file, begin + done, buffer.data(),
                                            count, MPI_BYTE, &status);
      int got = count;
      if (code == MPI_SUCCESS)
        MPI_Get_count(&status, MPI_BYTE, &got);
      agree(got == count ? problemOf(code, "read", path)
                         : "'" + path + "' became shorter while it was read");
      take(done, buffer.data(), count);
    }
  }

  /// Calls give(first, data, count) to fill each piece before it is written.
  template <typename Give>
  void writeBlock(std::int64_t begin, std::int64_t length, std::int64_t block,
                  Give give) {
    std::vector<unsigned char> buffer(pieceSize(block));
    for (std::int64_t done = 0; done < block; done += pieceBytes) {
      const int count = pieceCount(length, done);
      give(done, buffer.data(), count);
      MPI_Status status;
      const int code = MPI_File_write_at_all(file, begin + done, buffer.data(),
                                             count, MPI_BYTE, &status);
      int put = count;
      if (code == MPI_SUCCESS)
        MPI_Get_count(&status, MPI_BYTE, &put);
      agree(put == count ? problemOf(code, "write", path)
                         : "cannot write all of '" + path + "': disk full?");
    }
  }

  void close() { agree(problemOf(MPI_File_close(&file), "close", path)); }

private:
  /// All ranks take part in equally many calls, so pieces follow `block`, the
  /// longest share; a rank that has nothing left joins in with 0 bytes.
  static constexpr std::int64_t pieceBytes = std::int64_t(16) << 20;

  static std::size_t pieceSize(std::int64_t block) {
    return static_cast<std::size_t>(std::min(block, pieceBytes));
  }
  static int pieceCount(std::int64_t length, std::int64_t done) {
    return static_cast<int>(
        std::clamp<std::int64_t>(length - done, 0, pieceBytes));
  }

  std::string path;
  MPI_File file = MPI_FILE_NULL;
};

/// A file beside `path` that becomes `path` when all is written, and vanishes
/// where that does not happen.
class UnfinishedFile {
public:
  explicit UnfinishedFile(const std::string &wanted) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::error_code ignored;
    // Through a symbolic link, so that the link stays what it is.
    target = std::filesystem::weakly_canonical(wanted, ignored).string();
    if (target.empty())
      target = wanted;
    const auto type = std::filesystem::status(target, ignored).type();
    agree(type == std::filesystem::file_type::regular ||
                  type == std::filesystem::file_type::not_found
              ? std::string()
              : "cannot write '" + wanted + "': it is no regular file");
    name = target + ".reblock-unfinished";
  }
  ~UnfinishedFile() {
    if (!finished && rank == 0)
      std::remove(name.c_str());
  }
  UnfinishedFile(const UnfinishedFile &) = delete;
  UnfinishedFile &operator=(const UnfinishedFile &) = delete;

  const std::string &path() const { return name; }

  void finish() {
    std::string problem;
    if (rank == 0 && std::rename(name.c_str(), target.c_str()) != 0)
      problem = "cannot rename '" + name + "' to '" + target + "'";
    agree(problem);
    finished = true;
  }

private:
  std::string target, name;
  int rank = 0;
  bool finished = false;
};

#endif
