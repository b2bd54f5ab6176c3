//===- KeptAddresses.cpp - Addresses in the memory of states ---*- C++ -*-===//
//
// The memory behind a state is new wherever its value arrives.
//
//===----------------------------------------------------------------------===//
#include "Sharing/SharingCheck.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace redistc::effects {

/// Of the program: not of a function of the library.
bool SharingCheck::isVariable(ObjectId id) const {
  const Object &object = points.object(id);
  return object.kind == ObjectKind::Global ||
         object.kind == ObjectKind::Given ||
         (object.kind == ObjectKind::Local && object.instance != none &&
          !program.isOfLibrary(
              program.allInstances()[object.instance].function));
}

/// Whether the value may be an address in the object.
bool SharingCheck::holds(NodeId node, ObjectId id) {
  for (const PlaceId place : points[node])
    if (points.place(place).object == id)
      return true;
  return false;
}

/// Whether the object is another state of the stage, as a whole, or characters
/// in it. Two that own what they lead to have no memory in common, though one
/// may have got it from the other one.
bool SharingCheck::isOwnerBeside(ObjectId id, const State &state) {
  const Object &object = points.object(id);
  return state.isOwner && any_of(states, [&](const State &other) {
           const Object &whole = points.object(other.bytes.object);
           return other.isOwner && other.travels &&
                  other.stage == state.stage && other.bytes.offset == 0 &&
                  other.bytes.size == static_cast<std::int64_t>(whole.size) &&
                  (other.bytes.object == id ||
                   (object.isCharacters && object.site == whole.site &&
                    object.instance == whole.instance));
         });
}

/// The bytes of an address that a place keeps.
Access SharingCheck::bytesOf(const Place &place) const {
  Access bytes;
  bytes.object = place.object;
  bytes.offset = place.offset;
  bytes.size = std::max<std::int64_t>(
      place.extent,
      static_cast<std::int64_t>(program.layout().getPointerSize()));
  return bytes;
}

/// Where the object that the state is a part of keeps, beside the state, the
/// address of memory behind it: another member. Of a place that is not known,
/// nothing is said.
std::vector<Access> SharingCheck::keptBeside(ObjectId inner,
                                             const State &state) {
  std::vector<Access> found;
  const auto isOfState = [](const State &one, const Access &bytes) {
    return overlap(one.bytes, bytes);
  };
  for (const auto &[where, id] : points.object(state.bytes.object).places) {
    const Place &place = points.place(id);
    if (place.offset == anywhere || place.content == none ||
        !holds(place.content, inner))
      continue;
    const Access bytes = bytesOf(place);
    if (!isOfState(state, bytes) && none_of(states, [&](const State &other) {
          return other.isOwner && other.travels && other.stage == state.stage &&
                 isOfState(other, bytes);
        }))
      found.push_back(bytes);
  }
  return found;
}

/// Variables beside the state through which its memory is reached without it.
std::set<ObjectId> SharingCheck::othersThatReach(ObjectId wanted,
                                                 const State &state) {
  std::set<ObjectId> seen = {wanted, state.bytes.object}, found;
  std::vector<ObjectId> open = {wanted};
  while (!open.empty()) {
    const ObjectId inner = open.back();
    open.pop_back();
    for (const ObjectId id : program.holdersOf(inner)) {
      // Texts hold no addresses, though those of temporaries are moved to keys.
      if (!seen.insert(id).second || isOwnerBeside(id, state) ||
          points.object(id).isCharacters)
        continue;
      open.push_back(id);
      if (isVariable(id) && !memory.isOfItem(id))
        found.insert(id);
    }
  }
  return found;
}

/// What code behind the loop may use: what stages write, the memory behind
/// states, and the variables that lead there.
void SharingCheck::lookBehind() {
  std::set<ObjectId> wanted;
  for (std::size_t k = 0; k < memory.stageCount(); ++k)
    forEachAccess(k, [&](const Access &access) {
      if (access.isWrite)
        wanted.insert(access.object);
    });
  for (const State &state : states)
    if (state.travels)
      for (const ObjectId inner : state.reached) {
        wanted.insert(inner);
        if (isBehind(state, inner)) {
          others[{&state, inner}] = othersThatReach(inner, state);
          besides[{&state, inner}] = keptBeside(inner, state);
          if (!besides[{&state, inner}].empty())
            wanted.insert(state.bytes.object);
        }
      }
  for (const auto &[inner, all] : others)
    wanted.insert(all.begin(), all.end());
  accesses.lookBehind(wanted);
}

