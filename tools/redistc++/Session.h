//===- Session.h - One call of redistc++, step by step ---------*- C++ -*-===//
//
// Room: tools/redistc++. Scans the sources, has redistc rewrite those that may
// hold directives, calls the compiler, and puts the user's names back into
// what the compiler wrote about the temporaries.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_TOOLS_REDISTCXX_SESSION_H
#define REDISTC_TOOLS_REDISTCXX_SESSION_H

#include "Jobs.h"

#include "llvm/ADT/Twine.h"

namespace redistc::command {

/// Prints "redistc++: error: message"; returns exit status 1.
int fail(const llvm::Twine &message);

class Session {
public:
  /// All of these outlive the session; `temporaryFolder` is its own.
  Session(const CommandLine &commandLine, const Toolchain &toolchain,
          Processes &children, llvm::StringRef temporaryFolder)
      : line(commandLine), tools(toolchain), processes(children),
        folder(temporaryFolder) {}

  /// Exit status of the first step that failed, or 0.
  int run();

private:
  int rewriteAndCompile();
  void warnOfDirectivesInC() const;
  void explainC() const;
  std::string inFolder(const llvm::Twine &name) const;
  bool takeStandardInput();
  bool chooseRewrites();
  int rewriteSources();
  void dropUnchanged();
  int compile();
  void showPreprocessed(llvm::StringRef captured);
  Words filesRead(const Rewrite &) const;
  void renameInRule(llvm::StringRef file);
  int execute(const Words &command, const Streams &);

  const CommandLine &line;
  const Toolchain &tools;
  Processes &processes;
  const std::string folder;
  std::string standardInput; ///< where `-` was stored; empty: not an input
  std::vector<Rewrite> rewrites;
};

} // namespace redistc::command

#endif
