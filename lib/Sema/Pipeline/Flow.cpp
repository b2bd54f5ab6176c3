//===- Flow.cpp - What flows between stages --------------------*- C++ -*-===//
//
// Gathers the accesses of header, item declarations and stages; the questions
// that are asked of them are in the other files of the class.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow.h"

#include "Common/Travel.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace redistc::sema {

PipelineFlow::PipelineFlow(InstanceContext &instance,
                           const PipelineShape &pipeline,
                           const FunctionDecl *around,
                           const directive::DirectiveRecorder &directives,
                           const CodeFacts &codeFacts)
    : context(instance), shape(pipeline), function(around),
      recorder(directives), facts(codeFacts), summaries(instance.ast),
      objects(summaries.objects),
      roots(summaries, around, /*isFromOutside=*/false) {}

Accesses PipelineFlow::accessesOf(llvm::ArrayRef<const Stmt *> code,
                                  bool isStage) {
  AccessWalker walker(summaries, roots);
  walker.isInStage = isStage;
  for (const Stmt *statement : code)
    walker.walk(statement);
  walker.callGiven(function);
  Accesses found = walker.take();
  forgetInner(found);
  return found;
}

/// What parameters of functions that the code calls refer to says nothing here:
/// generated code shows what it is.
void PipelineFlow::forgetInner(Accesses &accesses) const {
  std::erase_if(accesses.all, [this](const Access &access) {
    const auto *parameter =
        dyn_cast_or_null<ParmVarDecl>(objects[access.object].decl);
    return parameter && function &&
           !parameter->getDeclContext()->Encloses(function);
  });
}

/// It is no state: what stages share of it is checked, and is all.
void PipelineFlow::forgetErrno(Accesses &accesses) const {
  std::erase_if(accesses.all, [this](const Access &access) {
    return isErrno(objects[access.object]);
  });
}

/// A lock has no value that another stage could miss. Where two stages use it,
/// the user may have meant it for more than it does.
void PipelineFlow::forgetLocks() {
  std::map<ObjectId, std::size_t> first;
  std::set<ObjectId> told;
  for (std::size_t k = 0; k < stages.size(); ++k)
    for (const Access &access : stages[k].all) {
      const Object &object = objects[access.object];
      if (!isLock(object) ||
          first.try_emplace(access.object, k).first->second == k ||
          !told.insert(access.object).second ||
          !context.reported.insert({DiagnosticKind::LockApart, access.location})
               .second)
        continue;
      directive::report(context.ast.getDiagnostics(), access.location,
                        DiagnosticKind::LockApart)
          << describe(object) << static_cast<int>(first[access.object] + 1)
          << static_cast<int>(k + 1);
    }
  const auto forget = [this](Accesses &accesses) {
    std::erase_if(accesses.all, [this](const Access &access) {
      return isLock(objects[access.object]);
    });
  };
  for (Accesses &stage : stages)
    forget(stage);
  forget(header);
}

/// A local variable that several stages write, and each before it reads it:
/// nothing passes through it. The check of generated code sees to it that no
/// other name leads there, and that its last value is not read.
void PipelineFlow::findScratch() {
  std::map<ObjectId, std::size_t> writers;
  std::set<ObjectId> exposed;
  const auto expose = [&](const Accesses &accesses) {
    for (const Access &access : accesses.all)
      exposed.insert(access.object);
  };
  expose(header);
  for (const ItemVariable &item : items) {
    expose(item.initial);
    expose(item.final);
  }
  for (const Accesses &stage : stages) {
    std::set<ObjectId> written, read;
    for (const Access &access : stage.all) {
      if (access.isExposed)
        exposed.insert(access.object);
      if (access.use & Write)
        written.insert(access.object);
      if (access.use & Read)
        read.insert(access.object);
    }
    for (const ObjectId id : written)
      if (read.count(id)) // else it is for others
        ++writers[id];
      else
        exposed.insert(id);
  }
  for (const auto &[id, count] : writers) {
    const auto *variable = dyn_cast_or_null<VarDecl>(objects[id].decl);
    if (count > 1 && exposed.count(id) == 0 && variable &&
        objects[id].kind == ObjectKind::Variable &&
        ownerOf(id) == Owner::Outside && variable->hasLocalStorage() &&
        !variable->getType()->isReferenceType() &&
        !isHandle(variable->getType()))
      scratch.insert(id);
  }
}

static bool isAtomicInteger(QualType type) {
  const QualType value = valueOfAtomic(type.getNonReferenceType());
  return !value.isNull() && value->isIntegerType() && !value->isBooleanType() &&
         !value->isEnumeralType();
}

