//===- Travel.cpp - Serializable types -------------------------*- C++ -*-===//
//
// Classes of the standard library are known by their names: their fields are
// pointers, what they hold stands in their template arguments.
//
//===----------------------------------------------------------------------===//
#include "Common/Travel.h"

#include "Common/StorageTraits.h"

#include "Common/TravelClasses.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace clang;

namespace redistc::sema {

namespace {
/// What decides whether the bits of a container depend on the order in which
/// others were put into it.
enum class StdOrder { Own, OfOperands, None };

struct StdClass {
  unsigned parts = 0; ///< leading template arguments that it holds values of
  StdOrder order = StdOrder::None;
  bool isView = false;
};
} // namespace

bool isOfFilesystem(const Decl *decl) {
  const auto *space = dyn_cast<NamespaceDecl>(decl->getDeclContext());
  while (space && space->isInline())
    space = dyn_cast<NamespaceDecl>(space->getParent());
  return space && space->getName() == "filesystem" && space->isInStdNamespace();
}

/// Of namespace std, or the one class of std::filesystem that travels.
static bool isStandard(const CXXRecordDecl *record) {
  return record->isInStdNamespace() ||
         (isOfFilesystem(record) && record->getIdentifier() &&
          record->getName() == "path");
}

static const CXXRecordDecl *stdRecord(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && isStandard(record) && record->getIdentifier() ? record
                                                                 : nullptr;
}

bool isStdClass(QualType type, llvm::StringRef name) {
  const CXXRecordDecl *record = stdRecord(type);
  return record && record->getName() == name;
}

static std::optional<StdClass> stdClass(QualType type) {
  const CXXRecordDecl *record = stdRecord(type);
  if (!record)
    return std::nullopt;
  static constexpr unsigned all = ~0u;
  using Known = std::optional<StdClass>;
  constexpr auto own = StdOrder::Own, ofOperands = StdOrder::OfOperands;
  return llvm::StringSwitch<Known>(record->getName())
      .Case("array", StdClass{1, own})
      .Case("pair", StdClass{2, own})
      .Case("tuple", StdClass{all, own})
      .Case("optional", StdClass{1, own})
      .Cases("bitset", "path", StdClass{0, own})
      .Case("map", StdClass{2, own})
      .Case("set", StdClass{1, own})
      .Cases("basic_string", "vector", "deque", "list", "forward_list",
             StdClass{1, ofOperands})
      .Cases("multiset", "stack", "queue", "priority_queue",
             StdClass{1, ofOperands})
      .Case("multimap", StdClass{2, ofOperands})
      .Cases("unordered_map", "unordered_multimap", StdClass{2})
      .Cases("unordered_set", "unordered_multiset", StdClass{1})
      .Cases("unique_ptr", "shared_ptr", "valarray", "complex", StdClass{1})
      .Case("variant", StdClass{all})
      .Cases("basic_string_view", "span", "initializer_list",
             "reference_wrapper", StdClass{0, StdOrder::None, true})
      .Default(std::nullopt);
}

/// All types among the template arguments.
static llvm::SmallVector<QualType, 4> typeArguments(QualType type) {
  llvm::SmallVector<QualType, 4> types;
  const auto *instance =
      dyn_cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!instance)
    return types;
  const auto add = [&](const TemplateArgument &argument) {
    if (argument.getKind() == TemplateArgument::Type)
      types.push_back(argument.getAsType());
  };
  for (const TemplateArgument &argument : instance->getTemplateArgs().asArray())
    if (argument.getKind() == TemplateArgument::Pack)
      llvm::for_each(argument.pack_elements(), add);
    else
      add(argument);
  return types;
}

std::optional<StdParts> stdPartsOf(QualType type) {
  const auto known = stdClass(type);
  if (!known || known->isView)
    return std::nullopt;
  const auto all = typeArguments(type);
  const auto *end =
      all.begin() + std::min<std::size_t>(known->parts, all.size());
  return StdParts{{all.begin(), end}, {end, all.end()}};
}

static QualType argumentOf(QualType type, llvm::StringRef name) {
  if (!isStdClass(type, name))
    return QualType();
  const auto types = typeArguments(type);
  return types.empty() ? QualType() : types.front();
}

QualType elementOfStdArray(QualType type) { return argumentOf(type, "array"); }

QualType elementOfStdVector(QualType type) {
  return argumentOf(type, "vector");
}

QualType valueOfAtomic(QualType type) { return argumentOf(type, "atomic"); }

const NamedDecl *declarationOf(QualType type) {
  if (const auto *record = type->getAsCXXRecordDecl())
    return isStandard(record) ? nullptr : record;
  return nullptr;
}

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

namespace {
/// Functions that serialise a class, in the order of how much they know of it:
/// those of a base that leave out members, and others.
enum class Functions { None, OfBase, Own };
} // namespace

static Functions functionsOf(const CXXRecordDecl *owner,
                             const CXXRecordDecl *record) {
  return losesMembers(record, owner) ? Functions::OfBase : Functions::Own;
}

