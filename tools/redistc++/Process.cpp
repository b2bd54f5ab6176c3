//===- Process.cpp - Runs commands, cleans up behind them ----------------===//
//
// Room: tools/redistc++. Signals are not handled but held back and fetched
// with sigwaitinfo, so that there is neither a handler nor a global.
//
//===----------------------------------------------------------------------===//
#include "Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using llvm::StringRef;

namespace redistc::command {

static constexpr int endingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

Processes::Processes() {
  // Whoever started us may have told the kernel to reap children by itself.
  std::signal(SIGCHLD, SIG_DFL);
  sigemptyset(&held);
  sigaddset(&held, SIGCHLD);
  for (int number : endingSignals) {
    struct sigaction action;
    sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_IGN)
      sigaddset(&held, number);
  }
  sigprocmask(SIG_BLOCK, &held, &before);
}

void Processes::endBySignal() const {
  std::signal(*received, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, *received);
  raise(*received);
  sigprocmask(SIG_UNBLOCK, &one, nullptr);
  _exit(128 + *received);
}

int Processes::waitFor(pid_t child) {
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child)
      break;
    if (ended < 0 && errno != EINTR)
      return 127;
    siginfo_t information;
    const int number = sigwaitinfo(&held, &information);
    if (number <= 0 || number == SIGCHLD)
      continue;
    received = number;
    kill(child, number);
  }
  if (WIFSIGNALED(status))
    return 128 + WTERMSIG(status);
  return WEXITSTATUS(status);
}

/// GNU quoting, as GCC, Clang and the MPI wrappers read it back.
static std::string responseFileText(const Words &words) {
  std::string text;
  for (const std::string &word : words) {
    text += '"';
    for (char c : word) {
      if (c == '"' || c == '\\')
        text += '\\';
      text += c;
    }
    text += "\"\n";
  }
  return text;
}

/// The command itself, or one that reads its arguments from a file. Words that
/// tell an MPI wrapper whether it will link stay on the command line.
static Words fitting(const Words &command, StringRef folder) {
  const llvm::SmallVector<StringRef, 64> arguments(command.begin() + 1,
                                                   command.end());
  if (folder.empty() ||
      llvm::sys::commandLineFitsWithinSystemLimits(command[0], arguments))
    return command;
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, "arguments.rsp");
  Words shorter = {command[0]}, rest;
  for (const std::string &word : llvm::drop_begin(command))
    (llvm::is_contained({"-c", "-S", "-E"}, word) ? shorter : rest)
        .push_back(word);
  std::error_code failure;
  llvm::raw_fd_ostream file(path, failure);
  if (failure)
    return command;
  file << responseFileText(rest);
  shorter.push_back(("@" + path.str()).str());
  return shorter;
}

int Processes::run(const Words &wanted, const Streams &streams,
                   StringRef folder) {
  const Words command = fitting(wanted, folder);
  std::vector<char *> pointers;
  for (const std::string &word : command)
    pointers.push_back(const_cast<char *>(word.c_str()));
  pointers.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const auto redirect = [&](int descriptor, const std::string &path, int mode) {
    if (!path.empty())
      posix_spawn_file_actions_addopen(&actions, descriptor, path.c_str(), mode,
                                       0600);
  };
  redirect(STDIN_FILENO, streams.in, O_RDONLY);
  redirect(STDOUT_FILENO, streams.out, O_WRONLY | O_CREAT | O_TRUNC);
  redirect(STDERR_FILENO, streams.err, O_WRONLY | O_CREAT | O_TRUNC);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &before);

  llvm::outs().flush();
  pid_t child = 0;
  const int failure = posix_spawnp(&child, pointers[0], &actions, &attributes,
                                   pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    if (notRunnable != command[0])
      llvm::errs() << "redistc++: error: cannot run '" << command[0]
                   << "': " << std::strerror(failure) << '\n';
    notRunnable = command[0];
    return 127;
  }
  return waitFor(child);
}

std::string shellText(const Words &words) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const std::string &word : words) {
    stream << ' ';
    llvm::sys::printArg(stream, word, /*Quote=*/false);
  }
  return text;
}

static llvm::SmallString<256> nameOfFolder(const Words &command) {
  llvm::SmallString<256> text;
  llvm::sys::fs::current_path(text);
  for (const std::string &word : command) {
    text.push_back('\0');
    text += word;
  }
  llvm::SmallString<256> path;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, path);
  llvm::sys::path::append(path, "redistc++-" +
                                    llvm::utohexstr(llvm::xxh3_64bits(text)));
  return path;
}

TemporaryFolder::TemporaryFolder(const Words &command, std::string &error) {
  using namespace llvm::sys;
  llvm::SmallString<256> path = nameOfFolder(command);
  std::error_code failure = fs::create_directory(path, /*IgnoreExisting=*/false,
                                                 fs::perms::owner_all);
  if (failure)
    failure = fs::createUniqueDirectory("redistc++", path);
  if (failure)
    error = "cannot create a temporary folder: " + failure.message();
  else
    folder = std::string(path);
}

TemporaryFolder::~TemporaryFolder() {
  if (!folder.empty() && !kept)
    llvm::sys::fs::remove_directories(folder);
}

} // namespace redistc::command
