//===- ProgramCalls.cpp - What calls do ------------------------*- C++ -*-===//
//
// A call of a function with a body has an instance of it; one of a function
// without has what the catalogue says (LibraryCalls.cpp), or may do anything
// (UnseenCalls.cpp). Functions without a body may call what they are given.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "clang/AST/DeclCXX.h"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace redistc::effects {

NodeId Program::valueOf(InstanceId id, const Value *value) {
  return nodeOf(instances[id], instances[id].body->operandOf(value));
}

/// Functions without a body are given addresses, and return some: of numbers
/// that hold none, their results count as new.
NodeId Program::argument(InstanceId id, const CallBase *at, unsigned index) {
  const Value *given = at->getArgOperand(index);
  return mayHoldAddress(given->getType()) ? valueOf(id, given) : none;
}

NodeId Program::result(InstanceId id, const CallBase *at) {
  return mayHoldAddress(at->getType()) ? valueOf(id, at) : none;
}

/// Whether it is the mark in front of a loop's first stage, where operators new
/// and delete of the program count as called.
bool Program::isStageMark(InstanceId id, const CallBase *at) const {
  if (allocators.empty())
    return false;
  const auto found = regions.find(instances[id].function);
  return found != regions.end() && any_of(found->second, [at](const auto &one) {
           return one.second.variables == at;
         });
}

void Program::call(InstanceId id, const CallBase *at) {
  if (at->isInlineAsm())
    return callUnknown(id, at);
  const auto *target =
      dyn_cast<Function>(at->getCalledOperand()->stripPointerCastsAndAliases());
  if (isStageMark(id, at))
    return callAllocators(id, at);
  if (target)
    return callTarget(id, at, target);
  callIndirect(id, at);
}

void Program::callIndirect(InstanceId id, const CallBase *at) {
  const NodeId callee = nodeOf(
      instances[id], instances[id].body->operandOf(at->getCalledOperand()));
  if (callee == none)
    return;
  const auto callFunction = [this, id, at](const Object &object) {
    const auto *target = object.kind == ObjectKind::Function
                             ? dyn_cast_or_null<Function>(object.site)
                             : nullptr;
    // To call a function by another type is undefined.
    if (target && target->getFunctionType() == at->getFunctionType())
      callTarget(id, at, target);
  };
  points.forEach(callee, [=, this](PlaceId place) {
    const Object &object = points.object(points.place(place).object);
    if (object.kind == ObjectKind::Unknown)
      callUnknown(id, at);
    else if (points.place(place).object == unseenFunction)
      callUnseen(id, at);
    else if (object.kind != ObjectKind::Internal)
      callFunction(object);
    else { // of what the library keeps there, anything, and its own
      callUnseen(id, at);
      points.forEach(allBehind(callee), [=, this](PlaceId kept) {
        callFunction(points.object(points.place(kept).object));
      });
    }
  });
}

/// Whether one vector takes the elements of another one, which has none then:
/// libstdc++ exchanges the two and what a temporary has.
static bool isMoveOfVector(const Function *caller, const Function *callee) {
  return callee->getName().contains("_Vector_impl_data12_M_swap_data") &&
         caller->getName().starts_with("_ZNSt6vector") &&
         caller->getName().contains("14_M_move_assignE") &&
         caller->getName().ends_with("St17integral_constantIbLb1EE");
}

/// The temporary ends the elements that the vector had.
void Program::takeElements(InstanceId id, const CallBase *at) {
  const Instance &mover = instances[id];
  const NodeId taker = argument(id, at, 0), given = argument(id, at, 1);
  const NodeId self =
      nodeOf(mover, mover.body->operandOf(mover.function->getArg(0)));
  const std::uint64_t size = layout().getPointerSize() * std::uint64_t(3);
  const When when = whenAt(id, at);
  points.move(given, taker, size, when);
  points.move(self, taker, size, when);
  for (const NodeId one : {taker, given})
    access(id, at, one, true, true, false, static_cast<std::int64_t>(size));
}

