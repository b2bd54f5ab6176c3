//===- LoopShape.h - Shape of a pipeline's loop ----------------*- C++ -*-===//
//
// Private to the Sema room: which loop a pipeline is, what its items declare,
// and which statements are its stages. Judges where things stand; what flows
// between stages, the passes of Flow.h find.
//
//   #pragma pipeline                     the pipeline's statement
//   for (int i = 0; i < n; ++i) {        loop, body
//     int x;                             item declarations
//     #pragma pipeline stage             a stage's directive
//     x = f(i);                          and its statement
//     ...
//   }
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_SHAPE_LOOPSHAPE_H
#define REDISTC_LIB_SEMA_PIPELINE_SHAPE_LOOPSHAPE_H

#include "Common/FindDirectives.h"
#include "Common/InstanceContext.h"

#include <optional>
#include <vector>

namespace redistc::sema {

struct StageShape {
  size_t directive = 0; ///< index in recorder.directives()
  const clang::CompoundStmt *slots = nullptr; ///< the injected statement
  const clang::Stmt *statement = nullptr;
};

struct PipelineShape {
  const clang::Stmt *loop = nullptr; ///< for, range-for or while
  const clang::CompoundStmt *body = nullptr;
  std::vector<const clang::DeclStmt *> items; ///< declarations of the body
  std::vector<StageShape> stages;             ///< at least two
  /// A `break` of the first stage that ends the loop; invalid where none does.
  clang::SourceLocation loopEnd;
};

/// Null after an error, which is reported.
std::optional<PipelineShape>
findPipelineShape(InstanceContext &, const Occurrence &,
                  const directive::DirectiveRecorder &);

/// Reports jumps out of the loop, into stages and into its body, and finds
/// `loopEnd`.
void checkJumps(InstanceContext &, PipelineShape &,
                const clang::FunctionDecl *function,
                const directive::DirectiveRecorder &);

/// A stage that stands in the body of no pipeline's loop, or within a stage.
void checkStageIsInPipeline(InstanceContext &, const Occurrence &,
                            const std::vector<Occurrence> &all,
                            const directive::DirectiveRecorder &);

/// The directive whose injected statement this is; nothing of others.
std::optional<size_t> directiveOf(const clang::Stmt *,
                                  const directive::DirectiveRecorder &);

/// "an 'if' statement", "a declaration", ..., for messages.
std::string kindOfStatement(const clang::Stmt *);

} // namespace redistc::sema

#endif
