//===- LoopAccesses.cpp - Reads and writes of a loop's parts ---*- C++ -*-===//
//
// Walks through header, item declarations and stages, then corrects what the
// text alone tells.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Accesses/LoopAccesses.h"

#include "Pipeline/Accesses/Stated.h"

using namespace clang;

namespace redistc::sema {

bool LoopAccesses::isWrittenByStage(ObjectId id) const {
  return llvm::any_of(stages, [&](const Accesses &stage) {
    return findAccess(stage, id, Write) != nullptr;
  });
}

bool LoopAccesses::isReadBehind(std::size_t cut, ObjectId id) const {
  for (std::size_t k = cut + 1; k < stages.size(); ++k) {
    if (llvm::any_of(stages[k].all, [id](const Access &access) {
          return access.object == id && access.isExposed;
        }))
      return true;
    if (stages[k].overwritten.count(id))
      return false;
  }
  return false;
}

std::size_t LoopAccesses::lastWriterOf(ObjectId id) const {
  for (std::size_t k = stages.size(); k-- > 0;)
    if (findAccess(stages[k], id, Write))
      return k;
  return 0;
}

static void forget(const LoopContext &loop, Accesses &accesses,
                   bool (*isForgotten)(const Object &)) {
  std::erase_if(accesses.all, [&](const Access &access) {
    return isForgotten(loop.objects[access.object]);
  });
}

LoopAccesses withoutErrno(const LoopContext &loop, LoopAccesses uses) {
  for (Accesses &stage : uses.stages)
    forget(loop, stage, isErrno);
  return uses;
}

static void checkStatics(const LoopContext &loop) {
  for (const VarDecl *variable : loop.declared)
    if (isMadeOfLocals(variable))
      loop.context.error(
          variable->getLocation(), DiagnosticKind::InitialiserChanges, nullptr,
          "'" + variable->getNameAsString() + "'", "a static variable");
}

static ItemAccesses accessesOfItem(LoopContext &loop,
                                   const ItemVariable &item) {
  ItemAccesses found;
  if (item.variable->hasInit() && !item.isOfCondition)
    found.initial = loop.accessesOf({item.variable->getInit()});
  if (!item.isReference)
    found.final = loop.accessesOfEnd(item.variable);
  forget(loop, found.initial, isErrno);
  forget(loop, found.final, isErrno);
  return found;
}

/// A lock has no value that another stage could miss. Where two stages use it,
/// the user may have meant it for more than it does.
static void warnOfLocks(const LoopContext &loop,
                        const std::vector<Accesses> &stages) {
  std::map<ObjectId, std::size_t> first;
  std::set<ObjectId> told;
  for (std::size_t k = 0; k < stages.size(); ++k)
    for (const Access &access : stages[k].all) {
      const Object &object = loop.objects[access.object];
      if (isLock(object) &&
          first.try_emplace(access.object, k).first->second != k &&
          told.insert(access.object).second)
        loop.context.report(access.location, DiagnosticKind::LockApart,
                            describe(object),
                            static_cast<int>(first[access.object] + 1),
                            static_cast<int>(k + 1));
    }
}

/// Those of this loop.
static std::vector<effects::FoundUse>
ofLoop(const LoopContext &loop, const std::vector<effects::FoundUse> &all) {
  std::vector<effects::FoundUse> found;
  llvm::copy_if(all, std::back_inserter(found), [&](const auto &use) {
    return use.loop == loop.shape.loop && use.function == loop.function;
  });
  return found;
}

/// What generated code shows not to happen.
static void forgetDenied(LoopContext &loop, std::vector<Accesses> &stages) {
  for (const effects::FoundUse &use : ofLoop(loop, loop.facts.denied)) {
    const ObjectId id = loop.objects.variable(use.variable);
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

/// What the text of a stage does not show.
static void addFound(LoopContext &loop, std::vector<Accesses> &stages) {
  for (const effects::FoundUse &use : ofLoop(loop, loop.facts.uses)) {
    Access access;
    access.object = loop.objects.named(use.variable);
    access.use = use.isWritten ? Modify : Read;
    access.location = loop.shape.stages[use.stage].statement->getBeginLoc();
    access.isExposed = true;
    stages[use.stage].all.push_back(access);
  }
}

/// A stage that hands elements on reads how many there are.
static void addCounting(LoopContext &loop, const Carry &carry,
                        LoopAccesses &uses) {
  Accesses count = loop.accessesOf({carry.counting});
  forget(loop, count, isErrno);
  for (const Access &access : count.all)
    if (access.use & Write)
      loop.context.error(access.location, DiagnosticKind::CarryCountChanges,
                         nullptr, carry.name,
                         describe(loop.objects[access.object]));
  for (std::size_t k = 0; k + 1 < uses.stages.size(); ++k) {
    if (!uses.isReadBehind(k, carry.whole))
      continue;
    for (Access access : count.all) {
      access.isExposed = !uses.stages[k].overwritten.count(access.object);
      uses.stages[k].all.push_back(access);
    }
    llvm::append_range(uses.stages[k].unseen, count.unseen);
  }
}

LoopAccesses collectAccesses(LoopContext &loop, const ItemObjects &own) {
  checkStatics(loop);
  LoopAccesses uses;
  uses.header = loop.accessesOf(loop.header.repeated);
  forget(loop, uses.header, isErrno);
  for (const ItemVariable &item : loop.items)
    uses.items.push_back(accessesOfItem(loop, item));
  for (const StageShape &stage : loop.shape.stages)
    uses.stages.push_back(loop.accessesOf({stage.statement}, true));
  warnOfLocks(loop, uses.stages);
  for (Accesses &stage : uses.stages)
    forget(loop, stage, isLock);
  forget(loop, uses.header, isLock);
  forgetDenied(loop, uses.stages);
  addFound(loop, uses.stages);
  for (std::size_t k = 0; k < uses.stages.size(); ++k)
    if (loop.isStated(loop.shape.stages[k])) {
      StatedAccesses stated = statedAccesses(loop, k, uses.stages[k]);
      uses.stages[k] = std::move(stated.accesses);
      uses.statedPointees.insert(stated.pointees.begin(),
                                 stated.pointees.end());
      if (!stated.stays.empty())
        uses.statedStays[k] = std::move(stated.stays);
    }
  for (const Carry &carry : own.carries)
    addCounting(loop, carry, uses);
  return uses;
}

} // namespace redistc::sema
