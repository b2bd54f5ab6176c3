//===- ProgramArguments.cpp - What is done to arguments --------*- C++ -*-===//
//
// A function without a body that keeps to its arguments: which of them it reads
// and writes, by their types, which addresses an object of the library keeps,
// and what it returns.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace redistc::effects {

/// What is done to the object is what is done to the result.
static bool isAccessor(const clang::CXXMethodDecl *method) {
  if (method->getOverloadedOperator() == clang::OO_Subscript)
    return true;
  const StringRef name =
      method->getDeclName().isIdentifier() ? method->getName() : "";
  return StringSwitch<bool>(name)
      .Cases("at", "front", "back", "data", "begin", "end", true)
      .Cases("rbegin", "rend", "_M_data", "_M_local_data", true)
      .Default(false);
}

/// In bytes; 0 where a part of an object may stand elsewhere in it.
static std::int64_t sizeOf(const clang::ASTContext &ast,
                           const clang::CXXRecordDecl *record) {
  if (!record->hasDefinition() || record->isPolymorphic() ||
      record->getNumVBases() != 0)
    return 0;
  return ast.getTypeSizeInChars(ast.getRecordType(record)).getQuantity();
}

/// Of what an argument refers to; 0 where that is not known: a pointer may be
/// to many.
static std::int64_t sizeOfGiven(const clang::ASTContext &ast,
                                const clang::FunctionDecl *decl, unsigned index,
                                unsigned firstGiven) {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(decl);
  if (method && !method->isStatic() && index + 1 == firstGiven)
    return sizeOf(ast, method->getParent());
  if (index < firstGiven || index - firstGiven >= decl->getNumParams())
    return 0;
  const clang::QualType type =
      decl->getParamDecl(index - firstGiven)->getType();
  const auto *record = type->isReferenceType()
                           ? type->getPointeeType()->getAsCXXRecordDecl()
                           : nullptr;
  return record ? sizeOf(ast, record) : 0;
}

/// The memory of a string's characters, wherever the string has it. A string
/// that takes another one's over leads to those, too.
NodeId Program::charactersOf(NodeId given, const When &when) {
  points.forEach(given, [this](PlaceId place) {
    Object characters = points.object(points.place(place).object);
    if (characters.kind == ObjectKind::Internal ||
        characters.kind == ObjectKind::Function ||
        characters.kind == ObjectKind::Unknown || characters.isConstant ||
        characters.isCharacters || !withCharacters.insert(place).second)
      return;
    characters.isCharacters = true;
    characters.isPlain = false;
    characters.size = 0;
    characters.older = none;
    characters.places.clear();
    const PlaceId made =
        points.placeOf(points.makeObject(characters), anywhere);
    charactersOfStrings.push_back(points.contentOf(made));
    points.addAt(place, made);
  });
  const NodeId all = points.makeNode(), found = points.makeNode();
  points.load(given, all, when);
  points.forEach(all, [this, found](PlaceId place) {
    const Object &object = points.object(points.place(place).object);
    if (object.isCharacters ||
        (object.kind != ObjectKind::Local && object.kind != ObjectKind::Heap))
      points.add(found, place);
  });
  return found;
}

static bool isStringType(clang::QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() &&
         record->getName() == "basic_string";
}

/// Numbers that functions of the library return are sizes, counts and hashes.
static bool isNumberOfLibrary(clang::QualType returned) {
  return returned->isIntegralOrEnumerationType();
}

/// Whether the argument says where the characters end that begin at the one
/// before.
static bool isEndOfRange(const clang::CXXMethodDecl *method, unsigned index) {
  return index > 0 && index < method->getNumParams() &&
         method->getParamDecl(index)->getType()->isPointerType() &&
         method->getASTContext().hasSameType(
             method->getParamDecl(index)->getType(),
             method->getParamDecl(index - 1)->getType());
}

