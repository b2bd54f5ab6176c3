//===- WarningsTest.cpp - No warning stops redistc -------------*- C++ -*-===//
//
// Each warning and each extension that Clang knows, also those that it makes
// errors by itself, is off where the handlers of the directives are registered;
// no pragma of the program and no flag brings it back.
//
//===----------------------------------------------------------------------===//
#include "redistc/Directive/DirectiveRecorder.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

using namespace clang;

namespace {

struct Counts {
  int errorsByDefault = 0; ///< warnings that Clang makes errors by itself
  int left = 0;            ///< that are errors behind the program
};

class CountingAction : public SyntaxOnlyAction {
public:
  CountingAction(Counts &result, bool isRegistered)
      : counts(result), registers(isRegistered) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &compiler) override {
    counts.errorsByDefault = countErrors(compiler, SourceLocation());
    if (registers)
      redistc::directive::registerPragmaHandlers(compiler.getPreprocessor(),
                                                 recorder);
    return true;
  }
  void EndSourceFileAction() override {
    counts.left = countErrors(getCompilerInstance(), SourceLocation());
  }

private:
  static int countErrors(CompilerInstance &compiler, SourceLocation place) {
    std::vector<diag::kind> all;
    DiagnosticIDs::getAllDiagnostics(diag::Flavor::WarningOrError, all);
    int count = 0;
    for (const diag::kind id : all)
      count += DiagnosticIDs::isBuiltinWarningOrExtension(id) &&
               compiler.getDiagnostics().getDiagnosticLevel(id, place) >=
                   DiagnosticsEngine::Error;
    return count;
  }

  Counts &counts;
  bool registers;
  redistc::directive::DirectiveRecorder recorder;
};

} // namespace

static Counts countFor(bool registers) {
  Counts counts;
  tooling::runToolOnCodeWithArgs(
      std::make_unique<CountingAction>(counts, registers),
      "#pragma GCC diagnostic error \"-Wall\"\n"
      "#pragma clang diagnostic error \"-Wextra\"\n"
      "#pragma clang diagnostic push\n"
      "#pragma GCC diagnostic error \"-Wnarrowing\"\n",
      {"-std=c++17", "-Werror", "-Wall"});
  return counts;
}

TEST(Warnings, NoneIsAnError) {
  const Counts counts = countFor(true);
  EXPECT_GT(counts.errorsByDefault, 50);
  EXPECT_EQ(counts.left, 0);
}

TEST(Warnings, SomeWereErrorsBefore) { EXPECT_GT(countFor(false).left, 50); }
