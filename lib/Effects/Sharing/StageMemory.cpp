//===- StageMemory.cpp - What the stages of a loop touch -------*- C++ -*-===//
//
// The variables of the loop are found by the mark that the lowered code has in
// front of the first stage.
//
//===----------------------------------------------------------------------===//
#include "Sharing/StageMemory.h"

#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace redistc::effects {

/// Whether the type has an array of bytes or numbers in which a pointer has
/// room.
static bool hasBytes(clang::QualType type, const clang::ASTContext &ast) {
  if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe()) {
    const clang::QualType element = array->getElementType();
    if (element->isArithmeticType() || element->isStdByteType())
      return ast.getTypeSize(type) >= ast.getTypeSize(ast.VoidPtrTy);
    return hasBytes(element, ast);
  }
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  return record && (any_of(record->bases(),
                           [&](const clang::CXXBaseSpecifier &base) {
                             return hasBytes(base.getType(), ast);
                           }) ||
                    any_of(record->fields(), [&](const clang::FieldDecl *one) {
                      return hasBytes(one->getType(), ast);
                    }));
}

bool isOfBytes(clang::QualType type, const clang::ASTContext &ast) {
  return type.isTriviallyCopyableType(ast) && hasBytes(type, ast);
}

StageMemory::StageMemory(clang::ASTContext &context, Program &analysed,
                         TouchedObjects &touched, StaticInitialisers &statics,
                         unsigned index, const StagedLoop &stagedLoop)
    : ast(context), program(analysed), points(analysed.memory()), number(index),
      instance(analysed.allLoops()[index]), staged(stagedLoop),
      memory(context, analysed, instance, stagedLoop), names(context, analysed),
      additions(analysed),
      accesses(analysed, touched, statics, index, kindOfAccesses()) {
  findItems();
  findStates();
  findUses();
  findScratch();
  findBookkeeping();
  forgetCounts();
  forgetElements();
}

bool StageMemory::isExempt(ObjectId id) const {
  const Object &object = points.object(id);
  return object.kind == ObjectKind::Function ||
         object.kind == ObjectKind::Exception || object.isConstant ||
         isScratch(id) || bookkeeping.count(id) != 0;
}

void StageMemory::findItems() {
  const MarkedVariables &marked = program.lowered().marked[instance.staged];
  const CallBase *mark = instance.region->variables;
  const Instance &around = program.allInstances()[instance.instance];
  unsigned at = 2;
  const auto objectsOfNext = [&] {
    std::set<ObjectId> found;
    if (mark && at < mark->arg_size()) {
      const NodeId node = program.nodeOf(
          around, around.body->operandOf(mark->getArgOperand(at)));
      if (node != none)
        for (const PlaceId place : points[node])
          found.insert(points.place(place).object);
    }
    ++at;
    return found;
  };
  for (const clang::ValueDecl *decl : marked.items) {
    const std::set<ObjectId> own = objectsOfNext();
    items.push_back({decl, own, reachedFrom(points, own)});
  }
  for (const clang::ValueDecl *decl : marked.loopVariables) {
    const std::set<ObjectId> found = objectsOfNext();
    driven.push_back({decl, reachedFrom(points, found)});
    // A reference is no variable of the loop's.
    if (!decl->getType()->isReferenceType())
      loopVariables.insert(found.begin(), found.end());
  }
}

std::set<ObjectId> StageMemory::reachedFromBytes(const Access &bytes) {
  if (bytes.offset == anywhere)
    return reachedFrom(points, {bytes.object});
  std::set<ObjectId> targets;
  for (const auto &[where, id] : points.object(bytes.object).places) {
    const Place &place = points.place(id);
    Access part;
    part.object = bytes.object;
    part.offset = place.offset;
    part.size = std::max<std::int64_t>(place.extent, 1);
    if (place.content != none && overlap(part, bytes))
      for (const PlaceId target : points[place.content])
        targets.insert(points.place(target).object);
  }
  targets.erase(bytes.object);
  std::set<ObjectId> found = reachedFrom(points, targets, {bytes.object});
  found.insert(bytes.object);
  return found;
}

StageMemory::State StageMemory::stateAt(const BroughtState &state,
                                        Place place) {
  State known;
  known.stage = state.stage;
  known.travels = state.travels;
  known.bytes.object = place.object;
  known.bytes.offset = place.offset;
  // By a reference or pointer, the object may be a part of a larger one.
  const clang::ValueDecl *named = state.member ? state.member : state.decl;
  clang::QualType type = named ? named->getType() : clang::QualType();
  if (!type.isNull() && state.isPointee && !state.member)
    type = type->getPointeeType();
  else if (!type.isNull())
    type = type.getNonReferenceType();
  known.isOwner = !type.isNull() && !holdsForeignAddress(type);
  known.isFlat = !type.isNull() && type->isRecordType() &&
                 type.isTriviallyCopyableType(ast);
  known.isOfBytes = !type.isNull() && isOfBytes(type, ast);
  known.decl = named;
  if (!type.isNull() && !type->isIncompleteType() && !type->isFunctionType())
    known.bytes.size = ast.getTypeSizeInChars(type).getQuantity();
  if (known.bytes.size == 0)
    known.bytes.offset = anywhere;
  known.reached = reachedFromBytes(known.bytes);
  return known;
}

void StageMemory::findStates() {
  for (const BroughtState &state : staged.states) {
    for (const Place &place : memory.placesOf(state)) {
      std::vector<Place> all = {place};
      if (state.isPointee) {
        all.clear();
        for (const PlaceId id : points[points.contentOf(
                 points.placeOf(place.object, place.offset))])
          all.push_back(memory.memberOf(state, points.place(id)));
      }
      for (const Place &one : all) {
        states.push_back(stateAt(state, one));
        if (state.decl && state.stage == 0)
          driven.push_back({state.decl, reachedFrom(points, {one.object})});
      }
    }
  }
}

