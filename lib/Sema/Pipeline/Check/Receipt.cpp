//===- Receipt.cpp - Functions called to receive a value -------*- C++ -*-===//
//
// Follows redist/detail/types/Serialize.h: elements of containers, and what
// owners point to, are constructed where they stay, and destroyed; a vector
// that grows moves those that it had. What stands in a variable, an array, a
// pair or a member is there.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Check/Receipt.h"

#include "Common/Serialization.h"
#include "Common/Travel.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace redistc::sema {

namespace {
/// What happens to values of a type.
enum class Making { None, Made, Moved };

class ReceiptSearch {
public:
  ReceiptSearch(InstanceContext &instance, effects::ReceivedVariable &result)
      : context(instance), found(result) {}

  void walk(QualType, Making);

private:
  void walkStd(QualType, const StdParts &, Making);
  void addSpecialMembers(CXXRecordDecl *, Making);
  void addFunctor(CXXRecordDecl *, std::vector<const FunctionDecl *> &calls);
  void add(std::vector<const FunctionDecl *> &, const FunctionDecl *);

  InstanceContext &context;
  effects::ReceivedVariable &found;
  std::set<std::pair<const CXXRecordDecl *, Making>> seen;
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

void ReceiptSearch::addSpecialMembers(CXXRecordDecl *record, Making making) {
  clang::Sema &sema = context.clangSema;
  add(found.made, sema.LookupDefaultConstructor(record));
  add(found.made, sema.LookupDestructor(record));
  if (making == Making::Moved)
    add(found.made, sema.LookupMovingConstructor(record, 0));
  for (const CXXMethodDecl *method : record->methods())
    if (method->getOverloadedOperator() == OO_New ||
        method->getOverloadedOperator() == OO_Delete)
      add(found.made, method);
}

/// Of a comparator, hash function, allocator or deleter: it is copied, and what
/// it has is called.
void ReceiptSearch::addFunctor(CXXRecordDecl *record,
                               std::vector<const FunctionDecl *> &calls) {
  const bool isStd = record->isInStdNamespace();
  const auto addMethod = [&](const FunctionDecl *method) {
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(method) ||
        method->getOverloadedOperator() == OO_Equal)
      return;
    if (!isStd || method->getOverloadedOperator() == OO_Call)
      add(calls, method);
  };
  for (const Decl *one : record->decls())
    if (const auto *method = dyn_cast<CXXMethodDecl>(one))
      addMethod(method);
    else if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(one))
      llvm::for_each(pattern->specializations(), addMethod);
  if (!isStd) {
    for (const CXXConstructorDecl *constructor : record->ctors())
      add(found.made, constructor);
    add(found.made, record->getDestructor());
    for (const CXXMethodDecl *method : record->methods())
      if (method->getOverloadedOperator() == OO_Equal)
        add(found.made, method);
  }
  for (const CXXBaseSpecifier &base : record->bases())
    if (auto *part = base.getType()->getAsCXXRecordDecl();
        part && part->hasDefinition())
      addFunctor(part->getDefinition(), calls);
}

void ReceiptSearch::walkStd(QualType type, const StdParts &parts,
                            Making making) {
  const bool isInPlace = isStdClass(type, "array") ||
                         isStdClass(type, "pair") || isStdClass(type, "tuple");
  const bool isPointer =
      isStdClass(type, "unique_ptr") || isStdClass(type, "shared_ptr");
  const Making inner = isStdClass(type, "vector") ? Making::Moved
                       : isInPlace                ? making
                                                  : Making::Made;
  for (const QualType part : parts.held) {
    walk(part, inner);
    const CXXRecordDecl *base = part->getAsCXXRecordDecl();
    if (isPointer && base && base->hasDefinition() && base->isPolymorphic())
      for (const CXXRecordDecl *below :
           registeredBelow(context.ast, base->getDefinition()))
        walk(context.ast.getRecordType(below), Making::Made);
  }
  for (const QualType part : parts.served)
    if (stdPartsOf(part))
      walk(part, Making::None); // of a stack or queue
    else if (CXXRecordDecl *record = part->getAsCXXRecordDecl();
             record && record->hasDefinition())
      // A deleter changes what it ends, as a destructor does.
      addFunctor(record->getDefinition(),
                 isPointer ? found.made : found.serving);
}

void ReceiptSearch::walk(QualType type, Making making) {
  type = context.ast.getBaseElementType(type).getUnqualifiedType();
  CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || type->isDependentType() || !record->hasDefinition() ||
      (making == Making::None && type.isTriviallyCopyableType(context.ast)))
    return;
  record = record->getDefinition();
  if (!seen.insert({record, making}).second)
    return;
  if (const auto parts = stdPartsOf(type))
    return walkStd(type, *parts, making);
  if (record->isInStdNamespace())
    return;
  if (making != Making::None)
    addSpecialMembers(record, making);
  for (const CXXBaseSpecifier &base : record->bases())
    walk(base.getType(), making);
  for (const FieldDecl *field : record->fields())
    walk(field->getType(), making);
}

effects::ReceivedVariable receiptOf(InstanceContext &context, QualType type,
                                    const ValueDecl *declaration) {
  effects::ReceivedVariable found;
  found.decl = declaration;
  ReceiptSearch(context, found).walk(type.getNonReferenceType(), Making::None);
  return found;
}

} // namespace redistc::sema
