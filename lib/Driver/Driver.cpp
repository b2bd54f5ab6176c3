//===- Driver.cpp - The compiler as a whole --------------------*- C++ -*-===//
//
// From the command line to the front-end action, and from its result to files.
// Whatever goes wrong before Clang has a source location is one line on
// standard error, or a notification in the log that was asked for.
//
//===----------------------------------------------------------------------===//
#include "redistc/Driver/Driver.h"

#include "BuildPaths.h"
#include "CompileCommand.h"
#include "OutputFiles.h"
#include "ReadMachine.h"
#include "RewriteAction.h"
#include "SarifLog.h"
#include "UnifiedDiff.h"

#include "redistc/Version/Version.h"

#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <map>

using namespace clang;

namespace redistc::driver {

static constexpr int inputStatus = 1;
static constexpr int usageStatus = 2;

/// `log`: null where messages are text.
static int fail(int status, const llvm::Twine &message,
                SarifRun *log = nullptr) {
  if (log)
    log->addNotification(message);
  else
    llvm::errs() << "redistc: error: " << message << '\n';
  return status;
}

/// What the driver says about the flags, but for flags that it does not know:
/// those are for the compiler proper.
class FlagDiagnostics : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    if (level < DiagnosticsEngine::Error ||
        diagnostic.getID() == diag::err_drv_unknown_argument ||
        diagnostic.getID() == diag::err_drv_unknown_argument_with_suggestion)
      return;
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    messages.push_back(text.str().str());
  }
  const std::vector<std::string> &errors() const { return messages; }

private:
  std::vector<std::string> messages;
};

/// The invocation of the front end for a command; null after an error, which
/// was reported.
static std::unique_ptr<CompilerInvocation>
makeInvocation(const std::vector<std::string> &command, SarifRun *log) {
  std::vector<const char *> words;
  for (const std::string &word : command)
    words.push_back(word.c_str());
  FlagDiagnostics consumer;
  CreateInvocationOptions options;
  options.Diags = CompilerInstance::createDiagnostics(
      new DiagnosticOptions(), &consumer, /*ShouldOwnClient=*/false);
  // The driver changes directory in here; a file system of its own keeps that
  // from the whole process.
  options.VFS = llvm::vfs::createPhysicalFileSystem();
  options.RecoverOnError = true;
  auto invocation = createInvocation(words, options);
  for (const std::string &message : consumer.errors())
    fail(inputStatus, "compile flags: " + message, log);
  if (!consumer.errors().empty())
    return nullptr;
  if (!invocation)
    fail(inputStatus, "the compile flags make no C++ compilation", log);
  return invocation;
}

/// What Clang says while it parses, but for what it said in an earlier attempt.
/// An ambiguity ends the first attempt in silence: the rule by which Clang 19
/// matches template template arguments makes some where GCC sees none.
class ParseDiagnostics : public DiagnosticConsumer {
public:
  ParseDiagnostics(std::unique_ptr<DiagnosticConsumer> given,
                   RewriteAction &ofAction)
      : inner(std::move(given)), action(ofAction) {}
  void BeginSourceFile(const LangOptions &language,
                       const Preprocessor *pp) override {
    inner->BeginSourceFile(language, pp);
  }
  void EndSourceFile() override { inner->EndSourceFile(); }
  void finish() override { inner->finish(); }
  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    Attempt &attempt = action.attempt();
    const unsigned id = diagnostic.getID();
    attempt.isAmbiguous |= !attempt.isStrict && !action.isParsed() &&
                           (id == diag::err_partial_spec_ordering_ambiguous ||
                            id == diag::err_ovl_ambiguous_call);
    if (attempt.isAmbiguous ||
        (!action.isParsed() && level < DiagnosticsEngine::Error &&
         ++heard <= attempt.said))
      return;
    attempt.said = std::max(attempt.said, heard);
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    inner->HandleDiagnostic(level, diagnostic);
  }

private:
  std::unique_ptr<DiagnosticConsumer> inner;
  RewriteAction &action;
  unsigned heard = 0; ///< in this attempt
};

