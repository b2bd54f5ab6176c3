//===- Objects.cpp - Kind and elements of an object ------------*- C++ -*-===//
//
// Pointers and arrays by their type, class types by data() and size(). Which
// member functions would be chosen is read off their constness: there is one
// of each name, or a pair that differs in const.
//
//===----------------------------------------------------------------------===//
#include "Objects.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace redistc::sema {

/// The member function without parameters that `object.name()` calls, looked
/// for in the class and then in its bases; null if there is none.
static const CXXMethodDecl *findAccessor(const CXXRecordDecl *record,
                                         DeclarationName name, bool isConst) {
  const CXXMethodDecl *best = nullptr;
  bool isHidden = false;
  for (const NamedDecl *found : record->lookup(name)) {
    isHidden = true;
    const auto *method = dyn_cast<CXXMethodDecl>(found->getUnderlyingDecl());
    if (!method || method->getMinRequiredArguments() != 0 ||
        method->getRefQualifier() == RQ_RValue ||
        method->getAccess() != AS_public || method->isDeleted() ||
        (isConst && !method->isConst() && !method->isStatic()))
      continue;
    if (!best || method->isConst() == isConst)
      best = method;
  }
  if (isHidden)
    return best;
  for (const CXXBaseSpecifier &base : record->bases())
    if (base.getAccessSpecifier() == AS_public)
      if (const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl())
        if (parent->hasDefinition())
          if (const auto *method =
                  findAccessor(parent->getDefinition(), name, isConst))
            return method;
  return nullptr;
}

static bool isVector(const CXXRecordDecl *record) {
  if (record->isInStdNamespace() && record->getName() == "vector")
    return true;
  return llvm::any_of(record->bases(), [](const CXXBaseSpecifier &base) {
    const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl();
    return parent && parent->hasDefinition() &&
           isVector(parent->getDefinition());
  });
}

/// std::array<T, N> and std::span<T, N> say their size.
static std::optional<std::int64_t> fixedSize(const CXXRecordDecl *record) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance || !record->isInStdNamespace() ||
      (record->getName() != "array" && record->getName() != "span"))
    return std::nullopt;
  const TemplateArgumentList &arguments = instance->getTemplateArgs();
  if (arguments.size() < 2 ||
      arguments[1].getKind() != TemplateArgument::Integral)
    return std::nullopt;
  const llvm::APSInt size = arguments[1].getAsIntegral();
  if (!size.isRepresentableByInt64())
    return std::nullopt; // std::dynamic_extent
  return size.getExtValue();
}

static bool isVectorOfBool(const CXXRecordDecl *record) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return instance && record->isInStdNamespace() &&
         record->getName() == "vector" &&
         instance->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         instance->getTemplateArgs()[0].getAsType()->isBooleanType();
}

static bool isRedistArray(const CXXRecordDecl *record) {
  return record->getQualifiedNameAsString() == "redist::array";
}

static void notAnObject(InstanceContext &context, const ObjectInfo &object,
                        QualType type) {
  context.error(object.parsed->range.getBegin(), DiagnosticKind::NotAnObject,
                object.declaration, object.quoted(), type);
}

