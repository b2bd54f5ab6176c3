//===- DirectiveRecorder.h - The directives of one file --------*- C++ -*-===//
//
// Owned by the front-end action; filled by the pragma handlers while Clang
// parses, read by Sema and Emit afterwards. No globals.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_DIRECTIVE_DIRECTIVERECORDER_H
#define REDISTC_DIRECTIVE_DIRECTIVERECORDER_H

#include "redistc/Directive/ParsedDirective.h"

#include "clang/Basic/Diagnostic.h"

#include <memory>

namespace clang {
class Preprocessor;
}

namespace redistc::directive {

class DirectiveRecorder {
public:
  /// In source order; a directive with a syntax error is not among them.
  const std::vector<ParsedDirective> &directives() const { return parsed; }
  void add(ParsedDirective directive) {
    parsed.push_back(std::move(directive));
  }

  /// Where a `#pragma pipeline` has a syntax error: that its stages stand in
  /// no pipeline is nothing that people have to be told.
  const std::vector<clang::SourceLocation> &brokenPipelines() const {
    return broken;
  }
  void addBrokenPipeline(clang::SourceLocation location) {
    broken.push_back(location);
  }

private:
  std::vector<ParsedDirective> parsed;
  std::vector<clang::SourceLocation> broken;
};

/// Registers the handlers of `#pragma redistribute`, `reduce`, `pipeline` and
/// of the pragmas that nobody knows (for "did you mean"). Both must outlive
/// the preprocessor.
void registerPragmaHandlers(clang::Preprocessor &, DirectiveRecorder &);

/// Wraps the consumer of the user's diagnostics: an error at the location of an
/// injected token becomes the error that the directive is misplaced, what
/// follows from it is dropped, and so are warnings of the user's own code,
/// which the compiler proper will show.
std::unique_ptr<clang::DiagnosticConsumer>
wrapDiagnosticConsumer(std::unique_ptr<clang::DiagnosticConsumer>,
                       const DirectiveRecorder &);

} // namespace redistc::directive

#endif