/// Atomic integers that several stages write. The check of generated code sees
/// to it that they only add, and that no other part of the loop looks at them.
void PipelineFlow::findCounts() {
  std::map<ObjectId, std::vector<std::size_t>> writers;
  for (std::size_t k = 0; k < stages.size(); ++k)
    for (const Access &access : stages[k].all)
      if ((access.use & Write) && !namedBy(shape.stages[k]) &&
          (writers[access.object].empty() ||
           writers[access.object].back() != k))
        writers[access.object].push_back(k);
  for (const auto &[id, all] : writers) {
    const Object &object = objects[id];
    plan::StateVariable named;
    if (all.size() < 2 || object.type.isNull() ||
        !isAtomicInteger(object.type) || ownerOf(id) != Owner::Outside ||
        !isNameable(object, named) || named.form != plan::StateForm::Variable)
      continue;
    const Access &second = *find(stages[all[1]], id, Write);
    if (!checkNameable(object, all[1], second))
      continue;
    counts.insert(id);
    if (context.reported.insert({DiagnosticKind::CountApart, second.location})
            .second)
      directive::report(context.ast.getDiagnostics(), second.location,
                        DiagnosticKind::CountApart)
          << describe(object) << static_cast<int>(all[0] + 1)
          << static_cast<int>(all[1] + 1);
  }
}

/// What the text of a stage does not show.
void PipelineFlow::addFound() {
  for (const effects::FoundUse &use : facts.uses) {
    if (use.loop != shape.loop || use.function != function)
      continue;
    Access access;
    access.object = objects.named(use.variable);
    access.use = use.isWritten ? Modify : Read;
    access.location = shape.stages[use.stage].statement->getBeginLoc();
    access.isExposed = true;
    stages[use.stage].all.push_back(access);
  }
}

/// What generated code shows not to happen.
void PipelineFlow::forgetDenied() {
  for (const effects::FoundUse &use : facts.denied) {
    if (use.loop != shape.loop || use.function != function)
      continue;
    const ObjectId id = objects.variable(use.variable);
    const unsigned kept = use.isWritten ? Read : Whole;
    Accesses &stage = stages[use.stage];
    for (Access &access : stage.all)
      if (access.object == id)
        access.use &= kept;
    std::erase_if(stage.all, [&](const Access &access) {
      return access.object == id && access.use == Touch;
    });
    if (use.isWritten)
      stage.overwritten.erase(id);
  }
}

void PipelineFlow::addItem(const VarDecl *variable, bool isOfCondition) {
  if (isMadeOfLocals(variable))
    context.error(variable->getLocation(), DiagnosticKind::InitialiserChanges,
                  nullptr, "'" + variable->getNameAsString() + "'",
                  "a static variable");
  if (variable->hasGlobalStorage()) // static, extern
    return;
  ItemVariable item;
  item.decl = variable;
  item.isReference = variable->getType()->isReferenceType();
  item.isOfCondition = isOfCondition;
  if (variable->hasInit() && !isOfCondition)
    item.initial = accessesOf({variable->getInit()});
  forgetErrno(item.initial);
  if (!item.isReference) {
    AccessWalker walker(summaries, roots);
    walker.destroy(variable->getType(), variable, variable->getLocation());
    walker.callGiven(function);
    item.final = walker.take();
    forgetErrno(item.final);
  }
  items.push_back(item);
  if (const auto *bound = dyn_cast<DecompositionDecl>(variable))
    for (const BindingDecl *binding : bound->bindings()) {
      ItemVariable part = item;
      part.decl = binding;
      items.push_back(part);
    }
}

void PipelineFlow::gather() {
  const auto addLoop = [this](const VarDecl *variable) {
    if (!variable || !loopVariables.insert(variable->getCanonicalDecl()).second)
      return;
    loopOrder.push_back(variable);
    if (const auto *bound = dyn_cast<DecompositionDecl>(variable))
      for (const BindingDecl *binding : bound->bindings()) {
        loopVariables.insert(binding->getCanonicalDecl());
        loopOrder.push_back(binding);
      }
  };
  const auto addDeclared = [&](const Stmt *statement) {
    if (const auto *declaration = dyn_cast_or_null<DeclStmt>(statement))
      for (const Decl *one : declaration->decls())
        addLoop(dyn_cast<VarDecl>(one));
  };
  std::vector<const Stmt *> repeated;
  // Each item has its own, which the header makes.
  const auto addCondition = [&](const VarDecl *variable) {
    if (!variable)
      return;
    addItem(variable, /*isOfCondition=*/true);
    repeated.push_back(variable->getInit());
  };
  if (const auto *loop = dyn_cast<ForStmt>(shape.loop)) {
    headerLocation = loop->getForLoc();
    addDeclared(loop->getInit());
    addCondition(loop->getConditionVariable());
    repeated.push_back(loop->getCond());
    repeated.push_back(loop->getInc());
  } else if (const auto *whileLoop = dyn_cast<WhileStmt>(shape.loop)) {
    headerLocation = whileLoop->getWhileLoc();
    addCondition(whileLoop->getConditionVariable());
    repeated.push_back(whileLoop->getCond());
  } else if (const auto *range = dyn_cast<CXXForRangeStmt>(shape.loop)) {
    headerLocation = range->getForLoc();
    addDeclared(range->getInit());
    addDeclared(range->getRangeStmt());
    addDeclared(range->getBeginStmt());
    addDeclared(range->getEndStmt());
    repeated = {range->getCond(), range->getInc()};
    // Each item has its own: every rank copies it from the range.
    addItem(range->getLoopVariable());
  }
  header = accessesOf(repeated);
  forgetErrno(header);
  for (const DeclStmt *declaration : shape.items)
    for (const Decl *declared : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(declared))
        addItem(variable);
  for (const StageShape &stage : shape.stages)
    stages.push_back(accessesOf({stage.statement}, true));
  forgetLocks();
  forgetDenied();
  addFound();
  for (std::size_t k = 0; k < stages.size(); ++k)
    state(k);
  addCounts();
  checkedStages.resize(stages.size());
  carried.resize(stages.size());
}

