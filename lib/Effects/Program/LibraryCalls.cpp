//===- LibraryCalls.cpp - What functions of the library do ------*- C++ -*-===//
//
// A call of a function that is compiled apart, by the rule that the catalogue
// has for it (LibraryFunctions.h): what it accesses, keeps, gives back and
// calls.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "clang/AST/DeclCXX.h"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace redistc::effects {

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

/// Whether it locks a mutex of POSIX, or tries to, or unlocks it. Those of the
/// C++ library call these.
static bool usesLock(StringRef name) {
  return (name.starts_with("pthread_mutex_") ||
          name.starts_with("pthread_rwlock_") ||
          name.starts_with("pthread_spin_")) &&
         name.ends_with("lock");
}

/// Whether it marks a place to jump to, or jumps there.
static bool isJump(StringRef name) {
  return name.ends_with("setjmp") || name.contains("longjmp");
}

/// What all rules have in common.
void Program::beforeRule(InstanceId id, const CallBase *at,
                         const Function *target, const LibraryFunction &known) {
  if (isRelease(target->getName()) && at->arg_size() > 0)
    releases.push_back({argument(id, at, 0), id, at, loopAt(id, at)});
  numberResources(id, at, target->getName());
  readBytes(id, at, target);
  writeText(id, at, target);
  const auto addPaired = [&](std::vector<PairedCall> &calls, bool isSecond) {
    calls.push_back({argument(id, at, 0), id, at, loopAt(id, at), isSecond});
  };
  if (usesLock(target->getName()))
    addPaired(lockCalls, target->getName().ends_with("unlock"));
  if (isJump(target->getName()))
    addPaired(jumps, target->getName().contains("longjmp"));
  const bool isAny = known.rule != LibraryRule::Nothing;
  if (changesLocale && isAny)
    access(id, at, objectNode(hiddenObject("the locale")), true, false, false);
  if (changesDirectory && isAny)
    access(id, at, objectNode(hiddenObject("the working directory")), true,
           false, false);
  if (isAny && callsAllocators(target, declarationOf(target)))
    callAllocators(id, at);
  if (!known.hidden.empty())
    access(id, at, objectNode(hiddenObject(known.hidden)), true,
           !known.onlyReads, false);
}

/// "strdup" and "fopen" read what they are given.
void Program::allocate(InstanceId id, const CallBase *at) {
  for (unsigned i = 0; i < at->arg_size(); ++i)
    if (at->getArgOperand(i)->getType()->isPointerTy())
      access(id, at, argument(id, at, i), true, false, false);
  if (const NodeId back = result(id, at); back != none)
    points.add(back, points.placeOf(localObject(id, at, ObjectKind::Heap), 0));
}

void Program::throwByLibrary(InstanceId id, const CallBase *at) {
  const NodeId thrown = argument(id, at, 0);
  throwValue(id, at, thrown);
  if (const auto *end = dyn_cast<Function>(at->getArgOperand(2))) {
    callWith(id, at, end, thrown);
    const NodeId table = objectNode(hiddenObject("what has been thrown"));
    points.store(constantNode(end), table);
    points.store(thrown, table);
  }
  if (const NodeId back = result(id, at); back != none)
    points.copy(thrown, back);
}

void Program::throwAgain(InstanceId id, const CallBase *at) {
  const NodeId thrown = points.makeNode();
  if (at->arg_size() == 0) // what is caught around the loop, too
    points.load(objectNode(exceptionOf(thrownOutside)), thrown);
  else if (const NodeId given = argument(id, at, 0); given != none)
    points.load(given, thrown);
  throwValue(id, at, thrown);
}

/// The result is what is caught, or a std::exception_ptr of it.
void Program::catchByLibrary(InstanceId id, const CallBase *at) {
  const NodeId thrown = points.makeNode();
  points.load(objectNode(exceptionOf(id, at)), thrown);
  if (!at->hasStructRetAttr()) {
    if (const NodeId back = result(id, at); back != none) {
      points.copy(thrown, back);
      points.load(thrown, back); // of a pointer that was thrown, its value
    }
    return catchOfLibrary(id, at, none);
  }
  // What is caught around the loop, too.
  points.load(objectNode(exceptionOf(thrownOutside)), thrown);
  const NodeId handle = argument(id, at, 0);
  access(id, at, handle, false, true, false);
  if (handle != none)
    points.store(thrown, handle);
  catchOfLibrary(id, at, handle);
}

