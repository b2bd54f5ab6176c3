//===- Jobs.h - The commands behind one call of redistc++ ------*- C++ -*-===//
//
// Room: tools/redistc++. Pure: a command line and the places of the rewritten
// sources in, commands out. Runs nothing, reads nothing.
//
//   redistc++ -O2 -DN=3 sub/app.cpp util.o -o app        becomes
//
//   redistc sub/app.cpp -o TMP/0/app.cpp -- -w -x c++ -O2 -DN=3 ...
//   mpicxx -iquote sub ... -O2 -DN=3 TMP/0/app.cpp util.o -o app RUNTIME
//
// One compiler call as a rule, so that it names its outputs as ever. Sources
// of several folders must not see each other's headers: then each gets a call
// of its own, and a last one links.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_TOOLS_REDISTCXX_JOBS_H
#define REDISTC_TOOLS_REDISTCXX_JOBS_H

#include "Arguments.h"
#include "Toolchain.h"

namespace redistc::command {

/// A source of the user that redistc rewrites.
struct Rewrite {
  size_t argument;    ///< index in CommandLine::arguments
  std::string source; ///< as the user wrote it ("-": standard input)
  std::string input;  ///< the file that redistc reads
  std::string output; ///< TMP/<n>/<base name>

  /// Where redistc writes what the output depends on, if it is to be known.
  std::string depfile() const { return output + ".d"; }
};

Words rewriteCommand(const CommandLine &, const Toolchain &, const Rewrite &,
                     const Words &impliedWords);

/// The compiler's commands, in order.
std::vector<Words> compileCommands(const CommandLine &, const Toolchain &,
                                   const std::vector<Rewrite> &,
                                   llvm::StringRef temporaryFolder);

/// Files that may name dependencies after these commands.
std::vector<std::string> dependencyFiles(const CommandLine &,
                                         const std::vector<Rewrite> &);

/// `text` with `after` wherever it has `before`.
std::string withName(std::string text, llvm::StringRef before,
                     llvm::StringRef after);

/// `text`, preprocessed, with every temporary name replaced by the user's.
std::string withUserNames(std::string text, const std::vector<Rewrite> &);

/// The same for a rule of a makefile, which names `files`, too.
std::string ruleWithUserName(std::string rule, const Rewrite &,
                             const Words &files);

/// The files that a rule of redistc, with one in each line, names behind the
/// colon.
Words prerequisites(llvm::StringRef rule);

/// Line markers of the files that preprocessed text does not name. Caches in
/// front of redistc++ take its result for that of the files which it names.
std::string missingMarkers(llvm::StringRef text, const Words &files);

} // namespace redistc::command

#endif
