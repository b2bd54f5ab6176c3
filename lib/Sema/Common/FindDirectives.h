//===- FindDirectives.h - Finds directives in the AST ----------*- C++ -*-===//
//
// Private to the Sema room: finds in the AST the compound statements that the
// pragma handler injected, in each function and in each instantiation of a
// template. Reports the statement around each of them; checks nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_FINDDIRECTIVES_H
#define REDISTC_LIB_SEMA_COMMON_FINDDIRECTIVES_H

#include "redistc/Directive/DirectiveRecorder.h"

#include <vector>

namespace clang {
class ASTContext;
class CompoundStmt;
class FunctionDecl;
} // namespace clang

namespace redistc::sema {

/// What the injected statement is a part of. Up to AttributedBody in the order
/// of %select in DirectiveIsLoneBody.
enum class PlacementKind {
  IfBody,
  ElseBody,
  LoopBody,
  SwitchBody,
  LabelBody,
  CaseBody,
  AttributedBody,
  InCompound, ///< between other statements, as it should be
  Other,      ///< the body of a function, of a handler, ...
};

struct Occurrence {
  size_t directive = 0; ///< index in recorder.directives()
  const clang::CompoundStmt *statement = nullptr;
  const clang::FunctionDecl *function = nullptr; ///< innermost; may be null
  PlacementKind placement = PlacementKind::Other;
  /// The block that it is a statement of; null where placement is another.
  const clang::CompoundStmt *parent = nullptr;
};

/// In the order in which they are met: a template before its instantiations.
std::vector<Occurrence> findDirectives(clang::ASTContext &,
                                       const directive::DirectiveRecorder &);

} // namespace redistc::sema

#endif