/// Whether the object is what a variable points to, not the variable.
bool PipelineFlow::isPointee(ObjectId id) const {
  return objects[id].kind == ObjectKind::Pointee;
}

/// Whether the object is what a local variable of a callee points to: what that
/// is, the generated code tells.
bool PipelineFlow::isOfCallee(ObjectId id) const {
  const auto *variable = dyn_cast_or_null<VarDecl>(objects[id].decl);
  if (!isPointee(id) || !variable || !variable->hasLocalStorage() ||
      isa<ParmVarDecl>(variable))
    return false;
  const DeclContext *owner = variable->getParentFunctionOrMethod();
  return owner && !owner->Encloses(function);
}

PipelineFlow::Owner PipelineFlow::ownerOf(ObjectId id) const {
  const Decl *decl = objects[id].decl;
  if (isElement(id))
    return Owner::Item;
  if (!decl || objects[id].kind == ObjectKind::Member ||
      objects[id].kind == ObjectKind::Part)
    return Owner::Outside;
  const auto isThis = [decl](const ItemVariable &item) {
    return item.decl->getCanonicalDecl() == decl;
  };
  if (llvm::any_of(items, isThis))
    return Owner::Item;
  return loopVariables.contains(decl) ? Owner::Loop : Owner::Outside;
}

const Access *PipelineFlow::find(const Accesses &accesses, ObjectId id,
                                 unsigned use) const {
  for (const Access &access : accesses.all)
    if (access.object == id && (access.use & use))
      return &access;
  return nullptr;
}

bool PipelineFlow::isWrittenByStage(ObjectId id) const {
  return llvm::any_of(stages, [&](const Accesses &stage) {
    return find(stage, id, Write) != nullptr;
  });
}

std::string PipelineFlow::stageName(std::size_t stage) const {
  return "stage " + std::to_string(stage + 1);
}

SourceLocation PipelineFlow::placeOf(std::size_t stage) const {
  return recorder.directives()[shape.stages[stage].directive].range.getBegin();
}

/// Where a function that the code calls does it.
void PipelineFlow::addInner(const Access &access,
                            std::vector<SecondPlace> &notes) const {
  if (access.through && access.inner.isValid())
    notes.push_back({access.inner, DiagnosticKind::InFunction,
                     "'" + access.through->getNameAsString() + "'"});
}

std::optional<std::int64_t>
PipelineFlow::carriedBytes(std::size_t stage) const {
  std::int64_t bytes = 0;
  for (const plan::CarriedVariable &variable : checkedStages[stage].carried) {
    if (!variable.bytes)
      return std::nullopt;
    bytes += *variable.bytes;
  }
  return bytes;
}

void PipelineFlow::run(plan::CheckedPipeline &checked, bool needsFirst) {
  isPattern = function && function->isDependentContext();
  if (!isPattern)
    divide();
  if (!isPattern && !needsFirst)
    findElements();
  findCarries();
  if (context.hasError)
    return;
  gather();
  if (needsFirst && !isa<CXXForRangeStmt>(shape.loop))
    headerKind = plan::HeaderKind::FirstStage;
  judgeHeader();
  findScratch();
  findCounts();
  if (!isPattern)
    checkConflicts();
  if (isDoubtful())
    return;
  for (Accesses &stage : stages)
    forgetErrno(stage);
  if (!context.hasError)
    checkInitialisers();
  if (!context.hasError)
    findCarried();
  if (isDoubtful())
    return;
  if (!context.hasError && !isPattern) {
    checkItemPointees();
    checkItemAliases();
  }
  if (!context.hasError) {
    findStates();
    findMovable();
  }
  if (!context.hasError)
    unite(checked);
  if (!context.hasError)
    findWatched(checked);
}

} // namespace redistc::sema
