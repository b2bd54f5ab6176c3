//===- OwnMemory.cpp - Memory of which each rank has its own ---*- C++ -*-===//
//
// Counts, elements of the item and scratch buffers: what stages do to these is
// no use of shared memory, if no other code of the loop reaches it.
//
//===----------------------------------------------------------------------===//
#include "Sharing/StageMemory.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace redistc::effects {

/// Whether the argument may be MPI_COMM_WORLD, of Open MPI or of MPICH.
static bool isWorld(Program &program, const Instance &caller,
                    const Value *argument) {
  const auto isName = [](const Value *value) {
    return value && value->getName() == "ompi_mpi_comm_world";
  };
  if (const auto *number = dyn_cast<ConstantInt>(argument))
    return number->getType()->isIntegerTy(32) &&
           number->getZExtValue() == 0x44000000;
  const NodeId node = program.nodeOf(caller, caller.body->operandOf(argument));
  PointsTo &points = program.memory();
  bool isWorld = isName(argument->stripPointerCasts());
  if (node != none)
    for (const PlaceId place : points[node])
      isWorld |= isName(points.object(points.place(place).object).site);
  return isWorld;
}

/// A call of MPI, or a directive, that waits for all ranks.
bool StageMemory::isWithAllRanks(const Access &access) {
  const Object &object = points.object(access.object);
  if (object.kind != ObjectKind::Hidden || object.name != messagesOfMpi ||
      !access.isWrite)
    return false;
  const auto *call = dyn_cast_or_null<CallBase>(access.at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !callee->getName().starts_with("MPI_"))
    return true;
  const Instance &caller = program.allInstances()[access.instance];
  return any_of(call->args(), [&](const Value *argument) {
    return isWorld(program, caller, argument);
  });
}

/// Additions, uses of elements, messages to all ranks, capacities and numbers
/// of owners, what operators new and delete do, and what a function does that a
/// receipt calls, apart from all else.
LoopAccesses::KindOf StageMemory::kindOfAccesses() {
  enum Kind : unsigned {
    Other,
    Addition,
    ToAll,
    Unsent,
    Allocation,
    OfElement
  };
  return [this](const Access &access) -> unsigned {
    if (isWithAllRanks(access))
      return ToAll;
    if (toldBy(access) != Told::Nothing)
      return Unsent;
    if (program.isInAllocator(access.instance))
      return Allocation;
    if (const InstanceId receiver = receiverOf(access); receiver != none)
      return OfElement + static_cast<unsigned>(staged.elements.size()) +
             receiver;
    if (!staged.counts.empty() && additions.isAddition(access))
      return Addition;
    for (std::size_t i = 0; i < staged.elements.size(); ++i)
      if (isNamedElement(staged.elements[i], access))
        return OfElement + static_cast<unsigned>(i);
    return Other;
  };
}

/// Forgets the uses of some memory, if all code of the loop that may reach it
/// uses it in the way that is told.
template <typename IsThere, typename IsInWay>
void StageMemory::forgetUses(IsThere isThere, IsInWay isInWay) {
  const auto isElse = [&](const Access &access) {
    return access.object == program.unknown() ||
           (isThere(access) && !isInWay(access));
  };
  const auto isUsedBy = [&](unsigned one) {
    return any_of(accesses.of(one), isThere);
  };
  if (any_of(uses, [&](const auto &stage) { return any_of(stage, isElse); }) ||
      isUsedBy(part::Header) || isUsedBy(part::Items) ||
      isUsedBy(part::Final) || isUsedBy(part::Receipt))
    return;
  for (std::vector<Access> &stage : uses)
    erase_if(stage, isThere);
}

/// What stages only add to is summed up behind the loop.
void StageMemory::forgetCounts() {
  for (const BroughtState &count : staged.counts)
    for (const Place &place : memory.placesOf(count)) {
      const Access bytes = stateAt(count, place).bytes;
      forgetUses([&](const Access &one) { return overlap(one, bytes); },
                 [&](const Access &one) { return additions.isAddition(one); });
    }
}

/// What a load, a store or a copy reads or writes.
static const Value *addressOf(const Access &access) {
  if (const auto *copy = dyn_cast_or_null<AnyMemTransferInst>(access.at))
    return access.isWrite ? copy->getRawDest() : copy->getRawSource();
  return access.at ? getLoadStorePointerOperand(access.at) : nullptr;
}

/// How many bytes it reads or writes there; 0 where that is not known.
static std::int64_t bytesAt(const Access &access, const DataLayout &layout) {
  const auto *copy = dyn_cast<AnyMemTransferInst>(access.at);
  const auto *length =
      copy ? dyn_cast<ConstantInt>(copy->getLength()) : nullptr;
  if (copy)
    return length ? static_cast<std::int64_t>(length->getZExtValue()) : 0;
  return static_cast<std::int64_t>(
      layout
          .getTypeStoreSize(
              getLoadStoreType(const_cast<Instruction *>(access.at)))
          .getKnownMinValue());
}

