//===- States.cpp - What stages keep ---------------------------*- C++ -*-===//
//
// What one stage writes from outside the loop is its state. It comes to every
// rank after the loop where it has a name there and a type that travels.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow.h"

#include "Common/Travel.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace redistc::sema {

/// Behind a reference or a pointer, it may have more than its type tells.
static bool mayBeDerived(const Object &object, QualType type) {
  const bool isByAddress =
      object.kind == ObjectKind::Pointee ||
      (object.decl && object.decl->getType()->isReferenceType());
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return isByAddress && record && record->hasDefinition() &&
         record->isPolymorphic() && !record->isEffectivelyFinal();
}

effects::BroughtState PipelineFlow::broughtOf(const Object &object) const {
  const Object &whole = objects.whole(object);
  effects::BroughtState found;
  found.decl = whole.decl;
  found.isPointee = whole.kind == ObjectKind::Pointee;
  if (object.kind == ObjectKind::Part)
    found.member = cast<FieldDecl>(object.decl);
  return found;
}

/// std::atomic of what travels: its value does.
static bool isAtomicValue(InstanceContext &context, QualType type,
                          SourceLocation place) {
  const QualType value = valueOfAtomic(type);
  return !value.isNull() && value.isTriviallyCopyableType(context.ast) &&
         !findObstacleToUse(context, value, place);
}

void PipelineFlow::addState(ObjectId id, std::size_t stage,
                            const Access &write) {
  const Object object = objects[id];
  plan::StateVariable state;
  state.stage = static_cast<int>(stage);
  const bool isNamed = isNameable(object, state);
  bool canTravel = false;
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
    canTravel = !type->isVariableArrayType() && !isHandle(type) &&
                !type.isConstQualified() && !mayBeDerived(object, type) &&
                !type.isVolatileQualified() &&
                (isAtomicValue(context, type, write.location) ||
                 !findObstacleToUse(context, type, write.location));
  }
  state.travels = isNamed && canTravel;
  if (state.travels && !checkNameable(object, stage, write))
    return;
  brought.push_back(broughtOf(object));
  brought.back().stage = stage;
  brought.back().travels = state.travels;
  const bool isKnown =
      llvm::any_of(states, [&](const plan::StateVariable &other) {
        return other.text == state.text && other.form == state.form &&
               other.stage == state.stage;
      });
  if (!isKnown)
    states.push_back(state);
  if (state.travels)
    return;
  if (!isKnown)
    staying.push_back({id, stage, write.location});
  if (isKnown || isPattern || type.isNull())
    return;
  warnLostData(state, id, write, type);
  warnLostElements(object, stage, write);
  if (!isNamed && canTravel)
    warnNoName(state, object, write);
}

void PipelineFlow::findStates() {
  const auto addAll = [&](const Accesses &accesses, std::size_t stage) {
    for (const Access &access : accesses.all)
      if ((access.use & Write) && isStateOfOne(access.object))
        addState(access.object, stage, access);
  };
  if (headerKind == plan::HeaderKind::FirstStage)
    addAll(header, 0);
  for (std::size_t k = 0; k < stages.size(); ++k)
    addAll(stages[k], k);
  // All elements have come to the stage that writes them last.
  for (const ObjectId id : elements)
    if (isWrittenByStage(id)) {
      const std::size_t last = lastWriterOf(id);
      addState(objects[id].owner, last, *find(stages[last], id, Write));
    }
}

const Access *PipelineFlow::stateOf(std::size_t stage) const {
  if (stage >= stages.size())
    return nullptr;
  for (const Access &access : stages[stage].all) {
    const ObjectId id = access.object;
    const bool isState = isElement(id) ? lastWriterOf(id) == stage
                                       : ownerOf(id) != Owner::Item &&
                                             scratch.count(id) == 0 &&
                                             counts.count(id) == 0;
    if ((access.use & Write) && isState)
      return &access;
  }
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
        else if (isStateOfOne(access.object)) {
          plan::StateVariable named;
          isNameable(object, named);
          for (const plan::StateVariable &state : states)
            if (state.text == named.text && state.form == named.form &&
                state.stage == static_cast<int>(k) && !state.travels)
              checked.reason =
                  "its state cannot travel: " + describe(object) +
                  (state.type.empty() ? std::string()
                                      : ", of type '" + state.type + "'");
        }
      }
      if (checked.reason.empty() && !accesses.unseen.empty() && !isPromised)
        checked.reason = "it calls " + accesses.unseen.front().name +
                         ", whose body is not visible";
    };
    judge(stages[k]);
    if (k == 0 && headerKind == plan::HeaderKind::FirstStage)
      judge(header);
    if (const auto found = statedStays.find(k);
        checked.reason.empty() && found != statedStays.end() && !isPromised)
      checked.reason = found->second;
    checked.isMovable = checked.reason.empty();
  }
}

/// Adds what this instance found to what others did.
void PipelineFlow::unite(plan::CheckedPipeline &checked) {
  const bool isFirst = checked.instances.empty();
  describeCarries(checked);
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
  for (const ObjectId id : counts) {
    plan::StateVariable named;
    isNameable(objects[id], named);
    if (!llvm::is_contained(checked.counts, named.text))
      checked.counts.push_back(named.text);
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