/// A function of a string touches the string and its characters, and no other
/// memory.
void Program::keepToString(InstanceId id, const CallBase *at,
                           const clang::CXXMethodDecl *method) {
  const bool returnsByAddress = at->hasStructRetAttr();
  const unsigned object = returnsByAddress ? 1 : 0;
  const unsigned firstGiven = object + (method->isStatic() ? 0 : 1);
  const clang::QualType returned = method->getReturnType();
  const NodeId back =
      isNumberOfLibrary(returned) ? NodeId(none) : result(id, at);
  const When when = whenAt(id, at);
  NodeId self = none;
  const NodeId texts = points.makeNode(), made = points.makeNode();
  for (unsigned i = 0; i < at->arg_size(); ++i) {
    const NodeId given = argument(id, at, i);
    if (given == none || !at->getArgOperand(i)->getType()->isPointerTy())
      continue;
    const bool isObject = i == object && !method->isStatic();
    const clang::QualType type =
        i >= firstGiven && i - firstGiven < method->getNumParams()
            ? method->getParamDecl(i - firstGiven)->getType()
            : clang::QualType();
    bool isWritten = i < firstGiven;
    if (isObject)
      isWritten = !method->isConst() && !isAccessor(method);
    else if (!type.isNull())
      isWritten = type->getPointeeType().isNull() ||
                  !type->getPointeeType().isConstQualified();
    access(id, at, given, true, isWritten, false,
           sizeOfGiven(ast, method, i, firstGiven));
    const bool isString = isObject || (type.isNull() ? isStringType(returned)
                                                     : isStringType(type));
    const NodeId characters =
        isString ? charactersOf(given, when) : NodeId(none);
    access(id, at, characters, true, isWritten, false);
    if (isWide)
      points.copy(isString ? characters : bytesAt(given), texts);
    if (!isEndOfRange(method, i - firstGiven))
      readCharacters(id, at, i, type, made);
    if (isObject)
      self = given;
    else if (isString && isWritten && self != none) { // moved, or exchanged
      points.store(characters, self, when);
      if (!isa<clang::CXXConstructorDecl>(method)) // what it had before
        points.store(charactersOf(self, when), given, when);
    }
    if (back == none || !(isObject || method->isStatic()))
      continue;
    if (!isObject || isStringType(returned))
      points.copy(given, back);
    if (isString && !(returned->isReferenceType() && isStringType(returned)))
      points.copy(characters, back);
  }
  if (isWide)
    writeCharacters(id, at, returnsByAddress ? argument(id, at, 0) : self,
                    texts, made);
}

namespace {
/// What a parameter of a function without a body allows.
struct Permission {
  bool isWritten = true;
  bool isNumber = false; ///< no address is written there
  bool isKept = false;   ///< its address may stay in the object
  bool isCopied = false; ///< addresses that it holds may
};
} // namespace

/// std::locale, or a class in it: it leads to facets, which may be of the
/// program.
static bool isLocale(const clang::CXXRecordDecl *record) {
  if (!record || !isOfLibraryNamespace(record))
    return false;
  if (const auto *outer =
          dyn_cast<clang::CXXRecordDecl>(record->getDeclContext()))
    record = outer;
  return record->getIdentifier() && record->getName() == "locale";
}

static Permission permissionOf(clang::QualType type) {
  Permission allowed;
  allowed.isCopied = isLocale(type->getAsCXXRecordDecl());
  const clang::QualType pointee =
      type->isReferenceType() || type->isAnyPointerType()
          ? type->getPointeeType()
          : clang::QualType();
  if (pointee.isNull())
    return allowed;
  allowed.isWritten = !pointee.isConstQualified();
  allowed.isNumber = pointee->isArithmeticType();
  allowed.isKept = pointee->isFunctionType() ||
                   (allowed.isWritten && pointee->isRecordType());
  const clang::CXXRecordDecl *record = pointee->getAsCXXRecordDecl();
  allowed.isKept |= record && record->getIdentifier() &&
                    record->getName() == "facet"; // a locale has it then
  allowed.isCopied = holdsForeignAddress(pointee) || isLocale(record) ||
                     (record && record->getIdentifier() &&
                      record->getName() == "basic_ios"); // and its words
  return allowed;
}

/// Whether what a function returns may be an address that it was given.
static bool mayBeReturned(clang::QualType given, clang::QualType returned) {
  const auto pointeeOf = [](clang::QualType type) {
    return type->isReferenceType() || type->isAnyPointerType()
               ? type->getPointeeType()
               : clang::QualType();
  };
  const clang::QualType from = pointeeOf(given), to = pointeeOf(returned);
  if (from.isNull() || to.isNull() || from->isVoidType() || to->isVoidType())
    return true;
  return from->isRecordType() == to->isRecordType();
}

/// MPI_Comm and its kin, where they are addresses.
static bool isHandleOfMpi(clang::QualType type) {
  const auto *record =
      type->isAnyPointerType() ? type->getPointeeCXXRecordDecl() : nullptr;
  return record && record->getName().starts_with("ompi_");
}

