//===- Serialization.cpp - Functions that serialise classes ----*- C++ -*-===//
#include "Common/Serialization.h"

#include "Common/StandardTypes.h"
#include "Common/TravelClasses.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>

using namespace clang;

namespace redistc::sema {

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

bool hasMember(InstanceContext &context, const CXXRecordDecl *record,
               llvm::StringRef name, SourceLocation location) {
  return memberFunctions(context, record, &context.ast.Idents.get(name),
                         location) != Functions::None;
}

Functions serialization(InstanceContext &context, const CXXRecordDecl *record,
                        SourceLocation location) {
  const auto named = [&](llvm::StringRef name) {
    const DeclarationName identifier = &context.ast.Idents.get(name);
    return std::max(memberFunctions(context, record, identifier, location),
                    freeFunctions(context, record, identifier, location));
  };
  return std::max({named("serialize"), std::min(named("save"), named("load")),
                   std::min(named("save_minimal"), named("load_minimal"))});
}

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
  if (serialization(context, record, location) != Functions::None)
    return record;
  for (const CXXBaseSpecifier &base : record->bases())
    if (const auto *found = inPart(base.getType()))
      return found;
  for (const FieldDecl *field : record->fields())
    if (const auto *found = inPart(field->getType()))
      return found;
  return nullptr;
}

const CXXRecordDecl *serialisedPart(InstanceContext &context, QualType type,
                                    SourceLocation location) {
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> seen;
  return serialisedPart(context, type, location, seen);
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

} // namespace redistc::sema
