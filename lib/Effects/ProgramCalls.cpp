//===- ProgramCalls.cpp - What calls do ------------------------*- C++ -*-===//
//
// A call of a function with a body has an instance of it; one of a function
// without has what the catalogue says (LibraryFunctions.h). Functions without a
// body may call what they are given.
//
//===----------------------------------------------------------------------===//
#include "Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace redistc::effects {

NodeId Program::argument(InstanceId id, const CallBase *at, unsigned index) {
  return nodeOf(instances[id],
                instances[id].body->operandOf(at->getArgOperand(index)));
}

NodeId Program::result(InstanceId id, const CallBase *at) {
  return nodeOf(instances[id], instances[id].body->operandOf(at));
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

/// A virtual function of a class of the library, which is compiled apart: it
/// does anything to its object, and to what it is given. What it keeps is in
/// the object.
void Program::callUnseen(InstanceId id, const CallBase *at) {
  if (!called.insert({id, at, nullptr}).second)
    return;
  const unsigned object = at->hasStructRetAttr() ? 1 : 0;
  const NodeId back = result(id, at);
  NodeId self = none;
  for (unsigned i = 0; i < at->arg_size(); ++i) {
    const NodeId given = argument(id, at, i);
    if (given == none || !at->getArgOperand(i)->getType()->isPointerTy())
      continue;
    access(id, at, given, true, true, /*isDeep=*/i == object);
    keepInside(given);
    if (i == object)
      self = libraryPart(given);
    else if (self != none) {
      points.store(given, self);
      const NodeId held = points.makeNode();
      points.load(self, held);
      points.store(held, given);
    }
    if (back != none) {
      points.copy(given, back);
      points.load(anyPart(given), back);
    }
  }
  callBack(id, at, /*isDeep=*/true);
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
    const NodeId given = argument(caller, at, i);
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
  if (const NodeId back = result(caller, at); back != none)
    points.copy(instances[callee].base + number::Returned, back);
}

/// Compiled code of the library calls operators new and delete of the program.
void Program::callAllocators(InstanceId id, const CallBase *at) {
  for (const Function *function : allocators)
    callWith(id, at, function, objectNode(unknownObject));
}

/// Whether functions of the library keep addresses there, and use or return
/// what these refer to: "putenv", "strtok", "set_new_handler".
static bool keepsGiven(StringRef hidden) {
  return hidden == "the environment" || hidden == "the state of 'strtok'" ||
         hidden == stateOfRand || // the buffer of 'initstate'
         hidden == "the table of 'hsearch'" || hidden == "the locale" ||
         hidden == "the handlers of the library";
}

static bool isRelease(StringRef name) {
  return name == "free" || name == "realloc" || name.starts_with("_Zdl") ||
         name.starts_with("_Zda") || name.starts_with(sharedRelease);
}

/// Whether it calls operators new and delete of the program, where it has such.
static bool callsAllocators(const Function *target,
                            const clang::FunctionDecl *decl) {
  return target->getName().starts_with(sharedAllocation) ||
         target->getName().starts_with(sharedRelease) ||
         (decl && isOfLibraryNamespace(decl));
}

void Program::callLibrary(InstanceId id, const CallBase *at,
                          const Function *target) {
  const clang::FunctionDecl *decl = declarationOf(target);
  const auto [found, isNew] = catalogue.try_emplace(target);
  if (isNew)
    found->second = libraryFunctionOf(*target, decl, ast);
  const LibraryFunction known = found->second;
  const NodeId back = result(id, at);
  if (isRelease(target->getName()) && at->arg_size() > 0)
    releases.push_back({argument(id, at, 0), id, at, loopAt(id, at)});
  if (changesLocale && known.rule != LibraryRule::Nothing)
    access(id, at, objectNode(hiddenObject("the locale")), true, false, false);
  if (changesDirectory && known.rule != LibraryRule::Nothing)
    access(id, at, objectNode(hiddenObject("the working directory")), true,
           false, false);
  const auto first = [&] {
    return at->arg_size() > 0 ? argument(id, at, 0) : NodeId(none);
  };
  if (callsAllocators(target, decl) && known.rule != LibraryRule::Nothing)
    callAllocators(id, at);
  if (!known.hidden.empty())
    access(id, at, objectNode(hiddenObject(known.hidden)), true,
           !known.onlyReads, false);
  switch (known.rule) {
  case LibraryRule::Nothing:
    // Arithmetic: numbers may be addresses.
    for (unsigned i = 0;
         target->isIntrinsic() && back != none && i < at->arg_size(); ++i)
      if (const NodeId given = argument(id, at, i); given != none)
        points.offset(given, back, anywhere);
    return;
  case LibraryRule::Same:
    if (back != none && first() != none)
      points.copy(first(), back);
    return;
  case LibraryRule::Within:
    if (back != none && first() != none)
      points.offset(first(), back, anywhere);
    return;
  case LibraryRule::Reallocates:
    if (back != none && first() != none)
      points.copy(first(), back);
    [[fallthrough]];
  case LibraryRule::Allocates:
    for (unsigned i = 0; i < at->arg_size(); ++i) // "strdup", "fopen"
      if (at->getArgOperand(i)->getType()->isPointerTy())
        access(id, at, argument(id, at, i), true, false, false);
    if (back != none)
      points.add(back,
                 points.placeOf(localObject(id, at, ObjectKind::Heap), 0));
    return;
  case LibraryRule::Throws:
    throwValue(id, at, first());
    if (const auto *end = dyn_cast<Function>(at->getArgOperand(2))) {
      callWith(id, at, end, first());
      const NodeId table = objectNode(hiddenObject("what has been thrown"));
      points.store(constantNode(end), table);
      points.store(first(), table);
    }
    if (back != none)
      points.copy(first(), back);
    return;
  case LibraryRule::Releases: {
    access(id, at, first(), true, true, false);
    const NodeId table = objectNode(hiddenObject("what has been thrown"));
    return callAll(id, at, allBehind(table));
  }
  case LibraryRule::Maps: {
    const auto *file = dyn_cast<ConstantInt>(at->getArgOperand(4));
    const ObjectId made = file && file->isMinusOne()
                              ? localObject(id, at, ObjectKind::Heap)
                              : hiddenObject("the files in memory");
    return points.copy(objectNode(made), back);
  }
  case LibraryRule::Opens: {
    const NodeId made = objectNode(localObject(id, at, ObjectKind::Heap));
    for (unsigned i = 0; i < at->arg_size(); ++i)
      if (const NodeId given = argument(id, at, i); given != none)
        points.store(given, made);
    return points.copy(made, back);
  }
  case LibraryRule::Rethrows: {
    const NodeId thrown = points.makeNode();
    if (at->arg_size() == 0) // what is caught around the loop, too
      points.load(objectNode(exceptionOf(thrownOutside)), thrown);
    else if (first() != none)
      points.load(first(), thrown);
    return throwValue(id, at, thrown);
  }
  case LibraryRule::Stores:
    access(id, at, first(), false, true, false);
    if (const NodeId kept = argument(id, at, 1);
        kept != none && first() != none)
      points.store(kept, first());
    return;
  case LibraryRule::Catches: {
    const NodeId thrown = points.makeNode();
    points.load(objectNode(exceptionOf(id, at)), thrown);
    if (at->hasStructRetAttr()) // what is caught around the loop, too
      points.load(objectNode(exceptionOf(thrownOutside)), thrown);
    if (at->hasStructRetAttr()) { // std::exception_ptr
      access(id, at, first(), false, true, false);
      if (first() != none)
        points.store(thrown, first());
    } else if (back != none) {
      points.copy(thrown, back);
      points.load(thrown, back); // of a pointer that was thrown, its value
    }
    return catchOfLibrary(id, at, at->hasStructRetAttr() ? first() : none);
  }
  case LibraryRule::Variadic: {
    const ObjectId list = localObject(id, at, ObjectKind::Local);
    points.store(instances[id].base + number::Variadic, objectNode(list));
    for (unsigned i = 0; i < at->arg_size(); ++i)
      if (const NodeId made = argument(id, at, i); made != none)
        points.store(objectNode(list), made);
    if (at->arg_size() == 2)
      points.move(argument(id, at, 1), argument(id, at, 0), 0);
    return;
  }
  case LibraryRule::Links:
    return link(id, at, target, /*isWalk=*/false);
  case LibraryRule::Walks:
    return link(id, at, target, /*isWalk=*/true);
  case LibraryRule::Starts:
    if (!known.hidden.empty())
      keepHandlers(id, at, objectNode(hiddenObject(known.hidden)));
    keepToArguments(id, at, decl, /*isStd=*/false);
    if (target->getName().contains("_M_start_thread") ||
        target->getName() == "pthread_create") {
      starts.push_back({at, id});
      if (loopAt(id, at).first != none) // it may go on in later stages
        points.forgetStages();
    }
    if (target->getName().starts_with("qsort") && first() != none)
      points.move(first(), first(), 0);
    return callBack(id, at, /*isDeep=*/true);
  case LibraryRule::CallsKept: {
    const NodeId kept = objectNode(hiddenObject(known.hidden));
    keepHandlers(id, at, kept); // what it is given, too
    return callAll(id, at, allBehind(kept));
  }
  case LibraryRule::Hidden:
    if (known.hidden == "the environment") // has the time zone, too
      access(id, at, objectNode(hiddenObject("the time zone")), true,
             !known.onlyReads, false);
    if (known.hidden == "the buffer of 'localtime'")
      access(id, at, objectNode(hiddenObject("the time zone")), true, false,
             false);
    if (keepsGiven(known.hidden))
      keepHidden(id, at, objectNode(hiddenObject(known.hidden)), back);
    if (back != none && at->getType()->isPointerTy())
      points.copy(objectNode(hiddenObject(known.hidden)), back);
    [[fallthrough]];
  case LibraryRule::Arguments:
    keepToArguments(id, at, decl, /*isStd=*/false);
    giveBack(id, at, decl, localObject(id, at, ObjectKind::Internal));
    return callBack(id, at, /*isDeep=*/false);
  case LibraryRule::Mixes:
    mix(id, at);
    if (back != none && first() != none)
      points.offset(first(), back, anywhere);
    return;
  case LibraryRule::Deep:
    for (unsigned i = 0; i < at->arg_size(); ++i)
      if (const NodeId given = argument(id, at, i); given != none)
        access(id, at, given, true, true, true);
    giveBack(id, at, decl, localObject(id, at, ObjectKind::Internal));
    if (back != none && first() != none)
      points.copy(allBehind(first()), back);
    return;
  case LibraryRule::System:
    access(id, at, objectNode(worldObject), true, true, false);
    keepToArguments(id, at, decl, /*isStd=*/false);
    giveBack(id, at, decl, unknownObject);
    return callBack(id, at, /*isDeep=*/true);
  case LibraryRule::String:
    return keepToString(id, at, cast<clang::CXXMethodDecl>(decl));
  case LibraryRule::Searches:
    return search(id, at);
  case LibraryRule::StdObject:
    if (changesLocale) // it may call functions of what the locale has
      callAll(id, at, allBehind(objectNode(hiddenObject("the locale"))));
    keepToArguments(id, at, decl, /*isStd=*/true);
    if (isa<clang::CXXDestructorDecl>(decl))
      return;
    return callBack(id, at, /*isDeep=*/true);
  case LibraryRule::Unknown:
    return callUnknown(id, at, decl);
  }
}

/// For a regular expression, in a text. The matches have elements of their own,
/// and lead to the text, which is not changed.
void Program::search(InstanceId id, const CallBase *at) {
  const NodeId matches = argument(id, at, 2);
  if (matches == none)
    return;
  const When when = whenAt(id, at);
  access(id, at, matches, true, true, false);
  keepInside(matches);
  const NodeId part = libraryPart(matches);
  const NodeId held = points.makeNode(), elements = points.makeNode();
  points.load(anyPart(matches), held, when);
  points.forEach(held, [this, elements](PlaceId place) {
    const Object &object = points.object(points.place(place).object);
    if (!object.isCharacters && (object.kind == ObjectKind::Internal ||
                                 object.kind == ObjectKind::Heap))
      points.add(elements, place);
  });
  access(id, at, elements, true, true, false);
  for (unsigned i = 0; i < 2; ++i) {
    const NodeId given = argument(id, at, i);
    if (given == none)
      continue;
    access(id, at, given, true, false, false);
    const NodeId text = points.makeNode();
    points.offset(given, text, anywhere);
    points.store(text, part, when);
    points.store(text, elements, when);
  }
  access(id, at, argument(id, at, 3), true, false, true);
  callBack(id, at, /*isDeep=*/true); // virtual functions of a locale
}

/// What functions of the library throw: an object with virtual functions that
/// are compiled apart.
void Program::catchOfLibrary(InstanceId id, const CallBase *at, NodeId handle) {
  const ObjectId made = localObject(id, at, ObjectKind::Internal);
  const PlaceId all = points.placeOf(made, anywhere);
  points.addAt(all, points.placeOf(unseenFunction, anywhere));
  if (handle != none)
    points.store(objectNode(made), handle);
  else if (const NodeId back = result(id, at); back != none)
    points.add(back, all);
}

/// memcpy() that is called by its address, __atomic_exchange() of large
/// objects.
void Program::mix(InstanceId id, const CallBase *at) {
  std::vector<NodeId> all;
  for (unsigned i = 0; i < at->arg_size(); ++i)
    if (at->getArgOperand(i)->getType()->isPointerTy())
      all.push_back(argument(id, at, i));
  llvm::erase(all, none);
  for (const NodeId from : all) {
    access(id, at, from, true, true, false);
    for (const NodeId to : all)
      points.move(from, to, 0, whenAt(id, at));
  }
}

/// Whether a call outside of loops may be followed by one of them. What a stage
/// gives to unseen code is no other stage's, as both would use what such code
/// keeps.
bool Program::mayComeBeforeLoops(InstanceId id, const CallBase *at) const {
  if (loopAt(id, at).first != none)
    return false;
  const BasicBlock *block = at->getParent();
  const auto found = regions.find(instances[id].function);
  if (found == regions.end())
    return true;
  const DenseSet<const BasicBlock *> next = reachableFrom(block);
  return any_of(found->second, [&](const auto &loop) {
    return any_of(loop.second.parts, [&](const auto &one) {
      return next.contains(one.first->getParent());
    });
  });
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

bool returnsAddress(const CallBase *at, const clang::FunctionDecl *decl) {
  const Type *type = at->getType();
  return mayHoldAddress(type) &&
         (!type->isIntegerTy() ||
          (decl && decl->getReturnType()->isRecordType()));
}

/// Code that is not seen may do what its parameters allow, and to everything
/// that it may have got hold of. What it returns by value and owns is new.
void Program::callUnknown(InstanceId id, const CallBase *at,
                          const clang::FunctionDecl *decl) {
  access(id, at, objectNode(worldObject), true, true, false);
  access(id, at, memoryBefore, true, true, false);
  const auto *method = dyn_cast_or_null<clang::CXXMethodDecl>(decl);
  const bool hasObject = method && !method->isStatic();
  const unsigned firstGiven =
      (at->hasStructRetAttr() ? 1 : 0) + (hasObject ? 1 : 0);
  const NodeId back = result(id, at);
  if (back != none && returnsAddress(at, decl))
    points.add(back, points.placeOf(unknownObject, anywhere));
  const NodeId reached = allBehind(allGiven(id, at));
  if (mayComeBeforeLoops(id, at)) {
    points.copy(reached, givenBefore);
    addMemory(reached, memoryBefore);
  }
  for (unsigned i = 0; i < at->arg_size(); ++i) {
    const NodeId given = argument(id, at, i); // numbers may be addresses
    if (given == none)
      continue;
    clang::QualType type;
    bool isWritten = true;
    if (at->hasStructRetAttr() && i == 0 && decl)
      type = decl->getReturnType();
    else if (hasObject && i + 1 == firstGiven) {
      type = ast.getRecordType(method->getParent());
      isWritten = !method->isConst();
    } else if (decl && i >= firstGiven &&
               i - firstGiven < decl->getNumParams()) {
      type = decl->getParamDecl(i - firstGiven)->getType();
      type = type->isReferenceType() || type->isAnyPointerType()
                 ? type->getPointeeType()
                 : type;
      isWritten = !type.isConstQualified();
    }
    const bool isForeign = type.isNull() || holdsForeignAddress(type);
    access(id, at, given, true, isWritten || isForeign, /*isDeep=*/true);
    if (isWritten) { // anywhere in what it leads to
      const NodeId parts = anyPart(allBehind(given));
      points.store(objectNode(isForeign
                                  ? unknownObject
                                  : localObject(id, at, ObjectKind::Internal)),
                   parts);
      if (isForeign)
        points.store(reached, parts);
    }
    points.store(given, objectNode(worldObject));
    if (back != none)
      points.copy(given, back);
  }
  for (const GlobalVariable &variable : unit.module->globals())
    if (!variable.hasLocalLinkage() && !variable.isConstant()) {
      const clang::Decl *seen = unit.declarationOf(variable);
      if (seen && !isOfLibraryNamespace(seen) &&
          !ast.getSourceManager().isInSystemHeader(seen->getLocation()))
        access(id, at, objectNode(globalObject(&variable)), true, true, true);
    }
  callAll(id, at, reached);
  callAll(id, at, givenBefore);
}

/// Nodes of lists and trees: the functions that link them are compiled apart.
/// Links stand at the first four addresses of a node.
void Program::link(InstanceId id, const CallBase *at, const Function *,
                   bool isWalk) {
  const When when = whenAt(id, at);
  const NodeId reached = points.makeNode();
  for (unsigned i = 0; i < at->arg_size(); ++i)
    if (const NodeId given = argument(id, at, i);
        given != none && at->getArgOperand(i)->getType()->isPointerTy())
      points.copy(given, reached);
  for (std::int64_t link = 0; link < 32; link += 8) {
    const NodeId place = points.makeNode();
    points.offset(reached, place, link);
    points.load(place, reached, when);
    access(id, at, place, true, !isWalk, false);
    if (place != none)
      instances[id].accesses.back().size = 8;
    if (!isWalk)
      points.store(reached, place, when);
  }
  if (const NodeId back = result(id, at); back != none)
    points.copy(reached, back);
}

void Program::keepHidden(InstanceId id, const CallBase *at, NodeId table,
                         NodeId back) {
  for (unsigned i = 0; i < at->arg_size(); ++i)
    if (const NodeId given = argument(id, at, i); given != none)
      points.store(given, table);
  const NodeId kept = points.makeNode();
  points.load(table, kept);
  access(id, at, kept, true, at->getCalledFunction()->getName() != "getenv",
         false);
  if (back != none)
    points.copy(kept, back);
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

/// What is called later, by another function of the library.
void Program::keepHandlers(InstanceId id, const CallBase *at, NodeId table) {
  access(id, at, table, true, true, false);
  for (unsigned i = 0; i < at->arg_size(); ++i)
    if (const NodeId given = argument(id, at, i); given != none)
      points.store(given, table);
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
