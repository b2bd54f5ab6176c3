//===- Travel.cpp - Serializable types -------------------------*- C++ -*-===//
//
// A walk through the parts of a type: what is in the way of its values.
//
//===----------------------------------------------------------------------===//
#include "Common/Travel.h"

#include "Common/Serialization.h"
#include "Common/StorageTraits.h"
#include "Common/TravelClasses.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace clang;

namespace redistc::sema {

std::optional<SecondPlace> proposedSerialize(InstanceContext &context,
                                             const Obstacle &obstacle,
                                             SourceLocation place) {
  const auto *record =
      dyn_cast_or_null<CXXRecordDecl>(declarationOf(obstacle.type));
  if (obstacle.kind != ObstacleKind::NoSerialize || !record ||
      !record->hasDefinition() || record->isLambda() ||
      record->getNumBases() > 0 || record->field_empty() ||
      context.ast.getSourceManager().isInSystemHeader(record->getLocation()))
    return std::nullopt;
  // A class with a destructor of its own may own more than its members.
  const CXXDestructorDecl *end = record->getDestructor();
  if (end && end->isUserProvided())
    return std::nullopt;
  std::string names;
  for (const FieldDecl *field : record->fields()) {
    if (field->getName().empty() || field->isBitField() ||
        field->getType().isConstQualified() ||
        field->getType()->isReferenceType() ||
        findObstacle(context, field->getType(), place))
      return std::nullopt;
    names += (names.empty() ? "" : ", ") + field->getNameAsString();
  }
  return SecondPlace{record->getLocation(), DiagnosticKind::TravelsWithMember,
                     "template <class Archive> void serialize(Archive "
                     "&archive) { archive(" +
                         names + "); }"};
}

/// Whether values of the class are copied or moved; a mutex is not, although
/// its bytes could be copied.
static bool isCopied(InstanceContext &context, const CXXRecordDecl *record) {
  auto *known = const_cast<CXXRecordDecl *>(record);
  const auto isUsable = [](const CXXConstructorDecl *constructor) {
    return constructor && !constructor->isDeleted();
  };
  return isUsable(context.clangSema.LookupMovingConstructor(known, 0)) ||
         isUsable(context.clangSema.LookupCopyingConstructor(
             known, Qualifiers::Const)) ||
         isUsable(context.clangSema.LookupCopyingConstructor(known, 0));
}

/// The elements of arrays in the members, each of which may be initialised by
/// itself.
static std::uint64_t scalarCount(ASTContext &ast, const CXXRecordDecl *record) {
  std::uint64_t count = 0;
  for (const FieldDecl *field : record->fields()) {
    const auto *array = ast.getAsConstantArrayType(field->getType());
    count += array ? ast.getConstantArrayElementCount(array) : 1;
  }
  return count;
}

/// Whether the runtime can tell the members of a class apart.
static bool isTakenByMembers(ASTContext &ast, const CXXRecordDecl *record) {
  static constexpr std::uint64_t maxMembers = 32; // types/Members.h
  const auto isPlain = [](const FieldDecl *field) {
    const CXXRecordDecl *type =
        field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    const bool isAny = type && type->hasDefinition() &&
                       !type->isInStdNamespace() &&
                       isMadeOfAnything(type->getDefinition());
    return !isAny && !field->isBitField() &&
           !field->isAnonymousStructOrUnion() &&
           !field->getType().isConstQualified() &&
           !field->getType().isVolatileQualified() &&
           !field->getType()->isReferenceType() &&
           !field->getType()->isIncompleteArrayType();
  };
  const auto isStandard = [](const FieldDecl *field) {
    const CXXRecordDecl *type =
        field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return !type || type->isInStdNamespace() || type->isAggregate();
  };
  const auto count = static_cast<std::uint64_t>(
      std::distance(record->field_begin(), record->field_end()));
  // What ends or copies a class in its own way may own more than it holds.
  const CXXDestructorDecl *end = record->getDestructor();
  return record->isAggregate() && !record->isUnion() &&
         !(end && end->isUserProvided()) &&
         !record->hasUserDeclaredCopyAssignment() &&
         !record->hasUserDeclaredMoveAssignment() &&
         record->getNumBases() == 0 && count > 0 && count <= maxMembers &&
         llvm::all_of(record->fields(), isPlain) &&
         // Of long arrays, only initialisers in braces are tried.
         (scalarCount(ast, record) <= maxMembers ||
          llvm::all_of(record->fields(), isStandard));
}

namespace {
/// How values go, which tells what is in their way.
enum class Journey {
  Compared, ///< nowhere
  Combined, ///< to be combined with others
  Used,     ///< to where the program goes on with them
  Bytes,    ///< as bytes, all of them
};

/// Walks through the parts of a type.
class ObstacleSearch {
public:
  ObstacleSearch(InstanceContext &instance, SourceLocation location,
                 Journey where)
      : context(instance), place(location), journey(where) {}

