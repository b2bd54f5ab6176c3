//===- States.cpp - States of stages ---------------------------*- C++ -*-===//
//
// One state for each object that a stage writes, in the order of the stages;
// then, why a stage that has states stays where it is.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/States.h"

#include "Pipeline/Flow/Names.h"

#include "clang/AST/DeclCXX.h"

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

effects::BroughtState broughtOf(const LoopContext &loop, const Object &object) {
  const Object &whole = loop.objects.whole(object);
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

/// Whether a state of the type can come to other ranks.
static bool canTravel(const LoopContext &loop, const Object &object,
                      QualType type, SourceLocation write) {
  return !type->isVariableArrayType() && !isHandle(type) &&
         !type.isConstQualified() && !mayBeDerived(object, type) &&
         !type.isVolatileQualified() &&
         (isAtomicValue(loop.context, type, write) ||
          !findObstacleToUse(loop.context, type, write));
}

/// Outside of the loop, and the state of one stage.
static bool isStateOfOne(const LoopContext &loop, const SharedObjects &shared,
                         ObjectId id) {
  return loop.ownerOf(id) == Owner::Outside && !shared.contains(id);
}

/// Of the object itself; null where it is not known.
static QualType typeOfState(const LoopContext &loop, const Object &object) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(loop.function);
  if (object.kind == ObjectKind::Whole && method)
    return loop.context.ast.getRecordType(method->getParent());
  return object.type.isNull() ? object.type : object.type.getNonReferenceType();
}

static void addState(LoopContext &loop, const LoopAccesses &uses, ObjectId id,
                     std::size_t stage, const Access &write,
                     StageStates &found) {
  const Object object = loop.objects[id];
  if (object.kind == ObjectKind::Hidden)
    return;
  const StateName name = nameOfState(loop, uses, object);
  plan::StateVariable state;
  state.stage = static_cast<int>(stage);
  state.text = name.text;
  state.form = name.form;
  const QualType type = typeOfState(loop, object);
  if (!type.isNull())
    state.type = type.getUnqualifiedType().getAsString(
        loop.context.ast.getPrintingPolicy());
  const bool hasValue =
      !type.isNull() && canTravel(loop, object, type, write.location);
  state.travels = name.isNamed && hasValue;
  if (state.travels && !checkNameable(loop, object, stage, write))
    return;
  found.brought.push_back(broughtOf(loop, object));
  found.brought.back().stage = stage;
  found.brought.back().travels = state.travels;
  const bool isKnown =
      llvm::any_of(found.all, [&](const plan::StateVariable &other) {
        return other.text == state.text && other.form == state.form &&
               other.stage == state.stage;
      });
  if (isKnown)
    return;
  found.all.push_back(state);
  if (state.travels)
    return;
  found.staying.push_back({id, stage, write.location});
  if (loop.isPattern || type.isNull())
    return;
  warnLostData(loop, state, id, write, type);
  warnLostElements(loop, object, stage, write);
  if (!name.isNamed && hasValue)
    warnNoName(loop, state, object, write);
}

StageStates findStates(LoopContext &loop, const ItemObjects &own,
                       const LoopAccesses &uses, const HeaderEvaluation &header,
                       const SharedObjects &shared) {
  StageStates found;
  const auto addAll = [&](const Accesses &accesses, std::size_t stage) {
    for (const Access &access : accesses.all)
      if ((access.use & Write) && isStateOfOne(loop, shared, access.object))
        addState(loop, uses, access.object, stage, access, found);
  };
  if (header.isByFirst())
    addAll(uses.header, 0);
  for (std::size_t k = 0; k < uses.stages.size(); ++k)
    addAll(uses.stages[k], k);
  // All elements have come to the stage that writes them last.
  for (const ObjectId id : own.elements)
    if (uses.isWrittenByStage(id)) {
      const std::size_t last = uses.lastWriterOf(id);
      addState(loop, uses, loop.objects[id].owner, last,
               *findAccess(uses.stages[last], id, Write), found);
    }
  return found;
}

const Access *firstStateOf(const LoopContext &loop, const LoopAccesses &uses,
                           const HeaderEvaluation &header,
                           const SharedObjects &shared, std::size_t stage) {
  if (stage >= uses.stages.size())
    return nullptr;
  for (const Access &access : uses.stages[stage].all) {
    const ObjectId id = access.object;
    const bool isState = loop.isElement(id) ? uses.lastWriterOf(id) == stage
                                            : loop.ownerOf(id) != Owner::Item &&
                                                  !shared.contains(id);
    if ((access.use & Write) && isState)
      return &access;
  }
  if (stage == 0 && header.isByFirst())
    for (const Access &access : uses.header.all)
      if ((access.use & Write) && loop.ownerOf(access.object) == Owner::Outside)
        return &access;
  return nullptr;
}

namespace {
class MobilityJudge {
public:
  MobilityJudge(LoopContext &around, const LoopAccesses &found,
                const SharedObjects &both, const StageStates &kept)
      : loop(around), uses(found), shared(both), states(kept) {}

  /// Why code of the stage keeps it on its rank; empty where it does not.
  std::string reasonOf(const Accesses &, std::size_t stage, bool isPromised);

private:
  std::string reasonOf(const Access &write, std::size_t stage);

  LoopContext &loop;
  const LoopAccesses &uses;
  const SharedObjects &shared;
  const StageStates &states;
};
} // namespace

std::string MobilityJudge::reasonOf(const Access &write, std::size_t stage) {
  const Object object = loop.objects[write.object];
  if (object.kind == ObjectKind::Hidden)
    return "it uses " + object.name;
  if (loop.ownerOf(write.object) == Owner::Loop)
    return "it keeps " + describe(object) + ", which the header declares";
  if (!isStateOfOne(loop, shared, write.object))
    return "";
  const StateName name = nameOfState(loop, uses, object);
  const auto same =
      llvm::find_if(states.all, [&](const plan::StateVariable &state) {
        return state.text == name.text && state.form == name.form &&
               state.stage == static_cast<int>(stage) && !state.travels;
      });
  if (same == states.all.end())
    return "";
  return "its state cannot travel: " + describe(object) +
         (same->type.empty() ? "" : ", of type '" + same->type + "'");
}

std::string MobilityJudge::reasonOf(const Accesses &accesses, std::size_t stage,
                                    bool isPromised) {
  for (const Access &access : accesses.all) {
    if (!(access.use & Write))
      continue;
    const std::string reason = reasonOf(access, stage);
    if (!reason.empty())
      return reason;
  }
  if (accesses.unseen.empty() || isPromised)
    return "";
  return "it calls " + accesses.unseen.front().name +
         ", whose body is not visible";
}

std::vector<Mobility> findMobility(LoopContext &loop, const LoopAccesses &uses,
                                   const HeaderEvaluation &header,
                                   const SharedObjects &shared,
                                   const StageStates &states) {
  MobilityJudge judge(loop, uses, shared, states);
  std::vector<Mobility> found;
  for (std::size_t k = 0; k < uses.stages.size(); ++k) {
    const directive::ParsedStage &parsed =
        *loop.parsed(loop.shape.stages[k]).stage;
    const bool isPromised = parsed.replicas || parsed.replicateAuto;
    std::string reason = judge.reasonOf(uses.stages[k], k, isPromised);
    if (reason.empty() && k == 0 && header.isByFirst())
      reason = judge.reasonOf(uses.header, k, isPromised);
    if (const auto stated = uses.statedStays.find(k);
        reason.empty() && stated != uses.statedStays.end() && !isPromised)
      reason = stated->second;
    found.push_back({reason});
  }
  return found;
}

} // namespace redistc::sema
