//===- AddressNumbers.cpp - Numbers made of addresses ----------*- C++ -*-===//
//
// A number that was made of an address, and the number of an open file, mean
// nothing on another rank. Where a pointer becomes a number, its places are
// those of a number (PointsTo::numberOf); where that becomes another number,
// they are those of PointsTo::bits.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <set>

using namespace llvm;

namespace redistc::effects {

/// Whether the function may take the bytes of a pointer for those of a number:
/// functions of the library do not, but std::bit_cast.
bool Program::mayCastBits(const Function *function) {
  return !isOfLibrary(function) ||
         function->getName().starts_with("_ZSt8bit_cast");
}

/// The bytes of a pointer that are loaded as a number: of a variable, or by a
/// reference. Any other address is one of numbers.
void Program::loadNumber(InstanceId id, const Operation &load) {
  const auto *at = dyn_cast<LoadInst>(load.at);
  if (!at || at->getType()->isPtrOrPtrVectorTy() ||
      !isa<AllocaInst, Argument, GlobalVariable>(
          getUnderlyingObject(at->getPointerOperand())) ||
      !mayCastBits(instances[id].function))
    return;
  const NodeId to = nodeOf(instances[id], load.to);
  points.forEach(nodeOf(instances[id], load.from), [this, to](PlaceId place) {
    if (const Type *there = points.scalarAt(place);
        there && there->isPointerTy())
      points.offset(to, to, toNumber);
  });
}

/// The bytes of pointers that are moved or stored to numbers, or to bytes.
void Program::storeNumbers(InstanceId id, const Operation &operation) {
  const bool isMove = operation.kind == OperationKind::Move;
  const auto *store = dyn_cast<StoreInst>(operation.at);
  if (!mayCastBits(instances[id].function) ||
      (!isMove &&
       !(store && store->getValueOperand()->getType()->isPointerTy())))
    return;
  const NodeId from = nodeOf(instances[id], operation.from);
  const When when = whenAt(id, operation.at);
  const std::int64_t bytes = operation.amount;
  points.forEach(nodeOf(instances[id], operation.to), [=, this](PlaceId place) {
    if (!points.areNumbers(place, bytes))
      return;
    const NodeId made = points.makeNode(), target = points.makeNode();
    NodeId pointer = from;
    if (isMove) {
      pointer = points.makeNode();
      points.load(from, pointer, when);
    }
    points.add(target, place);
    points.offset(pointer, made, toNumber);
    points.store(made, target, when);
  });
}

/// Whether the addresses are of objects that have none in common, and all are
/// known.
bool Program::areApart(NodeId one, NodeId other) {
  const auto objectsOf = [this](NodeId node) {
    std::set<std::pair<const Value *, InstanceId>> found;
    for (const PlaceId place : points[node]) {
      const Object &object = points.object(points.place(place).object);
      if (!object.site)
        return std::set<std::pair<const Value *, InstanceId>>();
      found.insert({object.site, object.instance});
    }
    return found;
  };
  if (one == none || other == none)
    return false;
  const auto first = objectsOf(one), second = objectsOf(other);
  return !first.empty() && !second.empty() &&
         none_of(first, [&](const auto &site) { return second.count(site); });
}

/// Whether the value may be a number that was made of an address.
bool Program::isMadeOfAddress(const Instance &one, const Value *value) {
  const NodeId node = nodeOf(one, one.body->operandOf(value));
  if (node == none)
    return false;
  const PlaceSet &places = points[node];
  return any_of(make_range(places.begin(), places.end()),
                [this](PlaceId id) { return points.isNumber(id); });
}

/// Whether it may be a part of an address that is loaded.
bool Program::loadsPart(const Instance &one, const LoadInst &at) {
  const NodeId from = nodeOf(one, one.body->operandOf(at.getPointerOperand()));
  if (from == none)
    return false;
  for (const PlaceId place : points[from]) {
    const Type *there = points.scalarAt(place);
    const bool isPointer = there && there->isPointerTy();
    for (const NodeId content : points.contentsAt(place))
      for (const PlaceId held : points[content])
        if (isPointer || points.isNumber(held))
          return true;
  }
  return false;
}

/// Whether the result holds no address, and may be made of one.
bool Program::losesNumber(const Instance &one, const Instruction &at) {
  if (mayHoldAddress(at.getType()))
    return isa<BinaryOperator>(at) && isMadeOfAddress(one, &at);
  if (at.getType()->isIntegerTy(1))
    return false;
  if (const auto *load = dyn_cast<LoadInst>(&at))
    return loadsPart(one, *load);
  return isa<CastInst, BinaryOperator>(at) &&
         any_of(at.operands(), [&](const Use &part) {
           return isMadeOfAddress(one, part.get());
         });
}

bool Program::makesBits() {
  return opensInLoop || any_of(instances, [this](const Instance &one) {
           return mayCastBits(one.function) &&
                  any_of(instructions(*one.function),
                         [&](const Instruction &at) {
                           return losesNumber(one, at);
                         });
         });
}

/// The distance of two objects is another one on each rank. Returns whether one
/// was found.
bool Program::measureDistance(InstanceId id, const Operation &distance) {
  const Instance &one = instances[id];
  const NodeId made = nodeOf(one, distance.to);
  const NodeId less =
      nodeOf(one, one.body->operandOf(distance.at->getOperand(1)));
  if (made == none || !points[made].empty() ||
      !areApart(nodeOf(one, distance.from), less))
    return false;
  points.add(made, points.bits());
  return true;
}

/// Whether it opens a file or a socket, and returns its number.
static bool opensDescriptor(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases("open", "open64", "openat", "openat64", "creat", "creat64", "dup",
             "dup2", "dup3", true)
      .Cases("socket", "accept", "accept4", "fileno", "dirfd", "shm_open",
             "mkstemp", "mkstemps", "mkostemp", "memfd_create", true)
      .Cases("epoll_create", "epoll_create1", "eventfd", "timerfd_create",
             "signalfd", "inotify_init", "inotify_init1", "pidfd_open",
             "posix_openpt", "mq_open", true)
      .Default(false);
}

/// The number of an open file means another one, or none, on another rank.
void Program::openDescriptors(InstanceId id, const CallBase *at,
                              StringRef name) {
  const bool isPair = name == "pipe" || name == "pipe2" || name == "socketpair";
  if ((!isPair && !opensDescriptor(name)) || loopAt(id, at).first == none)
    return;
  opensInLoop = true;
  const NodeId made = points.makeNode();
  points.add(made, points.descriptors());
  if (const NodeId back = valueOf(id, at); back != none && !isPair)
    points.copy(made, back);
  if (isPair)
    points.store(made, anyPart(argument(id, at, at->arg_size() > 2 ? 3 : 0)),
                 whenAt(id, at));
}

} // namespace redistc::effects