/// What an object of the library may have made for itself.
void Program::keepInside(NodeId given) {
  points.forEach(given, [this](PlaceId place) {
    const ObjectId owner = points.place(place).object;
    const PlaceId part = points.libraryPartOf(place);
    const ObjectKind kind = points.object(owner).kind;
    if (kind == ObjectKind::Internal || kind == ObjectKind::Function ||
        kind == ObjectKind::Unknown || points.object(owner).isConstant ||
        inside.count(part))
      return;
    Object object;
    object.kind = ObjectKind::Internal;
    object.instance = points.object(owner).instance;
    object.loop = points.object(owner).loop;
    const ObjectId made = points.makeObject(object);
    inside[part] = made;
    const PlaceId all = points.placeOf(made, anywhere);
    points.addAt(all, all);
    points.addAt(part, all);
  });
}

/// Whether the format of 'printf' has %n, or is not known; true of all other
/// functions, as 'scanf'.
static bool writesThroughFormat(const CallBase *at,
                                const clang::FunctionDecl *decl) {
  const auto *format = decl ? decl->getAttr<clang::FormatAttr>() : nullptr;
  if (!format || !format->getType()->getName().contains("printf"))
    return !decl || !decl->getName().contains("printf");
  const auto index = static_cast<unsigned>(format->getFormatIdx() - 1);
  StringRef text;
  if (index >= at->arg_size() ||
      !getConstantStringInfo(at->getArgOperand(index), text))
    return true;
  for (std::size_t next = text.find('%'); next != StringRef::npos;
       next = text.find('%', next)) {
    next = text.find_first_not_of("-+ #'0123456789.*$hlLqjzt", next + 1);
    if (next != StringRef::npos && text[next++] == 'n')
      return true;
  }
  return false;
}

/// Whether a stream reads or writes there, now and in later calls.
static bool isBuffer(const clang::FunctionDecl *decl, unsigned index) {
  if (!decl || index >= decl->getNumParams())
    return false;
  const clang::QualType type = decl->getParamDecl(index)->getType();
  return type->isAnyPointerType() &&
         type->getPointeeType()->isAnyCharacterType() &&
         !type->getPointeeType().isConstQualified() &&
         (isa<clang::CXXConstructorDecl>(decl) ||
          decl->getNameAsString().find("setbuf") != std::string::npos);
}

/// Whether an address is read there from a text: `in >> pointer`.
static bool isAddressRead(const clang::FunctionDecl *decl, unsigned index) {
  if (!decl || index >= decl->getNumParams())
    return false;
  const clang::QualType type = decl->getParamDecl(index)->getType();
  return type->isReferenceType() && type->getPointeeType()->isVoidPointerType();
}

/// Whether the type is FILE, which may have memory of the program.
static bool isFile(const clang::CXXRecordDecl *record) {
  return record && record->getIdentifier() && record->getName() == "_IO_FILE";
}

