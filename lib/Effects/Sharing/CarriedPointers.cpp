//===- CarriedPointers.cpp - Pointers that travel with elements -----------===//
//
// Where a pointer of the item leaves a stage, its elements are read; stages
// behind find them in new memory, to which nothing else refers. The serial
// program has one memory instead: what a stage changes there, it would have
// changed in the memory of the stages before.
//
//   stage 1: p = buffer     p refers to buffer
//   carry(p[0 : n])         reads buffer, as a part of stage 1
//   stage 2: p[0] = 1       p refers to memory of the runtime; counts as a
//                           write of buffer, too
//
//===----------------------------------------------------------------------===//
#include "Sharing/SharingCheck.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace llvm;

namespace redistc::effects {

/// Of the pointer, in its variable.
std::int64_t Program::offsetOf(const CarriedPointer &pointer) const {
  return pointer.member
             ? ast.toCharUnitsFromBits(static_cast<std::int64_t>(
                                           ast.getFieldOffset(pointer.member)))
                   .getQuantity()
             : 0;
}

/// A stage, from 0, as When counts them.
static unsigned countedFrom1(const StagedLoop &loop, std::size_t stage) {
  return stage + 1 < loop.stages.size() ? static_cast<unsigned>(stage) + 1
                                        : none;
}

/// The pointers in the variable of an item, and before which stages they are
/// replaced.
std::vector<Replacement> Program::replacedIn(const LoopInstance &loop,
                                             const AllocaInst *variable) const {
  const MarkedVariables &marked = unit.marked[loop.staged];
  const CallBase *mark = loop.region->variables;
  std::vector<Replacement> found;
  for (const CarriedPointer &pointer : staged[loop.staged].pointers)
    for (unsigned i = 0; mark && i < marked.items.size(); ++i)
      if (mark->getArgOperand(2 + i) == variable &&
          declaresSameEntity(marked.items[i], pointer.variable))
        for (const std::size_t cut : pointer.cuts)
          found.push_back(
              {offsetOf(pointer), countedFrom1(staged[loop.staged], cut + 1)});
  return found;
}

/// carry(loop, cut, which, &variable, count)
void Program::carry(InstanceId id, const CallBase *mark) {
  const auto number = [mark](unsigned at) {
    return cast<ConstantInt>(mark->getArgOperand(at))->getZExtValue();
  };
  const StagedLoop &loop = staged[number(0)];
  const CarriedPointer &pointer = loop.pointers[number(2)];
  const NodeId place = points.makeNode(), left = points.makeNode();
  points.offset(argument(id, mark, 3), place, offsetOf(pointer));
  points.load(place, left, whenAt(id, mark));
  access(id, mark, left, true, false, /*isDeep=*/!pointer.isFlat);
  const ObjectId made = localObject(id, mark, ObjectKind::Heap);
  originals[made] = left;
  if (!pointer.isFlat) // what elements own is the runtime's, too
    points.store(objectNode(made), objectNode(made));
  When next = whenAt(id, mark);
  next.earliest = next.latest = countedFrom1(loop, number(1) + 1);
  points.store(objectNode(made), place, next);
}

/// The pointer with which the elements have come.
static std::uint64_t pointerOf(const Object &object) {
  return cast<ConstantInt>(cast<CallBase>(object.site)->getArgOperand(2))
      ->getZExtValue();
}

/// By memory of the runtime, and what elements own there: the memory from which
/// they have come.
std::map<ObjectId, std::set<ObjectId>> StageMemory::originals() {
  std::map<ObjectId, std::set<ObjectId>> found;
  for (const auto &[made, left] : program.carriedFrom()) {
    if (!isOfItem(made))
      continue;
    std::set<ObjectId> copies = {made}, from;
    for (const PlaceId place : points[left])
      from.insert(points.place(place).object);
    if (!staged.pointers[pointerOf(points.object(made))].isFlat) {
      copies = reachedFrom(points, copies);
      from = reachedFrom(points, from);
    }
    for (const ObjectId copy : copies)
      found[copy].insert(from.begin(), from.end());
  }
  return found;
}

/// What a stage changes in memory of the runtime it changes, serially, in the
/// memory of the stages before.
static void
addOriginals(const std::map<ObjectId, std::set<ObjectId>> &originals,
             std::vector<Access> &found) {
  std::set<ObjectId> seen;
  for (std::size_t i = 0; i < found.size(); ++i) { // grows
    const auto from = originals.find(found[i].object);
    if (!found[i].isWrite || from == originals.end())
      continue;
    Access access = found[i];
    access.offset = anywhere;
    access.size = 0;
    for (const ObjectId one : from->second) {
      access.object = one;
      if (seen.insert(one).second)
        found.push_back(access);
    }
  }
}

/// A stage with in(...) or out(...) changes what it says.
void StageMemory::addOriginals() {
  if (staged.pointers.empty())
    return;
  const std::map<ObjectId, std::set<ObjectId>> known = originals();
  for (std::size_t k = 0; k < stageCount(); ++k)
    if (!staged.stated[k])
      effects::addOriginals(known, uses[k]);
}

/// All memory that the elements have been in.
static std::set<ObjectId> originsOf(Program &program, ObjectId id) {
  std::set<ObjectId> found;
  std::vector<ObjectId> open = {id};
  while (!open.empty()) {
    const auto from = program.carriedFrom().find(open.back());
    open.pop_back();
    if (from == program.carriedFrom().end())
      continue;
    for (const PlaceId place : program.memory()[from->second])
      if (const ObjectId one = program.memory().place(place).object;
          found.insert(one).second)
        open.push_back(one);
  }
  return found;
}

/// Elements that two pointers refer to are two copies on another rank: what a
/// stage changes of one, no stage behind may look for in the other.
void SharingCheck::checkCarriedAliases() {
  std::map<ObjectId, std::set<ObjectId>> origins;
  for (const auto &[id, from] : program.carriedFrom())
    if (memory.isOfItem(id))
      origins[id] = originsOf(program, id);
  const auto isOther = [&](ObjectId a, ObjectId b) {
    return pointerOf(points.object(a)) != pointerOf(points.object(b)) &&
           any_of(origins[a],
                  [&](ObjectId one) { return origins[b].count(one) != 0; });
  };
  for (std::size_t k = 0; k < memory.stageCount(); ++k)
    forEachAccess(k, [&](const Access &write) {
      if (!write.isWrite || !origins.count(write.object))
        return;
      for (std::size_t j = k; j < memory.stageCount(); ++j)
        forEachAccess(j, [&](const Access &other) {
          if (origins.count(other.object) &&
              isOther(write.object, other.object))
            add(FindingKind::ItemsShare, k, write, k, write);
        });
    });
}

/// Memory of the runtime is not the program's to end.
void SharingCheck::checkReleases() {
  for (const Release &release : program.allReleases()) {
    const auto [loop, parts] = release.place;
    if (loop == none || &program.allLoops()[loop] != &instance ||
        release.address == none)
      continue;
    for (const PlaceId place : points[release.address]) {
      Access access;
      access.object = points.place(place).object;
      access.instance = release.instance;
      access.at = release.at;
      access.isWrite = true;
      if (!program.carriedFrom().count(access.object))
        continue;
      const Parts stages = parts >> part::Stage;
      const std::size_t stage =
          stages ? static_cast<std::size_t>(countr_zero(stages)) : 0;
      add(FindingKind::CarriedFreed, stage, access, stage, access);
    }
  }
}

/// Memory of the runtime is used again for later items.
void SharingCheck::checkKeptElements() {
  std::set<ObjectId> left;
  for (const auto &[made, from] : program.carriedFrom())
    if (const ObjectId older = points.object(made).older; older != none)
      left.insert(older);
  for (std::size_t k = 0; k < memory.stageCount(); ++k)
    forEachAccess(k, [&](const Access &access) {
      if (left.count(access.object))
        add(FindingKind::CarriedKept, k, access, k, access);
    });
}

} // namespace redistc::effects
