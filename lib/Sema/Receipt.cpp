//===- Receipt.cpp - What the runtime calls to receive a value -*- C++ -*-===//
//
// Follows redist/Serialize.h: elements of containers, and what owners point to,
// are constructed, moved and destroyed; what stands in a variable, an array, a
// pair or a member is there.
//
//===----------------------------------------------------------------------===//
#include "Receipt.h"

#include "Travel.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace redistc::sema {

namespace {
class ReceiptSearch {
public:
  ReceiptSearch(InstanceContext &instance, effects::ReceivedVariable &result)
      : context(instance), found(result) {}

  /// `isMade`: values of the type are constructed and destroyed.
  void walk(QualType, bool isMade);

private:
  void walkStd(QualType, const StdParts &, bool isMade);
  void addSpecialMembers(CXXRecordDecl *);
  void addFunctor(const CXXRecordDecl *);
  void add(std::vector<const FunctionDecl *> &, const FunctionDecl *);

  InstanceContext &context;
  effects::ReceivedVariable &found;
  std::set<std::pair<const CXXRecordDecl *, bool>> seen;
  llvm::SmallPtrSet<const FunctionDecl *, 8> added;
};
} // namespace

/// Functions that Clang writes call those of the parts.
void ReceiptSearch::add(std::vector<const FunctionDecl *> &list,
                        const FunctionDecl *function) {
  if (!function || function->isDeleted() || function->isTrivial() ||
      !function->isUserProvided() || function->isDependentContext() ||
      !added.insert(function->getCanonicalDecl()).second)
    return;
  if (!function->isDefined() && function->isTemplateInstantiation())
    context.clangSema.InstantiateFunctionDefinition(
        function->getLocation(), const_cast<FunctionDecl *>(function),
        /*Recursive=*/true);
  list.push_back(function);
}

void ReceiptSearch::addSpecialMembers(CXXRecordDecl *record) {
  clang::Sema &sema = context.clangSema;
  add(found.made, sema.LookupDefaultConstructor(record));
  add(found.made, sema.LookupMovingConstructor(record, 0));
  add(found.made, sema.LookupMovingAssignment(record, 0, false, 0));
  add(found.made, sema.LookupDestructor(record));
  for (const CXXMethodDecl *method : record->methods())
    if (method->getOverloadedOperator() == OO_New ||
        method->getOverloadedOperator() == OO_Delete)
      add(found.made, method);
}

/// All that a comparator, hash function, allocator or deleter has.
void ReceiptSearch::addFunctor(const CXXRecordDecl *record) {
  const bool isStd = record->isInStdNamespace();
  const auto addMethod = [&](const FunctionDecl *method) {
    if (!isStd || method->getOverloadedOperator() == OO_Call)
      add(found.serving, method);
  };
  for (const Decl *one : record->decls())
    if (const auto *method = dyn_cast<CXXMethodDecl>(one))
      addMethod(method);
    else if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(one))
      llvm::for_each(pattern->specializations(), addMethod);
  for (const CXXBaseSpecifier &base : record->bases())
    if (const auto *part = base.getType()->getAsCXXRecordDecl();
        part && part->hasDefinition())
      addFunctor(part->getDefinition());
}

void ReceiptSearch::walkStd(QualType type, const StdParts &parts, bool isMade) {
  const bool isInPlace = isStdClass(type, "array") ||
                         isStdClass(type, "pair") || isStdClass(type, "tuple");
  const bool isPointer =
      isStdClass(type, "unique_ptr") || isStdClass(type, "shared_ptr");
  for (const QualType part : parts.held) {
    walk(part, isMade || !isInPlace);
    const CXXRecordDecl *base = part->getAsCXXRecordDecl();
    if (isPointer && base && base->hasDefinition() && base->isPolymorphic())
      for (const CXXRecordDecl *below :
           registeredBelow(context.ast, base->getDefinition()))
        walk(context.ast.getRecordType(below), true);
  }
  for (const QualType part : parts.served)
    if (stdPartsOf(part))
      walk(part, true); // of a stack or queue
    else if (const CXXRecordDecl *record = part->getAsCXXRecordDecl();
             record && record->hasDefinition())
      addFunctor(record->getDefinition());
}

void ReceiptSearch::walk(QualType type, bool isMade) {
  type = context.ast.getBaseElementType(type).getUnqualifiedType();
  CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || type->isDependentType() || !record->hasDefinition() ||
      (!isMade && type.isTriviallyCopyableType(context.ast)))
    return;
  record = record->getDefinition();
  if (!seen.insert({record, isMade}).second)
    return;
  if (const auto parts = stdPartsOf(type))
    return walkStd(type, *parts, isMade);
  if (record->isInStdNamespace())
    return;
  if (isMade)
    addSpecialMembers(record);
  for (const CXXBaseSpecifier &base : record->bases())
    walk(base.getType(), isMade);
  for (const FieldDecl *field : record->fields())
    walk(field->getType(), isMade);
}

effects::ReceivedVariable receiptOf(InstanceContext &context, QualType type,
                                    const ValueDecl *declaration) {
  effects::ReceivedVariable found;
  found.decl = declaration;
  ReceiptSearch(context, found).walk(type.getNonReferenceType(), false);
  return found;
}

} // namespace redistc::sema
