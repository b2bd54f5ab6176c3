//===- Items.cpp - Items of a reduction ------------------------*- C++ -*-===//
//
// The result goes back to where the operand was, so an item is an lvalue that
// can be written. What is behind a pointer only a section names.
//
//===----------------------------------------------------------------------===//
#include "Reduce/Items.h"

#include "Common/Objects.h"
#include "Common/Sections.h"
#include "Common/Travel.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"

#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace redistc::sema {

namespace {
/// In the order of %select in ItemNotLvalue.
enum class ValueKind { Value, BitField, Function };
/// In the order of %select in ItemNeedsSection.
enum class UnsizedKind { Pointer, Array, View };
} // namespace

static void notWritable(InstanceContext &context, const ItemInfo &item,
                        QualType type, bool isVolatile) {
  context.error(item.parsed->name.range.getBegin(),
                DiagnosticKind::ItemNotWritable, item.declaration,
                item.quoted(), type, isVolatile);
}

/// Sets the type that the operator is applied to, without qualifiers; reports
/// those that forbid to write the result.
static void setOperand(InstanceContext &context, ItemInfo &item,
                       QualType type) {
  Qualifiers qualifiers;
  const QualType bare = context.ast.getUnqualifiedArrayType(type, qualifiers);
  if (qualifiers.hasVolatile() || qualifiers.hasConst())
    notWritable(context, item, type, qualifiers.hasVolatile());
  else
    item.operand = bare;
}

static void needsSection(InstanceContext &context, const ItemInfo &item,
                         UnsizedKind kind) {
  context.error(item.parsed->name.range.getBegin(),
                DiagnosticKind::ItemNeedsSection, item.declaration,
                item.quoted(), static_cast<int>(kind), item.parsed->name.text);
}

static void checkTravel(InstanceContext &context, const ItemInfo &item) {
  const SourceLocation location = item.parsed->name.range.getBegin();
  const auto obstacle = findObstacle(context, item.operand, location);
  if (!obstacle)
    return;
  const bool isPart =
      !context.ast.hasSameUnqualifiedType(obstacle->type, item.operand);
  const NamedDecl *place = declarationOf(obstacle->type);
  if (!isPart && !item.parsed->section) {
    if (obstacle->kind == ObstacleKind::Pointer)
      return needsSection(context, item, UnsizedKind::Pointer);
    if (obstacle->kind == ObstacleKind::View &&
        !isStdClass(obstacle->type, "reference_wrapper"))
      return needsSection(context, item, UnsizedKind::View);
  }
  std::vector<SecondPlace> notes;
  if (const NamedDecl *declared = place ? place : item.declaration) {
    std::string name;
    llvm::raw_string_ostream stream(name);
    declared->getNameForDiagnostic(stream, context.ast.getPrintingPolicy(),
                                   /*Qualified=*/false);
    notes.push_back({declared->getLocation(), DiagnosticKind::DeclaredHere,
                     "'" + name + "'"});
  }
  if (const auto proposed = proposedSerialize(context, *obstacle, location))
    notes.push_back(*proposed);
  context.error(
      location, DiagnosticKind::CannotTravel,
      llvm::ArrayRef<SecondPlace>(notes),
      isPart
          ? item.quoted() + " of type '" +
                item.operand.getAsString(context.ast.getPrintingPolicy()) + "'"
          : item.quoted(),
      obstacle->type, static_cast<int>(obstacle->kind), obstacle->place());
}

static bool isAssignable(InstanceContext &context, CXXRecordDecl *record) {
  if (!record)
    return false;
  const auto isUsable = [](const CXXMethodDecl *assignment) {
    return assignment && !assignment->isDeleted();
  };
  return isUsable(
             context.clangSema.LookupMovingAssignment(record, 0, false, 0)) ||
         isUsable(context.clangSema.LookupCopyingAssignment(
             record, Qualifiers::Const, false, 0));
}

static void checkWhole(InstanceContext &context, ItemInfo &item,
                       const Expr *written) {
  const SourceLocation location = item.parsed->name.range.getBegin();
  const QualType type = written->getType();
  const bool isFunction = type->isFunctionType();
  if (!written->isLValue() || written->refersToBitField() || isFunction) {
    const ValueKind kind = isFunction ? ValueKind::Function
                           : written->isGLValue() && written->refersToBitField()
                               ? ValueKind::BitField
                               : ValueKind::Value;
    context.error(location, DiagnosticKind::ItemNotLvalue, item.declaration,
                  item.quoted(), static_cast<int>(kind), type);
    return;
  }
  if (const ArrayType *array = context.ast.getAsArrayType(type))
    if (!isa<ConstantArrayType>(array))
      return needsSection(context, item, UnsizedKind::Array);
  setOperand(context, item, type);
  if (item.operand.isNull())
    return;
  checkTravel(context, item);
  // A const field makes the whole const, unless the class says otherwise.
  if (!context.hasError &&
      written->isModifiableLvalue(context.ast) ==
          Expr::MLV_ConstQualifiedField &&
      !isAssignable(context, type->getAsCXXRecordDecl()))
    notWritable(context, item, type, /*isVolatile=*/false);
}

