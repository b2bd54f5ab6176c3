//===- LoopContext.cpp - What passes over a loop are given -----*- C++ -*-===//
//
// Which variables the loop and its items declare, from the syntax alone; and
// walks through code of the loop.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Accesses/LoopContext.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace redistc::sema {

const VarDecl *conditionVariable(const Stmt *loop) {
  if (const auto *counting = dyn_cast<ForStmt>(loop))
    return counting->getConditionVariable();
  const auto *whileLoop = dyn_cast<WhileStmt>(loop);
  return whileLoop ? whileLoop->getConditionVariable() : nullptr;
}

static LoopHeader headerOf(const Stmt *statement) {
  std::vector<const Stmt *> repeated;
  if (const VarDecl *variable = conditionVariable(statement))
    repeated.push_back(variable->getInit());
  if (const auto *loop = dyn_cast<ForStmt>(statement)) {
    repeated.insert(repeated.end(), {loop->getCond(), loop->getInc()});
    return {loop->getForLoc(), {loop->getInit()}, std::move(repeated)};
  }
  if (const auto *range = dyn_cast<CXXForRangeStmt>(statement))
    return {range->getForLoc(),
            {range->getInit(), range->getRangeStmt(), range->getBeginStmt(),
             range->getEndStmt()},
            {range->getCond(), range->getInc()}};
  const auto *loop = cast<WhileStmt>(statement);
  repeated.push_back(loop->getCond());
  return {loop->getWhileLoc(), {}, std::move(repeated)};
}

static void addVariables(const Stmt *statement,
                         std::vector<const VarDecl *> &found) {
  if (const auto *declaration = dyn_cast_or_null<DeclStmt>(statement))
    for (const Decl *one : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(one))
        found.push_back(variable);
}

/// Each item has its own of what the condition declares, which the header
/// makes, and of a range's variable, which every rank copies from the range.
static std::vector<const VarDecl *> declaredByItem(const PipelineShape &shape) {
  std::vector<const VarDecl *> found;
  if (const VarDecl *variable = conditionVariable(shape.loop))
    found.push_back(variable);
  if (const auto *range = dyn_cast<CXXForRangeStmt>(shape.loop))
    found.push_back(range->getLoopVariable());
  for (const DeclStmt *declaration : shape.items)
    addVariables(declaration, found);
  return found;
}

/// The variable, and the names of its parts.
static std::vector<const ValueDecl *> withBindings(const VarDecl *variable) {
  std::vector<const ValueDecl *> found = {variable};
  if (const auto *bound = dyn_cast<DecompositionDecl>(variable))
    llvm::append_range(found, bound->bindings());
  return found;
}

LoopContext::LoopContext(InstanceContext &instance,
                         const PipelineShape &pipeline,
                         const FunctionDecl *around,
                         const directive::DirectiveRecorder &directives,
                         const CodeFacts &codeFacts)
    : context(instance), shape(pipeline), function(around),
      recorder(directives), facts(codeFacts),
      isPattern(around && around->isDependentContext()),
      header(headerOf(pipeline.loop)), declared(declaredByItem(pipeline)),
      summaries(instance), objects(summaries.objects),
      roots(summaries, around, /*isFromOutside=*/false) {
  for (const VarDecl *variable : declared) {
    if (variable->hasGlobalStorage()) // static, extern
      continue;
    const bool isReference = variable->getType()->isReferenceType();
    const bool isOfCondition = variable == conditionVariable(shape.loop);
    for (const ValueDecl *decl : withBindings(variable))
      items.push_back({decl, variable, isReference, isOfCondition});
  }
  std::vector<const VarDecl *> ofHeader;
  for (const Stmt *statement : header.once)
    addVariables(statement, ofHeader);
  for (const VarDecl *variable : ofHeader)
    llvm::append_range(loopVariables, withBindings(variable));
}

const directive::ParsedDirective &
LoopContext::parsed(const StageShape &stage) const {
  return recorder.directives()[stage.directive];
}

InstanceContext LoopContext::contextOf(const StageShape &stage) const {
  return {context.ast,   context.clangSema, context.reported,
          parsed(stage), stage.slots,       context.instanceName};
}

/// What parameters of functions that the code calls refer to says nothing here:
/// generated code shows what it is.
static void forgetInner(const LoopContext &loop, Accesses &accesses) {
  std::erase_if(accesses.all, [&](const Access &access) {
    const auto *parameter =
        dyn_cast_or_null<ParmVarDecl>(loop.objects[access.object].decl);
    return parameter && loop.function &&
           !parameter->getDeclContext()->Encloses(loop.function);
  });
}

Accesses LoopContext::accessesOf(llvm::ArrayRef<const Stmt *> code,
                                 bool isStage) {
  AccessWalker walker(summaries, roots);
  walker.isInStage = isStage;
  for (const Stmt *statement : code)
    walker.walk(statement);
  walker.callGiven(function);
  Accesses found = walker.take();
  forgetInner(*this, found);
  return found;
}

Accesses LoopContext::accessesOfEnd(const VarDecl *variable) {
  AccessWalker walker(summaries, roots);
  walker.destroy(variable->getType(), variable, variable->getLocation());
  walker.callGiven(function);
  return walker.take();
}

bool LoopContext::isOfCallee(ObjectId id) const {
  const auto *variable = dyn_cast_or_null<VarDecl>(objects[id].decl);
  if (!isPointee(id) || !variable || !variable->hasLocalStorage() ||
      isa<ParmVarDecl>(variable))
    return false;
  const DeclContext *owner = variable->getParentFunctionOrMethod();
  return owner && !owner->Encloses(function);
}

Owner LoopContext::ownerOf(ObjectId id) const {
  const Decl *decl = objects[id].decl;
  if (isElement(id))
    return Owner::Item;
  if (!decl || objects[id].kind == ObjectKind::Member ||
      objects[id].kind == ObjectKind::Part)
    return Owner::Outside;
  const auto isThis = [decl](const Decl *other) {
    return other->getCanonicalDecl() == decl;
  };
  if (llvm::any_of(items, [&](const auto &item) { return isThis(item.decl); }))
    return Owner::Item;
  return llvm::any_of(loopVariables, isThis) ? Owner::Loop : Owner::Outside;
}

const Access *findAccess(const Accesses &accesses, ObjectId id, unsigned use) {
  for (const Access &access : accesses.all)
    if (access.object == id && (access.use & use))
      return &access;
  return nullptr;
}

void addInner(const Access &access, std::vector<SecondPlace> &notes) {
  if (access.through && access.inner.isValid())
    notes.push_back({access.inner, DiagnosticKind::InFunction,
                     "'" + access.through->getNameAsString() + "'"});
}

} // namespace redistc::sema
