//===- RewriteAction.h - The way of a directive ----------------*- C++ -*-===//
//
// The front-end action: Clang parses the source, then Parse -> Sema -> Plan ->
// Emit run once over what was recorded. Writes no file; the result is text. A
// program that needs adapters (Adapters.h) is only parsed: another action
// parses it with them. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DRIVER_REWRITEACTION_H
#define REDISTC_LIB_DRIVER_REWRITEACTION_H

#include "redistc/Directive/DirectiveRecorder.h"
#include "redistc/Driver/Options.h"
#include "redistc/Effects/CodeEvents.h"
#include "redistc/Emit/Rewrite.h"
#include "redistc/Plan/Plan.h"

#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"

namespace redistc::driver {

/// All files that the source reads, system headers too.
class DependencyList : public clang::DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef file, bool fromModule, bool isSystem,
                     bool isModuleFile, bool isMissing) override;
};

/// How a source is parsed.
struct Attempt {
  emit::Adapters adapters;  ///< behind the source's text (Adapters.h)
  bool isStrict = false;    ///< template template arguments as before C++17
  bool skipsBodies = false; ///< of functions in system headers
  bool lacksBodies = false; ///< instances may be asked for in them
  unsigned said = 0;        ///< warnings that Clang has given while it parsed
  bool isAmbiguous = false; ///< the attempt has ended by an ambiguity

  /// Whether there is to be another attempt.
  bool prepareNext(const emit::Adapters &needed) {
    if (isAmbiguous) {
      isAmbiguous = false;
      isStrict = true;
      return true;
    }
    if (lacksBodies) {
      skipsBodies = lacksBodies = false;
      return true;
    }
    if (needed.headers.empty() || !adapters.headers.empty())
      return false;
    adapters = needed;
    return true;
  }
};

class RewriteAction : public clang::ASTFrontendAction {
public:
  /// `of`: read, and told what is to be done otherwise in the next.
  RewriteAction(const Options &givenOptions, Attempt &of)
      : options(givenOptions), ownAttempt(of) {}

  Attempt &attempt() { return ownAttempt; }
  /// Clang has come to the end of the source.
  bool isParsed() const { return hasParsed; }
  /// Those with which the source is to be parsed; empty where it was parsed so.
  const emit::Adapters &adapters() const { return wanted; }

  /// The rewritten main file; std::nullopt after an error.
  const std::optional<std::string> &result() const { return text; }
  llvm::ArrayRef<std::string> dependencies() const {
    return dependencyList.getDependencies();
  }
  const directive::DirectiveRecorder &recorder() const { return directives; }

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &) override;
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef file) override;

private:
  friend class RewriteConsumer;

  void processTranslationUnit(clang::ASTContext &, clang::Sema &);
  /// std::nullopt after an error, which was reported.
  std::optional<plan::DirectivePlan>
  planOne(clang::ASTContext &, const plan::CheckedDirective &, plan::Planner &);
  std::vector<plan::DirectivePlan>
  planAll(clang::ASTContext &, const std::vector<plan::CheckedDirective> &);
  void remark(clang::ASTContext &, const plan::DirectivePlan &);

  const Options &options;
  directive::DirectiveRecorder directives;
  DependencyList dependencyList;
  effects::CodeEvents events;
  Attempt &ownAttempt;
  emit::Adapters wanted;
  bool hasParsed = false;
  std::optional<std::string> text;
};

} // namespace redistc::driver

#endif
