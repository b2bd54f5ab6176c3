//===- ProgramMemory.cpp - Constants, variables, hidden objects -*- C++ -*-===//
//
// The addresses that constants hold, and the objects of static variables, of
// functions, of the library and of exceptions.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace redistc::effects {

NodeId Program::constantNode(const Constant *constant) {
  const auto found = constants.find(constant);
  if (found != constants.end())
    return found->second;
  const NodeId node = points.makeNode();
  constants[constant] = node;
  addConstant(node, constant);
  return node;
}

void Program::addConstant(NodeId node, const Constant *constant) {
  if (const auto *function = dyn_cast<Function>(constant)) {
    points.add(node, points.placeOf(functionObject(function), anywhere));
  } else if (const auto *variable = dyn_cast<GlobalVariable>(constant)) {
    points.add(node, points.placeOf(globalObject(variable), 0));
    StringRef name = variable->getName();
    if (variable->isDeclaration() &&
        (name.consume_front("__start_") || name.consume_front("__stop_")))
      addSection(node, name);
  } else if (const auto *alias = dyn_cast<GlobalAlias>(constant)) {
    addConstant(node, alias->getAliasee());
  } else if (const auto *expression = dyn_cast<ConstantExpr>(constant)) {
    APInt amount(64, 0);
    const auto *element = dyn_cast<GEPOperator>(expression);
    if (element && element->accumulateConstantOffset(layout(), amount))
      return points.offset(
          constantNode(cast<Constant>(element->getPointerOperand())), node,
          amount.getSExtValue());
    const std::int64_t change =
        expression->getOpcode() == Instruction::PtrToInt   ? toNumber
        : expression->getOpcode() == Instruction::IntToPtr ? toPointer
        : expression->isCast()                             ? 0
                                                           : anywhere;
    for (const Use &part : expression->operands())
      points.offset(constantNode(cast<Constant>(part)), node, change);
  } else if (isa<ConstantAggregate>(constant)) {
    for (const Use &part : constant->operands())
      points.copy(constantNode(cast<Constant>(part)), node);
  } else if (!isa<ConstantData>(constant)) {
    points.add(node, points.placeOf(unknownObject, anywhere));
  }
}

/// The linker puts all variables of a section one behind the other.
void Program::addSection(NodeId node, StringRef section) {
  for (const GlobalVariable &one : unit.module->globals())
    if (one.getSection() == section)
      points.add(node, points.placeOf(globalObject(&one), anywhere));
}

/// Addresses in the initial value of a static variable.
void Program::initialise(ObjectId id, const Constant *value,
                         std::int64_t offset) {
  if (isa<ConstantData>(value))
    return;
  if (!isa<ConstantAggregate>(value)) {
    points.copy(constantNode(value),
                points.contentOf(points.placeOf(id, offset)));
    return;
  }
  const auto *record = dyn_cast<StructType>(value->getType());
  const StructLayout *fields =
      record ? layout().getStructLayout(const_cast<StructType *>(record))
             : nullptr;
  for (unsigned i = 0; i < value->getNumOperands(); ++i) {
    const auto *part = cast<Constant>(value->getOperand(i));
    const std::uint64_t at =
        fields ? fields->getElementOffset(i).getFixedValue()
               : i * layout().getTypeAllocSize(part->getType()).getFixedValue();
    initialise(id, part, offset + static_cast<std::int64_t>(at));
  }
}

ObjectId Program::functionObject(const Function *function) {
  const auto [found, isNew] = globals.try_emplace(function, none);
  if (isNew) {
    Object object;
    object.kind = ObjectKind::Function;
    object.site = function;
    object.isConstant = true;
    found->second = points.makeObject(object);
  }
  return found->second;
}

ObjectId Program::globalObject(const GlobalVariable *variable) {
  if (const StringRef name = hiddenObjectOf(variable->getName()); !name.empty())
    return hiddenObject(name);
  if (const auto found = globals.find(variable); found != globals.end())
    return found->second;
  Object object;
  object.kind = ObjectKind::Global;
  object.site = variable;
  Type *type = variable->getValueType();
  // Tables of functions have a slot for each: they are arrays of arrays.
  const bool isTable = variable->getName().starts_with("_ZTV") ||
                       variable->getName().starts_with("_ZTC") ||
                       variable->getName().starts_with("_ZTT") ||
                       variable->getName().starts_with("_ZTI");
  object.isConstant = variable->isConstant() || isTable;
  object.isPlain = isTable || !type->isArrayTy();
  object.type = type->isSized() ? type : nullptr;
  object.size =
      object.type ? layout().getTypeAllocSize(type).getFixedValue() : 0;
  const ObjectId id = points.makeObject(object);
  globals[variable] = id;
  if (variable->hasInitializer()) {
    initialise(id, variable->getInitializer(), 0);
  } else {
    const auto *decl =
        dyn_cast_or_null<clang::VarDecl>(unit.declarationOf(*variable));
    const bool isLibrary = isTable || !decl || isOfLibraryNamespace(decl);
    if (isTable)
      points.add(points.contentOf(points.placeOf(id, anywhere)),
                 points.placeOf(unseenFunction, anywhere));
    if (!isLibrary)
      points.add(points.contentOf(points.placeOf(id, anywhere)),
                 points.placeOf(unknownObject, anywhere));
  }
  return id;
}

ObjectId Program::hiddenObject(StringRef name) {
  const auto [found, isNew] = hidden.try_emplace(name.str(), none);
  if (isNew) {
    Object object;
    object.kind = ObjectKind::Hidden;
    object.name = name.str();
    object.isConstant = name == memoryResources;
    found->second = points.makeObject(object);
    const PlaceId place = points.placeOf(found->second, anywhere);
    points.add(points.contentOf(place), place);
  }
  return found->second;
}

/// A stage catches what it has thrown itself; other code, what anything has.
ObjectId Program::exceptionOf(InstanceId id, const Instruction *at) {
  return exceptionOf(loopAt(id, at));
}

ObjectId Program::exceptionOf(const std::pair<unsigned, Parts> &place) {
  const auto [found, isNew] = exceptions.try_emplace(place, none);
  if (isNew) {
    Object object;
    object.kind = ObjectKind::Exception;
    object.loop = place.first;
    found->second = points.makeObject(object);
  }
  return found->second;
}

void Program::throwValue(InstanceId id, const Instruction *at, NodeId value) {
  if (value == none)
    return;
  points.store(value, objectNode(exceptionOf(id, at)));
  points.store(value, objectNode(exceptionOf({none, 0})));
  if (loopAt(id, at).first == none)
    points.store(value, objectNode(exceptionOf(thrownOutside)));
}

} // namespace redistc::effects
