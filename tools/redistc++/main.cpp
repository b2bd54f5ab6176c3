//===- main.cpp - The compiler driver redistc++ --------------------------===//
//
// Room: tools/redistc++. Takes the place of mpicxx: every C++ source that may
// hold directives goes through redistc into a temporary folder, and the MPI
// compiler gets the rewritten file in its place. The exit status is that of the
// step that failed; temporaries never stay.
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include "redistc/Version/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;
using namespace redistc::command;

static constexpr char usage[] =
    R"(usage: redistc++ [--redist-...] <arguments of mpicxx, g++ or clang++>

Compiles C++ with redist directives for MPI: sources are rewritten by redistc,
then the MPI compiler is called with the same arguments, and a link gets the
redist runtime.

MPI compiler:
  --redist-cxx=COMMAND   the MPI compiler (default: the environment's
                         REDIST_CXX, else mpicxx)
  --redist-launch        the compiler, and words before it, follow, up to the
                         first option: for CMake's compiler launchers

Reports:
  --redist-remarks       say for every directive what was embedded or is
                         planned at run time, and why
  --redist-diagnostics-format=text|sarif|sarif-file
                         what redistc says of directives as a SARIF log, on
                         standard error, or in app.cpp.sarif in the working
                         directory; -fdiagnostics-format=sarif is handed to
                         redistc and the compiler

Schedules:
  --redist-max-embedded-entries=N
                         largest schedule table to embed (default 65536)
  --redist-exact-seconds=S
                         seconds that strategy(exact) may search for each
                         schedule (default 10)
  --redist-profile=FILE  what redist-tune has measured: remarks then say in
                         which way messages will go, and why

What is done:
  --redist-keep          leave the rewritten files, and say where
  --redist-verbose       show the commands
  -###                   show the commands and run none

Information:
  --version              print version and build, then those of the compiler
  --redist-help          print this text; --help is that of the compiler
)";

static std::string versionText() {
  using redistc::version::versionLine;
  return redistc::version::versionText("redistc++") +
         versionLine("LLVM", LLVM_VERSION_STRING) +
         versionLine("MPI",
                     *REDIST_DEFAULT_CXX ? REDIST_DEFAULT_CXX : "mpicxx");
}

/// Questions to the compiler (--version, -dumpmachine, ...) have no inputs.
static int passThrough(const CommandLine &line, const Toolchain &tools,
                       Processes &processes) {
  Words command = tools.compiler;
  llvm::append_range(command, allWords(line));
  if (line.own.verbose || line.own.dryRun)
    llvm::errs() << shellText(command) << '\n';
  if (line.own.dryRun)
    return 0;
  // The answer of the compiler follows.
  for (const std::string &word : command)
    if (word == "--version")
      llvm::outs() << versionText();
    else if (word == "--help")
      llvm::outs() << "redistc++ takes the options of the MPI compiler, which "
                      "follow; its own: redistc++ --redist-help\n\n";
  return processes.run(command, Streams(), StringRef());
}

static int runSession(const Words &words, const CommandLine &line,
                      const Toolchain &tools, Processes &processes) {
  std::string error;
  TemporaryFolder folder(words, error);
  if (!error.empty())
    return fail(error);
  if (line.own.keep) {
    folder.keep();
    llvm::errs() << "redistc++: rewritten files are in '" << folder.path()
                 << "'\n";
  }
  return Session(line, tools, processes, folder.path()).run();
}

int main(int argc, char **argv) {
  std::string error;
  const Words words(argv + 1, argv + argc);
  const std::optional<CommandLine> line = parseArguments(words, error);
  if (!line) {
    fail(error);
    return 2;
  }
  if (line->own.help) {
    llvm::outs() << usage;
    return 0;
  }
  const std::string executable = llvm::sys::fs::getMainExecutable(
      argv[0], reinterpret_cast<void *>(&fail));
  const std::optional<Toolchain> tools =
      findToolchain(executable, line->own, error);
  if (!tools)
    return fail(error);
  Processes processes;
  const int status = line->hasInputs()
                         ? runSession(words, *line, *tools, processes)
                         : passThrough(*line, *tools, processes);
  if (processes.signal())
    processes.endBySignal();
  return status;
}
