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
    int count = 0;
    for (unsigned id = 1; id < diag::DIAG_UPPER_LIMIT; ++id)
      // Between the numbers of Clang's libraries there are gaps.
      count += DiagnosticIDs::isBuiltinWarningOrExtension(id) &&
               !compiler.getDiagnostics()
                    .getDiagnosticIDs()
                    ->getDescription(id)
                    .empty() &&
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
