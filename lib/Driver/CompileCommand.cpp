//===- CompileCommand.cpp - The command line of the front end --*- C++ -*-===//
//
// The user's flags first, ours after them, so that headers the user chose are
// found before those that the build found.
//
//===----------------------------------------------------------------------===//
#include "CompileCommand.h"

#include "BuildPaths.h"

#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <algorithm>

using namespace clang::tooling;

namespace redistc::driver {

using Words = std::vector<std::string>;

namespace {

/// Flags of the user, and the directory they are relative to ("": here).
struct UserFlags {
  Words flags;
  std::string directory;
};

} // namespace

static std::string absolutePath(llvm::StringRef path) {
  llvm::SmallString<256> absolute(path);
  llvm::sys::fs::make_absolute(absolute);
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

/// Flags of a database's entry without the compiler and the source.
static UserFlags flagsOf(const CompileCommand &command) {
  UserFlags result;
  llvm::SmallString<256> here;
  llvm::sys::fs::current_path(here);
  if (!command.Directory.empty() && here != command.Directory)
    result.directory = command.Directory;
  const Words &words = command.CommandLine;
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i] != command.Filename && words[i] != "--")
      result.flags.push_back(words[i]);
  return result;
}

static llvm::Expected<UserFlags> findUserFlags(const Options &options,
                                               const std::string &input) {
  if (options.compileFlags)
    return UserFlags{*options.compileFlags, ""};
  std::string reason;
  std::unique_ptr<CompilationDatabase> database;
  if (options.buildDirectory) {
    database =
        CompilationDatabase::loadFromDirectory(*options.buildDirectory, reason);
    if (!database)
      return llvm::createStringError("no compilation database in '" +
                                     *options.buildDirectory + "'");
  } else {
    // Looks for compile_commands.json in the folders above the source.
    database = CompilationDatabase::autoDetectFromSource(input, reason);
  }
  if (!database)
    return UserFlags{};
  const std::vector<CompileCommand> commands =
      database->getCompileCommands(absolutePath(input));
  // Flags guessed from another source help where the user named the database;
  // one that merely lies above the source may have nothing to do with it.
  if (commands.empty() ||
      (!options.buildDirectory && !commands.front().Heuristic.empty()))
    return UserFlags{};
  return flagsOf(commands.front());
}

/// Drops what would make the front end write files, or stop for a warning; but
/// for the names of redistc's own warnings, of which Clang does not know.
static Words onlyParsing(Words words, const std::string &input) {
  words = getClangStripOutputAdjuster()(words, input);
  words = getClangStripDependencyFileAdjuster()(words, input);
  words = getClangSyntaxOnlyAdjuster()(words, input);
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (llvm::StringRef(words[i]).ltrim('-') == "serialize-diagnostics")
      words.erase(words.begin() + i, words.begin() + i + 2);
  std::erase_if(words, [&](llvm::StringRef word) {
    return word == "-c" || word == "-S" || word == "-E" || word == input ||
           word == "-ftime-report" || word.starts_with("-ftime-trace") ||
           word == "-pedantic-errors" ||
           (word.starts_with("-W") && !word.starts_with("-Wp,") &&
            !word.starts_with("-Wno-redist-"));
  });
  return words;
}

/// With OpenMP on, what a region does would stand apart from its function,
/// where the analyses do not look; without it, the region is a part of the
/// function, and its pragmas stay in the text as they are. The program still
/// sees the macro, and GCC's <omp.h>, whose attributes Clang does not know.
static Words withoutOpenMp(Words words) {
  const auto last =
      std::find_if(words.rbegin(), words.rend(), [](llvm::StringRef word) {
        return word == "-fopenmp" || word.starts_with("-fopenmp=") ||
               word == "-fno-openmp";
      });
  const bool isOn = last != words.rend() && *last != "-fno-openmp";
  std::erase_if(words, [](llvm::StringRef word) {
    return word.starts_with("-fopenmp") || word == "-fno-openmp";
  });
  if (isOn)
    words.insert(words.end(), {"-D_OPENMP=201511", "-D__malloc__(x)="});
  return words;
}

