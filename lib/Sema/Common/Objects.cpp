//===- Objects.cpp - Kind and elements of an object ------------*- C++ -*-===//
//
// Pointers and arrays by their type, class types by what data() and size() give
// where Clang calls them as the runtime will.
//
//===----------------------------------------------------------------------===//
#include "Common/Objects.h"

#include "Common/StorageTraits.h"
#include "Common/Travel.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace redistc::sema {

/// The type that `object.name()` has for an lvalue of the class, wherever the
/// function is found; null where it cannot be called.
static QualType accessorType(InstanceContext &context, QualType type,
                             llvm::StringRef name, SourceLocation location) {
  clang::Sema &sema = context.clangSema;
  ASTContext &ast = context.ast;
  // As std::data() and std::size() will call it.
  clang::Sema::ContextRAII outside(sema, ast.getTranslationUnitDecl());
  EnterExpressionEvaluationContext unevaluated(
      sema, clang::Sema::ExpressionEvaluationContext::Unevaluated);
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  CXXScopeSpec scope;
  Expr *object = new (ast) OpaqueValueExpr(location, type, VK_LValue);
  const ExprResult member = sema.BuildMemberReferenceExpr(
      object, type, location, /*IsArrow=*/false, scope, SourceLocation(),
      nullptr, DeclarationNameInfo(&ast.Idents.get(name), location), nullptr,
      nullptr);
  if (member.isInvalid() || trap.hasErrorOccurred())
    return QualType();
  const ExprResult call =
      sema.BuildCallExpr(nullptr, member.get(), location, {}, location);
  return call.isInvalid() || trap.hasErrorOccurred()
             ? QualType()
             : call.get()->getType().getCanonicalType();
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

/// An object to redistribute, the sizes of a gen_block, the ranks of a grid, or
/// the numbers of indirect or listed.
enum class UseKind { Object, Sizes, Ranks, Owners, Indices };

static void notStorage(InstanceContext &context, const ObjectInfo &object,
                       UseKind use, QualType type) {
  if (use == UseKind::Owners || use == UseKind::Indices) {
    context.error(object.parsed->range.getBegin(),
                  DiagnosticKind::OwnersNotARange, object.declaration,
                  object.quoted(), use == UseKind::Indices, type,
                  type->isIncompleteType() || type->isPointerType() ||
                      type->isVariableArrayType());
    return;
  }
  if (use == UseKind::Object) {
    context.error(object.parsed->range.getBegin(), DiagnosticKind::NotAnObject,
                  object.declaration, object.quoted(), type,
                  type->isArithmeticType() || type->isEnumeralType(),
                  object.parsed->text);
    return;
  }
  context.error(object.parsed->range.getBegin(),
                use == UseKind::Sizes ? DiagnosticKind::SizesNotARange
                                      : DiagnosticKind::RanksNotARange,
                object.declaration, object.quoted(), type);
}

/// D of redist::array<T, D>; absent in a template.
static std::optional<std::int64_t> dimensionsOf(const CXXRecordDecl *record) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance || instance->getTemplateArgs().size() < 2)
    return std::nullopt;
  const TemplateArgument &dimensions = instance->getTemplateArgs()[1];
  if (dimensions.getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return dimensions.getAsIntegral().tryExtValue();
}

/// redist::array<T, D>: its elements, and that D is the number of brackets.
static void inspectRedistArray(InstanceContext &context, ObjectInfo &object,
                               const CXXRecordDecl *record,
                               std::size_t brackets) {
  object.isArray = true;
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!instance || instance->getTemplateArgs().size() < 2)
    return;
  const TemplateArgument &element = instance->getTemplateArgs()[0];
  if (element.getKind() == TemplateArgument::Type)
    object.element = element.getAsType();
  const auto count = dimensionsOf(record);
  if (count && *count != static_cast<std::int64_t>(brackets))
    context.error(object.parsed->range.getBegin(),
                  DiagnosticKind::ArrayDimensions, object.declaration,
                  object.quoted(), static_cast<int>(*count),
                  static_cast<int>(brackets));
}

