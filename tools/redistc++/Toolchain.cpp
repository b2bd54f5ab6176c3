//===- Toolchain.cpp - Where redistc, compiler and runtime lie -----------===//
//
// Room: tools/redistc++. REDIST_DEFAULT_CXX and REDIST_SOURCE_INCLUDE come from
// CMake: the compiler that the build found, and the headers of a build tree,
// which stay in the source tree.
//
//===----------------------------------------------------------------------===//
#include "Toolchain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <cstdlib>

using llvm::StringRef;

namespace redistc::command {

static std::string joined(StringRef folder, StringRef name) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

static Words splitWords(StringRef text) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *, 16> pointers;
  llvm::cl::TokenizeGNUCommandLine(text, saver, pointers);
  return Words(pointers.begin(), pointers.end());
}

/// REDIST_CXX may carry words ("ccache mpicxx"), as CXX does.
static Words chooseCompiler(const OwnOptions &own) {
  if (!own.launched.empty())
    return own.launched;
  StringRef chosen = own.compiler;
  if (chosen.empty())
    if (const char *fromEnvironment = std::getenv("REDIST_CXX"))
      chosen = fromEnvironment;
  Words words = splitWords(chosen);
  if (words.empty())
    words = {llvm::sys::fs::can_execute(REDIST_DEFAULT_CXX) ? REDIST_DEFAULT_CXX
                                                            : "mpicxx"};
  return words;
}

/// The shared runtime if there is one, found again at run time; else the
/// archive, which holds all that it needs but threads.
static Words librariesIn(StringRef folder) {
  const std::string shared = joined(folder, "libredistRuntime.so");
  if (llvm::sys::fs::exists(shared))
    return {shared, "-Wl,-rpath," + folder.str()};
  const std::string archive = joined(folder, "libredistRuntime.a");
  if (llvm::sys::fs::exists(archive))
    return {archive, "-pthread"};
  return {};
}

std::optional<Toolchain>
findToolchain(StringRef executable, const OwnOptions &own, std::string &error) {
  const StringRef folder = llvm::sys::path::parent_path(executable);
  Toolchain tools;
  tools.redistc = joined(folder, "redistc");
  if (!llvm::sys::fs::can_execute(tools.redistc)) {
    error = "redistc is not beside redistc++ ('" + tools.redistc + "')";
    return std::nullopt;
  }
  for (const std::string &candidate :
       {joined(folder, "../include"), std::string(REDIST_SOURCE_INCLUDE)})
    if (tools.includeFolder.empty() &&
        llvm::sys::fs::exists(joined(candidate, "redist/redist.h")))
      tools.includeFolder = candidate;
  if (tools.includeFolder.empty()) {
    error = "the headers of the runtime (redist/redist.h) are not in '" +
            joined(folder, "../include") + "'";
    return std::nullopt;
  }
  tools.libraryFolder = joined(folder, "../lib");
  tools.libraries = librariesIn(tools.libraryFolder);
  tools.compiler = chooseCompiler(own);
  return tools;
}

/// Standard output of a command that need not succeed; empty where it fails.
static std::string answerOf(const Words &command, Processes &processes,
                            StringRef temporaryFolder) {
  const std::string output = joined(temporaryFolder, "answer");
  Streams streams;
  streams.in = "/dev/null";
  streams.out = output;
  streams.err = "/dev/null";
  if (processes.run(command, streams, StringRef()) != 0)
    return std::string();
  const auto buffer = llvm::MemoryBuffer::getFile(output);
  return buffer ? (*buffer)->getBuffer().trim().str() : std::string();
}

static Words withOption(Words command, StringRef option) {
  command.push_back(option.str());
  return command;
}

Words impliedFrontEndWords(const Toolchain &tools, bool withOpenMp,
                           Processes &processes, StringRef temporaryFolder) {
  Words implied;
  for (StringRef question : {"--showme:compile", "-compile_info"}) {
    const std::string answer = answerOf(withOption(tools.compiler, question),
                                        processes, temporaryFolder);
    std::string ignored;
    if (const auto line = parseArguments(splitWords(answer), ignored))
      implied = frontEndWords(*line);
    if (!implied.empty())
      break;
  }
  if (withOpenMp) {
    // Last in the search, so that only what Clang lacks comes from there.
    const std::string folder =
        answerOf(withOption(tools.compiler, "-print-file-name=include"),
                 processes, temporaryFolder);
    if (llvm::sys::path::is_absolute(folder))
      llvm::append_range(implied, Words{"-idirafter", folder});
  }
  return implied;
}

} // namespace redistc::command
