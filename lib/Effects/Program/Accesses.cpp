//===- Accesses.cpp - What the parts of a loop read and write --*- C++ -*-===//
//
// Walks through the calls of a part, instance by instance.
//
//===----------------------------------------------------------------------===//
#include "Program/Accesses.h"

#include "clang/AST/DeclCXX.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace redistc::effects {

/// What stands for "behind the loop" among the parts.
static constexpr Parts afterLoop = Parts(1) << 63;
/// What ends the variables of an item, on every rank that has them.
static constexpr Parts atItemEnd = Parts(1) << part::Final;

bool overlap(const Access &a, const Access &b) {
  // The count of owners is a member of its own, wherever it is in its object.
  if (a.object != b.object || a.isOfCount != b.isOfCount)
    return false;
  if (a.offset == anywhere || b.offset == anywhere || a.size == 0 ||
      b.size == 0)
    return true;
  return a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

std::set<ObjectId> reachedFrom(PointsTo &points, std::set<ObjectId> start,
                               const std::set<ObjectId> &without) {
  std::vector<ObjectId> open(start.begin(), start.end());
  while (!open.empty()) {
    const ObjectId id = open.back();
    open.pop_back();
    if (without.count(id) && start.count(id) == 0)
      continue;
    for (const auto &[offset, place] : points.object(id).places) {
      const NodeId content = points.place(place).content;
      if (content == none)
        continue;
      for (const PlaceId next : points[content]) {
        const ObjectId reached = points.place(next).object;
        if (without.count(reached) == 0 && start.insert(reached).second)
          open.push_back(reached);
      }
    }
  }
  return start;
}

const std::vector<InstanceId> &TouchedObjects::writersOf(ObjectId wanted) {
  if (!writers.empty())
    return writers[wanted];
  PointsTo &points = program.memory();
  writers.resize(points.objectCount());
  const std::vector<Instance> &all = program.allInstances();
  for (InstanceId id = 0; id < all.size(); ++id) {
    const auto note = [&](NodeId address) {
      if (address != none)
        for (const PlaceId place : points[address])
          if (auto &known = writers[points.place(place).object];
              known.empty() || known.back() != id)
            known.push_back(id);
    };
    for (const Operation &operation : all[id].body->operations)
      note(program.nodeOf(all[id], addressWritten(operation)));
    for (const CallAccess &one : all[id].accesses)
      if (one.isWrite)
        note(one.address);
  }
  return writers[wanted];
}

const TouchedObjects::Touched &TouchedObjects::of(InstanceId id) {
  if (touched.empty())
    touched.resize(program.allInstances().size());
  if (touched[id].isKnown)
    return touched[id];
  touched[id].isKnown = touched[id].isAny = true; // where it calls itself
  Touched found;
  const Instance &instance = program.allInstances()[id];
  const auto add = [&](NodeId address) {
    if (address != none)
      for (const PlaceId place : program.memory()[address])
        found.objects.set(program.memory().place(place).object);
  };
  for (const Operation &operation : instance.body->operations) {
    add(program.nodeOf(instance, addressRead(operation)));
    add(program.nodeOf(instance, addressWritten(operation)));
  }
  for (const CallAccess &one : instance.accesses) {
    add(one.address);
    found.isAny |= one.isDeep;
  }
  for (const Callee &callee : instance.callees) {
    const Touched &inner = of(callee.instance);
    found.isAny |= inner.isAny;
    found.objects |= inner.objects;
  }
  found.isKnown = true;
  touched[id] = std::move(found);
  return touched[id];
}

bool TouchedObjects::mayTouch(InstanceId id, const SparseBitVector<> &wanted) {
  const Touched &all = of(id);
  return all.isAny || all.objects.intersects(wanted);
}

LoopAccesses::LoopAccesses(Program &all, TouchedObjects &shared,
                           StaticInitialisers &statics, unsigned index,
                           KindOf kinds)
    : program(all), touched(shared), initialisers(statics),
      points(all.memory()), loop(all.allLoops()[index]),
      kindOf(std::move(kinds)), parts(63), known(63) {
  for (InstanceId id = loop.instance; id != none;
       id = program.allInstances()[id].caller) {
    callers.insert(id);
    const Instance &caller = program.allInstances()[id];
    hasOtherCallers |= caller.isShared || caller.entry != id;
  }
  const Instance &instance = program.allInstances()[loop.instance];
  for (const Operation &operation : instance.body->operations)
    if (const auto found = loop.region->parts.find(operation.at);
        found != loop.region->parts.end())
      collectOperation(loop.instance, operation, found->second);
  for (const CallAccess &one : instance.accesses)
    if (const auto found = loop.region->parts.find(one.at);
        found != loop.region->parts.end() &&
        !(found->second == atItemEnd && isEndOfLibraryObject(one.at)))
      record(loop.instance, one.at, one.address, one.size, one.isRead,
             one.isWrite, one.isDeep, found->second);
  for (const Callee &callee : instance.callees)
    if (const auto found = loop.region->parts.find(callee.at);
        found != loop.region->parts.end() &&
        !initialisers.contains(loop.instance, callee.at))
      walk(callee.instance, found->second);
  // Threads of earlier items are other threads of the stage.
  for (const Callee &start : program.threadStarts())
    if (const Instance &starter = program.allInstances()[start.instance];
        starter.loop == none || &program.allLoops()[starter.loop] != &loop)
      if (start.instance != loop.instance ||
          !loop.region->parts.contains(start.at))
        for (const Callee &callee : starter.callees)
          if (callee.at == start.at)
            walk(callee.instance, Parts(1) << part::Threads);
}

/// Behind the loop, in its function and in those that call it.
void LoopAccesses::lookBehind(const std::set<ObjectId> &objects) {
  for (const ObjectId id : objects)
    wanted.set(id);
  const Instance &instance = program.allInstances()[loop.instance];
  for (const Operation &operation : instance.body->operations)
    if (const auto found = loop.region->parts.find(operation.at);
        found != loop.region->parts.end())
      keepValues(loop.instance, operation.at, found->second);
  behind(loop.instance, loop.region->after, nullptr, none);
  InstanceId inner = loop.instance;
  for (InstanceId outer = instance.caller; outer != none;
       inner = outer, outer = program.allInstances()[outer].caller) {
    const Instruction *site = program.allInstances()[inner].site;
    SmallVector<const BasicBlock *, 4> next(successors(site->getParent()));
    behind(outer, reachableFrom(next), site, inner);
  }
  for (const InstanceId end : program.atExit())
    walk(end, afterLoop);
}

/// The rest of a block from an instruction on, and whole blocks.
void LoopAccesses::behind(InstanceId id,
                          const DenseSet<const BasicBlock *> &blocks,
                          const Instruction *from, InstanceId skipped) {
  const Instance &instance = program.allInstances()[id];
  const auto isBehind = [&](const Instruction *at) {
    if (id == loop.instance && loop.region->parts.contains(at))
      return false;
    if (blocks.contains(at->getParent()))
      return true;
    return from && at->getParent() == from->getParent() &&
           from->comesBefore(at);
  };
  for (const Operation &operation : instance.body->operations)
    if (isBehind(operation.at)) {
      behindIn[id].insert(operation.at);
      collectOperation(id, operation, afterLoop);
    }
  for (const Operation &operation : instance.body->operations)
    if (isBehind(operation.at) && !isEndOfLibraryObject(operation.at))
      keepValues(id, operation.at, 0);
  for (const CallAccess &one : instance.accesses)
    if (isBehind(one.at) && !isEndOfLibraryObject(one.at))
      record(id, one.at, one.address, one.size, one.isRead, one.isWrite,
             one.isDeep, afterLoop);
  for (const Callee &callee : instance.callees)
    if (isBehind(callee.at) && callee.instance != skipped &&
        !initialisers.contains(id, callee.at))
      walk(callee.instance, afterLoop, isEndOfLibraryObject(callee.at));
}

/// Operands of an instruction that were made before the loop.
void LoopAccesses::keepValues(InstanceId id, const Instruction *user,
                              Parts where) {
  const Instance &instance = program.allInstances()[id];
  const auto isLater = [&](const Instruction *at) {
    return behindIn[id].contains(at) ||
           (id == loop.instance && loop.region->parts.contains(at));
  };
  for (const Use &use : user->operands()) {
    const auto *made = dyn_cast<Instruction>(use.get());
    if (!isa<Argument>(use.get()) && !made)
      continue;
    const Operand operand = instance.body->operandOf(use.get());
    if (operand.isNone || (made && (isa<AllocaInst>(made) || isLater(made))))
      continue;
    KeptValue value;
    value.node = program.nodeOf(instance, operand);
    value.use.instance = id;
    value.use.at = user;
    value.parts = where;
    for (const PlaceId place : points[value.node])
      if (wanted.test(points.place(place).object)) {
        kept.push_back(value);
        break;
      }
  }
}

/// Every context that is not behind the loop has instances of its own.
bool LoopAccesses::isWrittenBefore(ObjectId object) {
  const auto isThere = [&](NodeId address) {
    if (address != none)
      for (const PlaceId place : points[address])
        if (points.place(place).object == object)
          return true;
    return false;
  };
  return any_of(touched.writersOf(object), [&](InstanceId id) {
    if (walked.count({id, afterLoop}))
      return false;
    const auto found = behindIn.find(id);
    if (found == behindIn.end())
      return true;
    const Instance &instance = program.allInstances()[id];
    const auto isBefore = [&](const Instruction *at) {
      return !found->second.contains(at);
    };
    return any_of(instance.body->operations,
                  [&](const Operation &operation) {
                    return isBefore(operation.at) &&
                           isThere(program.nodeOf(instance,
                                                  addressWritten(operation)));
                  }) ||
           any_of(instance.accesses, [&](const CallAccess &one) {
             return one.isWrite && isBefore(one.at) && isThere(one.address);
           });
  });
}

/// `isInEnd`: called by what ends an object of the library.
void LoopAccesses::walk(InstanceId id, Parts where, bool isInEnd) {
  if (!walked.insert({id, where}).second)
    return;
  const Instance &instance = program.allInstances()[id];
  if (where == afterLoop && (!touched.mayTouch(id, wanted) || isQuietEnd(id)))
    return;
  const std::size_t known = disposed.size();
  addDisposed(instance);
  const bool mayEnd =
      where == afterLoop || where == atItemEnd || !disposed.empty();
  const bool isEnd =
      mayEnd && (program.isEndOfLibraryObject(instance.function) ||
                 (isInEnd && program.isOfLibrary(instance.function)));
  if (!isEnd) {
    for (const Operation &operation : instance.body->operations)
      collectOperation(id, operation, where);
    for (const CallAccess &one : instance.accesses)
      if (!mayEnd || !isEndOfLibraryObject(one.at))
        record(id, one.at, one.address, one.size, one.isRead, one.isWrite,
               one.isDeep, where);
  }
  for (const Callee &callee : instance.callees)
    if (!initialisers.contains(id, callee.at))
      walk(callee.instance, where, isEnd);
  disposed.resize(known);
}

/// What the last owner of an object writes as it ends, no other stage uses: the
/// object, in one allocation with the count of its owners, or behind its
/// pointer. A deleter of the program may do anything.
void LoopAccesses::addDisposed(const Instance &instance) {
  const StringRef name = instance.function->getName();
  if (!name.contains("_Sp_counted_ptr") ||
      !(name.ends_with("10_M_disposeEv") || name.ends_with("10_M_destroyEv")))
    return;
  const auto add = [this](NodeId node) {
    for (const PlaceId place : points[node])
      if (points.object(points.place(place).object).kind == ObjectKind::Heap)
        disposed.push_back(points.place(place).object);
  };
  const NodeId self = program.nodeOf(
      instance, instance.body->operandOf(instance.function->getArg(0)));
  if (self == none)
    return;
  add(self);
  if (!name.contains("_Sp_counted_ptr_inplace"))
    for (const PlaceId place : points[self])
      for (const NodeId content : points.contentsAt(place))
        add(content);
}

bool LoopAccesses::isEndOfLibraryObject(const Instruction *at) {
  const auto *call = dyn_cast<CallBase>(at);
  return call && call->getCalledFunction() &&
         program.isEndOfLibraryObject(call->getCalledFunction());
}

/// Whether the code changes what others may look at: other memory than `own`
/// and its own variables.
bool LoopAccesses::changesMore(InstanceId id, const std::set<ObjectId> &own,
                               std::set<InstanceId> &seen) {
  if (!seen.insert(id).second)
    return false;
  const Instance &instance = program.allInstances()[id];
  const auto isSeen = [&](NodeId address) {
    if (address == none)
      return false;
    for (const PlaceId place : points[address]) {
      const ObjectId changed = points.place(place).object;
      const Object &object = points.object(changed);
      if (own.count(changed) == 0 && object.kind != ObjectKind::Internal &&
          !(object.kind == ObjectKind::Local && object.instance != none &&
            seen.count(object.instance)))
        return true;
    }
    return false;
  };
  // What ends a vector or a file frees what these own.
  const bool isEnd = program.isEndOfLibraryObject(instance.function);
  for (const Operation &operation : instance.body->operations)
    if (!isEnd && isSeen(program.nodeOf(instance, addressWritten(operation))))
      return true;
  for (const CallAccess &one : instance.accesses)
    if (!isEnd && one.isWrite && !isEndOfLibraryObject(one.at) &&
        isSeen(one.address))
      return true;
  return any_of(instance.callees, [&](const Callee &callee) {
    return changesMore(callee.instance, own, seen);
  });
}

/// The object that a destructor ends, and what no other variable leads to.
std::set<ObjectId> LoopAccesses::ownOf(InstanceId destructor) {
  const Instance &instance = program.allInstances()[destructor];
  std::set<ObjectId> own;
  const Operand self = instance.body->operandOf(instance.function->getArg(0));
  if (const NodeId node = program.nodeOf(instance, self); node != none)
    for (const PlaceId place : points[node])
      own.insert(points.place(place).object);
  std::set<ObjectId> reached = reachedFrom(points, own);
  std::erase_if(reached, [&](ObjectId id) {
    return own.count(id) == 0 && points.object(id).kind != ObjectKind::Heap;
  });
  const auto isOthers = [&](ObjectId id) {
    return own.count(id) == 0 &&
           any_of(program.holdersOf(id), [&](ObjectId holder) {
             const Object &object = points.object(holder);
             return reached.count(holder) == 0 &&
                    !(object.kind == ObjectKind::Local &&
                      object.instance != none &&
                      program.isOfLibrary(
                          program.allInstances()[object.instance].function));
           });
  };
  while (std::erase_if(reached, isOthers) > 0) {
  }
  return reached;
}

/// ~File() that closes a file: where the object was never used, nothing is to
/// be done.
bool LoopAccesses::isQuietEnd(InstanceId id) {
  const Function *function = program.allInstances()[id].function;
  const auto *decl = dyn_cast_or_null<clang::CXXDestructorDecl>(
      program.lowered().declarationOf(*function));
  std::set<InstanceId> seen;
  return decl && !program.isOfLibrary(function) &&
         !changesMore(id, ownOf(id), seen);
}

void LoopAccesses::collectOperation(InstanceId id, const Operation &operation,
                                    Parts where) {
  const Instance &instance = program.allInstances()[id];
  record(id, operation.at, program.nodeOf(instance, addressRead(operation)),
         operation.amount, true, false, false, where);
  record(id, operation.at, program.nodeOf(instance, addressWritten(operation)),
         operation.amount, false, true, false, where);
}

/// Whether it counts the owners of what a shared_ptr refers to.
static bool isOfCount(Program &program, InstanceId id, const Instruction *at) {
  const Value *address = getLoadStorePointerOperand(at);
  if (const auto *added = dyn_cast<AtomicRMWInst>(at))
    address = added->getPointerOperand();
  else if (const auto *exchanged = dyn_cast<AtomicCmpXchgInst>(at))
    address = exchanged->getPointerOperand();
  if (!address)
    return false;
  // By functions that add to a number, of the program too: who calls them?
  const std::vector<Instance> &all = program.allInstances();
  const auto isAddition = [](StringRef name) {
    return name.starts_with("_ZN9__gnu_cxx") &&
           (name.contains("__exchange_and_add") ||
            name.contains("__atomic_add"));
  };
  if (isAddition(all[id].function->getName())) {
    while (id != none && isAddition(all[id].function->getName()))
      id = all[id].caller;
    return id != none && program.isOfLibrary(all[id].function);
  }
  const auto *member = dyn_cast<GEPOperator>(address);
  const auto *record =
      member ? dyn_cast<StructType>(member->getSourceElementType()) : nullptr;
  return record && record->hasName() &&
         record->getName().contains("_Sp_counted_base");
}

void LoopAccesses::record(InstanceId id, const Instruction *at, NodeId address,
                          std::int64_t size, bool isRead, bool isWrite,
                          bool isDeep, Parts where) {
  if (address == none || initialisers.contains(id, at))
    return;
  Access access;
  access.instance = id;
  access.at = at;
  access.isOfCount = isOfCount(program, id, at);
  const auto put = [&](ObjectId object, std::int64_t offset,
                       std::int64_t bytes) {
    access.object = object;
    access.offset = offset;
    access.size = bytes;
    access.isWrite = false;
    if (isRead)
      this->put(access, where);
    access.isWrite = true;
    if (isWrite && !is_contained(disposed, object))
      this->put(access, where);
  };
  std::set<ObjectId> found;
  for (const PlaceId place : points[address]) {
    const Place one = points.place(place); // extentOf() may add places
    if (points.object(one.object).kind == ObjectKind::Bits)
      continue;
    if (isDeep)
      found.insert(one.object);
    if (where == afterLoop && !wanted.test(one.object))
      continue;
    const Place &bytes = size == 0 ? points.place(points.extentOf(place)) : one;
    put(one.object, bytes.offset, bytes.extent > 0 ? bytes.extent : size);
  }
  if (isDeep)
    for (const ObjectId object : reachedFrom(points, found))
      if (where != afterLoop || wanted.test(object))
        put(object, anywhere, 0);
}

/// Whether it is a variable that begins anew in each turn of the loop.
bool LoopAccesses::beginsInLoop(const Object &object) const {
  const auto isBegin = [this](const User *user) {
    const auto *call = dyn_cast<IntrinsicInst>(user);
    return call && call->getIntrinsicID() == Intrinsic::lifetime_start &&
           loop.region->parts.contains(call);
  };
  const auto *variable = dyn_cast_or_null<AllocaInst>(object.site);
  return object.instance == loop.instance && variable &&
         loop.region->locals.contains(variable) &&
         any_of(variable->users(), isBegin);
}

/// Whether it is a variable of a function that has returned: no code may use
/// it, though addresses of it may be left.
bool LoopAccesses::isGone(const Object &object) const {
  if (object.kind != ObjectKind::Local || object.isCharacters ||
      object.instance == none || object.loop != none)
    return false;
  const Instance &owner = program.allInstances()[object.instance];
  if (beginsInLoop(object))
    return true;
  const bool isCalledInLoop =
      owner.loop != none && &program.allLoops()[owner.loop] == &loop;
  return !owner.isShared && owner.entry == object.instance &&
         (isCalledInLoop ||
          (!hasOtherCallers && callers.count(object.instance) == 0));
}

/// Whether it is a variable or a temporary of the loop's body, or of a function
/// that has been called there: behind the loop no code may use it, though
/// addresses may be left, as in nodes of a map that was moved from.
bool LoopAccesses::hasEnded(const Object &object) const {
  if (object.kind != ObjectKind::Local || object.isCharacters ||
      object.instance == none)
    return false;
  if (object.instance == loop.instance) {
    const auto *variable = dyn_cast_or_null<AllocaInst>(object.site);
    const bool isTemporary = variable && variable->getName().contains(".tmp");
    return beginsInLoop(object) ||
           (isTemporary && loop.region->locals.contains(variable));
  }
  const Instance &owner = program.allInstances()[object.instance];
  return !owner.isShared && owner.entry == object.instance &&
         owner.loop != none && &program.allLoops()[owner.loop] == &loop;
}

/// The parts in which an object may be used. A variable that is declared in a
/// stage is no more when the stage ends, though addresses of it may be left.
Parts LoopAccesses::lifeOf(const Object &object) const {
  const Parts always = ~Parts(0);
  const auto *variable = dyn_cast_or_null<AllocaInst>(object.site);
  if (object.kind != ObjectKind::Local || !variable || object.isCharacters ||
      object.instance != loop.instance ||
      !loop.region->locals.contains(variable))
    return always;
  Parts used = 0;
  for (const User *user : variable->users())
    if (user == loop.region->variables) // declared in front of the stages
      return always;
    else if (const auto *at = dyn_cast<Instruction>(user))
      used |= loop.region->parts.lookup(at);
  return isPowerOf2_64(used) && used >> part::Stage ? used : always;
}

void LoopAccesses::put(const Access &access, Parts where) {
  const Object &object = points.object(access.object);
  if (object.kind == ObjectKind::Function ||
      (where == afterLoop && hasEnded(object)))
    return;
  if (where != afterLoop) {
    where &= lifeOf(object);
    if (where == 0 || isGone(object))
      return;
  }
  const unsigned kind = kindOf ? kindOf(access) : 0;
  const Key key{access.object, access.offset, access.size, access.isWrite,
                kind * 2 + access.isOfCount};
  if (where == afterLoop) {
    if (knownLater.insert(key).second)
      later.push_back(access);
    return;
  }
  for (; where; where &= where - 1)
    if (const auto part = static_cast<std::size_t>(countr_zero(where));
        known[part].insert(key).second)
      parts[part].push_back(access);
}

} // namespace redistc::effects