/// va_start, va_copy and va_end.
void Program::listVariadic(InstanceId id, const CallBase *at) {
  const ObjectId list = localObject(id, at, ObjectKind::Local);
  points.store(instances[id].base + number::Variadic, objectNode(list));
  for (unsigned i = 0; i < at->arg_size(); ++i)
    if (const NodeId made = argument(id, at, i); made != none)
      points.store(objectNode(list), made);
  if (at->arg_size() == 2)
    points.move(argument(id, at, 1), argument(id, at, 0), 0);
}

/// Calls what it is given: now, later, or in another thread.
void Program::start(InstanceId id, const CallBase *at, const Function *target,
                    StringRef hidden) {
  if (!hidden.empty())
    keepHandlers(id, at, objectNode(hiddenObject(hidden)));
  keepToArguments(id, at, declarationOf(target), /*isStd=*/false);
  const StringRef name = target->getName();
  if (name.contains("_M_start_thread") || name == "pthread_create") {
    starts.push_back({at, id});
    if (loopAt(id, at).first != none) // it may go on in later stages
      points.forgetStages();
  }
  if (name.starts_with("qsort") && at->arg_size() > 0)
    if (const NodeId sorted = argument(id, at, 0); sorted != none)
      points.move(sorted, sorted, 0);
  callBack(id, at, /*isDeep=*/true);
}

/// The state of the library that the function keeps, beside its own access.
void Program::touchHidden(InstanceId id, const CallBase *at,
                          const LibraryFunction &known) {
  if (known.hidden == "the environment") // has the time zone, too
    access(id, at, objectNode(hiddenObject("the time zone")), true,
           !known.onlyReads, false);
  if (known.hidden == "the buffer of 'localtime'")
    access(id, at, objectNode(hiddenObject("the time zone")), true, false,
           false);
  const NodeId back = result(id, at);
  if (keepsGiven(known.hidden))
    keepHidden(id, at, objectNode(hiddenObject(known.hidden)), back);
  if (back != none && at->getType()->isPointerTy())
    points.copy(objectNode(hiddenObject(known.hidden)), back);
}

void Program::callLibrary(InstanceId id, const CallBase *at,
                          const Function *target) {
  const clang::FunctionDecl *decl = declarationOf(target);
  const auto [found, isNew] = catalogue.try_emplace(target);
  if (isNew)
    found->second = libraryFunctionOf(*target, decl, ast);
  const LibraryFunction known = found->second;
  beforeRule(id, at, target, known);
  const NodeId back = result(id, at);
  const auto first = [&] {
    return at->arg_size() > 0 ? argument(id, at, 0) : NodeId(none);
  };
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
    return allocate(id, at);
  case LibraryRule::Allocates:
    return allocate(id, at);
  case LibraryRule::Throws:
    return throwByLibrary(id, at);
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
      if (const NodeId given = argument(id, at, i); given != none) {
        points.store(given, made);
        points.copy(given, back); // what is written to the file
      }
    return points.copy(made, back);
  }
  case LibraryRule::Rethrows:
    return throwAgain(id, at);
  case LibraryRule::Stores:
    access(id, at, first(), false, true, false);
    if (const NodeId kept = argument(id, at, 1);
        kept != none && first() != none)
      points.store(kept, first());
    return;
  case LibraryRule::Catches:
    return catchByLibrary(id, at);
  case LibraryRule::Variadic:
    return listVariadic(id, at);
  case LibraryRule::Links:
    return link(id, at, target, /*isWalk=*/false);
  case LibraryRule::Walks:
    return link(id, at, target, /*isWalk=*/true);
  case LibraryRule::Starts:
    return start(id, at, target, known.hidden);
  case LibraryRule::CallsKept: {
    const NodeId kept = objectNode(hiddenObject(known.hidden));
    keepHandlers(id, at, kept); // what it is given, too
    return callAll(id, at, allBehind(kept));
  }
  case LibraryRule::Hidden:
    touchHidden(id, at, known);
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

/// What is called later, by another function of the library.
void Program::keepHandlers(InstanceId id, const CallBase *at, NodeId table) {
  access(id, at, table, true, true, false);
  for (unsigned i = 0; i < at->arg_size(); ++i)
    if (const NodeId given = argument(id, at, i); given != none)
      points.store(given, table);
}

} // namespace redistc::effects