/// Parses one source and runs the stages over it. `isOnly`: the process ends
/// behind it, and with it all memory.
static bool runFrontEnd(std::shared_ptr<CompilerInvocation> invocation,
                        bool isOnly, RewriteAction &action, SarifRun *log) {
  invocation->getFrontendOpts().DisableFree = isOnly;
  // Whatever the compile flags say: Clang's own log has no notes.
  invocation->getDiagnosticOpts().setFormat(DiagnosticOptions::Clang);
  CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics();
  DiagnosticsEngine &engine = compiler.getDiagnostics();
  // Nor is their number told beside a log.
  if (log)
    compiler.getDiagnosticOpts().ShowCarets = false;
  auto client = std::make_unique<ParseDiagnostics>(
      log ? log->makeConsumer() : engine.takeClient(), action);
  engine.setClient(
      directive::wrapDiagnosticConsumer(std::move(client), action.recorder())
          .release());
  std::string counts; // of errors
  llvm::raw_string_ostream verbose(counts);
  compiler.setVerboseOutputStream(verbose);
  const bool isDone = compiler.ExecuteAction(action);
  if (!action.attempt().isAmbiguous)
    llvm::errs() << verbose.str();
  return isDone;
}

/// As `patch` takes it: an absolute path below the working directory, without
/// that.
static std::string nameInDiff(llvm::StringRef input) {
  llvm::SmallString<256> here;
  llvm::SmallString<256> name(input);
  if (!llvm::sys::path::is_absolute(input) ||
      llvm::sys::fs::current_path(here) ||
      !llvm::sys::path::replace_path_prefix(name, here, ""))
    return input.str();
  return name.str().ltrim('/').str();
}

/// Adds what is to be written to `files`.
static void addResult(const Options &options, const std::string &input,
                      llvm::StringRef before, const RewriteAction &action,
                      std::vector<OutputFile> &files) {
  if (options.run == RunKind::Check)
    return;
  const std::string path = options.output.value_or("-");
  if (options.result == ResultKind::Diff) {
    if (files.empty())
      files.push_back({path, ""});
    files[0].text += unifiedDiff(nameInDiff(input), before, *action.result());
    return;
  }
  if (options.depfile) {
    const std::string target =
        path == "-" ? llvm::sys::path::stem(options.inputs[0]).str() + ".redist"
                    : path;
    files.push_back(
        {*options.depfile, makeRule(target, action.dependencies())});
  }
  // A dump without -o is all that was asked for.
  if (options.output || options.dump == DumpKind::None)
    files.push_back({path, *action.result()});
}

static int rewrite(const Options &options, const std::string &input,
                   const char *program, std::vector<OutputFile> &files,
                   SarifRun *log) {
  const auto buffer = llvm::MemoryBuffer::getFile(input);
  if (!buffer)
    return fail(inputStatus,
                "cannot read '" + input + "': " + buffer.getError().message(),
                log);
  if (options.output && llvm::sys::fs::equivalent(input, *options.output))
    return fail(
        usageStatus,
        "output '" + *options.output + "' would replace the input itself", log);
  auto command = makeCompileCommand(options, input, program);
  if (!command)
    return fail(inputStatus, llvm::toString(command.takeError()), log);
  const llvm::StringRef code = (*buffer)->getBuffer();
  Attempt attempt;
  // What a pipeline may do, and whether an operator is associative, depends on
  // what functions of libraries do.
  attempt.skipsBodies = !code.contains("pipeline") && !code.contains("reduce");
  for (;;) {
    auto invocation = makeInvocation(*command, log);
    if (!invocation)
      return inputStatus;
    if (attempt.isStrict)
      invocation->getLangOpts().RelaxedTemplateTemplateArgs = false;
    const std::string whole = code.str() + attempt.adapters.text;
    if (whole.size() > code.size())
      invocation->getPreprocessorOpts().addRemappedFile(
          input, llvm::MemoryBuffer::getMemBufferCopy(whole, input).release());
    RewriteAction action(options, attempt);
    const bool isDone = runFrontEnd(std::move(invocation),
                                    options.inputs.size() == 1, action, log);
    if (attempt.prepareNext(action.adapters()))
      continue;
    if (!isDone || !action.result())
      return inputStatus;
    addResult(options, input, code, action, files);
    return 0;
  }
}