/// A class that redist::storage_traits describe.
static void inspectTraits(InstanceContext &context, ObjectInfo &object,
                          const StorageTraits &traits, std::size_t brackets) {
  object.element = traits.element;
  object.isPointer = !traits.tellsSize;
  if (traits.dimensions && *traits.dimensions != brackets)
    context.error(object.parsed->range.getBegin(),
                  DiagnosticKind::StorageDimensions, object.declaration,
                  object.quoted(), static_cast<int>(*traits.dimensions),
                  static_cast<int>(brackets));
}

static void inspectClass(InstanceContext &context, ObjectInfo &object,
                         UseKind use, QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const SourceLocation location = object.parsed->range.getBegin();
  if (isVectorOfBool(record)) {
    context.error(location, DiagnosticKind::VectorOfBool, object.declaration,
                  object.quoted());
    return;
  }
  // `void f(std::vector<int> &a)` names the class without making it complete.
  if (!context.clangSema.isCompleteType(location, type)) {
    notStorage(context, object, use, type);
    return;
  }
  record = record->getDefinition();
  const QualType data = accessorType(context, type, "data", location);
  // A layout refers to sizes and ranks, which stay as they are.
  const QualType size =
      accessorType(context, use == UseKind::Object ? type : type.withConst(),
                   "size", location);
  if (data.isNull() || !data->isPointerType() || size.isNull() ||
      size->isVoidType() || size->isAnyPointerType()) {
    notStorage(context, object, use, type);
    return;
  }
  object.element = data->getPointeeType();
  object.size = fixedSize(record);
  object.isVector = isVector(record);
}

/// `outer` is the number of elements of what the levels below are levels of:
/// one bracket has been used up for it. Absent: not known.
static void inspectLevels(InstanceContext &context, ObjectInfo &object,
                          std::optional<std::int64_t> outer,
                          std::size_t brackets) {
  object.size = outer;
  // Of other arrays of arrays the runtime sees all extents in the type.
  const bool isOpen = !outer || object.element->isVariablyModifiedType();
  const ArrayType *level = nullptr;
  for (std::size_t used = 1;
       used < brackets &&
       (level = context.ast.getAsArrayType(object.element)) != nullptr;
       ++used) {
    if (isOpen) {
      object.subscripts += object.subscripts == 0 ? 2 : 1;
      object.isPointer = true;
    }
    object.element = level->getElementType();
    const auto *constant = dyn_cast<ConstantArrayType>(level);
    std::int64_t product = 0;
    if (!constant || !object.size ||
        __builtin_mul_overflow(*object.size, constant->getSize().getSExtValue(),
                               &product))
      object.size = std::nullopt;
    else
      object.size = product;
  }
}

static void inspectArray(InstanceContext &context, ObjectInfo &object,
                         const ArrayType *array, std::size_t brackets) {
  object.element = array->getElementType();
  const auto *constant = dyn_cast<ConstantArrayType>(array);
  if (!constant) { // T[] and T[n] say no more than a pointer
    object.subscripts = 1;
    object.isPointer = true;
  }
  inspectLevels(context, object,
                constant ? std::optional(constant->getSize().getSExtValue())
                         : std::nullopt,
                brackets);
}

/// What an error about pointers as elements ends with.
static constexpr const char *rowsOfPointers =
    "; rows that lie apart are those of a std::vector of std::vectors, or of a "
    "class with 'redist::storage_traits'";

static void checkElement(InstanceContext &context, ObjectInfo &object) {
  if (object.element.isNull() || object.element->isDependentType())
    return;
  const SourceLocation location = object.parsed->range.getBegin();
  const QualType declared = object.element;
  if (declared->isVariablyModifiedType()) {
    context.error(location, DiagnosticKind::ElementsVariable,
                  object.declaration, declared, object.quoted());
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
                  object.declaration, declared, object.quoted(),
                  !elementOfStdVector(object.element).isNull(),
                  object.parsed->text);
  else if (const auto obstacle =
               findObstacleInBytes(context, object.element, location))
    context.error(location, DiagnosticKind::CannotTravel, object.declaration,
                  "element of " + object.quoted(), obstacle->type,
                  static_cast<int>(obstacle->kind),
                  obstacle->place() +
                      (object.element->isPointerType() ? rowsOfPointers : ""));
}

