//===- SharedFile.cpp - Files accessed by all ranks -----------------------===//
#include "Array/SharedFile.h"

#include "Agreement/Agreement.h"
#include "Array/ArrayAgreement.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <utility>

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

/// Some MPIs open a folder as if it were a file. To open a pipe without a
/// writer would not return.
static std::string problemBeforeOpening(const std::string &path) {
  std::error_code ignored;
  const auto type = std::filesystem::status(path, ignored).type();
  if (type == std::filesystem::file_type::directory)
    return "cannot open '" + path + "': it is a folder";
  if (type == std::filesystem::file_type::fifo)
    return "cannot open '" + path + "': it is a pipe";
  return std::string();
}

SharedFile::SharedFile(MPI_Comm communicator, const std::string &name, int mode,
                       const char *member)
    : path(name), talk(communicator), caller(member) {
  agreeOnText(talk, caller, "path", path);
  agreeOn(talk, problemBeforeOpening(path), caller);
  const int code =
      MPI_File_open(talk, path.c_str(), mode, MPI_INFO_NULL, &file);
  if (code != MPI_SUCCESS)
    file = MPI_FILE_NULL;
  try {
    agreeOn(talk, problemOf(code, "open", path), caller);
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
  constexpr int maxLinks = 40; // as Linux has it
  std::error_code ignored;
  std::filesystem::path at(wanted);
  // One that leads to nothing yet is followed, too.
  for (int i = 0; i < maxLinks && std::filesystem::is_symlink(at, ignored); ++i)
    at = at.parent_path() / std::filesystem::read_symlink(at, ignored);
  const std::string found =
      std::filesystem::weakly_canonical(at, ignored).string();
  return found.empty() ? wanted : found;
}

/// Or nothing yet.
static bool isPlain(const std::string &path) {
  std::error_code ignored;
  const auto type = std::filesystem::status(path, ignored).type();
  return type == std::filesystem::file_type::regular ||
         type == std::filesystem::file_type::not_found;
}

static std::string problemOfKind(const std::string &path) {
  return "cannot write '" + path + "': it is no regular file";
}

std::string problemOfTarget(const std::string &path) {
  return isPlain(path) ? std::string() : problemOfKind(path);
}

UnfinishedFile::UnfinishedFile(MPI_Comm communicator, int ownRank,
                               const std::string &wanted, const char *member)
    : talk(communicator), rank(ownRank), caller(member),
      target(resolved(wanted)) {
  agreeOnText(talk, caller, "path", wanted);
  agreeOn(talk, isPlain(target) ? std::string() : problemOfKind(wanted),
          caller);
  std::string problem;
  if (rank == 0)
    problem = create();
  try {
    agreeOn(talk, problem, caller);
    name = broadcastText(talk, name, 0, rank);
  } catch (...) {
    removeOwn();
    throw;
  }
}

/// A file of this process alone, whatever others have put there: its name is
/// not to be foreseen, and no link of that name is followed.
std::string UnfinishedFile::create() {
  std::array<std::uint64_t, 2> random{};
  if (getrandom(random.data(), sizeof random, 0) !=
      static_cast<ssize_t>(sizeof random))
    return "cannot name a file: " + std::generic_category().message(errno);
  char ending[64];
  std::snprintf(ending, sizeof ending, ".redist-%016" PRIx64 "%016" PRIx64,
                random[0], random[1]);
  std::string wanted = target + ending;
  // What takes an old file's place is seen by no more than that was.
  std::error_code ignored;
  const bool isNew = !std::filesystem::exists(target, ignored);
  const int file =
      open(wanted.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
           isNew ? 0666 : 0600);
  if (file < 0)
    return "cannot open '" + wanted +
           "': " + std::generic_category().message(errno);
  close(file);
  name = std::move(wanted);
  return std::string();
}

void UnfinishedFile::removeOwn() noexcept {
  if (rank == 0 && !name.empty())
    std::remove(name.c_str());
}

UnfinishedFile::~UnfinishedFile() {
  if (!isFinished)
    removeOwn();
}

void UnfinishedFile::finish() {
  std::string problem;
  if (rank == 0 && !isPlain(target)) {
    problem = problemOfKind(target);
  } else if (rank == 0) {
    std::error_code code;
    const auto old = std::filesystem::status(target, code);
    if (old.type() == std::filesystem::file_type::regular)
      std::filesystem::permissions(name, old.permissions(), code);
    std::filesystem::rename(name, target, code);
    if (code)
      problem =
          "cannot rename '" + name + "' to '" + target + "': " + code.message();
  }
  agreeOn(talk, problem, caller);
  isFinished = true;
}

} // namespace redist::runtime
