//===- CheckDirectives.h - Directives get their meaning --------*- C++ -*-===//
//
// ParsedDirective + AST -> CheckedDirective: placement, objects and their
// types, constant evaluation in every template instantiation, clause
// combinations. Everything wrong becomes a Clang diagnostic with a caret.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_SEMA_CHECKDIRECTIVES_H
#define REDISTC_SEMA_CHECKDIRECTIVES_H

#include "redistc/Directive/DirectiveRecorder.h"
#include "redistc/Effects/CodeEvents.h"
#include "redistc/Plan/CheckedDirective.h"

namespace clang {
class ASTContext;
class Sema;
} // namespace clang

namespace redistc::sema {

/// In source order; id is the index in recorder.directives(). Directives with
/// an error are left out (the errors were reported to the context's engine).
/// Clang's own Sema instantiates class templates that the source only names;
/// code is generated from the events to see what the stages of pipelines do.
std::vector<plan::CheckedDirective>
checkDirectives(clang::ASTContext &, const directive::DirectiveRecorder &,
                clang::Sema &, const effects::CodeEvents &);

/// Whether a directive stands in a template: what is instantiated of it, any
/// code may ask for.
bool standInTemplates(clang::ASTContext &,
                      const directive::DirectiveRecorder &);

} // namespace redistc::sema

#endif