/// Functions of the name that take such a class behind an archive: found by its
/// type, or in the namespace of the archives.
static Functions freeFunctions(InstanceContext &context,
                               const CXXRecordDecl *record,
                               DeclarationName name, SourceLocation location) {
  ASTContext &ast = context.ast;
  const auto own = [](bool isOwn) {
    return isOwn ? Functions::Own : Functions::None;
  };
  const auto taking = [&](const NamedDecl *found, bool orAny) {
    const FunctionDecl *function = found->getUnderlyingDecl()->getAsFunction();
    if (!function || function->getNumParams() < 2)
      return Functions::None;
    const QualType parameter = function->getParamDecl(1)
                                   ->getType()
                                   .getNonReferenceType()
                                   .getUnqualifiedType();
    if (parameter->isTemplateTypeParmType())
      return own(orAny);
    if (const auto *other = parameter->getAsCXXRecordDecl();
        other && !parameter->isDependentType())
      return declaresSameEntity(other, record) || record->isDerivedFrom(other)
                 ? functionsOf(other, record)
                 : Functions::None;
    const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
    const auto *pattern = parameter->getAs<TemplateSpecializationType>();
    return own(
        instance && pattern &&
        declaresSameEntity(pattern->getTemplateName().getAsTemplateDecl(),
                           instance->getSpecializedTemplate()));
  };
  OpaqueValueExpr value(location, ast.getRecordType(record), VK_LValue);
  Expr *argument = &value;
  ADLResult found;
  context.clangSema.ArgumentDependentLookup(name, location, argument, found);
  Functions best = Functions::None;
  for (const NamedDecl *one : found)
    best = std::max(best, taking(one, /*orAny=*/true));
  for (const NamedDecl *space :
       ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("cereal")))
    if (const auto *archives = dyn_cast<NamespaceDecl>(space))
      for (const NamedDecl *one : archives->lookup(name))
        best = std::max(best, taking(one, /*orAny=*/false));
  return best;
}

static Functions memberFunctions(InstanceContext &context,
                                 const CXXRecordDecl *record,
                                 DeclarationName name,
                                 SourceLocation location) {
  LookupResult found(context.clangSema, name, location,
                     clang::Sema::LookupMemberName);
  found.suppressDiagnostics();
  context.clangSema.LookupQualifiedName(found,
                                        const_cast<CXXRecordDecl *>(record));
  Functions best = Functions::None;
  for (const NamedDecl *one : found) {
    const FunctionDecl *function = one->getUnderlyingDecl()->getAsFunction();
    const auto *owner =
        function ? dyn_cast<CXXRecordDecl>(function->getDeclContext())
                 : nullptr;
    if (owner)
      best = std::max(best, isa<UsingShadowDecl>(one)
                                ? Functions::Own
                                : functionsOf(owner, record));
  }
  return best;
}

static bool hasMember(InstanceContext &context, const CXXRecordDecl *record,
                      llvm::StringRef name, SourceLocation location) {
  return memberFunctions(context, record, &context.ast.Idents.get(name),
                         location) != Functions::None;
}

/// As cereal looks for them.
static Functions serialization(InstanceContext &context,
                               const CXXRecordDecl *record,
                               SourceLocation location) {
  const auto named = [&](llvm::StringRef name) {
    const DeclarationName identifier = &context.ast.Idents.get(name);
    return std::max(memberFunctions(context, record, identifier, location),
                    freeFunctions(context, record, identifier, location));
  };
  return std::max({named("serialize"), std::min(named("save"), named("load")),
                   std::min(named("save_minimal"), named("load_minimal"))});
}

static bool hasSerialization(InstanceContext &context,
                             const CXXRecordDecl *record,
                             SourceLocation location) {
  return serialization(context, record, location) != Functions::None;
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

/// The first class among the parts of a type that functions serialise; null if
/// there is none.
static const CXXRecordDecl *
serialisedPart(InstanceContext &context, QualType type, SourceLocation location,
               llvm::SmallPtrSetImpl<const CXXRecordDecl *> &seen) {
  type = context.ast.getBaseElementType(type);
  const auto inPart = [&](QualType part) {
    return serialisedPart(context, part, location, seen);
  };
  if (const auto parts = stdPartsOf(type)) {
    for (const QualType part : parts->held)
      if (const auto *found = inPart(part))
        return found;
    return nullptr;
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || isStandard(record) ||
      type->isDependentType() || !seen.insert(record->getDefinition()).second)
    return nullptr;
  record = record->getDefinition();
  if (hasSerialization(context, record, location))
    return record;
  for (const CXXBaseSpecifier &base : record->bases())
    if (const auto *found = inPart(base.getType()))
      return found;
  for (const FieldDecl *field : record->fields())
    if (const auto *found = inPart(field->getType()))
      return found;
  return nullptr;
}

static const CXXRecordDecl *serialisedPart(InstanceContext &context,
                                           QualType type,
                                           SourceLocation location) {
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> seen;
  return serialisedPart(context, type, location, seen);
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

llvm::SmallVector<const CXXRecordDecl *, 4>
registeredBelow(ASTContext &ast, const CXXRecordDecl *base) {
  llvm::SmallVector<const CXXRecordDecl *, 4> found;
  const DeclContext *space = ast.getTranslationUnitDecl();
  for (const llvm::StringRef name : {"cereal", "detail"}) {
    const DeclContext *inner = nullptr;
    for (const NamedDecl *one : space->lookup(&ast.Idents.get(name)))
      inner = dyn_cast<NamespaceDecl>(one);
    if (!inner)
      return found;
    space = inner->getPrimaryContext();
  }
  for (const NamedDecl *one : space->lookup(&ast.Idents.get("binding_name")))
    if (const auto *names = dyn_cast<ClassTemplateDecl>(one))
      for (const ClassTemplateSpecializationDecl *name :
           llvm::to_vector(names->specializations())) {
        const CXXRecordDecl *record =
            name->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
        if (record && record->hasDefinition() &&
            (declaresSameEntity(record, base) || record->isDerivedFrom(base)))
          found.push_back(record->getDefinition());
      }
  return found;
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
          hasSerialization(context, record->getDefinition(), place));
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
