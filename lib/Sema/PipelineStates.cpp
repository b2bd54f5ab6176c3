//===- PipelineStates.cpp - What stages keep -------------------*- C++ -*-===//
//
// What one stage writes from outside the loop is its state. It comes to every
// rank after the loop where it has a name there and a type that travels.
//
//===----------------------------------------------------------------------===//
#include "PipelineFlow.h"

#include "Travel.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace redistc::sema {

namespace {
/// Finds the first mention of a variable behind a place.
class LaterUse {
public:
  LaterUse(const SourceManager &manager, const ValueDecl *decl,
           SourceLocation after)
      : sources(manager), wanted(decl), end(after) {}

  const DeclRefExpr *find(const Stmt *statement) const {
    if (!statement)
      return nullptr;
    if (const auto *name = dyn_cast<DeclRefExpr>(statement);
        name && name->getDecl()->getCanonicalDecl() == wanted &&
        sources.isBeforeInTranslationUnit(end, name->getLocation()))
      return name;
    for (const Stmt *part : statement->children())
      if (const DeclRefExpr *found = find(part))
        return found;
    return nullptr;
  }

private:
  const SourceManager &sources;
  const ValueDecl *wanted;
  SourceLocation end;
};
} // namespace

static void warnStays(InstanceContext &context, SourceLocation place,
                      const plan::StateVariable &state, const std::string &name,
                      const Access &write) {
  if (!context.reported.insert({DiagnosticKind::StateStays, place}).second)
    return;
  directive::report(context.ast.getDiagnostics(), place,
                    DiagnosticKind::StateStays)
      << name << state.type << state.stage + 1;
  if (place != write.location)
    directive::report(context.ast.getDiagnostics(), write.location,
                      DiagnosticKind::WrittenHere)
        << name + " is written by stage " + std::to_string(state.stage + 1);
}

/// A state that stays where it is, but is used behind the loop.
void PipelineFlow::warnUsedLater(const plan::StateVariable &state, ObjectId id,
                                 const Access &write) {
  const Object &object = objects[id];
  if (object.kind != ObjectKind::Variable || !object.decl || !function ||
      !function->getBody())
    return;
  if (const DeclRefExpr *use = LaterUse(context.ast.getSourceManager(),
                                        object.decl, shape.loop->getEndLoc())
                                   .find(function->getBody()))
    warnStays(context, use->getLocation(), state, describe(object), write);
}

/// The same of what other functions may use: members, variables of a namespace,
/// what a caller has given. Of data alone: files and the like are meant to
/// stay.
void PipelineFlow::warnLostData(const plan::StateVariable &state, ObjectId id,
                                const Access &write, QualType type) {
  const Object &object = objects[id];
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
  if (!obstacle || obstacle->kind != ObstacleKind::NoSerialize)
    return;
  auto *record = obstacle->type->getAsCXXRecordDecl();
  if (!record || isOfStd(record))
    return;
  const CXXConstructorDecl *copy =
      context.clangSema.LookupCopyingConstructor(record, Qualifiers::Const);
  if (copy && !copy->isDeleted())
    warnStays(context, write.location, state, describe(object), write);
}

/// Behind a reference or a pointer, it may have more than its type tells.
static bool mayBeDerived(const Object &object, QualType type) {
  const bool isByAddress =
      object.kind == ObjectKind::Pointee ||
      (object.decl && object.decl->getType()->isReferenceType());
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return isByAddress && record && record->hasDefinition() &&
         record->isPolymorphic() && !record->isEffectivelyFinal();
}

void PipelineFlow::addState(ObjectId id, std::size_t stage,
                            const Access &write) {
  const Object object = objects[id];
  plan::StateVariable state;
  state.stage = static_cast<int>(stage);
  state.travels = isNameable(object, state);
  if (object.kind == ObjectKind::Hidden)
    return;
  QualType type = object.type;
  if (object.kind == ObjectKind::Whole)
    if (const auto *method = dyn_cast_or_null<CXXMethodDecl>(function))
      type = context.ast.getRecordType(method->getParent());
  if (!type.isNull()) {
    type = type.getNonReferenceType();
    state.type =
        type.getUnqualifiedType().getAsString(context.ast.getPrintingPolicy());
    state.travels = state.travels && !type->isVariableArrayType() &&
                    !isHandle(type) && !type.isConstQualified() &&
                    !mayBeDerived(object, type) &&
                    !type.isVolatileQualified() &&
                    !findObstacleToUse(context, type, write.location);
  } else {
    state.travels = false;
  }
  if (state.travels && !checkNameable(object, stage, write))
    return;
  const bool isKnown =
      llvm::any_of(states, [&](const plan::StateVariable &other) {
        return other.text == state.text && other.form == state.form &&
               other.stage == state.stage;
      });
  if (!isKnown)
    states.push_back(state);
  if (state.travels)
    return;
  warnUsedLater(state, id, write);
  if (!isKnown && !type.isNull() && !isPattern)
    warnLostData(state, id, write, type);
  if (!isKnown && !isPattern)
    warnLostElements(object, stage, write);
}