/// Of a stage with in(...) or out(...), what is reached from the variables that
/// it names. The first stage evaluates a header that one rank alone can.
void StageMemory::findUses() {
  uses.resize(stageCount());
  for (std::size_t k = 0; k < stageCount(); ++k) {
    append_range(uses[k], accesses.of(part::Stage + static_cast<unsigned>(k)));
    if (k == 0 && staged.isDriven)
      append_range(uses[k], accesses.of(part::Header));
    addThreads(uses[k]);
    if (staged.stated[k])
      addStated(k, uses[k]);
  }
  addOriginals();
}

/// A thread that was started before the loop may do its work for a stage that
/// uses memory together with it.
void StageMemory::addThreads(std::vector<Access> &found) {
  const std::vector<Access> &threads = accesses.of(part::Threads);
  std::map<ObjectId, bool> used; // and written
  for (const Access &access : threads)
    if (!isExempt(access.object))
      used[access.object] |= access.isWrite;
  const bool isShared = any_of(found, [&](const Access &access) {
    const auto one = used.find(access.object);
    return one != used.end() && (access.isWrite || one->second);
  });
  if (isShared)
    append_range(found, threads);
}

void StageMemory::addStated(std::size_t stage, std::vector<Access> &found) {
  std::set<ObjectId> named;
  std::vector<Access> stated;
  for (const StatedName &name : *staged.stated[stage]) {
    const bool isItem = is_contained(staged.items, name.decl);
    const std::set<ObjectId> own = memory.objectsOf(name.decl);
    for (const ObjectId id : own) {
      Access access;
      access.object = id;
      access.isWrite = name.isWritten;
      if (name.isWhole)
        stated.push_back(access);
    }
    // What an item has from memory that outlives it is the user's word.
    for (const ObjectId id : reachedFrom(points, own))
      if (!isItem || isOfItem(id))
        named.insert(id);
  }
  named.erase(program.unknown());
  erase_if(found, [&](const Access &access) {
    const ObjectKind kind = points.object(access.object).kind;
    return kind != ObjectKind::Hidden &&
           (kind == ObjectKind::World || named.count(access.object) == 0);
  });
  append_range(found, stated);
}

InstanceId StageMemory::receiverOf(const Access &access) const {
  const std::vector<Instance> &all = program.allInstances();
  if (access.instance == none ||
      all[access.instance].parts != Parts(1) << part::Receipt)
    return none;
  const auto isInner = [&](InstanceId id) {
    return id != none && id != instance.instance &&
           all[id].parts == Parts(1) << part::Receipt;
  };
  InstanceId outer = access.instance;
  while (isInner(all[outer].caller))
    outer = all[outer].caller;
  return outer;
}

const std::set<ObjectId> &
StageMemory::memoryOfReceiver(const Function *function) {
  const auto [known, isNew] = received.try_emplace(function);
  if (!isNew)
    return known->second;
  const std::vector<ReceiptFunctions> &receipts =
      program.lowered().receipts[instance.staged];
  std::set<ObjectId> found, others;
  for (std::size_t i = 0; i < receipts.size(); ++i)
    if (is_contained(receipts[i].made, function) ||
        is_contained(receipts[i].serving, function))
      found.merge(memory.objectsOf(staged.received[i].decl));
  for (ObjectId id = 0; id < points.objectCount(); ++id) {
    const ObjectKind kind = points.object(id).kind;
    if (kind != ObjectKind::Heap && kind != ObjectKind::Internal &&
        !points.object(id).isCharacters && !found.count(id))
      others.insert(id);
  }
  return known->second = reachedFrom(points, found, others);
}

// What travels.

bool StageMemory::travelsTo(const clang::ValueDecl *decl, std::size_t from,
                            std::size_t to) const {
  for (std::size_t cut = from; cut < to; ++cut)
    if (staged.carried[cut].count(
            cast<clang::ValueDecl>(decl->getCanonicalDecl())) == 0)
      return false;
  return true;
}

/// Whether a variable that a stage has changed comes to another one, from there
/// or from a stage that has replaced it.
bool StageMemory::comesTo(const clang::ValueDecl *decl, std::size_t from,
                          std::size_t to) const {
  for (std::size_t origin = from; origin < to; ++origin)
    if ((origin == from || staged.replaced[origin].count(decl)) &&
        travelsTo(decl, origin, to))
      return true;
  return false;
}

/// Whether an address of the object is stored where the item does not reach:
/// the text of a stage then does not show all that uses the object.
bool StageMemory::isAliased(const Item &item, ObjectId wanted) {
  return any_of(program.holdersOf(wanted), [&](ObjectId holder) {
    return item.reached.count(holder) == 0;
  });
}

bool StageMemory::isHandedOver(ObjectId id, std::size_t from, std::size_t to) {
  bool isFound = from == 0 && isDrivenTo(id, to);
  for (const Item &item : items) {
    if (item.reached.count(id) == 0)
      continue;
    const auto *decl = cast<clang::ValueDecl>(item.decl->getCanonicalDecl());
    if (comesTo(decl, from, to) ||
        (staged.overwritten[to].count(decl) && !isAliased(item, id)))
      isFound = true;
  }
  return isFound;
}

bool StageMemory::isDrivenTo(ObjectId id, std::size_t to) const {
  return staged.isDriven && any_of(driven, [&](const auto &one) {
           return one.second.count(id) && travelsTo(one.first, 0, to);
         });
}

} // namespace redistc::effects