/// Whether the loop's function itself reads or writes a part of the element, at
/// an address that one of the expressions has.
bool StageMemory::isNamedElement(const ItemElements &elements,
                                 const Access &access) {
  const Value *address = addressOf(access);
  if (!address || access.instance != instance.instance)
    return false;
  const DataLayout &layout = program.lowered().module->getDataLayout();
  const std::int64_t size = bytesAt(access, layout);
  APInt shift(layout.getIndexTypeSizeInBits(address->getType()), 0);
  const auto *made = dyn_cast<Instruction>(
      address->stripAndAccumulateConstantOffsets(layout, shift, true));
  const auto *call = dyn_cast_or_null<CallBase>(made);
  if (size == 0 || !made || shift.getSExtValue() < 0 ||
      shift.getSExtValue() + size > elements.size ||
      !(isa<GetElementPtrInst>(made) ||
        (call && call->getCalledFunction() &&
         program.isOfLibrary(call->getCalledFunction()))))
    return false;
  const clang::SourceLocation place = names.placeOf(made);
  return place.isValid() &&
         any_of(elements.names, [&](clang::SourceRange range) {
           return ast.getSourceManager().isPointWithin(place, range.getBegin(),
                                                       range.getEnd());
         });
}

/// Elements that are the item's alone travel with it.
void StageMemory::forgetElements() {
  for (const ItemElements &elements : staged.elements)
    for (const Place &place : memory.placesOf(elements.array)) {
      const State array = stateAt(elements.array, place);
      const bool isInside = array.reached.size() == 1; // no vector
      forgetUses(
          [&](const Access &one) {
            return isInside ? overlap(one, array.bytes)
                            : one.object != array.bytes.object &&
                                  array.reached.count(one.object) != 0;
          },
          [&](const Access &one) { return isNamedElement(elements, one); });
    }
}

/// Code of the library, and the loops over a range, use an address at once.
bool StageMemory::isPassing(ObjectId id) const {
  const Object &object = points.object(id);
  if (object.kind != ObjectKind::Local || object.instance == none)
    return false;
  return program.isOfLibrary(
             program.allInstances()[object.instance].function) ||
         (object.site && object.site->getName().starts_with("__"));
}

static StageMemory::Told toldBy(StringRef name) {
  if (name.contains("_ptrI") &&
      (name.ends_with("9use_countEv") || name.ends_with("7expiredEv") ||
       name.ends_with("6uniqueEv")))
    return StageMemory::Told::Owners;
  if (name.starts_with("_ZNKS") && name.ends_with("8capacityEv"))
    return StageMemory::Told::Capacity;
  return StageMemory::Told::Nothing;
}

/// By the function of the library that code of the program calls there.
StageMemory::Told StageMemory::toldBy(const Access &access) const {
  if (access.isWrite || access.instance == none)
    return Told::Nothing;
  const std::vector<Instance> &all = program.allInstances();
  const auto isOfLibrary = [&](InstanceId id) {
    return id != none && program.isOfLibrary(all[id].function);
  };
  toldIn.resize(all.size());
  std::optional<Told> &told = toldIn[access.instance];
  if (!told && isOfLibrary(access.instance)) {
    InstanceId outer = access.instance;
    while (isOfLibrary(all[outer].caller))
      outer = all[outer].caller;
    told = effects::toldBy(all[outer].function->getName());
  }
  if (told)
    return *told;
  const auto *call = dyn_cast_or_null<CallBase>(access.at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? effects::toldBy(callee->getName()) : Told::Nothing;
}

/// How often operators new and delete are called is left to compiler and
/// library: what they alone use in the loop, each rank has for itself.
void StageMemory::findBookkeeping() {
  std::set<ObjectId> others;
  const auto look = [&](const std::vector<Access> &all) {
    for (const Access &access : all)
      if (!program.isInAllocator(access.instance))
        others.insert(access.object);
      else if (access.isWrite)
        bookkeeping.try_emplace(access.object, access);
  };
  for (const std::vector<Access> &stage : uses)
    look(stage);
  for (const unsigned one :
       {part::Header, part::Items, part::Final, part::Receipt, part::Threads})
    look(accesses.of(one));
  erase_if(bookkeeping, [&](const auto &one) {
    const ObjectKind kind = points.object(one.first).kind;
    return others.count(one.first) != 0 || kind == ObjectKind::Unknown ||
           kind == ObjectKind::World || isOfItem(one.first);
  });
}

/// The memory of variables that each stage fills before it reads them, unless
/// something has its address, through which the text does not show a read.
void StageMemory::findScratch() {
  for (const clang::VarDecl *variable : staged.scratch) {
    const std::set<ObjectId> own =
        reachedFrom(points, memory.objectsOf(variable));
    const bool isAlone = all_of(own, [&](ObjectId id) {
      return all_of(program.holdersOf(id), [&](ObjectId holder) {
        return own.count(holder) || isPassing(holder);
      });
    });
    const bool isTold = any_of(uses, [&](const std::vector<Access> &stage) {
      return any_of(stage, [&](const Access &access) {
        return own.count(access.object) && toldBy(access) == Told::Capacity;
      });
    });
    if (isAlone && !isTold)
      scratch.insert(own.begin(), own.end());
  }
}

} // namespace redistc::effects
