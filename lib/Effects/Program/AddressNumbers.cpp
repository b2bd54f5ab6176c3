//===- AddressNumbers.cpp - Numbers made of addresses ----------*- C++ -*-===//
//
// A number that was made of an address, and the number of an open file, mean
// nothing on another rank. Where a pointer becomes a number, its places are
// those of a number (PointsTo::numberOf); where that becomes another number,
// they are those of PointsTo::bits.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "Code/DeclaredNumbers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

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

/// Whether a function of the library tells the program which of two pointers is
/// the first: by itself, or of owners and of pairs that have them.
static bool ordersPointers(StringRef name) {
  constexpr StringRef names[] = {
      "_ZNKSt4lessI", "_ZNKSt7greaterI", "_ZNKSt10less_equalI",
      "_ZNKSt13greater_equalI", "_ZSt3minIP", "_ZSt3maxIP",
      // operator<, >, <=, >=, <=>
      "_ZStlt", "_ZStgt", "_ZStle", "_ZStge", "_ZStss"};
  return name.contains("__synth3way") ||
         any_of(names, [&](StringRef one) { return name.starts_with(one); });
}

Followed Program::followedIn(const Function *function) {
  if (!isWide)
    return Followed::Addresses;
  // Code of the library compares keys and looks for places; what it finds does
  // not depend on the bits of an address.
  const StringRef name = function->getName();
  if (!isOfLibrary(function) || name.contains("_Bit_reference") ||
      name.contains("vectorIb"))
    return Followed::Choices;
  if (ordersPointers(name))
    return Followed::Orders;
  const bool isTable = name.contains("_Hash") || name.contains("unordered_");
  return isTable ? Followed::Numbers : Followed::Elements;
}

/// Whether it loads a byte.
static bool isOfCharacter(const LoadInst &at) {
  return at.getType()->isIntegerTy(8);
}

/// A number that is loaded where there are pointers is made of one: a byte, by
/// code of the library, and elements of a container, by other code.
void Program::loadOfPointer(InstanceId id, const Operation &load) {
  const bool isElement = mayCastBits(instances[id].function);
  if (isElement && instances[id].isShared) // may be given anything
    return;
  const NodeId to = nodeOf(instances[id], load.to);
  const When when = whenAt(id, load.at);
  points.forEach(nodeOf(instances[id], load.from), [=, this](PlaceId place) {
    if (!isPointerThere(place) || (isElement && points.scalarAt(place)))
      return;
    const NodeId pointer = points.makeNode(), held = points.makeNode();
    points.add(pointer, place);
    points.load(pointer, held, when);
    points.offset(held, to, toNumber);
  });
}

/// A number that is loaded. From a member that is declared as a pointer: an
/// address that has become a number. From one that is declared as a number:
/// what is one already, since addresses that are found there belong to other
/// members, where these are not told apart. Else the object that is there says
/// which, if it is a variable.
void Program::load(InstanceId id, const Operation &load) {
  const auto *at = dyn_cast<LoadInst>(load.at);
  const bool isNumber = at && !at->getType()->isPtrOrPtrVectorTy();
  const Type *declared =
      isNumber ? declaredAt(at->getPointerOperand(), layout()) : nullptr;
  const NodeId from = nodeOf(instances[id], load.from);
  const NodeId to = nodeOf(instances[id], load.to);
  // Code of the library reads an object by its own type.
  const bool isHeld =
      (declared && !declared->isPointerTy()) ||
      (isNumber &&
       (isCopiedNumber(*at) ||
        (isOfLibrary(instances[id].function) && isNumberByTag(*at))));
  const NodeId found = isHeld || declared ? points.makeNode() : to;
  forEachAddress(from, load.amount, [&](NodeId part) {
    points.load(part, found, whenAt(id, load.at));
  });
  const bool mayCast = isNumber && mayCastBits(instances[id].function);
  if (isNumber && (mayCast || isOfCharacter(*at)))
    loadOfPointer(id, load);
  if (isHeld || declared)
    return points.offset(found, to, isHeld ? ifNumber : mayCast ? toNumber : 0);
  if (!mayCast || !isa<AllocaInst, Argument, GlobalVariable, PHINode>(
                      getUnderlyingObject(at->getPointerOperand())))
    return;
  points.forEach(from, [this, to](PlaceId place) {
    if (const Type *there = points.scalarAt(place);
        there && there->isPointerTy())
      points.offset(to, to, toNumber);
  });
}

/// Whether it is not known of which type the object there is.
bool Program::isWithoutType(PlaceId place) const {
  const ObjectKind kind = points.object(points.place(place).object).kind;
  const bool isVariable =
      kind == ObjectKind::Local || kind == ObjectKind::Global;
  return !points.scalarAt(place) &&
         (kind == ObjectKind::Heap ||
          (isVariable && !points.place(place).isExact()));
}