namespace {

/// The logs of all inputs, where they were asked for.
class SarifLogs {
public:
  explicit SarifLogs(DiagnosticFormat wanted) : format(wanted) {}

  /// Of the next input; null where messages are text.
  SarifRun *begin() {
    return format == DiagnosticFormat::Text ? nullptr : &current.emplace();
  }
  void end(llvm::StringRef input) {
    if (!current)
      return;
    runs.push_back(
        {llvm::sys::path::filename(input).str() + ".sarif", current->take()});
    current.reset();
  }
  /// One document on standard error, or a file for each input.
  llvm::Error write();

private:
  DiagnosticFormat format;
  std::optional<SarifRun> current;
  std::vector<std::pair<std::string, llvm::json::Object>> runs;
};

} // namespace

llvm::Error SarifLogs::write() {
  std::map<std::string, llvm::json::Array> documents;
  for (auto &[file, run] : runs)
    documents[format == DiagnosticFormat::SarifFile ? file : ""].push_back(
        std::move(run));
  std::vector<OutputFile> files;
  for (auto &[file, ownRuns] : documents) {
    const std::string text = sarifText(std::move(ownRuns));
    if (file.empty())
      llvm::errs() << text;
    else
      files.push_back({file, text});
  }
  return writeFiles(files);
}

/// Lists of the build are separated by ';'.
static std::string versionText() {
  std::string folders = mpiIncludeDirectories;
  std::replace(folders.begin(), folders.end(), ';', ' ');
  return version::versionText("redistc") +
         version::versionLine("Clang", getClangFullVersion()) +
         version::versionLine("MPI", folders.empty() ? "headers as mpicxx says"
                                                     : "headers in " + folders);
}

/// All inputs, then what they leave behind: nothing after an error.
static int rewriteAll(const Options &options, const char *program,
                      SarifLogs &logs) {
  int status = 0;
  std::vector<OutputFile> files;
  for (const std::string &input : options.inputs) {
    status =
        std::max(status, rewrite(options, input, program, files, logs.begin()));
    logs.end(input);
  }
  if (status != 0)
    return status;
  if (llvm::Error error = writeFiles(files)) {
    status = fail(inputStatus, llvm::toString(std::move(error)), logs.begin());
    logs.end(options.inputs[0]);
  }
  return status;
}

static llvm::Error readProfile(Options &options) {
  if (!options.profile)
    return llvm::Error::success();
  auto machine = readMachine(*options.profile);
  if (!machine)
    return machine.takeError();
  options.machine = *std::move(machine);
  return llvm::Error::success();
}

/// Reports what standard output could not take.
static int finish(int status) {
  if (llvm::Error error = finishStandardOutput())
    return fail(inputStatus, llvm::toString(std::move(error)));
  return status;
}

int run(int argc, const char **argv) {
  Options options;
  try {
    options = parseOptions({argv + 1, argv + argc});
  } catch (const support::UsageError &error) {
    return fail(usageStatus, error.what());
  }
  if (options.run == RunKind::Help) {
    llvm::outs() << llvm::StringRef(helpText());
    return finish(0);
  }
  if (options.run == RunKind::Version) {
    llvm::outs() << versionText();
    return finish(0);
  }
  if (llvm::Error error = readProfile(options))
    return fail(usageStatus, llvm::toString(std::move(error)));
  SarifLogs logs(options.diagnostics);
  const int status = rewriteAll(options, argv[0], logs);
  if (llvm::Error error = logs.write())
    return fail(inputStatus, llvm::toString(std::move(error)));
  return finish(status);
}

} // namespace redistc::driver
