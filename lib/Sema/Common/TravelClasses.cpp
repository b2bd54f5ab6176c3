//===- TravelClasses.cpp - Partly serializable classes ---------*- C++ -*-===//
//
// Classes are asked for what they declare; nothing is instantiated but their
// default constructors.
//
//===----------------------------------------------------------------------===//
#include "Common/TravelClasses.h"

#include "Common/Travel.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace redistc::sema {

/// Base<Derived>: the base may cast itself to the class derived from it.
static bool isToldOf(const CXXRecordDecl *owner, const CXXRecordDecl *record) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(owner);
  if (!instance)
    return false;
  return llvm::any_of(
      instance->getTemplateArgs().asArray(), [&](const TemplateArgument &one) {
        if (one.getKind() != TemplateArgument::Type)
          return false;
        const CXXRecordDecl *told = one.getAsType()->getAsCXXRecordDecl();
        return told && declaresSameEntity(told, record);
      });
}

bool losesMembers(const CXXRecordDecl *record, const CXXRecordDecl *owner) {
  if (declaresSameEntity(record, owner) || isToldOf(owner, record))
    return false;
  if (!record->field_empty())
    return true;
  return llvm::any_of(record->bases(), [&](const CXXBaseSpecifier &one) {
    const CXXRecordDecl *base = one.getType()->getAsCXXRecordDecl();
    if (!base || !base->hasDefinition())
      return true;
    base = base->getDefinition();
    const bool isOnTheWay =
        declaresSameEntity(base, owner) || base->isDerivedFrom(owner);
    return isOnTheWay ? losesMembers(base, owner) : !base->isEmpty();
  });
}

bool mayBeLarger(ASTContext &ast, const CXXRecordDecl *record,
                 llvm::ArrayRef<const CXXRecordDecl *> registered) {
  // Questions about classes of a precompiled header add types.
  for (std::size_t i = 0; i < ast.getTypes().size(); ++i) {
    const auto *one = dyn_cast<RecordType>(ast.getTypes()[i]);
    const auto *other = one ? dyn_cast<CXXRecordDecl>(one->getDecl()) : nullptr;
    if (!other || !other->hasDefinition() || other->isDependentContext() ||
        other->isInvalidDecl())
      continue;
    other = other->getDefinition();
    if (other->isAbstract() || declaresSameEntity(other, record) ||
        !other->isDerivedFrom(record))
      continue;
    const bool isKnown =
        llvm::any_of(registered, [&](const CXXRecordDecl *known) {
          return declaresSameEntity(known, other);
        });
    if (!isKnown && (record->isPolymorphic() || losesMembers(other, record)))
      return true;
  }
  return false;
}

QualType notMadeByDefault(InstanceContext &context, QualType type,
                          bool byCereal) {
  type = context.ast.getBaseElementType(type);
  if (const auto parts = stdPartsOf(type)) {
    const bool holdsAll = isStdClass(type, "pair") ||
                          isStdClass(type, "tuple") ||
                          isStdClass(type, "array");
    for (const QualType part : holdsAll ? parts->held : parts->served)
      if (const QualType found = notMadeByDefault(context, part, false);
          !found.isNull())
        return found;
    return QualType();
  }
  CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isInStdNamespace())
    return QualType();
  record = record->getDefinition();
  const CXXConstructorDecl *made =
      context.clangSema.LookupDefaultConstructor(record);
  const bool canBeMade = made && !made->isDeleted() &&
                         (byCereal || made->getAccess() == AS_public);
  return canBeMade ? QualType() : type;
}

bool isMadeOfAnything(const CXXRecordDecl *record) {
  return llvm::any_of(record->decls(), [](const Decl *one) {
    const auto *maker = dyn_cast<FunctionTemplateDecl>(one);
    const auto *made =
        maker ? dyn_cast<CXXConstructorDecl>(maker->getTemplatedDecl())
              : nullptr;
    if (!made || made->getNumParams() == 0 ||
        made->getMinRequiredArguments() > 1)
      return false;
    QualType taken = made->getParamDecl(0)->getType().getNonReferenceType();
    if (const auto *pack = taken->getAs<PackExpansionType>())
      taken = pack->getPattern().getNonReferenceType();
    return taken->isTemplateTypeParmType();
  });
}

bool isSpecialised(ASTContext &ast, llvm::StringRef name, unsigned argument,
                   QualType type) {
  const auto isFor = [&](const TemplateArgumentList &arguments) {
    return argument < arguments.size() &&
           arguments[argument].getKind() == TemplateArgument::Type &&
           ast.hasSameUnqualifiedType(arguments[argument].getAsType(), type);
  };
  for (const NamedDecl *space :
       ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("cereal"))) {
    const auto *archives = dyn_cast<NamespaceDecl>(space);
    if (!archives)
      continue;
    for (const NamedDecl *one : archives->lookup(&ast.Idents.get(name))) {
      const auto *found = dyn_cast<ClassTemplateDecl>(one);
      if (!found)
        continue;
      for (const ClassTemplateSpecializationDecl *full :
           llvm::to_vector(found->specializations()))
        if (full->isExplicitSpecialization() && isFor(full->getTemplateArgs()))
          return true;
      llvm::SmallVector<ClassTemplatePartialSpecializationDecl *, 4> partial;
      const_cast<ClassTemplateDecl *>(found)->getPartialSpecializations(
          partial);
      for (const ClassTemplatePartialSpecializationDecl *some : partial)
        if (isFor(some->getTemplateArgs()))
          return true;
    }
  }
  return false;
}

} // namespace redistc::sema