static void inspectClass(InstanceContext &context, ObjectInfo &object,
                         QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const SourceLocation location = object.parsed->range.getBegin();
  if (isRedistArray(record)) {
    context.error(location, DiagnosticKind::NotSupportedYet, nullptr,
                  "'redist::array'", false);
    return;
  }
  if (isVectorOfBool(record)) {
    context.error(location, DiagnosticKind::VectorOfBool, object.declaration,
                  object.quoted());
    return;
  }
  // `void f(std::vector<int> &a)` names the class without making it complete.
  if (!context.clangSema.isCompleteType(location, type)) {
    notAnObject(context, object, type);
    return;
  }
  record = record->getDefinition();
  IdentifierTable &names = context.ast.Idents;
  const bool isConst = type.isConstQualified();
  const CXXMethodDecl *data =
      record ? findAccessor(record, &names.get("data"), isConst) : nullptr;
  // The runtime asks a const object for its size.
  const CXXMethodDecl *size =
      record ? findAccessor(record, &names.get("size"), true) : nullptr;
  if (!data || !size || size->getReturnType()->isVoidType() ||
      size->getReturnType()->isAnyPointerType()) {
    notAnObject(context, object, type);
    return;
  }
  const QualType pointer = data->getReturnType();
  if (pointer->isUndeducedType() || pointer->isDependentType())
    return; // a body that Clang had no reason to look into
  if (!pointer->isPointerType()) {
    notAnObject(context, object, type);
    return;
  }
  object.element = pointer->getPointeeType();
  object.size = fixedSize(record);
  object.isVector = isVector(record);
}

static void inspectArray(InstanceContext &context, ObjectInfo &object,
                         const ArrayType *array) {
  object.element = array->getElementType();
  if (object.element->isArrayType()) {
    context.error(object.parsed->range.getBegin(),
                  DiagnosticKind::NotSupportedYet, object.declaration,
                  "several dimensions", true);
    return;
  }
  const auto *constant = dyn_cast<ConstantArrayType>(array);
  if (constant)
    object.size = constant->getSize().getSExtValue();
  object.decays = !constant; // T[] and T[n] say no more than a pointer
  object.isPointer = !constant;
}

static void checkElement(InstanceContext &context, ObjectInfo &object) {
  if (object.element.isNull() || object.element->isDependentType())
    return;
  const SourceLocation location = object.parsed->range.getBegin();
  const QualType declared = object.element;
  if (declared->isVariablyModifiedType()) {
    context.error(location, DiagnosticKind::NotSupportedYet, object.declaration,
                  "elements that are arrays of variable length", true);
    return;
  }
  // An element may be an array: its qualifiers are those of what it holds.
  Qualifiers qualifiers;
  object.element = context.ast.getUnqualifiedArrayType(declared, qualifiers);
  object.isConst = qualifiers.hasConst();
  // `std::vector<std::array<int, 2>> &a` does not make its elements complete.
  const bool isComplete = context.clangSema.isCompleteType(
      location, context.ast.getBaseElementType(object.element));
  if (qualifiers.hasVolatile())
    context.error(location, DiagnosticKind::ElementsVolatile,
                  object.declaration, declared, object.quoted());
  else if (!isComplete || !object.element.isTriviallyCopyableType(context.ast))
    context.error(location, DiagnosticKind::NotTriviallyCopyable,
                  object.declaration, declared, object.quoted());
}

ObjectInfo checkObject(InstanceContext &context,
                       const directive::ParsedExpression &parsed) {
  ObjectInfo object;
  object.parsed = &parsed;
  const Expr *written = writtenExpression(context, parsed);
  if (!written) {
    context.hasError = true; // Clang has told the user
    return object;
  }
  if (const auto *name = dyn_cast<DeclRefExpr>(written))
    object.declaration = name->getDecl();
  else if (const auto *member = dyn_cast<MemberExpr>(written))
    object.declaration = member->getMemberDecl();
  const QualType type = written->getType();
  if (written->isTypeDependent() || type->isDependentType())
    return object;
  if (const auto *pointer = type->getAs<PointerType>()) {
    object.isPointer = true;
    object.element = pointer->getPointeeType();
    if (object.element->isFunctionType() || object.element->isVoidType())
      notAnObject(context, object, type);
  } else if (const ArrayType *array = context.ast.getAsArrayType(type)) {
    inspectArray(context, object, array);
  } else if (type->getAsCXXRecordDecl()) {
    inspectClass(context, object, type);
  } else {
    notAnObject(context, object, type);
  }
  if (!context.hasError)
    checkElement(context, object);
  return object;
}

} // namespace redistc::sema