static void checkSectionOf(InstanceContext &context, ItemInfo &item) {
  const directive::ParsedSection &parsed = *item.parsed->section;
  const bool hadError = std::exchange(context.hasError, false);
  const ObjectInfo object = checkSectioned(context, item.parsed->name);
  const plan::CheckedSection section = checkSection(context, parsed);
  item.declaration = object.declaration;
  item.checked = {textOf(object), true, section.lower.text, section.length.text,
                  section.stride.text};
  if (!context.hasError && !object.element.isNull() &&
      !object.element->isDependentType()) {
    const auto end = reach(section);
    if (end && object.size && *end > *object.size)
      context.error(parsed.range.getBegin(), DiagnosticKind::SectionTooLong,
                    item.declaration, std::to_string(*end - 1), item.quoted(),
                    std::to_string(*object.size));
    setOperand(context, item, object.element);
    if (!item.operand.isNull())
      checkTravel(context, item);
  }
  context.hasError |= hadError;
}

ItemInfo checkItem(InstanceContext &context,
                   const directive::ParsedItem &parsed) {
  ItemInfo item;
  item.parsed = &parsed;
  item.checked.text = parsed.name.text;
  const Expr *written = writtenExpression(context, parsed.name);
  if (!written) {
    context.hasError = true; // Clang has told the user
    return item;
  }
  if (parsed.section) {
    checkSectionOf(context, item);
    return item;
  }
  if (const auto *name = dyn_cast<DeclRefExpr>(written))
    item.declaration = name->getDecl();
  else if (const auto *member = dyn_cast<MemberExpr>(written))
    item.declaration = member->getMemberDecl();
  if (!written->isTypeDependent() && !written->getType()->isDependentType())
    checkWhole(context, item, written);
  return item;
}

/// The object that the expression names a part of, from the inside to the
/// outside; null where it is an object of its own.
static const Expr *outer(const Expr *part) {
  part = part->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<MemberExpr>(part))
    return member->isArrow() ? nullptr : member->getBase();
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(part)) {
    const Expr *base = element->getBase()->IgnoreParenImpCasts();
    return base->getType()->isArrayType() ? base : nullptr;
  }
  return nullptr;
}

static llvm::FoldingSetNodeID identity(InstanceContext &context,
                                       const Expr *expression) {
  llvm::FoldingSetNodeID id;
  expression->IgnoreParenImpCasts()->Profile(id, context.ast,
                                             /*Canonical=*/true);
  return id;
}

/// Whether one item is the other, or a part of it.
static bool contains(InstanceContext &context, const ItemInfo &whole,
                     const ItemInfo &part) {
  const Expr *a = writtenExpression(context, whole.parsed->name);
  const Expr *b = writtenExpression(context, part.parsed->name);
  if (!a || !b)
    return false;
  const llvm::FoldingSetNodeID id = identity(context, a);
  for (; b; b = outer(b))
    if (identity(context, b) == id)
      return true;
  return false;
}

/// Both of one object, and not surely apart.
static bool mayMeet(const directive::ParsedSection &left,
                    const directive::ParsedSection &right) {
  const auto text = [](const auto &expression) {
    return expression ? expression->text : std::string();
  };
  return text(left.lower) == text(right.lower) &&
         text(left.length) == text(right.length) &&
         text(left.stride) == text(right.stride);
}

void checkItemsApart(InstanceContext &context,
                     const std::vector<ItemInfo> &items) {
  for (std::size_t i = 0; i < items.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const ItemInfo &first = items[j], &second = items[i];
      const bool isPart = contains(context, first, second);
      if (!isPart && !contains(context, second, first))
        continue;
      const SecondPlace place{first.parsed->name.range.getBegin(),
                              DiagnosticKind::FirstNamed, first.quoted()};
      const auto &left = first.parsed->section, &right = second.parsed->section;
      const SourceLocation location = second.parsed->name.range.getBegin();
      if (!left || !right || mayMeet(*left, *right))
        context.error(location, DiagnosticKind::NamedTwice, place,
                      (isPart ? first : second).quoted());
      else if (nameTheSame(context, first.parsed->name, second.parsed->name) &&
               doOverlap({checkSection(context, *left)},
                         {checkSection(context, *right)}))
        context.error(location, DiagnosticKind::ItemsOverlap, place,
                      first.quoted());
    }
}

} // namespace redistc::sema
