//===- Process.h - Runs commands, cleans up behind them --------*- C++ -*-===//
//
// Room: tools/redistc++. One command at a time, in the foreground. A signal
// that would end redistc++ is passed on to the running command and remembered;
// the temporary folder is removed in every case.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_TOOLS_REDISTCXX_PROCESS_H
#define REDISTC_TOOLS_REDISTCXX_PROCESS_H

#include "llvm/ADT/StringRef.h"

#include <csignal>
#include <optional>
#include <string>
#include <vector>

namespace redistc::command {

using Words = std::vector<std::string>;

/// Words as a shell would take them, for people.
std::string shellText(const Words &);

/// Files for standard input, output and error; empty: as redistc++ has them.
struct Streams {
  std::string in, out, err;
};

class Processes {
public:
  /// From here on SIGINT, SIGTERM, SIGHUP and SIGPIPE wait until asked for
  /// (those that are ignored stay ignored).
  Processes();

  /// Runs `command` (its first word is looked up on PATH) and waits. Returns
  /// its exit status, 128 + n after a signal n, 127 where it cannot be started
  /// (with a line on standard error, once for each name). A long command line
  /// goes through a response file in `folder`.
  int run(const Words &command, const Streams &, llvm::StringRef folder);

  /// A signal that arrived; redistc++ ends with it after cleaning up.
  std::optional<int> signal() const { return received; }
  /// Ends redistc++ by `signal()` as if it had never been held back.
  [[noreturn]] void endBySignal() const;

private:
  int waitFor(pid_t child);

  sigset_t before; ///< the mask that commands get
  sigset_t held;
  std::optional<int> received;
  std::string notRunnable; ///< the last command that could not be started
};

/// A folder of this run alone, removed with all it holds.
class TemporaryFolder {
public:
  /// Creates it below TMPDIR; `error` is set where that fails. `command` and
  /// the working directory make its name: what is compiled again has the same
  /// names again, by which compiler caches know it. Where there is such a
  /// folder, of another run, the name is a new one.
  TemporaryFolder(const Words &command, std::string &error);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  llvm::StringRef path() const { return folder; }
  void keep() { kept = true; }

private:
  std::string folder;
  bool kept = false;
};

} // namespace redistc::command

#endif