  std::optional<Obstacle> in(QualType type);

private:
  std::optional<Obstacle> inClass(QualType type);
  std::optional<Obstacle> inStd(QualType type, const StdParts &);
  std::optional<Obstacle> inBase(const CXXRecordDecl *);
  std::optional<Obstacle> inBytes(const CXXRecordDecl *);
  std::optional<Obstacle> inMembers(const CXXRecordDecl *);
  std::optional<Obstacle> inHeld(QualType, const StdParts &);
  std::optional<Obstacle> inTarget(QualType pointee);
  std::optional<Obstacle> inFunctions(QualType, const StdParts &);
  std::optional<Obstacle> inField(const FieldDecl *);
  std::optional<Obstacle> inBaseOf(const CXXBaseSpecifier &,
                                   const CXXRecordDecl *);
  bool isBaseBehindPointer(QualType pointer, QualType pointee);
  std::string quoted(QualType type) const {
    return "'" + type.getAsString(context.ast.getPrintingPolicy()) + "'";
  }

  InstanceContext &context;
  SourceLocation place;
  Journey journey;
  /// Bytes are sent if the type is trivially copyable: alone, and in a vector.
  /// Cereal saves parts of others.
  bool asBytes = true;
  /// It is made where it arrives; other values are what their initialisers on
  /// that rank have made of them.
  bool isMade = false;
  std::set<std::tuple<const CXXRecordDecl *, Journey, bool, bool>> seen;
};
} // namespace

/// Adds where the part was found, from the inside to the outside.
static std::optional<Obstacle> within(std::optional<Obstacle> obstacle,
                                      const std::string &where) {
  if (!obstacle)
    return obstacle;
  if (!obstacle->container.empty())
    obstacle->path += " in " + obstacle->container;
  obstacle->container.clear();
  obstacle->path += (obstacle->path.empty() ? "" : " in ") + where;
  return obstacle;
}

std::optional<Obstacle> ObstacleSearch::inField(const FieldDecl *field) {
  const QualType owner = context.ast.getRecordType(field->getParent());
  const std::string name = field->getNameAsString();
  return within(in(field->getType()), (name.empty() ? "a member without a name"
                                                    : "member '" + name + "'") +
                                          " of " + quoted(owner));
}

std::optional<Obstacle> ObstacleSearch::inBaseOf(const CXXBaseSpecifier &base,
                                                 const CXXRecordDecl *record) {
  return within(in(base.getType()),
                "base " + quoted(base.getType()) + " of " +
                    quoted(context.ast.getRecordType(record)));
}

std::optional<Obstacle> ObstacleSearch::in(QualType type) {
  if (type.isNull() || type->isDependentType())
    return std::nullopt;
  if (const ArrayType *array = context.ast.getAsArrayType(type))
    return isa<ConstantArrayType>(array)
               ? in(array->getElementType())
               : Obstacle{ObstacleKind::Incomplete, type};
  type = type.getUnqualifiedType();
  if (type->isAnyPointerType() || type->isMemberPointerType() ||
      type->isReferenceType() || type->isBlockPointerType() ||
      type->isNullPtrType())
    return Obstacle{ObstacleKind::Pointer, type};
  if (type->isVoidType() || type->isFunctionType())
    return Obstacle{ObstacleKind::Incomplete, type};
  return type->getAsCXXRecordDecl() ? inClass(type) : std::nullopt;
}

/// What a pointer to a base points to, only cereal's table of types knows,
/// which may be filled elsewhere; to be used on another rank, it must be filled
/// here.
bool ObstacleSearch::isBaseBehindPointer(QualType pointer, QualType pointee) {
  if (!isStdClass(pointer, "unique_ptr") && !isStdClass(pointer, "shared_ptr"))
    return false;
  const CXXRecordDecl *record = pointee->getAsCXXRecordDecl();
  return record && context.clangSema.isCompleteType(place, pointee) &&
         record->getDefinition()->isPolymorphic() &&
         (journey != Journey::Used ||
          !registeredBelow(context.ast, record->getDefinition()).empty() ||
          serialization(context, record->getDefinition(), place) !=
              Functions::None);
}

/// What a smart pointer leads to is an object of that class, or one of a class
/// that cereal knows by name.
std::optional<Obstacle> ObstacleSearch::inTarget(QualType pointee) {
  const CXXRecordDecl *record = pointee->getAsCXXRecordDecl();
  if (!record || isStandard(record) || !record->hasDefinition())
    return std::nullopt;
  record = record->getDefinition();
  if (journey != Journey::Used && record->isPolymorphic())
    return std::nullopt; // other files may register others
  if (mayBeLarger(context.ast, record, registeredBelow(context.ast, record)))
    return Obstacle{ObstacleKind::MayBeLarger, pointee.getUnqualifiedType()};
  return std::nullopt;
}

/// Holds its parts in itself, and makes none on arrival.
static bool isInPlace(QualType type) {
  return isStdClass(type, "pair") || isStdClass(type, "tuple") ||
         isStdClass(type, "array");
}

/// Values that cereal makes and fills where they arrive.
std::optional<Obstacle> ObstacleSearch::inHeld(QualType type,
                                               const StdParts &parts) {
  const bool isPointer =
      isStdClass(type, "unique_ptr") || isStdClass(type, "shared_ptr");
  for (const QualType part : parts.held) {
    if (part.isConstQualified() && !isPointer)
      return Obstacle{ObstacleKind::Const, part};
    const CXXRecordDecl *record = part->getAsCXXRecordDecl();
    if (isPointer && record && record->hasDefinition()) {
      if (const auto obstacle = inTarget(part))
        return obstacle;
      if (record->getDefinition()->isPolymorphic() ||
          hasMember(context, record->getDefinition(), "load_and_construct",
                    place) ||
          isSpecialised(context.ast, "LoadAndConstruct", 0, part))
        continue;
    }
    if (isInPlace(type))
      continue;
    if (const QualType blamed = notMadeByDefault(context, part, isPointer);
        !blamed.isNull())
      return Obstacle{ObstacleKind::NoDefault, blamed.getUnqualifiedType()};
  }
  return std::nullopt;
}

/// Whether functions of cereal take the class for one of the standard library.
static bool isAlsoStd(const CXXRecordDecl *record) {
  return llvm::any_of(record->bases(), [](const CXXBaseSpecifier &one) {
    const CXXRecordDecl *base = one.getType()->getAsCXXRecordDecl();
    return one.getAccessSpecifier() == AS_public && base &&
           base->hasDefinition() &&
           (stdPartsOf(one.getType()) || isAlsoStd(base->getDefinition()));
  });
}

std::optional<Obstacle> ObstacleSearch::inClass(QualType type) {
  if (!context.clangSema.isCompleteType(place, type))
    return Obstacle{ObstacleKind::Incomplete, type};
  const CXXRecordDecl *record = type->getAsCXXRecordDecl()->getDefinition();
  if (!record || !seen.insert({record, journey, asBytes, isMade}).second)
    return std::nullopt;
  if (record->hasFlexibleArrayMember())
    return Obstacle{ObstacleKind::Incomplete, type};
  if (const auto known = stdClass(type); known && known->isView)
    return Obstacle{ObstacleKind::View, type};
  if (const auto parts = stdPartsOf(type))
    return inStd(type, *parts);
  if (journey == Journey::Bytes)
    return inBytes(record);
  if (!isCopied(context, record))
    return Obstacle{ObstacleKind::NotCopied, type};
  const Functions functions = serialization(context, record, place);
  if (functions == Functions::Own && isAlsoStd(record) &&
      !isSpecialised(context.ast, "specialize", 1, type))
    return Obstacle{ObstacleKind::TwoWays, type};
  if (functions == Functions::Own)
    return std::nullopt;
  if (functions == Functions::OfBase)
    return Obstacle{ObstacleKind::Inherits, type};
  if (type.isTriviallyCopyableType(context.ast)) {
    if (const CXXRecordDecl *part = serialisedPart(context, type, place))
      return isTakenByMembers(context.ast, record)
                 ? inMembers(record)
                 : Obstacle{ObstacleKind::HeldOwn,
                            context.ast.getRecordType(part)};
    return journey == Journey::Compared ? std::nullopt : inBytes(record);
  }
  if (const auto traits = storageTraitsOf(context.clangSema, type, place);
      traits && !traits->isFlat)
    return traits->isOwner ? in(traits->element)
                           : Obstacle{ObstacleKind::View, type};
  if (record->field_empty() && record->getNumBases() == 1)
    return inBase(record);
  if (isTakenByMembers(context.ast, record))
    return inMembers(record);
  return Obstacle{ObstacleKind::NoSerialize, type};
}

std::optional<Obstacle> ObstacleSearch::inStd(QualType type,
                                              const StdParts &parts) {
  const bool isWhole = asBytes && travelsAsBytes(context, type, place);
  {
    const llvm::SaveAndRestore bytes(asBytes,
                                     isWhole || isStdClass(type, "vector"));
    const llvm::SaveAndRestore made(isMade, isMade || !isInPlace(type));
    for (const QualType part : parts.held)
      if (!isBaseBehindPointer(type, part))
        if (auto obstacle = in(part)) {
          // What holds nothing but the part shows it in its own name.
          if (!obstacle->path.empty())
            obstacle->container = quoted(type);
          return obstacle;
        }
  }
  if (isWhole || journey == Journey::Bytes)
    return std::nullopt;
  if (const auto obstacle = inHeld(type, parts))
    return obstacle;
  return inFunctions(type, parts);
}

/// Whether a container may be assigned one with another value of the type.
static bool isAssigned(InstanceContext &context, QualType type,
                       SourceLocation location) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return type->isPointerType();
  record = record->getDefinition();
  const CXXMethodDecl *copy = context.clangSema.LookupCopyingAssignment(
      const_cast<CXXRecordDecl *>(record), Qualifiers::Const, false, 0);
  // Elements arrive in memory of the receiver's allocator.
  return !record->isEmpty() && copy && !copy->isDeleted() &&
         !hasMember(context, record, "allocate", location);
}