/// What the name names; its type, or null where it is not known yet.
static QualType inspectName(InstanceContext &context, ObjectInfo &object,
                            const directive::ParsedExpression &parsed) {
  object.parsed = &parsed;
  const Expr *written = writtenExpression(context, parsed);
  if (!written) {
    context.hasError = true; // Clang has told the user
    return QualType();
  }
  if (const auto *name = dyn_cast<DeclRefExpr>(written))
    object.declaration = name->getDecl();
  else if (const auto *member = dyn_cast<MemberExpr>(written))
    object.declaration = member->getMemberDecl();
  const QualType type = written->getType();
  const bool isKnown = !written->isTypeDependent() && !type->isDependentType();
  return isKnown ? type : QualType();
}

/// Of a std::vector of rows, which are std::vectors of elements: the type of a
/// row; null of others.
static QualType rowOf(QualType type) {
  const QualType row = elementOfStdVector(type);
  if (row.isNull())
    return row;
  const QualType element = elementOfStdVector(row);
  return element.isNull() || element->isBooleanType() ? QualType() : row;
}

/// Finds out what an object of that type is, with so many brackets behind it.
static void inspectStorage(InstanceContext &context, ObjectInfo &object,
                           QualType type, std::size_t brackets) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (const auto *pointer = type->getAs<PointerType>()) {
    object.isPointer = true;
    object.element = pointer->getPointeeType();
    if (object.element->isFunctionType() || object.element->isVoidType())
      notStorage(context, object, UseKind::Object, type);
    else
      inspectLevels(context, object, std::nullopt, brackets);
  } else if (const ArrayType *array = context.ast.getAsArrayType(type)) {
    inspectArray(context, object, array, brackets);
  } else if (record && isRedistArray(record) && !type.isVolatileQualified()) {
    inspectRedistArray(context, object, record, brackets);
    if (!object.element.isNull() && type.isConstQualified())
      object.element.addConst();
  } else if (const auto traits =
                 record ? storageTraitsOf(context.clangSema, type,
                                          object.parsed->range.getBegin())
                        : std::nullopt) {
    inspectTraits(context, object, *traits, brackets);
    if (type.isConstQualified())
      object.element.addConst();
  } else if (const QualType row = rowOf(type); !row.isNull() && brackets == 2) {
    object.element = elementOfStdVector(row);
    if (type.isConstQualified() || row.isConstQualified())
      object.element.addConst();
  } else if (record) {
    inspectClass(context, object, UseKind::Object, type);
  } else {
    notStorage(context, object, UseKind::Object, type);
  }
}

ObjectInfo checkObject(InstanceContext &context,
                       const directive::ParsedObject &parsed) {
  ObjectInfo object;
  const QualType type = inspectName(context, object, parsed.name);
  if (type.isNull())
    return object;
  // Without brackets an object has those of the source.
  const std::size_t brackets =
      (parsed.sections.empty() ? context.directive.objects[0] : parsed)
          .sections.size();
  inspectStorage(context, object, type, brackets);
  if (!context.hasError)
    checkElement(context, object);
  return object;
}

ObjectInfo checkSectioned(InstanceContext &context,
                          const directive::ParsedExpression &parsed) {
  ObjectInfo object;
  const QualType type = inspectName(context, object, parsed);
  if (type.isNull())
    return object;
  const SourceLocation location = parsed.range.getBegin();
  const auto traits = type->getAsCXXRecordDecl()
                          ? storageTraitsOf(context.clangSema, type, location)
                          : std::nullopt;
  if (traits && !traits->isFlat && traits->dimensions != 1)
    context.error(location, DiagnosticKind::SectionOfShape, object.declaration,
                  object.quoted());
  else
    inspectStorage(context, object, type, /*brackets=*/1);
  return object;
}

std::string textOf(const ObjectInfo &object) {
  if (object.subscripts == 0)
    return object.parsed->text;
  std::string text = "&(" + object.parsed->text + ")";
  for (unsigned i = 0; i < object.subscripts; ++i)
    text += "[0]";
  return text;
}

/// A redist::array, which is no list of numbers.
static bool isArrayOfMoreDimensions(const CXXRecordDecl *record) {
  return isRedistArray(record) && dimensionsOf(record).value_or(1) != 1;
}

/// The grid tells how many of the numbers there are.
static bool isCountedByGrid(UseKind use) {
  return use == UseKind::Sizes || use == UseKind::Ranks;
}

