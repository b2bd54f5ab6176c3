//===- LostAddresses.cpp - Pointers without a place ------------*- C++ -*-===//
//
// Empty does not stand for unknown: a pointer that is used, and whose value was
// made in ways in which addresses are not followed, may be any. One that is
// never set, or an element of a container that nothing fills, has no place
// either, and is none of these.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace redistc::effects {

/// Whether a call is given the address as a pointer.
bool Program::isPointerOf(InstanceId id, const CallAccess &access) {
  const auto *call = dyn_cast<CallBase>(access.at);
  return call && any_of(call->args(), [&](const Use &given) {
           return given->getType()->isPointerTy() &&
                  argument(id, call, call->getArgOperandNo(&given)) ==
                      access.address;
         });
}

/// Whether the result may have been an address, and is none for the analysis:
/// of products and shifts, of a bit-field that is widened, and of numbers of
/// other types.
static bool losesAddress(const Instruction &at) {
  switch (at.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return false;
  case Instruction::ZExt:
    return at.getOperand(0)->getType()->getScalarSizeInBits() > 32;
  case Instruction::FPToUI:
  case Instruction::FPToSI:
    return true;
  case Instruction::BitCast:
    return !mayHoldAddress(at.getOperand(0)->getType());
  default:
    return isa<BinaryOperator>(at) && at.getType()->isIntOrIntVectorTy();
  }
}

/// Whether the bits of an address, or a part of them, may be stored with a
/// value of a type that holds none: a byte, or what has been loaded, handed
/// over or cut off. Counters and what is computed with floating-point numbers
/// are none.
static bool mayBePart(const Value *value) {
  const Type *type = value->getType();
  if (mayHoldAddress(type) || type->isIntegerTy(1))
    return false;
  if (type->isIntegerTy(8))
    return true;
  const auto *at = dyn_cast<Instruction>(value);
  if (!at)
    return isa<Argument>(value);
  switch (at->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return !isa<ConstantInt>(at->getOperand(1));
  case Instruction::ZExt:
  case Instruction::SExt:
    return !at->getOperand(0)->getType()->isIntOrIntVectorTy(1);
  case Instruction::FNeg:
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
  case Instruction::FPTrunc:
  case Instruction::FPExt:
  case Instruction::UIToFP:
  case Instruction::SIToFP:
    return false;
  default:
    return true;
  }
}

/// Whether it reads a table of virtual functions: the call that follows counts.
static bool isOfTable(const Instruction &at) {
  const auto *load = dyn_cast<LoadInst>(&at);
  const Value *table = load ? load->getPointerOperand() : nullptr;
  if (const auto *slot = dyn_cast_or_null<GetElementPtrInst>(table))
    table = slot->getPointerOperand();
  return table && isa<LoadInst>(table) &&
         table->getName().starts_with("vtable");
}

/// Whether it fills memory that it is given from a text, a file or a stream.
static bool readsBytes(const Function &callee) {
  const StringRef name = callee.getName();
  return name.contains("scanf") ||
         (name.contains("read") && !name.contains("thread")) ||
         name.contains("recv") || name.contains("sgetn") ||
         name.contains("fgets") || name.contains("3getE") ||
         name.contains("7getlineE");
}

/// Values that are made in ways in which addresses are not followed: products
/// and shifts, bytes and other parts, and what functions of the library read or
/// compute.
std::vector<NodeId> Program::lossySources() {
  std::vector<NodeId> found = charactersOfStrings;
  const auto addContents = [&](NodeId address) {
    if (address != none)
      for (const PlaceId place : points[address])
        append_range(found, points.contentsAt(place));
  };
  for (InstanceId id = 0; id < instances.size(); ++id) {
    const Instance &one = instances[id];
    for (const Operation &copied : one.body->operations)
      if (copied.isOfNumbers())
        addContents(nodeOf(one, copied.to));
    for (const Instruction &at : instructions(*one.function)) {
      const NodeId made = nodeOf(one, one.body->operandOf(&at));
      // Of a number that is loaded, addresses of other members are left out.
      const bool isNumber =
          isa<LoadInst>(at) && !at.getType()->isPtrOrPtrVectorTy();
      if (made != none && (isNumber || losesAddress(at)))
        found.push_back(made);
      if (const auto *store = dyn_cast<StoreInst>(&at);
          store && mayBePart(store->getValueOperand()))
        addContents(
            nodeOf(one, one.body->operandOf(store->getPointerOperand())));
      const auto *call = dyn_cast<CallBase>(&at);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || !callee->isDeclaration())
        continue;
      if (made != none && at.getType()->isIntegerTy())
        found.push_back(made);
      for (unsigned i = 0; readsBytes(*callee) && i < call->arg_size(); ++i)
        addContents(argument(id, call, i));
    }
  }
  return found;
}

/// Whether it is no address: bits of one are none.
bool Program::isPlaceless(NodeId node) {
  const PlaceSet &places = points[node];
  return all_of(make_range(places.begin(), places.end()), [this](PlaceId id) {
    return points.object(points.place(id).object).kind == ObjectKind::Bits;
  });
}

/// An address that comes from nowhere is one that was not followed: it was made
/// of bytes, of products, or of a text. It may be any. In the library, paths
/// are not taken, and functions that are not found are compiled apart.
void Program::findLost() {
  const PlaceId any = points.placeOf(unknownObject, anywhere);
  const PlaceId compiled = points.placeOf(unseenFunction, anywhere);
  for (bool isChanged = true; isChanged && isComplete();) {
    isChanged = false;
    const BitVector lossy = points.reachedFrom(lossySources());
    const auto look = [&](NodeId node, PlaceId found) {
      if (node == none || !isPlaceless(node) ||
          (found == any && points[node].empty() &&
           (node >= lossy.size() || !points.isIn(lossy, node))))
        return;
      points.add(node, found);
      isChanged = true;
    };
    for (InstanceId id = 0; id < instances.size(); ++id) {
      const bool isInLibrary = isOfLibrary(instances[id].function);
      for (const Operation &one : instances[id].body->operations) {
        const auto *call = dyn_cast<CallBase>(one.at);
        if (call && call->isIndirectCall())
          look(nodeOf(instances[id],
                      instances[id].body->operandOf(call->getCalledOperand())),
               isInLibrary ? compiled : any);
        if (one.kind == OperationKind::Distance &&
            (!isInLibrary || isa<ICmpInst>(one.at)))
          isChanged |= measureDistance(id, one);
        if (isInLibrary || isOfTable(*one.at))
          continue;
        look(nodeOf(instances[id], addressRead(one)), any);
        look(nodeOf(instances[id], addressWritten(one)), any);
      }
      for (const CallAccess &one : instances[id].accesses)
        if (!isInLibrary && isPointerOf(id, one))
          look(one.address, any);
    }
    points.solve();
  }
}

} // namespace redistc::effects