/// Whether a value stays behind that the container may have got from another
/// one. What is not assigned, the initialiser on each rank has given to it.
static bool losesValue(InstanceContext &context, QualType type, bool isMade,
                       SourceLocation location) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->getDefinition()->isEmpty())
    return false;
  record = record->getDefinition();
  if (!hasMember(context, record, "allocate", location))
    return isMade && !isAssigned(context, type, location);
  const auto says = [&](llvm::StringRef name) {
    return !record->lookup(&context.ast.Idents.get(name)).empty();
  };
  return isMade || says("propagate_on_container_copy_assignment") ||
         says("propagate_on_container_move_assignment") ||
         says("propagate_on_container_swap");
}

/// Comparators and hash functions travel (redist/detail/types/StableOrder.h),
/// deleters do not.
std::optional<Obstacle> ObstacleSearch::inFunctions(QualType type,
                                                    const StdParts &parts) {
  for (const QualType function : parts.served) {
    if (losesValue(context, function, isMade, place))
      return Obstacle{ObstacleKind::Stateful, function};
    if (!isAssigned(context, function, place))
      continue;
    if (isStdClass(type, "unique_ptr"))
      return Obstacle{ObstacleKind::NoSerialize, type};
    const llvm::SaveAndRestore used(journey, Journey::Used);
    const llvm::SaveAndRestore bytes(asBytes, false);
    if (const auto obstacle =
            function->isFunctionPointerType() ? std::nullopt : in(function))
      return obstacle;
  }
  return std::nullopt;
}