/// An object of the library owns what it makes itself; it keeps the addresses
/// of objects that it is given, but for those that it only reads.
void Program::keepToArguments(InstanceId id, const CallBase *at,
                              const clang::FunctionDecl *decl, bool isStd) {
  const auto *method = dyn_cast_or_null<clang::CXXMethodDecl>(decl);
  const bool hasObject = method && !method->isStatic();
  const bool returnsByAddress = at->hasStructRetAttr();
  const unsigned firstGiven = (returnsByAddress ? 1 : 0) + (hasObject ? 1 : 0);
  const bool isNumber = decl && isNumberOfLibrary(decl->getReturnType());
  const When when = whenAt(id, at);
  const NodeId back = isNumber ? NodeId(none) : result(id, at);
  NodeId owner = none;
  for (unsigned i = 0; i < at->arg_size(); ++i) {
    const NodeId given = argument(id, at, i);
    if (given == none || !at->getArgOperand(i)->getType()->isPointerTy())
      continue;
    const bool isResult = returnsByAddress && i == 0;
    const bool isObject = hasObject && i + 1 == firstGiven;
    Permission allowed;
    if (isObject)
      allowed.isWritten = !method->isConst();
    else if (!isResult && decl && i - firstGiven < decl->getNumParams()) {
      const clang::QualType type =
          decl->getParamDecl(i - firstGiven)->getType();
      if (isHandleOfMpi(type))
        continue;
      allowed = permissionOf(type);
    } else if (!isResult)
      allowed.isWritten = writesThroughFormat(at, decl);
    allowed.isKept |= !isObject && !isResult && isBuffer(decl, i - firstGiven);
    const Function *target = at->getCalledFunction();
    const bool isReadOnly =
        target && i < target->arg_size() &&
        (target->onlyReadsMemory() ||
         target->hasParamAttribute(i, Attribute::ReadOnly) ||
         target->hasParamAttribute(i, Attribute::ReadNone));
    allowed.isWritten &= !isReadOnly;
    // A list of arguments leads to what is written, and to texts.
    const bool isList =
        decl && i < decl->getNumParams() &&
        decl->hasAttr<clang::FormatAttr>() &&
        decl->getAttr<clang::FormatAttr>()->getFirstArg() == 0 &&
        i + 1 == decl->getNumParams();
    allowed.isWritten &= !isList || writesThroughFormat(at, decl);
    const bool isOfFile =
        decl && i < decl->getNumParams() &&
        isFile(decl->getParamDecl(i)->getType()->getPointeeCXXRecordDecl());
    access(id, at, given, true, allowed.isWritten, isStd || isList || isOfFile,
           decl ? sizeOfGiven(ast, decl, i, firstGiven) : 0);
    const bool isReturned =
        isObject || isResult || !decl || i < firstGiven ||
        i - firstGiven >= decl->getNumParams() ||
        mayBeReturned(decl->getParamDecl(i - firstGiven)->getType(),
                      decl->getReturnType());
    if (back != none && isReturned)
      points.copy(given, back);
    if (isStd && allowed.isWritten && !allowed.isNumber &&
        !isa<clang::CXXDestructorDecl>(decl)) {
      keepInside(given);
      if (isObject || isResult)
        owner = libraryPart(given);
    }
    if (isStd && !isObject && !isResult && isAddressRead(decl, i - firstGiven))
      points.store(objectNode(unknownObject), given, when);
    if (isStd && allowed.isKept && !isObject && owner != none)
      points.store(given, owner, when);
    if (isStd && allowed.isCopied && !isObject && owner != none) {
      const NodeId held = points.makeNode();
      points.load(anyPart(given), held, when);
      points.store(held, owner, when);
    }
    if (back != none && isStd && isReturned)
      points.load(anyPart(given), back, when);
  }
  if (back != none && returnsAddress(at, decl))
    points.add(back, points.placeOf(localObject(id, at, ObjectKind::Internal),
                                    anywhere));
}

/// What the parameter of a C function points to; null where it is no pointer.
static clang::QualType pointeeOf(const clang::FunctionDecl *decl,
                                 unsigned index) {
  return decl && index < decl->getNumParams()
             ? decl->getParamDecl(index)->getType()->getPointeeType()
             : clang::QualType();
}

/// Whether a C function may put addresses into such an object: a pointer, or a
/// structure that has some and that the program can look into.
static bool takesAddresses(clang::QualType pointee) {
  if (pointee.isNull() || pointee.isConstQualified())
    return false;
  const clang::CXXRecordDecl *record = pointee->getAsCXXRecordDecl();
  return pointee->isAnyPointerType() ||
         (record && record->hasDefinition() && !isFile(record) &&
          holdsForeignAddress(pointee));
}

/// Memory that the function may divide among them: getpwnam_r().
static bool isBufferOfBytes(clang::QualType pointee) {
  return !pointee.isNull() && !pointee.isConstQualified() &&
         (pointee->isCharType() || pointee->isVoidType());
}

/// The addresses that a C function returns: by its result, through a `T **`,
/// and in the structures that it fills. They are of what it was given, or of
/// `made`.
void Program::giveBack(InstanceId id, const CallBase *at,
                       const clang::FunctionDecl *decl, ObjectId made) {
  if (const NodeId back = result(id, at);
      back != none && returnsAddress(at, decl))
    points.copy(objectNode(made), back);
  for (unsigned i = 0; i < at->arg_size(); ++i) {
    const NodeId out = argument(id, at, i);
    const clang::QualType pointee = pointeeOf(decl, i);
    if (out == none || !at->getArgOperand(i)->getType()->isPointerTy() ||
        !takesAddresses(pointee))
      continue;
    const bool isRecord = !pointee->isAnyPointerType();
    const NodeId places = points.makeNode(); // backtrace() fills an array
    points.offset(out, places, isRecord ? anywhere : inArray);
    points.store(objectNode(made), places);
    for (unsigned k = 0; k < at->arg_size(); ++k)
      if (const NodeId given = argument(id, at, k);
          k != i && given != none &&
          at->getArgOperand(k)->getType()->isPointerTy() &&
          (!isRecord || isBufferOfBytes(pointeeOf(decl, k))))
        points.store(given, places);
  }
}

} // namespace redistc::effects