/// Whether another file may define what is called: the function is weak, or an
/// alias by which it is called.
static bool isReplaceable(const CallBase &at, const Function *target) {
  const Value *named = at.getCalledOperand()->stripPointerCasts();
  while (const auto *alias = dyn_cast<GlobalAlias>(named)) {
    if (alias->isInterposable())
      return true;
    named = alias->getAliasee()->stripPointerCasts();
  }
  return target->isInterposable();
}

void Program::callTarget(InstanceId id, const CallBase *at,
                         const Function *target) {
  if (!called.insert({id, at, target}).second)
    return;
  if (target->getName() == markName)
    return receive(id, at);
  if (target->getName() == carryName)
    return carry(id, at);
  if (target->isDeclaration() || isKnownWithBody(target))
    return callLibrary(id, at, target);
  if (isMoveOfVector(instances[id].function, target))
    return takeElements(id, at);
  connect(id, at, enter(target, id, at));
  if (isReplaceable(*at, target))
    callUnknown(id, at, declarationOf(target));
}

/// What reaches the value in a node of the library's lists, trees and tables:
/// the node at the end, which is a part of the container, has none.
bool Program::isValueOfNode(const Function *function) {
  const StringRef name = function->getName();
  return name.contains("_M_valptr") && name.contains("node") &&
         isOfLibrary(function);
}

/// Whether an allocator may give parts of the variable away: it is bytes.
static bool isPool(const Type *type) {
  while (type && type->isStructTy() && type->getStructNumElements() == 1)
    type = type->getStructElementType(0);
  return type && type->isArrayTy() &&
         type->getArrayElementType()->isIntegerTy(8);
}

void Program::addAllocated(NodeId from, NodeId to) {
  points.forEach(from, [this, to](PlaceId place) {
    const Object &object = points.object(points.place(place).object);
    if ((object.kind != ObjectKind::Local &&
         object.kind != ObjectKind::Global) ||
        isPool(object.type))
      points.add(to, place);
  });
}

void Program::connect(InstanceId caller, const CallBase *at,
                      InstanceId callee) {
  instances[caller].callees.push_back({at, callee});
  const Instance &inner = instances[callee];
  const Function *function = inner.function;
  for (unsigned i = 0; i < at->arg_size(); ++i) {
    const NodeId given = valueOf(caller, at->getArgOperand(i));
    if (given == none)
      continue;
    if (i < function->arg_size()) {
      const Operand parameter = inner.body->operandOf(function->getArg(i));
      if (parameter.isNone)
        continue;
      const NodeId taken = nodeOf(instances[callee], parameter);
      if (isValueOfNode(function))
        addAllocated(given, taken);
      else
        points.copy(given, taken);
    } else if (at->isByValArgument(i)) {
      points.load(anyPart(given), instances[callee].base + number::Variadic);
    } else {
      points.copy(given, instances[callee].base + number::Variadic);
    }
  }
  if (const NodeId back = valueOf(caller, at); back != none)
    points.copy(instances[callee].base + number::Returned, back);
}

/// The addresses of variables and of what is allocated.
void Program::addMemory(NodeId from, NodeId to) {
  points.forEach(from, [this, to](PlaceId place) {
    const ObjectKind kind = points.object(points.place(place).object).kind;
    if (kind == ObjectKind::Local || kind == ObjectKind::Global ||
        kind == ObjectKind::Heap)
      points.add(to, points.placeOf(points.place(place).object, anywhere));
  });
}

/// Addresses in what functions of the library may store in.
NodeId Program::libraryPart(NodeId given) {
  const NodeId part = points.makeNode();
  points.forEach(given, [this, part](PlaceId place) {
    points.add(part, points.libraryPartOf(place));
  });
  return part;
}

/// Addresses anywhere in the objects.
NodeId Program::anyPart(NodeId given) {
  const NodeId part = points.makeNode();
  points.offset(given, part, anywhere);
  return part;
}

/// The addresses, and all that are stored where they lead to.
NodeId Program::allBehind(NodeId given) {
  const NodeId all = points.makeNode();
  points.copy(given, all);
  points.load(anyPart(all), all);
  return all;
}

/// The addresses that a call is given.
NodeId Program::allGiven(InstanceId id, const CallBase *at) {
  const NodeId all = points.makeNode();
  for (unsigned i = 0; i < at->arg_size(); ++i)
    if (const NodeId given = argument(id, at, i); given != none)
      points.copy(given, all);
  return all;
}

