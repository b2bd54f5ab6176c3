//===- AccessedObjects.cpp - Objects that stages may share -----*- C++ -*-===//
//
// Classes of the standard library are known by their names.
//
//===----------------------------------------------------------------------===//
#include "Accesses/AccessedObjects.h"

#include "Common/Travel.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace redistc::sema {

ObjectId ObjectTable::intern(const Object &object) {
  Object canonical = object;
  if (canonical.decl)
    canonical.decl = cast<ValueDecl>(canonical.decl->getCanonicalDecl());
  const auto [place, isNew] = ids.try_emplace(
      Key{canonical.kind, canonical.decl, canonical.name, canonical.owner},
      objects.size());
  if (isNew)
    objects.push_back(std::move(canonical));
  else
    objects[place->second].isShared |= canonical.isShared;
  return place->second;
}

ObjectId ObjectTable::variable(const ValueDecl *decl) {
  return intern({ObjectKind::Variable, decl, "", decl->getType(), false});
}

ObjectId ObjectTable::named(const ValueDecl *decl) {
  return isa<FieldDecl>(decl)
             ? intern({ObjectKind::Member, decl, "", decl->getType(), false})
             : variable(decl);
}

ObjectId ObjectTable::hidden(llvm::StringRef name) {
  return intern({ObjectKind::Hidden, nullptr, name.str(), QualType(), false});
}

ObjectId ObjectTable::part(ObjectId owner, const FieldDecl *field) {
  const Object &whole = objects[owner];
  const std::string name =
      (whole.decl ? whole.decl->getNameAsString() : std::string("this")) +
      (whole.kind == ObjectKind::Pointee ? "->" : ".") +
      field->getNameAsString();
  return intern(
      {ObjectKind::Part, field, name, field->getType(), false, owner});
}

bool isErrno(const Object &object) {
  return object.kind == ObjectKind::Hidden && object.name == errnoName;
}

bool isLock(const Object &object) {
  if (object.type.isNull())
    return false;
  const TagDecl *tag = object.type.getNonReferenceType()->getAsTagDecl();
  const auto isNamed = [&](llvm::StringRef name) {
    return llvm::StringSwitch<bool>(name)
        .Cases("mutex", "recursive_mutex", "timed_mutex",
               "recursive_timed_mutex", "shared_mutex", "shared_timed_mutex",
               tag->isInStdNamespace())
        .Cases("pthread_mutex_t", "pthread_rwlock_t", "pthread_spinlock_t",
               tag->getDeclContext()->isTranslationUnit())
        .Default(false);
  };
  if (!tag)
    return false;
  const TypedefNameDecl *other = tag->getTypedefNameForAnonDecl();
  return isNamed(other ? other->getName() : tag->getName());
}

void addTo(ObjectIds &ids, ObjectId id) {
  if (!llvm::is_contained(ids, id))
    ids.push_back(id);
}

void addTo(ObjectIds &ids, const ObjectIds &others) {
  for (const ObjectId id : others)
    addTo(ids, id);
}

std::string describe(const Object &object) {
  const std::string name =
      object.decl ? object.decl->getNameAsString() : std::string("this");
  switch (object.kind) {
  case ObjectKind::Variable:
  case ObjectKind::Member:
    return name.empty() ? "an anonymous union" : "'" + name + "'";
  case ObjectKind::Part:
  case ObjectKind::Element:
    return "'" + object.name + "'";
  case ObjectKind::Whole:
    return "'*this'";
  case ObjectKind::Pointee:
    return "what '" + (object.name.empty() ? name : object.name) +
           "' refers to";
  case ObjectKind::Result:
    return "what '" + name + "' returns";
  case ObjectKind::Closure:
    return "what a lambda has captured by copy";
  case ObjectKind::Hidden:
    return object.name;
  }
  return name;
}

bool isOfStd(const Decl *decl) {
  for (const DeclContext *context = decl->getDeclContext(); context;
       context = context->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context))
      if (space->getParent()->getRedeclContext()->isTranslationUnit())
        return space->getName() == "std" || space->getName() == "__gnu_cxx";
  return false;
}

/// Or a base of it.
static bool isOwner(const CXXRecordDecl *record) {
  return record->getName().contains("shared_ptr") ||
         record->getName().contains("weak_ptr");
}

static const CXXRecordDecl *stdHandle(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || !isOfStd(record))
    return nullptr;
  const llvm::StringRef name = record->getName();
  const bool isKnown =
      llvm::StringSwitch<bool>(name)
          .Cases("span", "basic_string_view", "reference_wrapper",
                 "initializer_list", "mdspan", true)
          .Cases("_Bit_reference", "sub_match", "match_results", true)
          .Default(false);
  return isKnown || isOwner(record) || name.contains_insensitive("iterator") ||
                 name.ends_with("_view")
             ? record
             : nullptr;
}

bool isHandle(QualType type) {
  if (type.isNull() || type->isDependentType())
    return !type.isNull() && type->isAnyPointerType();
  type = type.getNonReferenceType();
  return (type->isAnyPointerType() && !type->isFunctionPointerType()) ||
         stdHandle(type);
}

