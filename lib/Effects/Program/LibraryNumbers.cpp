//===- LibraryNumbers.cpp - Numbers that the library makes -----*- C++ -*-===//
//
// Functions without a body return numbers, or write texts, that mean nothing on
// another rank: of open files and processes, and of the bytes of an address.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "redistc/Effects/RankValues.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"

#include <algorithm>

using namespace llvm;

namespace redistc::effects {

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

/// Numbers that mean something else, or nothing, on another rank: of an open
/// file, of a process, of a thread.
void Program::numberResources(InstanceId id, const CallBase *at,
                              StringRef name) {
  const bool isPair = name == "pipe" || name == "pipe2" || name == "socketpair";
  const bool starts =
      name == "pthread_create" || name.starts_with("posix_spawn");
  const bool isProcess = starts || rankValueOf(name) == RankValue::Process;
  if ((!isPair && !isProcess && !opensDescriptor(name)) ||
      loopAt(id, at).first == none)
    return;
  makesNumbers = true;
  const NodeId made = points.makeNode();
  points.add(made, isProcess ? points.processes() : points.descriptors());
  if (const NodeId back = valueOf(id, at); back != none && !isPair && !starts)
    points.copy(made, back);
  if (isPair || starts)
    points.store(
        made, anyPart(argument(id, at, isPair && at->arg_size() > 2 ? 3 : 0)),
        whenAt(id, at));
}

/// Whether a parameter takes the bytes of any object, or characters.
static bool takesBytes(clang::QualType type) {
  const clang::QualType bytes =
      type->isPointerType() ? type->getPointeeType() : clang::QualType();
  return !bytes.isNull() && bytes.isConstQualified() &&
         (bytes->isVoidType() || bytes->isCharType() || bytes->isStdByteType());
}

/// Whether a parameter is a reference to a std::string_view.
static bool isView(clang::QualType type) {
  const auto *record = type->isReferenceType()
                           ? type->getPointeeType()->getAsCXXRecordDecl()
                           : nullptr;
  return record && record->getIdentifier() && isOfLibraryNamespace(record) &&
         record->getName() == "basic_string_view";
}

/// Whether it returns how much it has written, or whether it has.
static bool isWriter(StringRef name) {
  return name.starts_with("MPI_") ||
         StringSwitch<bool>(name)
             .Cases("fwrite", "write", "pwrite", "fputs", "puts", true)
             .Cases("send", "sendto", true)
             .Default(false);
}

/// How many bytes a call reads there, where the next argument is a constant
/// that says it; 0 where that is not known.
static std::int64_t bytesRead(const CallBase *at, unsigned index) {
  const auto *length = index + 1 < at->arg_size()
                           ? dyn_cast<ConstantInt>(at->getArgOperand(index + 1))
                           : nullptr;
  return length ? std::clamp<std::int64_t>(length->getSExtValue(), 0, maxMoved)
                : 0;
}

/// The addresses whose bytes a call reads where it is given `from`: those of
/// pointers, and of one object that was allocated. Elsewhere, texts are not
/// told from the addresses that lead to them.
NodeId Program::addressesRead(InstanceId id, const CallBase *at, unsigned index,
                              NodeId from) {
  const NodeId held = points.makeNode();
  const When when = whenAt(id, at);
  const std::int64_t bytes = std::max<std::int64_t>(bytesRead(at, index), 1);
  for (std::int64_t part = 0; part < bytes; part += 8)
    points.forEach(from, [=, this](PlaceId place) {
      const Object &object = points.object(points.place(place).object);
      const bool isAlone = object.kind == ObjectKind::Heap && object.isPlain &&
                           !object.isCharacters &&
                           points.place(place).isExact();
      if (!isAlone && !isPointerThere(place, part))
        return;
      const NodeId there = points.makeNode(), pointer = points.makeNode();
      points.add(there, place);
      points.offset(there, pointer, part);
      points.load(pointer, held, when);
    });
  return held;
}

/// Adds to `made` what a text or a number is that a call makes of the bytes of
/// an address.
void Program::readCharacters(InstanceId id, const CallBase *at, unsigned index,
                             clang::QualType type, NodeId made) {
  const NodeId given = argument(id, at, index);
  if (given == none || type.isNull() || loopAt(id, at).first == none)
    return;
  NodeId from = given;
  if (isView(type)) {
    from = points.makeNode();
    points.load(anyPart(given), from, whenAt(id, at));
  } else if (!takesBytes(type))
    return;
  points.forEach(addressesRead(id, at, index, from), [=, this](PlaceId place) {
    const ObjectKind kind = points.object(points.place(place).object).kind;
    if (kind == ObjectKind::Function || kind == ObjectKind::Unknown)
      return;
    makesNumbers = true;
    points.add(made, points.bits());
  });
}

/// Whether what it returns depends on how long a text is, alone.
static bool tellsLength(StringRef name) {
  return name.contains("printf") || name.contains("strlen") ||
         name.contains("strnlen");
}

/// A function without a body makes a number of the bytes that it is given, as a
/// hash does, or a comparison. Of a variable: in allocated memory, texts are
/// not told from the addresses that lead to them.
void Program::readBytes(InstanceId id, const CallBase *at,
                        const Function *target) {
  const clang::FunctionDecl *decl = declarationOf(target);
  const bool isCompared =
      target->getName() == "memcmp" || target->getName() == "bcmp";
  if (!(at->getType()->isIntegerTy() || at->getType()->isFloatingPointTy()) ||
      (!decl && !isCompared) || isWriter(target->getName()) ||
      loopAt(id, at).first == none)
    return;
  const NodeId back = valueOf(id, at);
  for (unsigned i = 0; i < at->arg_size(); ++i) {
    const bool isRead =
        isCompared ? i < 2
                   : i < decl->getNumParams() &&
                         takesBytes(decl->getParamDecl(i)->getType()) &&
                         decl->getNumParams() == at->arg_size();
    const NodeId given = isRead ? argument(id, at, i) : NodeId(none);
    if (given == none)
      continue;
    if (!isCompared)
      readCharacters(id, at, i, decl->getParamDecl(i)->getType(),
                     back == none ? points.makeNode() : back);
    const NodeId exact = points.makeNode(), held = points.makeNode();
    points.forEach(given, [this, exact](PlaceId place) {
      const Object &object = points.object(points.place(place).object);
      if (object.type && !object.isCharacters && points.place(place).isExact())
        points.add(exact, place);
    });
    const std::int64_t bytes = bytesRead(at, i);
    points.load(bytes > 0 ? wordsAt(exact, bytes) : bytesAt(exact), held,
                whenAt(id, at));
    if (back != none && !tellsLength(target->getName())) {
      // Texts, too, that are made of a number.
      const NodeId texts = points.makeNode();
      points.load(bytesAt(given), texts, whenAt(id, at));
      points.offset(texts, back, toBits);
    }
    points.forEach(held, [this, back](PlaceId place) {
      const ObjectKind kind = points.object(points.place(place).object).kind;
      if (!points.isNumber(place) && kind != ObjectKind::Local &&
          kind != ObjectKind::Global && kind != ObjectKind::Heap)
        return;
      makesNumbers = true;
      if (back != none)
        points.add(back, points.bits());
    });
  }
}

/// The bytes that an address may be the first of, where they are known.
NodeId Program::bytesAt(NodeId given) {
  const NodeId part = points.makeNode();
  points.forEach(given, [this, part](PlaceId place) {
    const Object &object = points.object(points.place(place).object);
    points.add(part, object.type ? points.extentOf(place) : place);
  });
  return part;
}

/// The places of addresses among so many bytes.
NodeId Program::wordsAt(NodeId given, std::int64_t bytes) {
  const NodeId words = points.makeNode();
  points.forEach(given, [this, words, bytes](PlaceId id) {
    const Place place = points.place(id);
    for (std::int64_t at = place.offset / 8 * 8; at < place.offset + bytes;
         at += 8)
      points.add(words, points.placeOf(place.object, at));
  });
  return words;
}

/// A function of the string `of` writes characters, and texts, that it is
/// given.
void Program::writeCharacters(InstanceId id, const CallBase *at, NodeId of,
                              NodeId texts, NodeId made) {
  if (of == none)
    return;
  const When when = whenAt(id, at);
  const NodeId held = points.makeNode();
  points.load(texts, held, when);
  for (const Use &use : at->args())
    if (const NodeId given = valueOf(id, use.get());
        given != none && !use->getType()->isPointerTy())
      points.copy(given, held);
  points.offset(held, made, toBits);
  points.store(made, charactersOf(of, when), when);
}

/// The text of a constant that is a format.
static StringRef formatOf(const Value *value) {
  StringRef text;
  return getConstantStringInfo(value, text) ? text : StringRef();
}

/// `sprintf` writes addresses, and numbers that are made of them, as text.
void Program::writeText(InstanceId id, const CallBase *at,
                        const Function *target) {
  const StringRef name = target->getName();
  const unsigned fixed = target->getFunctionType()->getNumParams();
  if (!name.contains("sprintf") && !name.contains("snprintf"))
    return;
  if (!target->isVarArg() || fixed < 2 || loopAt(id, at).first == none)
    return;
  const bool hasPointers =
      formatOf(at->getArgOperand(fixed - 1)).contains("%p");
  const NodeId made = points.makeNode();
  for (unsigned i = fixed; i < at->arg_size(); ++i) {
    const NodeId given = valueOf(id, at->getArgOperand(i));
    if (given == none)
      continue;
    points.offset(given, made, toBits);
    if (hasPointers && at->getArgOperand(i)->getType()->isPointerTy())
      points.forEach(given, [this, made](PlaceId) {
        makesNumbers = true;
        points.add(made, points.bits());
      });
  }
  points.store(made, anyPart(argument(id, at, 0)), whenAt(id, at));
}

} // namespace redistc::effects
