//===- MisplacedDirectives.cpp - Errors at injected tokens -----*- C++ -*-===//
//
// Where no statement may stand, Clang stumbles over the injected '{'. The user
// wrote none, so the error is told in the user's terms, and what Clang says
// about the directive or about syntax after it is dropped.
//
//===----------------------------------------------------------------------===//
#include "redistc/Directive/Diagnostics.h"
#include "redistc/Directive/DirectiveRecorder.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticParse.h"

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
    misplaced.clear();
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
    if (level < DiagnosticsEngine::Error || isOurs(diagnostic)) {
      forward(level, diagnostic);
      return;
    }
    const ParsedDirective *directive = directiveAt(diagnostic.getLocation());
    if (directive && !isMisplaced(*directive) &&
        isStumble(*directive, diagnostic)) {
      misplaced.insert(directive->range.getBegin());
      isDropping = true; // its notes speak of braces that nobody sees
      forward(level, Diagnostic(diagnostic.getDiags(),
                                diagnosticText(
                                    DiagnosticKind::DirectiveOutsideFunction)));
      return;
    }
    // Clang has lost its way: it sees a block where there is none.
    isDropping =
        !misplaced.empty() && level != DiagnosticsEngine::Fatal &&
        (isSyntaxError(diagnostic) || (directive && isMisplaced(*directive)));
    if (!isDropping)
      forward(level, diagnostic);
  }

private:
  /// The directive in whose text the location is; null if none.
  const ParsedDirective *directiveAt(SourceLocation location) const {
    for (const ParsedDirective &directive : recorder.directives())
      if (location == directive.range.getBegin() ||
          (directive.range.getBegin() < location &&
           location < directive.range.getEnd()))
        return &directive;
    return nullptr;
  }

  bool isMisplaced(const ParsedDirective &directive) const {
    return misplaced.contains(directive.range.getBegin());
  }

  /// At an injected token; or in a class whose '{' was taken to be ours.
  static bool isStumble(const ParsedDirective &directive,
                        const Diagnostic &diagnostic) {
    return diagnostic.getID() == diag::err_expected_member_name_or_semi ||
           (diagnostic.getLocation() == directive.range.getBegin() &&
            isSyntaxError(diagnostic));
  }

  void forward(DiagnosticsEngine::Level level, const Diagnostic &diagnostic) {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    target->HandleDiagnostic(level, diagnostic);
  }

  std::unique_ptr<DiagnosticConsumer> target;
  const DirectiveRecorder &recorder;
  llvm::DenseSet<SourceLocation> misplaced; ///< where they begin
  bool isDropping = false;                  ///< the notes that come now
};

std::unique_ptr<DiagnosticConsumer>
wrapDiagnosticConsumer(std::unique_ptr<DiagnosticConsumer> target,
                       const DirectiveRecorder &recorder) {
  return std::make_unique<MisplacedDirectives>(std::move(target), recorder);
}

} // namespace redistc::directive
