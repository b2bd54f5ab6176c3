//===- MisplacedDirectives.cpp - Errors at injected tokens -----*- C++ -*-===//
//
// Where no statement may stand, Clang stumbles over the injected '{'. The user
// wrote none, so the error is told in the user's terms, and what Clang says
// after it about the same directive is dropped.
//
//===----------------------------------------------------------------------===//
#include "redistc/Directive/Diagnostics.h"
#include "redistc/Directive/DirectiveRecorder.h"

#include "clang/Basic/DiagnosticIDs.h"

#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace redistc::directive {

static bool isOurs(const Diagnostic &diagnostic) {
  return diagnostic.getID() >= diag::DIAG_UPPER_LIMIT;
}

static bool isSyntaxError(const Diagnostic &diagnostic) {
  return DiagnosticIDs::getCategoryNameFromID(
             DiagnosticIDs::getCategoryNumberForDiag(diagnostic.getID())) ==
         "Parse Issue";
}

class MisplacedDirectives : public DiagnosticConsumer {
public:
  MisplacedDirectives(std::unique_ptr<DiagnosticConsumer> wrapped,
                      const DirectiveRecorder &owner)
      : target(std::move(wrapped)), recorder(owner) {}

  void BeginSourceFile(const LangOptions &options,
                       const Preprocessor *pp) override {
    target->BeginSourceFile(options, pp);
  }
  void EndSourceFile() override { target->EndSourceFile(); }
  void finish() override { target->finish(); }
  void clear() override {
    DiagnosticConsumer::clear();
    target->clear();
    reported.clear();
  }
  bool IncludeInDiagnosticCounts() const override {
    return target->IncludeInDiagnosticCounts();
  }

  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    if (level == DiagnosticsEngine::Note) {
      if (!isDropping)
        forward(level, diagnostic);
      return;
    }
    isDropping = level < DiagnosticsEngine::Error && !isOurs(diagnostic);
    if (isDropping)
      return;
    const SourceLocation location = diagnostic.getLocation();
    if (isOurs(diagnostic) || !isSyntaxError(diagnostic) ||
        !isInjected(location)) {
      forward(level, diagnostic);
      return;
    }
    isDropping = true; // its notes speak of braces that nobody sees
    if (reported.insert(location).second)
      forward(level, Diagnostic(diagnostic.getDiags(),
                                diagnosticText(
                                    DiagnosticKind::DirectiveOutsideFunction)));
  }

private:
  bool isInjected(SourceLocation location) const {
    for (const ParsedDirective &directive : recorder.directives())
      if (directive.range.getBegin() == location)
        return true;
    return false;
  }

  void forward(DiagnosticsEngine::Level level, const Diagnostic &diagnostic) {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    target->HandleDiagnostic(level, diagnostic);
  }

  std::unique_ptr<DiagnosticConsumer> target;
  const DirectiveRecorder &recorder;
  llvm::DenseSet<SourceLocation> reported;
  bool isDropping = false; ///< the notes that come now
};

std::unique_ptr<DiagnosticConsumer>
wrapDiagnosticConsumer(std::unique_ptr<DiagnosticConsumer> target,
                       const DirectiveRecorder &recorder) {
  return std::make_unique<MisplacedDirectives>(std::move(target), recorder);
}

} // namespace redistc::directive