/// Whether the object there, or behind it, is a pointer: by the type of the
/// variable, or of the elements of a container that has allocated it.
bool Program::isPointerThere(PlaceId place, std::int64_t further) {
  if (const Type *there = points.scalarAt(place, further))
    return there->isPointerTy();
  const clang::QualType element = elementsIn(points.place(place).object);
  if (element.isNull() || !element->isPointerType())
    return false;
  // A table has pointers to its own nodes.
  const clang::CXXRecordDecl *node = element->getPointeeCXXRecordDecl();
  return !node || !isOfLibraryNamespace(node);
}

/// The bytes of a pointer that is stored to a number, or to bytes.
void Program::storeNumber(InstanceId id, const Operation &operation) {
  const auto *store = dyn_cast<StoreInst>(operation.at);
  if (!mayCastBits(instances[id].function) || !store ||
      !store->getValueOperand()->getType()->isPointerTy())
    return;
  const NodeId to = nodeOf(instances[id], operation.to);
  const When when = whenAt(id, operation.at);
  const NodeId made = points.makeNode();
  points.offset(nodeOf(instances[id], operation.from), made, toNumber);
  const Type *declared = declaredAt(store->getPointerOperand(), layout());
  if (declared && !declared->isPointerTy())
    return points.store(made, to, when);
  // What was a call of memcpy() has no type.
  const bool isOfBytes = !declared && !store->getMetadata(LLVMContext::MD_tbaa);
  forNumbers(to, operation.amount, isOfBytes,
             [=, this](NodeId target) { points.store(made, target, when); });
}

/// Calls `store` for those of the places where the next `bytes` are numbers,
/// or, of bytes, may be numbers.
void Program::forNumbers(NodeId to, std::int64_t bytes, bool isOfBytes,
                         const std::function<void(NodeId)> &store) {
  points.forEach(to, [=, this](PlaceId place) {
    // Where the length is not known, the first number tells.
    if (!points.areNumbers(place, std::max<std::int64_t>(bytes, 1)) &&
        !isOfNumbers(points.place(place).object) &&
        !(isOfBytes && isWithoutType(place)))
      return;
    const NodeId target = points.makeNode();
    points.add(target, place);
    store(target);
  });
}

/// Whether it is a function of the library that copies bytes, of whatever these
/// were made.
bool Program::copiesBytes(const Function *function) {
  const clang::FunctionDecl *declared = declarationOf(function);
  return declared && any_of(declared->parameters(), [](const auto *one) {
           const auto *pointer =
               one->getType()->template getAs<clang::PointerType>();
           return pointer && (pointer->getPointeeType()->isCharType() ||
                              pointer->getPointeeType()->isStdByteType());
         });
}

/// The bytes that are moved. What is declared as numbers is one already; other
/// bytes may become numbers where they arrive.
void Program::move(InstanceId id, const Operation &move) {
  const NodeId from = nodeOf(instances[id], move.from);
  const NodeId to = nodeOf(instances[id], move.to);
  if (from == none || to == none)
    return;
  const When when = whenAt(id, move.at);
  const auto bytes = static_cast<std::uint64_t>(move.amount);
  const Function *const function = instances[id].function;
  const bool mayCast = mayCastBits(function) || copiesBytes(function);
  const bool isHeld = move.fromDeclared == Declared::Numbers || !mayCast;
  if (move.isOfNumbers())
    return points.move(from, to, bytes, when, isHeld ? ifNumber : toNumber);
  points.move(from, to, bytes, when);
  if (mayCast)
    forNumbers(to, move.amount, move.toDeclared == Declared::Unknown,
               [=, this](NodeId target) {
                 points.move(from, target, bytes, when, toNumber);
               });
}

/// The objects that the addresses are of; empty where not all are known.
Program::Sites Program::objectsOf(NodeId node) {
  Sites found;
  if (node == none)
    return found;
  for (const PlaceId place : points[node]) {
    const Object &object = points.object(points.place(place).object);
    if (!object.site)
      return {};
    found.insert({object.site, object.instance});
  }
  return found;
}

