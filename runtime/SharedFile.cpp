//===- SharedFile.cpp - Files that all ranks read or write ----------------===//
#include "SharedFile.h"

#include "ArrayAgreement.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace redist::runtime {

/// "cannot <what> '<path>': <what MPI says>"; empty where `code` is success.
static std::string problemOf(int code, const char *what,
                             const std::string &path) {
  if (code == MPI_SUCCESS)
    return std::string();
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length = 0;
  MPI_Error_string(code, text, &length);
  return std::string("cannot ") + what + " '" + path + "': " + text;
}

SharedFile::SharedFile(MPI_Comm communicator, const std::string &name, int mode,
                       const char *member)
    : path(name), talk(communicator), caller(member) {
  const int code =
      MPI_File_open(talk, path.c_str(), mode, MPI_INFO_NULL, &file);
  if (code != MPI_SUCCESS)
    file = MPI_FILE_NULL;
  // Some MPIs open a folder as if it were a file.
  std::error_code ignored;
  const bool isFolder = std::filesystem::is_directory(path, ignored);
  try {
    agreeOn(talk,
            isFolder ? "cannot open '" + path + "': it is a folder"
                     : problemOf(code, "open", path),
            caller);
  } catch (...) {
    // Not all ranks opened it, so they cannot close it together.
    file = MPI_FILE_NULL;
    throw;
  }
}

SharedFile::~SharedFile() {
  if (file != MPI_FILE_NULL)
    MPI_File_close(&file);
}

std::int64_t SharedFile::size() {
  MPI_Offset bytes = 0;
  agreeOn(talk, problemOf(MPI_File_get_size(file, &bytes), "measure", path),
          caller);
  return bytes;
}

void SharedFile::resize(std::int64_t bytes) {
  agreeOn(talk, problemOf(MPI_File_set_size(file, bytes), "resize", path),
          caller);
}

void SharedFile::agree() { agreeOn(talk, problem, caller); }

void SharedFile::close() {
  const int code = MPI_File_close(&file);
  if (problem.empty())
    problem = problemOf(code, "close", path);
  agree();
}

/// Counts of MPI-IO are ints.
template <typename Move> static void inPieces(std::int64_t bytes, Move move) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  for (std::int64_t done = 0; done < bytes; done += most)
    move(done, static_cast<int>(std::min(most, bytes - done)));
}

void SharedFile::read(std::int64_t begin, unsigned char *data,
                      std::int64_t bytes) {
  inPieces(bytes, [&](std::int64_t done, int count) {
    MPI_Status status;
    const int code = MPI_File_read_at(file, begin + done, data + done, count,
                                      MPI_BYTE, &status);
    check(code, status, count, "read");
  });
}

void SharedFile::write(std::int64_t begin, const unsigned char *data,
                       std::int64_t bytes) {
  inPieces(bytes, [&](std::int64_t done, int count) {
    MPI_Status status;
    const int code = MPI_File_write_at(file, begin + done, data + done, count,
                                       MPI_BYTE, &status);
    check(code, status, count, "write");
  });
}

void SharedFile::check(int code, MPI_Status &status, int wanted,
                       const char *what) {
  if (!problem.empty())
    return;
  problem = problemOf(code, what, path);
  int moved = wanted;
  if (code == MPI_SUCCESS)
    MPI_Get_count(&status, MPI_BYTE, &moved);
  if (moved != wanted)
    problem = std::string("cannot ") + what + " all of '" + path + "'";
}

/// What `wanted` leads to through symbolic links.
static std::string resolved(const std::string &wanted) {
  std::error_code ignored;
  const std::string found =
      std::filesystem::weakly_canonical(wanted, ignored).string();
  return found.empty() ? wanted : found;
}

UnfinishedFile::UnfinishedFile(MPI_Comm communicator, int ownRank,
                               const std::string &wanted, const char *member)
    : talk(communicator), rank(ownRank), caller(member),
      target(resolved(wanted)), name(target + ".redist-unfinished") {
  std::error_code ignored;
  const auto type = std::filesystem::status(target, ignored).type();
  const bool isPlain = type == std::filesystem::file_type::regular ||
                       type == std::filesystem::file_type::not_found;
  agreeOn(talk,
          isPlain ? std::string()
                  : "cannot write '" + wanted + "': it is no regular file",
          caller);
}

UnfinishedFile::~UnfinishedFile() {
  if (!isFinished && rank == 0)
    std::remove(name.c_str());
}

void UnfinishedFile::finish() {
  std::error_code code;
  if (rank == 0) {
    const auto old = std::filesystem::status(target, code);
    if (old.type() == std::filesystem::file_type::regular)
      std::filesystem::permissions(name, old.permissions(), code);
    std::filesystem::rename(name, target, code);
  }
  agreeOn(talk,
          code ? "cannot rename '" + name + "' to '" + target +
                     "': " + code.message()
               : std::string(),
          caller);
  isFinished = true;
}

} // namespace redist::runtime