static ObjectInfo checkNumbers(InstanceContext &context,
                               const directive::ParsedExpression &parsed,
                               UseKind use) {
  ObjectInfo sizes;
  const QualType type = inspectName(context, sizes, parsed);
  if (type.isNull())
    return sizes;
  if (const auto *array = context.ast.getAsConstantArrayType(type)) {
    sizes.element = array->getElementType();
    sizes.size = array->getSize().getSExtValue();
  } else if (const ArrayType *open = context.ast.getAsArrayType(type);
             open && isCountedByGrid(use)) { // int[] and int[n]
    sizes.element = open->getElementType();
    sizes.subscripts = 1;
  } else if (type->isPointerType() && isCountedByGrid(use)) {
    sizes.element = type->getPointeeType();
  } else if (type->getAsCXXRecordDecl() &&
             !isArrayOfMoreDimensions(type->getAsCXXRecordDecl())) {
    inspectClass(context, sizes, use, type);
  } else {
    notStorage(context, sizes, use, type);
  }
  if (!sizes.element.isNull() && !sizes.element->isDependentType() &&
      (use == UseKind::Ranks ? !context.ast.hasSameUnqualifiedType(
                                   sizes.element, context.ast.IntTy)
                             : !sizes.element->isIntegerType()))
    notStorage(context, sizes, use, type);
  return sizes;
}

ObjectInfo checkSizes(InstanceContext &context,
                      const directive::ParsedExpression &parsed) {
  return checkNumbers(context, parsed, UseKind::Sizes);
}

ObjectInfo checkOwners(InstanceContext &context,
                       const directive::ParsedExpression &parsed,
                       bool areIndices) {
  return checkNumbers(context, parsed,
                      areIndices ? UseKind::Indices : UseKind::Owners);
}

ObjectInfo checkRanks(InstanceContext &context,
                      const directive::ParsedExpression &parsed) {
  return checkNumbers(context, parsed, UseKind::Ranks);
}

/// Appends the integers of an array, or of a class that holds one array;
/// whether that is what the value is.
static bool appendIntegers(const APValue &value,
                           std::vector<std::int64_t> &numbers) {
  if (value.isInt()) {
    if (!value.getInt().isRepresentableByInt64())
      return false;
    numbers.push_back(value.getInt().getExtValue());
    return true;
  }
  if (value.isStruct())
    return value.getStructNumBases() == 0 && value.getStructNumFields() == 1 &&
           appendIntegers(value.getStructField(0), numbers);
  if (!value.isArray())
    return false;
  const unsigned given = value.getArrayInitializedElts();
  for (unsigned i = 0; i < value.getArraySize(); ++i)
    if (!appendIntegers(i < given ? value.getArrayInitializedElt(i)
                                  : value.getArrayFiller(),
                        numbers))
      return false;
  return true;
}

std::optional<std::vector<std::int64_t>>
constantSizes(InstanceContext &context, const ObjectInfo &sizes) {
  static constexpr std::int64_t maxSizes = 1 << 16;
  const auto *variable = dyn_cast_or_null<VarDecl>(sizes.declaration);
  if (!variable || !sizes.size || *sizes.size > maxSizes)
    return std::nullopt;
  // The type of an array is const where its elements are.
  const bool isConstant =
      variable->isConstexpr() ||
      context.ast.getBaseElementType(variable->getType()).isConstQualified();
  const Expr *const initializer = variable->getAnyInitializer(variable);
  if (!isConstant || !initializer || initializer->isValueDependent())
    return std::nullopt;
  const APValue *const value = variable->evaluateValue();
  std::vector<std::int64_t> numbers;
  if (!value || !appendIntegers(*value, numbers) ||
      static_cast<std::int64_t>(numbers.size()) != *sizes.size)
    return std::nullopt;
  return numbers;
}

bool nameTheSame(InstanceContext &context,
                 const directive::ParsedExpression &left,
                 const directive::ParsedExpression &right) {
  const Expr *a = writtenExpression(context, left);
  const Expr *b = writtenExpression(context, right);
  if (!a || !b)
    return false;
  llvm::FoldingSetNodeID idOfA, idOfB;
  a->Profile(idOfA, context.ast, /*Canonical=*/true);
  b->Profile(idOfB, context.ast, /*Canonical=*/true);
  return idOfA == idOfB;
}

} // namespace redistc::sema
