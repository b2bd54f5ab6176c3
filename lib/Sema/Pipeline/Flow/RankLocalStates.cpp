//===- RankLocalStates.cpp - States on only one rank ----------------------===//
//
// Warnings where a state stays on the rank of its stage, but other code will
// look for it on every rank: behind the loop, or in another function; or where
// the stage may have another rank in the next execution of the loop.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/States.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace redistc::sema {

static void noteWrite(InstanceContext &context, SourceLocation told,
                      const Access &write, const std::string &name,
                      std::size_t stage) {
  if (told != write.location)
    directive::report(context.ast.getDiagnostics(), write.location,
                      DiagnosticKind::WrittenHere)
        << name + " is written by stage " + std::to_string(stage + 1);
}

static void warnStays(InstanceContext &context, SourceLocation place,
                      const plan::StateVariable &state, const std::string &name,
                      const Access &write, bool isNameless = false) {
  if (context.report(place, DiagnosticKind::StateStays, name, state.type,
                     state.stage + 1, isNameless))
    noteWrite(context, place, write, name,
              static_cast<std::size_t>(state.stage));
}

/// Other functions may use members, variables of a namespace, what a caller has
/// given. Of data alone: files and the like are meant to stay.
void warnLostData(const LoopContext &loop, const plan::StateVariable &state,
                  ObjectId id, const Access &write, QualType type) {
  InstanceContext &context = loop.context;
  const Object &object = loop.objects.whole(loop.objects[id]);
  const auto *variable = dyn_cast_or_null<VarDecl>(object.decl);
  const bool isGiven = variable && isa<ParmVarDecl>(variable) &&
                       variable->getType()->isReferenceType();
  const bool isSeenByOthers =
      object.kind == ObjectKind::Member || object.kind == ObjectKind::Pointee ||
      (object.kind == ObjectKind::Variable && variable &&
       (isGiven || variable->isFileVarDecl()));
  if (!isSeenByOthers)
    return;
  const auto obstacle = findObstacleToUse(context, type, write.location);
  if (!obstacle || (obstacle->kind != ObstacleKind::NoSerialize &&
                    obstacle->kind <= ObstacleKind::NotCopied))
    return;
  auto *record = obstacle->type->getAsCXXRecordDecl();
  if (!record || isOfStd(record))
    return;
  const CXXConstructorDecl *copy =
      context.clangSema.LookupCopyingConstructor(record, Qualifiers::Const);
  if (copy && !copy->isDeleted())
    warnStays(context, write.location, state, describe(loop.objects[id]),
              write);
}

/// Data that no name leads to where the pipeline stands: a variable that a
/// closure refers to, a private member. A static variable of a function is
/// that function's own.
void warnNoName(const LoopContext &loop, const plan::StateVariable &state,
                const Object &object, const Access &write) {
  const auto *variable = dyn_cast_or_null<VarDecl>(object.decl);
  if (object.kind == ObjectKind::Variable && variable &&
      !variable->isStaticLocal())
    warnStays(loop.context, write.location, state, describe(object), write,
              /*isNameless=*/true);
}

/// Elements of data that other code will look for on every rank.
void warnLostElements(const LoopContext &loop, const Object &object,
                      std::size_t stage, const Access &write) {
  InstanceContext &context = loop.context;
  if (object.kind != ObjectKind::Pointee || !object.decl || !loop.function ||
      object.type.isNull() || !object.decl->getType()->isPointerType())
    return;
  const QualType type = object.type.getNonReferenceType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const SourceManager &sources = context.ast.getSourceManager();
  if (!type.isTriviallyCopyableType(context.ast) || type->isVoidType() ||
      (record && sources.isInSystemHeader(record->getLocation())))
    return;
  const auto *variable = dyn_cast<VarDecl>(object.decl);
  const bool isOwn =
      variable && !isa<ParmVarDecl>(variable) && !variable->hasGlobalStorage();
  const SourceLocation place = write.location;
  if (isOwn) // what the function does with it is looked at
    return;
  if (context.report(place, DiagnosticKind::PointeeStays, describe(object),
                     static_cast<int>(stage + 1)))
    noteWrite(context, place, write, describe(object), stage);
}

/// The statements of a function that execute a loop several times.
static const Stmt *outermostLoopAround(ASTContext &ast, const Stmt *loop) {
  const Stmt *found = nullptr;
  DynTypedNodeList parents = ast.getParents(*loop);
  while (!parents.empty()) {
    const Stmt *outer = parents[0].get<Stmt>();
    if (isa_and_nonnull<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(outer))
      found = outer;
    parents = ast.getParents(parents[0]);
  }
  return found;
}

/// Whether the next execution of the loop finds what this one has left there.
static bool isKeptForNextLoop(const LoopContext &loop, const Object &object) {
  ASTContext &ast = loop.context.ast;
  const Object &whole = loop.objects.whole(object);
  const auto *variable = dyn_cast_or_null<VarDecl>(whole.decl);
  const Stmt *around = outermostLoopAround(ast, loop.shape.loop);
  const bool isOwn = whole.kind == ObjectKind::Variable && variable &&
                     !variable->getType()->isReferenceType() &&
                     !variable->hasGlobalStorage();
  if (!isOwn)
    return around || !loop.function || !loop.function->isMain();
  const SourceManager &sources = ast.getSourceManager();
  return around && sources.isBeforeInTranslationUnit(variable->getLocation(),
                                                     around->getBeginLoc());
}

void warnMayMove(const LoopContext &loop, const StageStates &states,
                 const std::string &clause) {
  for (const StayingState &state : states.staying) {
    const Object &object = loop.objects[state.object];
    if (isKeptForNextLoop(loop, object))
      loop.context.report(state.write, DiagnosticKind::StateMayMove,
                          describe(object), static_cast<int>(state.stage + 1),
                          clause);
  }
}

} // namespace redistc::sema