void PipelineFlow::findStates() {
  const auto addAll = [&](const Accesses &accesses, std::size_t stage) {
    for (const Access &access : accesses.all)
      if ((access.use & Write) && ownerOf(access.object) == Owner::Outside)
        addState(access.object, stage, access);
  };
  if (headerKind == plan::HeaderKind::FirstStage)
    addAll(header, 0);
  for (std::size_t k = 0; k < stages.size(); ++k)
    addAll(stages[k], k);
}

const Access *PipelineFlow::stateOf(std::size_t stage) const {
  if (stage >= stages.size())
    return nullptr;
  for (const Access &access : stages[stage].all)
    if ((access.use & Write) && ownerOf(access.object) != Owner::Item)
      return &access;
  if (stage == 0 && headerKind == plan::HeaderKind::FirstStage)
    for (const Access &access : header.all)
      if ((access.use & Write) && ownerOf(access.object) == Owner::Outside)
        return &access;
  return nullptr;
}

void PipelineFlow::findMovable() {
  for (std::size_t k = 0; k < stages.size(); ++k) {
    plan::CheckedStage &checked = checkedStages[k];
    const bool isPromised = [&] {
      const auto &parsed =
          recorder.directives()[shape.stages[k].directive].stage;
      return parsed && (parsed->replicas || parsed->replicateAuto);
    }();
    const auto judge = [&](const Accesses &accesses) {
      for (const Access &access : accesses.all) {
        const Object &object = objects[access.object];
        if (!checked.reason.empty() || !(access.use & Write))
          continue;
        if (object.kind == ObjectKind::Hidden)
          checked.reason = "it uses " + object.name;
        else if (ownerOf(access.object) == Owner::Loop)
          checked.reason =
              "it keeps " + describe(object) + ", which the header declares";
        else if (ownerOf(access.object) == Owner::Outside) {
          plan::StateVariable named;
          isNameable(object, named);
          for (const plan::StateVariable &state : states)
            if (state.text == named.text && state.form == named.form &&
                state.stage == static_cast<int>(k) && !state.travels)
              checked.reason =
                  "its state " + describe(object) +
                  (state.type.empty() ? std::string()
                                      : " of type '" + state.type + "'") +
                  " cannot travel";
        }
      }
      if (checked.reason.empty() && !accesses.unseen.empty() && !isPromised)
        checked.reason = "it calls " + accesses.unseen.front().name +
                         ", whose body is not visible";
    };
    judge(stages[k]);
    if (k == 0 && headerKind == plan::HeaderKind::FirstStage)
      judge(header);
    checked.isMovable = checked.reason.empty();
  }
}

/// Adds what this instance found to what others did.
void PipelineFlow::unite(plan::CheckedPipeline &checked) const {
  const bool isFirst = checked.instances.empty();
  if (isFirst || headerKind == plan::HeaderKind::FirstStage)
    checked.loop.header = headerKind;
  for (std::size_t k = 0; k < stages.size(); ++k) {
    plan::CheckedStage &stage = checked.stages[k];
    const plan::CheckedStage &found = checkedStages[k];
    stage.isMovable = (isFirst || stage.isMovable) && found.isMovable;
    if (stage.reason.empty())
      stage.reason = found.reason;
    for (const plan::CarriedVariable &variable : found.carried) {
      const auto same = llvm::find_if(stage.carried, [&](const auto &other) {
        return other.text == variable.text;
      });
      if (same == stage.carried.end())
        stage.carried.push_back(variable);
      else if (same->bytes != variable.bytes)
        same->bytes.reset();
    }
  }
  for (const plan::StateVariable &state : states) {
    const auto same = llvm::find_if(checked.states, [&](const auto &other) {
      return other.text == state.text && other.form == state.form &&
             other.stage == state.stage;
    });
    if (same == checked.states.end())
      checked.states.push_back(state);
    else
      same->travels = same->travels && state.travels;
  }
  for (const ItemVariable &item : items) {
    const std::string name = item.decl->getNameAsString();
    const bool isCarried = llvm::any_of(carriedAnywhere, [&](ObjectId id) {
      return objects[id].decl == item.decl->getCanonicalDecl();
    });
    if (isCarried && !llvm::is_contained(checked.itemVariables, name))
      checked.itemVariables.push_back(name);
  }
}

} // namespace redistc::sema
