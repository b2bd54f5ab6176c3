//===- Jumps.cpp - Jumps out of and into stages ----------------*- C++ -*-===//
//
// A stage ends at its end, or by `continue`, which ends the item. The first
// one, whose rank says whether there is another item, may end the loop by
// `break`. All other ways would leave ranks behind that wait for the rest of
// the item.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Shape/LoopShape.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace redistc::sema {

namespace {
/// What jumps where it must not, in the order of %select in LeavesLoop.
enum class JumpKind { Break, Return, Goto, Asm, CoReturn, CoAwait, CoYield };

/// Walks through one stage; lambdas and local classes have jumps of their own.
class JumpFinder {
public:
  JumpFinder(InstanceContext &instance, SourceLocation stageLocation,
             bool isFirstStage)
      : context(instance), stage(stageLocation), isFirst(isFirstStage) {}

  void check(const Stmt *statement) {
    collectLabels(statement);
    find(statement, {});
  }

  SourceLocation loopEnd; ///< a `break` of the first stage

private:
  struct Around {
    bool loop = false, choice = false; ///< inside the stage
  };

  void collectLabels(const Stmt *statement) {
    if (!statement || isa<LambdaExpr>(statement))
      return;
    if (const auto *label = dyn_cast<LabelStmt>(statement))
      labels.insert(label->getDecl());
    for (const Stmt *part : statement->children())
      collectLabels(part);
  }

  void leaves(const Stmt *statement, JumpKind kind) {
    context.error(statement->getBeginLoc(), DiagnosticKind::LeavesLoop,
                  SecondPlace{stage, DiagnosticKind::StageHere, "the stage"},
                  static_cast<int>(kind));
  }

  void findAsmJumps(const GCCAsmStmt *assembly) {
    for (unsigned i = 0; i < assembly->getNumLabels(); ++i)
      if (!labels.contains(assembly->getLabelExpr(i)->getLabel()))
        return leaves(assembly, JumpKind::Asm);
  }

  void findHere(const Stmt *statement, const Around &around) {
    if (isa<BreakStmt>(statement)) {
      if (around.loop || around.choice)
        return;
      if (!isFirst)
        leaves(statement, JumpKind::Break);
      else if (loopEnd.isInvalid())
        loopEnd = statement->getBeginLoc();
    } else if (isa<ReturnStmt>(statement)) {
      leaves(statement, JumpKind::Return);
    } else if (const auto *jump = dyn_cast<GotoStmt>(statement)) {
      if (!labels.contains(jump->getLabel()))
        leaves(statement, JumpKind::Goto);
    } else if (isa<IndirectGotoStmt>(statement)) {
      leaves(statement, JumpKind::Goto);
    } else if (const auto *assembly = dyn_cast<GCCAsmStmt>(statement)) {
      findAsmJumps(assembly);
    } else if (isa<CoreturnStmt>(statement)) {
      leaves(statement, JumpKind::CoReturn);
    } else if (isa<CoawaitExpr, DependentCoawaitExpr>(statement)) {
      leaves(statement, JumpKind::CoAwait);
    } else if (isa<CoyieldExpr>(statement)) {
      leaves(statement, JumpKind::CoYield);
    } else if (isa<SwitchCase>(statement) && !around.choice) {
      context.error(statement->getBeginLoc(), DiagnosticKind::JumpsInto,
                    SecondPlace{stage, DiagnosticKind::StageHere, "the stage"},
                    "this label of a 'switch' around it");
    }
  }

  void find(const Stmt *statement, Around around) {
    if (!statement || isa<LambdaExpr>(statement))
      return;
    findHere(statement, around);
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement))
      around.loop = true;
    else if (isa<SwitchStmt>(statement))
      around.choice = true;
    for (const Stmt *part : statement->children())
      find(part, around);
  }

  InstanceContext &context;
  SourceLocation stage;
  bool isFirst;
  llvm::SmallPtrSet<const LabelDecl *, 4> labels;
};

/// Jumps from elsewhere in the function to labels of the loop's body.
class EntryFinder {
public:
  explicit EntryFinder(InstanceContext &instance) : context(instance) {}

  void collect(const Stmt *stageStatement, SourceLocation stage) {
    if (!stageStatement || isa<LambdaExpr>(stageStatement))
      return;
    if (const auto *label = dyn_cast<LabelStmt>(stageStatement))
      stageOf[label->getDecl()] = stage;
    for (const Stmt *part : stageStatement->children())
      collect(part, stage);
  }

  /// `stage`: around the statement; invalid outside.
  void find(const Stmt *statement, SourceLocation stage,
            const PipelineShape &shape,
            const directive::DirectiveRecorder &recorder) {
    if (!statement || isa<LambdaExpr>(statement))
      return;
    for (const StageShape &one : shape.stages)
      if (one.statement == statement)
        stage = recorder.directives()[one.directive].range.getBegin();
    if (const auto *jump = dyn_cast<GotoStmt>(statement)) {
      const auto found = stageOf.find(jump->getLabel());
      // One out of a stage is told of as that.
      if (found != stageOf.end() && stage.isInvalid())
        context.error(
            jump->getBeginLoc(), DiagnosticKind::JumpsInto,
            SecondPlace{found->second, DiagnosticKind::StageHere, "the stage"},
            "this 'goto'");
    }
    for (const Stmt *part : statement->children())
      find(part, stage, shape, recorder);
  }

private:
  InstanceContext &context;
  llvm::DenseMap<const LabelDecl *, SourceLocation> stageOf;
};
} // namespace

void checkJumps(InstanceContext &context, PipelineShape &shape,
                const FunctionDecl *function,
                const directive::DirectiveRecorder &recorder) {
  EntryFinder entries(context);
  for (const StageShape &stage : shape.stages) {
    const SourceLocation location =
        recorder.directives()[stage.directive].range.getBegin();
    const bool isFirst = &stage == &shape.stages.front();
    JumpFinder finder(context, location, isFirst);
    finder.check(stage.statement);
    if (isFirst)
      shape.loopEnd = finder.loopEnd;
    entries.collect(stage.statement, location);
  }
  if (function && function->getBody())
    entries.find(function->getBody(), SourceLocation(), shape, recorder);
}

} // namespace redistc::sema