bool SharingCheck::isBehind(const State &state, ObjectId inner) const {
  return inner != state.bytes.object && !memory.isOfItem(inner) &&
         points.object(inner).kind == ObjectKind::Heap;
}

/// The state as a whole, at its stage.
static Access allOf(const StageMemory::State &state) {
  Access access;
  access.object = state.bytes.object;
  return access;
}

/// The same of another member of the object that the state is a part of.
void SharingCheck::checkKeptBeside(const State &state, ObjectId inner,
                                   const FirstUses &later,
                                   const FirstUses &own) {
  const std::vector<Access> &kept = besides[{&state, inner}];
  const auto useIn = [&](const std::vector<Access> &uses) -> const Access * {
    const auto found = find_if(uses, [&](const Access &use) {
      return !use.isWrite && use.object == state.bytes.object &&
             use.offset != anywhere &&
             (!isa<CallBase>(use.at) || isa<AnyMemTransferInst>(use.at)) &&
             any_of(kept,
                    [&](const Access &bytes) { return overlap(bytes, use); });
    });
    return found == uses.end() ? nullptr : &*found;
  };
  const auto used = own.find(inner);
  if (const Access *use = useIn(accesses.after()); use && later.count(inner))
    add(FindingKind::KeptAddress, state.stage,
        used != own.end() ? *used->second : allOf(state), state.stage, *use);
  else if (const Access *staged = useIn(memory.usesOf(state.stage));
           staged && used != own.end())
    add(FindingKind::Pinned, state.stage, *staged, state.stage, *used->second);
}

/// The memory behind a state is new wherever its value arrives: behind the
/// loop on every rank, and where its stage moves to another one. No other
/// variable may keep addresses of it that are used there.
void SharingCheck::checkKeptAddresses() {
  FirstUses later, laterLoaded;
  for (const Access &access : accesses.after()) {
    later.try_emplace(access.object, &access);
    if (!isa<CallBase>(access.at) || isa<AnyMemTransferInst>(access.at))
      laterLoaded.try_emplace(access.object, &access);
  }
  for (const State &state : states) {
    if (!state.travels)
      continue;
    FirstUses own;
    forEachAccess(state.stage, [&](const Access &access) {
      own.try_emplace(access.object, &access);
    });
    for (const ObjectId inner : state.reached) {
      if (!isBehind(state, inner))
        continue;
      if (later.count(inner) == 0 && own.count(inner) == 0)
        continue;
      for (const ObjectId other : others[{&state, inner}]) {
        if (points.object(other).kind == ObjectKind::Local &&
            !accesses.isWrittenBefore(other))
          continue;
        if (later.count(inner) && laterLoaded.count(other))
          add(FindingKind::KeptAddress, state.stage,
              own.count(inner) ? *own[inner] : allOf(state), state.stage,
              *laterLoaded[other]);
        else if (own.count(inner) && own.count(other))
          add(FindingKind::Pinned, state.stage, *own[other], state.stage,
              *own[inner]);
      }
      checkKeptBeside(state, inner, later, own);
      for (const LoopAccesses::KeptValue &value : accesses.keptValues()) {
        if (!holds(value.node, inner))
          continue;
        Access use = value.use;
        use.object = inner;
        const Access &noted = own.count(inner) ? *own[inner] : *later[inner];
        if (value.parts == 0 && later.count(inner))
          add(FindingKind::KeptAddress, state.stage,
              own.count(inner) ? *own[inner] : allOf(state), state.stage, use);
        else if (value.parts >> (part::Stage + state.stage) & 1)
          add(FindingKind::Pinned, state.stage, use, state.stage, noted);
      }
    }
  }
}

} // namespace redistc::effects
