//===- Identities.cpp - Objects that are compared by address ---*- C++ -*-===//
//
// What a shared_ptr owns is a new object wherever the pointer arrives. Whether
// it is the one that another pointer refers to is asked by its address.
//
//===----------------------------------------------------------------------===//
#include "Sharing/SharingCheck.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace redistc::effects {

/// Whether a function of the library compares for the program: pointers, and
/// keys and values that may be pointers. Other functions of the library compare
/// nodes of one container, or owners that they assign: the program does not see
/// the result.
static bool comparesForProgram(StringRef name) {
  return name.contains("shared_ptr") || name.contains("weak_ptr") ||
         name.contains("St4less") || name.contains("St7greater") ||
         name.contains("St8equal_to") || name.contains("St12not_equal_to") ||
         name.contains("St10less_equal") ||
         name.contains("St13greater_equal") ||
         name.contains("compare_three_way") || name.contains("_M_less") ||
         name.contains("compare_exchange") || name.contains("7__equalI") ||
         name.contains("N9__gnu_cxx5__ops");
}

/// Variables of the item that come to the stage from another rank, and that may
/// own something together with others.
std::vector<const StageMemory::Item *>
SharingCheck::sharersAt(std::size_t stage) const {
  std::vector<const StageMemory::Item *> found;
  for (const StageMemory::Item &item : items) {
    const auto *decl = cast<clang::ValueDecl>(item.decl->getCanonicalDecl());
    for (std::size_t cut = 0; cut < stage; ++cut)
      if (staged.carried[cut].count(decl) && mayOwnTogether(decl->getType())) {
        found.push_back(&item);
        break;
      }
  }
  return found;
}

/// An object that places of both may be in, and that is another one on the rank
/// of the stage: only one of `sharers` leads to the copy.
std::optional<ObjectId>
SharingCheck::copyAmong(const std::vector<PlaceId> &one,
                        const std::vector<PlaceId> &other,
                        const std::vector<const StageMemory::Item *> &sharers) {
  const auto isCopy = [&](ObjectId id) {
    const auto leads = [id](const StageMemory::Item *item) {
      return item->reached.count(id) != 0;
    };
    const auto count = count_if(sharers, leads);
    return points.object(id).kind == ObjectKind::Heap &&
           (memory.isOfItem(id) ? count > 1 : count > 0);
  };
  for (const PlaceId first : one)
    for (const PlaceId second : other) {
      const Place &a = points.place(first), &b = points.place(second);
      const bool mayBeSame =
          a.offset == b.offset || a.offset == anywhere || b.offset == anywhere;
      if (a.object == b.object && mayBeSame && isCopy(a.object))
        return a.object;
    }
  return std::nullopt;
}

/// The addresses that an instruction compares with others, or takes from them:
/// those of the values, or what is stored where they lead to.
std::array<std::vector<PlaceId>, 2>
SharingCheck::addressesCompared(const Instance &one, const Instruction &at) {
  const auto placesOf = [&](const Value *value, bool isStored) {
    std::vector<PlaceId> found;
    const NodeId node = program.nodeOf(one, one.body->operandOf(value));
    if (node == none)
      return found;
    for (const PlaceId place : points[node]) {
      if (!isStored) {
        found.push_back(place);
        continue;
      }
      for (const NodeId content : points.contentsAt(place))
        append_range(found, points[content]);
    }
    return found;
  };
  const auto *number = dyn_cast<BinaryOperator>(&at);
  const auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (isa<ICmpInst>(at) ||
      (number && !program.isOfLibrary(one.function) &&
       is_contained({Instruction::Sub, Instruction::Xor}, number->getOpcode())))
    return {placesOf(at.getOperand(0), false),
            placesOf(at.getOperand(1), false)};
  if (isa<AtomicCmpXchgInst>(at))
    return {placesOf(at.getOperand(0), true),
            placesOf(at.getOperand(1), false)};
  if (callee && (callee->getName() == "memcmp" || callee->getName() == "bcmp"))
    return {placesOf(call->getArgOperand(0), true),
            placesOf(call->getArgOperand(1), true)};
  return {};
}

/// A stage that compares addresses of what shared_ptrs own finds two objects
/// where the serial program has one.
void SharingCheck::checkIdentities() {
  const std::vector<Instance> &all = program.allInstances();
  for (std::size_t k = 1; k < memory.stageCount(); ++k) {
    const auto sharers = sharersAt(k);
    for (InstanceId id = 0; id < all.size() && !sharers.empty(); ++id) {
      const Instance &one = all[id];
      if (program.isOfLibrary(one.function) &&
          !comparesForProgram(one.function->getName()))
        continue;
      for (const Instruction &at : instructions(*one.function)) {
        const auto [first, second] = addressesCompared(one, at);
        if (first.empty() || second.empty())
          continue;
        const auto [loop, parts] = program.loopAt(id, &at);
        if (loop == none || &program.allLoops()[loop] != &instance ||
            !(parts >> (part::Stage + k) & 1))
          continue;
        Access access;
        access.instance = id;
        access.at = &at;
        if (const auto copy = copyAmong(first, second, sharers)) {
          access.object = *copy;
          add(FindingKind::Identity, k, access, k, access);
        }
      }
    }
  }
}

} // namespace redistc::effects