/// Whether both are known, and have none in common.
bool Program::areApart(const Sites &one, const Sites &other) {
  return !one.empty() && !other.empty() &&
         none_of(one, [&](const auto &site) { return other.count(site); });
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

/// Whether it may be a part of an address that is loaded. Code of the library
/// loads numbers as such.
bool Program::loadsPart(const Instance &one, const LoadInst &at) {
  const NodeId from = nodeOf(one, one.body->operandOf(at.getPointerOperand()));
  if (from == none)
    return false;
  const bool mayCast = mayCastBits(one.function);
  for (const PlaceId place : points[from]) {
    const bool isPointer = isPointerThere(place);
    for (const NodeId content : points.contentsAt(place))
      for (const PlaceId held : points[content])
        if (isPointer || (mayCast && points.isNumber(held)))
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

/// Whether the address of an object, as a number, goes where it is not
/// followed. Pointers to member functions are numbers, too.
bool Program::givesNumber(const Instance &one, const Instruction &at) {
  const auto isMade = [&](const Value *value) {
    const NodeId node = nodeOf(one, one.body->operandOf(value));
    return value->getType()->isIntegerTy() && node != none &&
           any_of(make_range(points[node].begin(), points[node].end()),
                  [this](PlaceId id) {
                    return points.isNumber(id) &&
                           points.object(points.place(id).object).kind !=
                               ObjectKind::Function;
                  });
  };
  if (isa<ICmpInst>(at))
    return isMade(at.getOperand(0)) || isMade(at.getOperand(1));
  const auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && isOfLibrary(callee) && any_of(call->args(), isMade);
}

/// Whether objects are compared by where they are.
bool Program::ordersObjects(InstanceId id, const Instruction &at) {
  const Instance &one = instances[id];
  return isOrder(at) &&
         (!isOfLibrary(one.function) ||
          ordersPointers(one.function->getName())) &&
         loopAt(id, &at).first != none &&
         areApart(
             objectsOf(nodeOf(one, one.body->operandOf(at.getOperand(0)))),
             objectsOf(nodeOf(one, one.body->operandOf(at.getOperand(1)))));
}

bool Program::makesBits() {
  const auto makes = [this](InstanceId id, const Instruction &at) {
    const Instance &one = instances[id];
    if (ordersObjects(id, at))
      return true;
    const auto *load = dyn_cast<LoadInst>(&at);
    if (!mayCastBits(one.function))
      return load && isOfCharacter(*load) && loadsPart(one, *load);
    return losesNumber(one, at) || givesNumber(one, at);
  };
  for (InstanceId id = 0; id < instances.size() && !makesNumbers; ++id)
    makesNumbers = any_of(instructions(*instances[id].function),
                          [&](const Instruction &at) { return makes(id, at); });
  return makesNumbers;
}

/// The distance of two objects, and their order, are others on each rank, and a
/// distance that a program computes may be added to the second address again.
/// Returns whether one was found.
bool Program::measureDistance(InstanceId id, const Operation &distance) {
  const Instance &one = instances[id];
  const NodeId made = nodeOf(one, distance.to);
  if (made == none || !points[made].empty())
    return false;
  const auto first = objectsOf(
      distance.from.isNone ? NodeId(none) : nodeOf(one, distance.from));
  const auto second =
      objectsOf(nodeOf(one, one.body->operandOf(distance.at->getOperand(1))));
  const bool isComputed = isa<BinaryOperator>(distance.at) &&
                          !distance.at->getName().starts_with("sub.ptr");
  if (areApart(first, second))
    points.add(made, points.bits());
  if (isComputed && !(first.size() == 1 && first == second))
    points.offset(nodeOf(one, distance.from), made, anywhere);
  return !points[made].empty();
}

/// The elements of a container of the library, by one of its members; null of
/// other functions.
static clang::QualType elementsOf(const clang::FunctionDecl *function) {
  const auto *method = dyn_cast_or_null<clang::CXXMethodDecl>(function);
  const auto *owner = method ? dyn_cast<clang::ClassTemplateSpecializationDecl>(
                                   method->getParent())
                             : nullptr;
  if (!owner || !isOfLibraryNamespace(owner))
    return {};
  const bool isContainer = StringSwitch<bool>(owner->getName())
                               .Cases("vector", "_Vector_base", "allocator",
                                      "__new_allocator", "new_allocator", true)
                               .Default(false);
  const clang::TemplateArgumentList &arguments = owner->getTemplateArgs();
  return isContainer && arguments.size() > 0 &&
                 arguments[0].getKind() == clang::TemplateArgument::Type
             ? arguments[0].getAsType()
             : clang::QualType();
}

/// Whether an element has no addresses. Containers keep elements in nodes,
/// whose own members are not looked at.
static bool hasNumbers(clang::QualType element, const clang::ASTContext &ast) {
  const auto *record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      element->getAsCXXRecordDecl());
  if (record && isOfLibraryNamespace(record) &&
      (record->getName().starts_with("_") || record->getName() == "pair"))
    return all_of(record->getTemplateArgs().asArray(),
                  [&](const clang::TemplateArgument &one) {
                    return one.getKind() != clang::TemplateArgument::Type ||
                           hasNumbers(one.getAsType(), ast);
                  });
  return element.isTriviallyCopyableType(ast) && !holdsForeignAddress(element);
}

/// The elements for which a container of the library has allocated it; null of
/// other objects.
clang::QualType Program::elementsIn(ObjectId id) {
  const Object &object = points.object(id);
  if (object.kind != ObjectKind::Heap || object.isCharacters)
    return {};
  for (InstanceId one = object.instance;
       one != none && isOfLibrary(instances[one].function);
       one = instances[one].caller)
    if (const clang::QualType element =
            elementsOf(declarationOf(instances[one].function));
        !element.isNull())
      return element;
  return {};
}

/// Whether it is a text, or has elements without addresses.
bool Program::isOfNumbers(ObjectId id) {
  const clang::QualType element = elementsIn(id);
  return points.object(id).isCharacters ||
         (!element.isNull() && hasNumbers(element, ast));
}

} // namespace redistc::effects
