//===- InstanceContext.h - One directive in one instantiation --*- C++ -*-===//
//
// Private to the Sema room: data that the checks of one directive in one
// function share, and their error reporting. The same error in ten
// instantiations is reported once, with a note that names the first of them.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_INSTANCECONTEXT_H
#define REDISTC_LIB_SEMA_COMMON_INSTANCECONTEXT_H

#include "redistc/Directive/Diagnostics.h"
#include "redistc/Directive/ParsedDirective.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

#include <set>
#include <string>
#include <utility>

namespace clang {
class Sema;
}

namespace redistc::sema {

using directive::DiagnosticKind;

/// What has been reported in this translation unit.
using ReportedErrors =
    std::set<std::pair<DiagnosticKind, clang::SourceLocation>>;

/// A second place that an error speaks of: a note whose %0 is `name`.
struct SecondPlace {
  clang::SourceLocation location;
  DiagnosticKind kind;
  std::string name;
};

struct InstanceContext {
  clang::ASTContext &ast;
  clang::Sema &clangSema; ///< completes types that nothing has used so far
  ReportedErrors &reported;
  const directive::ParsedDirective &directive;
  const clang::CompoundStmt *statement;
  std::string instanceName; ///< "" outside templates
  bool hasError = false;
  /// The operator that is looked at, where a directive has several.
  const directive::ParsedOperator *operation = nullptr;

  /// Reports a diagnostic, once for each place; false where it has been
  /// reported there.
  template <typename... Arguments>
  bool report(clang::SourceLocation location, DiagnosticKind kind,
              const Arguments &...arguments) const {
    if (!reported.insert({kind, location}).second)
      return false;
    auto builder = directive::report(ast.getDiagnostics(), location, kind);
    ((builder << arguments), ...);
    return true;
  }

  /// Reports an error with its arguments; `declaration` gets a note.
  template <typename... Arguments>
  void error(clang::SourceLocation location, DiagnosticKind kind,
             const clang::NamedDecl *declaration,
             const Arguments &...arguments) {
    hasError = true;
    if (!report(location, kind, arguments...))
      return;
    addNotes(declaration);
  }

  /// The same with a note at a place of the directive.
  template <typename... Arguments>
  void error(clang::SourceLocation location, DiagnosticKind kind,
             const SecondPlace &second, const Arguments &...arguments) {
    hasError = true;
    if (!report(location, kind, arguments...))
      return;
    directive::report(ast.getDiagnostics(), second.location, second.kind)
        << second.name;
    addNotes(nullptr);
  }

  /// The same with notes at any number of places.
  template <typename... Arguments>
  void error(clang::SourceLocation location, DiagnosticKind kind,
             llvm::ArrayRef<SecondPlace> notes, const Arguments &...arguments) {
    hasError = true;
    if (!report(location, kind, arguments...))
      return;
    for (const SecondPlace &note : notes)
      directive::report(ast.getDiagnostics(), note.location, note.kind)
          << note.name;
    addNotes(nullptr);
  }

private:
  void addNotes(const clang::NamedDecl *declaration);
};

/// The expression in a slot as the user wrote it, without parentheses; null
/// where Clang dropped it after an error.
const clang::Expr *writtenExpression(const InstanceContext &,
                                     const directive::ParsedExpression &);

/// The same between the brackets of the clause, with the user's parentheses:
/// `(f(), n)` is one expression, `f(), n` is a list.
const clang::Expr *bracketedExpression(const InstanceContext &,
                                       const directive::ParsedExpression &);

/// The injected cast to long long of an integer slot; null as above.
const clang::Expr *integerCast(const InstanceContext &,
                               const directive::ParsedExpression &);

} // namespace redistc::sema

#endif