static Words splitList(llvm::StringRef list) {
  Words result;
  while (!list.empty()) {
    const auto [first, rest] = list.split(';');
    if (!first.empty())
      result.push_back(first.str());
    list = rest;
  }
  return result;
}

/// Standard output of `mpicxx option`; empty where that fails.
static std::string askWrapper(const std::string &wrapper,
                              llvm::StringRef option) {
  llvm::SmallString<128> file;
  if (llvm::sys::fs::createTemporaryFile("redistc-mpi", "txt", file))
    return "";
  const std::optional<llvm::StringRef> streams[] = {
      llvm::StringRef(""), llvm::StringRef(file), llvm::StringRef("")};
  const int status = llvm::sys::ExecuteAndWait(wrapper, {wrapper, option},
                                               std::nullopt, streams, 10);
  std::string text;
  if (auto buffer = llvm::MemoryBuffer::getFile(file); status == 0 && buffer)
    text = (*buffer)->getBuffer().str();
  llvm::sys::fs::remove(file);
  return text;
}

/// Folders of mpi.h: those the build found, else what the MPI compiler says
/// (Open MPI, then MPICH).
static Words mpiIncludeFolders() {
  Words folders = splitList(mpiIncludeDirectories);
  for (const std::string &folder : folders)
    if (llvm::sys::fs::exists(folder + "/mpi.h"))
      return folders;
  folders.clear();
  const auto wrapper = llvm::sys::findProgramByName("mpicxx");
  if (!wrapper)
    return folders;
  for (const char *option : {"--showme:compile", "-show"}) {
    const std::string answer = askWrapper(*wrapper, option);
    for (llvm::StringRef rest = answer; !rest.empty();) {
      const auto [word, others] = rest.split(' ');
      if (word.starts_with("-I"))
        folders.push_back(word.drop_front(2).trim().str());
      rest = others;
    }
    if (!folders.empty())
      break;
  }
  return folders;
}

/// The folder that holds redist/redist.h: beside the program in an installed
/// tree, else the source tree of the build.
static std::string runtimeIncludeFolder(const char *program) {
  // Any address inside the program tells the system which file it is.
  const std::string executable = llvm::sys::fs::getMainExecutable(
      program, reinterpret_cast<void *>(&runtimeIncludeFolder));
  llvm::SmallString<256> folder(llvm::sys::path::parent_path(executable));
  llvm::sys::path::append(folder, "..", "include");
  llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
  if (llvm::sys::fs::exists(folder + "/redist/redist.h"))
    return folder.str().str();
  return sourceIncludeDirectory;
}

/// Clang loses the C library's headers, which are looked for behind those of
/// C++, when their folder is named in front of all others.
static void addSystemFolder(Words &command, const std::string &folder) {
  if (!llvm::sys::fs::equivalent(folder, "/usr/include"))
    command.insert(command.end(), {"-isystem", folder});
}

llvm::Expected<std::vector<std::string>>
makeCompileCommand(const Options &options, const std::string &input,
                   const char *program) {
  llvm::Expected<UserFlags> user = findUserFlags(options, input);
  if (!user)
    return user.takeError();
  user->flags.insert(user->flags.end(), options.extraFlags.begin(),
                     options.extraFlags.end());

  // A path, since the driver looks for its own files beside it.
  Words command = {std::string(llvmToolsDirectory) + "/clang++"};
  for (std::string &word :
       withoutOpenMp(onlyParsing(std::move(user->flags), input)))
    command.push_back(std::move(word));
  // The compiler proper will show the user's warnings. Its limits may be wider
  // than Clang's.
  command.insert(command.end(),
                 {"-w", "-fbracket-depth=4096", "-fconstexpr-steps=100000000",
                  "-resource-dir", clangResourceDirectory,
                  "-DREDIST_REWRITTEN=1"});
  addSystemFolder(command, runtimeIncludeFolder(program));
  for (const std::string &folder : mpiIncludeFolders())
    addSystemFolder(command, folder);
  if (!user->directory.empty())
    command.push_back("-working-directory=" + user->directory);
  command.insert(command.end(),
                 {"-x", "c++", "--",
                  user->directory.empty() ? input : absolutePath(input)});
  return command;
}

} // namespace redistc::driver