/// An aggregate travels member by member (redist/detail/types/Members.h).
std::optional<Obstacle> ObstacleSearch::inMembers(const CXXRecordDecl *record) {
  // No 'serialize' tells that an address among them does no harm.
  const llvm::SaveAndRestore used(journey, Journey::Used);
  const llvm::SaveAndRestore bytes(asBytes, false);
  std::optional<Obstacle> obstacle;
  for (const FieldDecl *field : record->fields())
    if (!obstacle)
      obstacle = inField(field);
  return obstacle;
}

/// A class that adds no fields to a standard container travels as that.
std::optional<Obstacle> ObstacleSearch::inBase(const CXXRecordDecl *record) {
  const CXXBaseSpecifier &base = *record->bases_begin();
  if (base.getAccessSpecifier() == AS_public && !base.isVirtual() &&
      stdClass(base.getType()))
    return in(base.getType());
  return Obstacle{ObstacleKind::NoSerialize, context.ast.getRecordType(record)};
}

/// Of C's library, with the name of its time zone, which no program reads.
static bool isBrokenDownTime(const ASTContext &ast,
                             const CXXRecordDecl *record) {
  return record->getIdentifier() && record->getName() == "tm" &&
         record->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         ast.getSourceManager().isInSystemHeader(record->getLocation());
}