/// Functions whose addresses are given, or are in what is given.
void Program::callBack(InstanceId id, const CallBase *at, bool isDeep) {
  const NodeId given = allGiven(id, at);
  callAll(id, at, isDeep ? allBehind(given) : given);
}

/// Calls all functions among the addresses, with these.
void Program::callAll(InstanceId id, const CallBase *at, NodeId handed) {
  points.forEach(handed, [this, id, at, handed](PlaceId place) {
    const Object &object = points.object(points.place(place).object);
    if (const auto *target = dyn_cast_or_null<Function>(object.site);
        target && object.kind == ObjectKind::Function)
      callWith(id, at, target, handed);
  });
}

/// The runtime makes values of its own. A comparator stands in the variable, or
/// in what the variable owns, and compares elements, which are allocated.
void Program::receive(InstanceId id, const CallBase *mark) {
  const auto number = [mark](unsigned at) {
    return cast<ConstantInt>(mark->getArgOperand(at))->getZExtValue();
  };
  if (number(1) != part::Receipt)
    return;
  const NodeId made = objectNode(localObject(id, mark, ObjectKind::Internal));
  points.store(made, made);
  const NodeId elements = points.makeNode(), own = points.makeNode();
  points.copy(made, elements);
  if (mark->arg_size() > 3 && argument(id, mark, 3) != none) {
    points.copy(anyPart(argument(id, mark, 3)), own);
    addAllocated(allBehind(argument(id, mark, 3)), elements);
  }
  points.copy(elements, own);
  const auto callEach = [&](const std::vector<WeakTrackingVH> &functions,
                            NodeId object, NodeId given) {
    for (const WeakTrackingVH &function : functions)
      if (const auto *target =
              dyn_cast_or_null<Function>(static_cast<const Value *>(function)))
        callWith(id, mark, target, given, object);
  };
  const ReceiptFunctions &receipt = unit.receipts[number(0)][number(2)];
  callEach(receipt.made, made, made);
  callEach(receipt.serving, own, elements);
}

/// std::call_once puts what it calls into a variable of the library.
void Program::callOnce(InstanceId id, const CallBase *at) {
  const GlobalVariable *variable =
      unit.module->getNamedGlobal("_ZSt11__once_call");
  if (!variable)
    return;
  const NodeId stored = points.makeNode();
  points.load(constantNode(variable), stored);
  points.forEach(stored, [this, id, at](PlaceId place) {
    const Object &object = points.object(points.place(place).object);
    if (object.kind == ObjectKind::Function)
      callWith(id, at, cast<Function>(object.site), none);
  });
}

/// A call by code that is not seen, with any of the addresses. `object`: what
/// *this is, if not one of these.
void Program::callWith(InstanceId id, const CallBase *at,
                       const Function *target, NodeId given, NodeId object) {
  if (target->isDeclaration() && target->getName() == "__once_proxy")
    return callOnce(id, at);
  if (target->isDeclaration() || !called.insert({id, at, target}).second)
    return;
  // One instance for all such calls in a part of a loop: code that is not seen
  // gives it anything that it has.
  const auto [loop, where] = loopAt(id, at);
  const auto key = std::make_tuple(target, loop, where);
  const auto known = givenTo.find(key);
  const InstanceId inner = known != givenTo.end()
                               ? known->second
                               : enter(target, id, at, /*isUnseen=*/true);
  givenTo[key] = inner;
  if (const Function *taker = at->getCalledFunction();
      taker && taker->getName() == "__cxa_atexit")
    exits.push_back(inner);
  instances[id].callees.push_back({at, inner});
  const auto *method =
      dyn_cast_or_null<clang::CXXMethodDecl>(declarationOf(target));
  const bool hasThis = object != none && method && method->isInstance() &&
                       !target->hasStructRetAttr();
  for (const Argument &parameter : target->args()) {
    const Operand operand = instances[inner].body->operandOf(&parameter);
    if (!operand.isNone && given != none)
      points.copy(hasThis && parameter.getArgNo() == 0 ? object : given,
                  nodeOf(instances[inner], operand));
  }
}

} // namespace redistc::effects