bool isOwningHandle(QualType type) {
  const CXXRecordDecl *record = stdHandle(type.getNonReferenceType());
  return record && isOwner(record);
}

static QualType firstArgument(const CXXRecordDecl *record) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance || instance->getTemplateArgs().size() == 0 ||
      instance->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return QualType();
  return instance->getTemplateArgs()[0].getAsType();
}

QualType pointeeOf(QualType handle) {
  if (handle.isNull())
    return QualType();
  handle = handle.getNonReferenceType();
  if (handle->isAnyPointerType())
    return handle->getPointeeType();
  const CXXRecordDecl *record = stdHandle(handle);
  if (!record)
    return QualType();
  const QualType argument = firstArgument(record);
  if (argument.isNull())
    return QualType();
  if (record->getName() == "__normal_iterator")
    return argument->getPointeeType();
  if (record->getName() == "basic_string_view" ||
      record->getName() == "initializer_list")
    return argument.withConst();
  return argument;
}

bool isConstHandle(QualType handle) {
  handle = handle.getNonReferenceType();
  const QualType pointee = pointeeOf(handle);
  if (!pointee.isNull() && pointee.isConstQualified())
    return true;
  const CXXRecordDecl *record = stdHandle(handle);
  return record && record->getName().contains_insensitive("const_iterator");
}

bool isOfStream(QualType handle) {
  const CXXRecordDecl *record = stdHandle(handle.getNonReferenceType());
  return record && record->getName().contains("stream");
}

bool areCompatible(QualType a, QualType b) {
  if (a.isNull() || b.isNull())
    return false;
  a = a.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  b = b.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  while (const auto *array = a->getAsArrayTypeUnsafe())
    a = array->getElementType().getCanonicalType().getUnqualifiedType();
  while (const auto *array = b->getAsArrayTypeUnsafe())
    b = array->getElementType().getCanonicalType().getUnqualifiedType();
  if (a == b || a->isDependentType() || b->isDependentType() ||
      a->isVoidType() || b->isVoidType())
    return true;
  if (a->isAnyCharacterType() && b->isAnyCharacterType())
    return true;
  const CXXRecordDecl *first = a->getAsCXXRecordDecl();
  const CXXRecordDecl *second = b->getAsCXXRecordDecl();
  if (!first || !second || !first->hasDefinition() || !second->hasDefinition())
    return false;
  return first->isDerivedFrom(second) || second->isDerivedFrom(first);
}

using Judge = llvm::function_ref<bool(QualType)>;
using Seen = llvm::SmallPtrSet<const CXXRecordDecl *, 8>;

static bool anyAddress(QualType type, Judge fits, Seen &seen);

bool isCallableOfStd(QualType type) {
  const CXXRecordDecl *record =
      type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && isOfStd(record) &&
         llvm::StringSwitch<bool>(record->getName())
             .Cases("function", "move_only_function", "packaged_task", true)
             .Cases("_Bind", "_Bind_result", "_Bind_front", true)
             .Default(false);
}

bool isGivenCallable(const Object &object) {
  return object.kind == ObjectKind::Closure &&
         !isa_and_nonnull<FunctionDecl>(object.decl);
}

static bool anyAddressOf(const CXXRecordDecl *record, Judge fits, Seen &seen) {
  if (record->isLambda() ||
      isCallableOfStd(QualType(record->getTypeForDecl(), 0)))
    return fits(QualType());
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (isOfStd(record)) // what it has inside is its own
    return instance &&
           llvm::any_of(instance->getTemplateArgs().asArray(),
                        [&](const TemplateArgument &argument) {
                          return argument.getKind() == TemplateArgument::Type &&
                                 anyAddress(argument.getAsType(), fits, seen);
                        });
  record = record->getDefinition();
  if (!record)
    return fits(QualType()); // behind a pointer to what is not defined here
  if (record->isDependentContext())
    return false;
  return llvm::any_of(record->bases(),
                      [&](const CXXBaseSpecifier &base) {
                        return anyAddress(base.getType(), fits, seen);
                      }) ||
         llvm::any_of(record->fields(), [&](const FieldDecl *field) {
           return anyAddress(field->getType(), fits, seen);
         });
}

/// Whether the types that an object has addresses of have one that fits; null
/// where it may be any.
static bool anyAddress(QualType type, Judge fits, Seen &seen) {
  if (type->isDependentType())
    return false;
  if (type->isReferenceType())
    return fits(type.getNonReferenceType());
  while (const auto *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  if (isHandle(type))
    return fits(pointeeOf(type));
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && seen.insert(record).second &&
         anyAddressOf(record, fits, seen);
}

bool mayHold(QualType holder, QualType target) {
  Seen seen;
  return anyAddress(
      holder.getNonReferenceType(),
      [&](QualType pointee) {
        return pointee.isNull() || areCompatible(pointee, target);
      },
      seen);
}

bool mayHoldAddresses(QualType holder) {
  Seen seen;
  return anyAddress(
      holder.getNonReferenceType(), [](QualType) { return true; }, seen);
}

bool isOfThis(const Object &object) {
  return object.kind == ObjectKind::Whole || object.kind == ObjectKind::Member;
}

} // namespace redistc::sema
