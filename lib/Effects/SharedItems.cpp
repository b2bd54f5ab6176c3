//===- SharedItems.cpp - Items that own one object together ----*- C++ -*-===//
//
// Two variables of the item that travel and lead to one object.
//
//===----------------------------------------------------------------------===//
#include "SharingCheck.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace llvm;

namespace redistc::effects {

/// Whether an object of the type may own something together with others.
static bool ownsTogether(clang::QualType type,
                         std::set<const clang::CXXRecordDecl *> &seen) {
  type = type.getNonReferenceType();
  while (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->getDefinition() ||
      !seen.insert(record->getDefinition()).second)
    return false;
  record = record->getDefinition();
  const StringRef name = record->getIdentifier() ? record->getName() : "";
  if (name.contains("shared_ptr") || name == "weak_ptr")
    return true;
  if (const auto *instance =
          dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    for (const clang::TemplateArgument &one :
         instance->getTemplateArgs().asArray()) {
      const auto owns = [&](const clang::TemplateArgument &argument) {
        return argument.getKind() == clang::TemplateArgument::Type &&
               ownsTogether(argument.getAsType(), seen);
      };
      if (one.getKind() == clang::TemplateArgument::Pack
              ? any_of(one.pack_elements(), owns)
              : owns(one))
        return true;
    }
  return any_of(record->bases(),
                [&](const clang::CXXBaseSpecifier &base) {
                  return ownsTogether(base.getType(), seen);
                }) ||
         any_of(record->fields(), [&](const clang::FieldDecl *field) {
           return ownsTogether(field->getType(), seen);
         });
}

/// Each variable travels by itself: an object that two of them lead to is two
/// objects on another rank, of which a stage there changes one.
void SharingCheck::checkItemsShare() {
  const auto travels = [&](std::size_t item, std::size_t cut) {
    const auto *decl =
        cast<clang::ValueDecl>(items[item].decl->getCanonicalDecl());
    std::set<const clang::CXXRecordDecl *> seen;
    return staged.carried[cut].count(decl) != 0 &&
           ownsTogether(decl->getType(), seen);
  };
  for (std::size_t cut = 0; cut + 1 < memory.stageCount(); ++cut)
    for (std::size_t i = 0; i < items.size(); ++i)
      for (std::size_t j = i + 1; j < items.size(); ++j)
        if (travels(i, cut) && travels(j, cut))
          for (std::size_t k = cut + 1; k < memory.stageCount(); ++k)
            forEachAccess(k, [&](const Access &access) {
              if (access.isWrite && memory.isOfItem(access.object) &&
                  points.object(access.object).kind == ObjectKind::Heap &&
                  items[i].reached.count(access.object) &&
                  items[j].reached.count(access.object))
                add(FindingKind::ItemsShare, k, access, k, access);
            });
}

} // namespace redistc::effects
