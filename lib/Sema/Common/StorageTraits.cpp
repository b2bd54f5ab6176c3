//===- StorageTraits.cpp - Classes that describe their storage -*- C++ -*-===//
#include "Common/StorageTraits.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace redistc::sema {

/// Null where no header of the traits has been read.
static ClassTemplateDecl *traitsTemplate(ASTContext &ast) {
  for (NamedDecl *space :
       ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("redist")))
    if (auto *found = dyn_cast<NamespaceDecl>(space))
      for (NamedDecl *one : found->lookup(&ast.Idents.get("storage_traits")))
        if (auto *traits = dyn_cast<ClassTemplateDecl>(one))
          return traits;
  return nullptr;
}

/// storage_traits<type>, complete; null where it is not.
static const CXXRecordDecl *traitsFor(clang::Sema &sema, QualType type,
                                      SourceLocation location) {
  ASTContext &ast = sema.getASTContext();
  ClassTemplateDecl *const traits = traitsTemplate(ast);
  if (!traits)
    return nullptr;
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  TemplateArgumentListInfo arguments(location, location);
  arguments.addArgument(TemplateArgumentLoc(
      TemplateArgument(type), ast.getTrivialTypeSourceInfo(type, location)));
  const QualType made =
      sema.CheckTemplateIdType(TemplateName(traits), location, arguments);
  if (made.isNull() || trap.hasErrorOccurred() ||
      !sema.isCompleteType(location, made))
    return nullptr;
  const CXXRecordDecl *record = made->getAsCXXRecordDecl();
  return record ? record->getDefinition() : nullptr;
}

/// Members of the traits and of their bases.
static LookupResult membersOf(clang::Sema &sema, const CXXRecordDecl *record,
                              llvm::StringRef name, SourceLocation location) {
  ASTContext &ast = sema.getASTContext();
  LookupResult found(sema, DeclarationNameInfo(&ast.Idents.get(name), location),
                     clang::Sema::LookupMemberName);
  found.suppressDiagnostics();
  sema.LookupQualifiedName(found, const_cast<CXXRecordDecl *>(record));
  return found;
}

static std::optional<std::uint64_t> numberOf(clang::Sema &sema,
                                             const CXXRecordDecl *record,
                                             llvm::StringRef name,
                                             SourceLocation location) {
  const LookupResult found = membersOf(sema, record, name, location);
  auto *variable = found.getAsSingle<VarDecl>();
  if (!variable)
    return std::nullopt;
  if (!variable->getAnyInitializer() &&
      variable->getInstantiatedFromStaticDataMember())
    sema.InstantiateVariableDefinition(location, variable);
  const APValue *value = variable->evaluateValue();
  if (!value || !value->isInt())
    return std::nullopt;
  return value->getInt().getZExtValue();
}

std::optional<StorageTraits> storageTraitsOf(clang::Sema &sema, QualType type,
                                             SourceLocation location) {
  const CXXRecordDecl *traits =
      traitsFor(sema, type.getCanonicalType().getUnqualifiedType(), location);
  if (!traits)
    return std::nullopt;
  const auto *element =
      membersOf(sema, traits, "element", location).getAsSingle<TypeDecl>();
  const auto dimensions = numberOf(sema, traits, "dimensions", location);
  if (!element || !dimensions)
    return std::nullopt;
  StorageTraits result;
  result.element =
      sema.getASTContext().getTypeDeclType(element).getCanonicalType();
  result.isFlat = *dimensions == 0;
  constexpr std::uint64_t any = ~std::uint64_t{0};
  if (!result.isFlat && *dimensions != any)
    result.dimensions = dimensions;
  result.tellsSize =
      !result.isFlat || !membersOf(sema, traits, "size", location).empty();
  result.isOwner =
      numberOf(sema, traits, "is_owner", location).value_or(0) != 0;
  return result;
}

} // namespace redistc::sema