/// Addresses among the fields of a class that is sent as it lies in memory. An
/// iterator is nothing else.
std::optional<Obstacle> ObstacleSearch::inBytes(const CXXRecordDecl *record) {
  if (isBrokenDownTime(context.ast, record))
    return std::nullopt;
  const llvm::SaveAndRestore bytes(journey, Journey::Bytes);
  std::optional<Obstacle> found;
  const auto isAddress = [](const std::optional<Obstacle> &obstacle) {
    return obstacle && (obstacle->kind == ObstacleKind::Pointer ||
                        obstacle->kind == ObstacleKind::View);
  };
  for (const CXXBaseSpecifier &base : record->bases())
    if (!isAddress(found))
      found = inBaseOf(base, record);
  for (const FieldDecl *field : record->fields())
    if (!isAddress(found))
      found = inField(field);
  return isAddress(found) ? found : std::nullopt;
}

std::optional<Obstacle> findObstacle(InstanceContext &context, QualType type,
                                     SourceLocation location) {
  return ObstacleSearch(context, location, Journey::Combined).in(type);
}

std::optional<Obstacle> findObstacleToUse(InstanceContext &context,
                                          QualType type,
                                          SourceLocation location) {
  return ObstacleSearch(context, location, Journey::Used).in(type);
}

std::optional<Obstacle> findObstacleToCompare(InstanceContext &context,
                                              QualType type,
                                              SourceLocation location) {
  return ObstacleSearch(context, location, Journey::Compared).in(type);
}

std::optional<Obstacle> findObstacleInBytes(InstanceContext &context,
                                            QualType type,
                                            SourceLocation location) {
  return ObstacleSearch(context, location, Journey::Bytes).in(type);
}

bool travelsAsBytes(InstanceContext &context, QualType type,
                    SourceLocation location) {
  return type.isTriviallyCopyableType(context.ast) &&
         !serialisedPart(context, type, location);
}

bool isExactType(InstanceContext &context, QualType type, bool isOrdered) {
  if (type.isNull() || type->isDependentType())
    return false;
  if (const ArrayType *array = context.ast.getAsArrayType(type))
    return isExactType(context, array->getElementType(), isOrdered);
  if (type->isIntegralOrEnumerationType())
    return true;
  const auto isExactPart = [&](QualType part) {
    return isExactType(context, part, isOrdered);
  };
  if (const auto known = stdClass(type)) {
    const bool hasOrder = known->order == StdOrder::Own ||
                          (known->order == StdOrder::OfOperands && isOrdered);
    return hasOrder && llvm::all_of(stdPartsOf(type)->held, [&](QualType part) {
             // Keys are told apart by their values.
             return isExactType(context, part,
                                isOrdered || isStdClass(type, "map") ||
                                    isStdClass(type, "set"));
           });
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || record->isInStdNamespace() || !record->hasDefinition())
    return false;
  record = record->getDefinition();
  return !record->isUnion() && !record->isPolymorphic() &&
         !record->isLambda() &&
         llvm::all_of(record->bases(),
                      [&](const CXXBaseSpecifier &base) {
                        return isExactPart(base.getType());
                      }) &&
         llvm::all_of(record->fields(), [&](const FieldDecl *field) {
           return isExactPart(field->getType());
         });
}

} // namespace redistc::sema
