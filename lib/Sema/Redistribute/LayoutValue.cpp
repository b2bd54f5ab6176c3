//===- LayoutValue.cpp - Constant redist::layout values --------*- C++ -*-===//
//
// Reads the fields of include/redist/Layout.h by their names.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/LayoutValue.h"

#include "redistSchedule/Layout/BlockCyclic.h"

#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace redistc::sema {

static bool isInRedist(const Decl *declaration) {
  const auto *space = dyn_cast<NamespaceDecl>(declaration->getDeclContext());
  return space && space->getName() == "redist" &&
         space->getParent()->getRedeclContext()->isTranslationUnit();
}

bool isDistributedArray(QualType type) {
  if (type.isNull())
    return false;
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && record->getName() == "array" &&
         isInRedist(record->getSpecializedTemplate());
}

namespace {

/// One value of a class type and its class.
struct RecordValue {
  const RecordDecl *type;
  const APValue *value;

  /// The field of that name; null where there is none.
  const APValue *field(StringRef name, const FieldDecl **declaration) const {
    for (const FieldDecl *candidate : type->fields())
      if (candidate->getName() == name) {
        *declaration = candidate;
        return &value->getStructField(candidate->getFieldIndex());
      }
    return nullptr;
  }
  std::optional<std::int64_t> integer(StringRef name) const {
    const FieldDecl *declaration;
    const APValue *found = field(name, &declaration);
    if (!found || !found->isInt())
      return std::nullopt;
    return found->getInt().getExtValue();
  }
};

} // namespace

static std::optional<RecordValue> recordOf(QualType type,
                                           const APValue *value) {
  const RecordDecl *record = type->getAsRecordDecl();
  if (!value || !value->isStruct() || !record)
    return std::nullopt;
  return RecordValue{record, value};
}

/// Element `index` of the std::array in a field, with its type.
static const APValue *elementOf(const RecordValue &record, StringRef name,
                                std::size_t index, QualType &type) {
  const FieldDecl *declaration;
  const APValue *array = record.field(name, &declaration);
  const auto inner =
      array ? recordOf(declaration->getType(), array) : std::nullopt;
  if (!inner || inner->type->field_empty())
    return nullptr;
  const FieldDecl *elements = *inner->type->field_begin();
  const APValue &values = inner->value->getStructField(0);
  if (!values.isArray() || index >= values.getArraySize())
    return nullptr;
  type = elements->getType()->castAsArrayTypeUnsafe()->getElementType();
  return index < values.getArrayInitializedElts()
             ? &values.getArrayInitializedElt(index)
             : &values.getArrayFiller();
}

static plan::Parameter constant(std::int64_t value) {
  return {std::to_string(value), value};
}

static std::optional<plan::CheckedDistribution>
distributionOf(const RecordValue &record) {
  using plan::DistributionKind;
  static constexpr DistributionKind kinds[] = {
      DistributionKind::Undistributed, DistributionKind::Block,
      DistributionKind::BlockSized, DistributionKind::Cyclic};
  const auto kind = record.integer("kind");
  const auto block = record.integer("block");
  const auto shift = record.integer("shifted");
  if (!kind || !block || !shift || *kind < 0 ||
      *kind >= std::int64_t{std::size(kinds)})
    return std::nullopt; // what has a range, too
  plan::CheckedDistribution result;
  result.kind = kinds[*kind];
  result.shift = constant(*shift);
  if (result.kind == DistributionKind::BlockSized ||
      result.kind == DistributionKind::Cyclic)
    result.block = constant(*block);
  return result;
}

/// Whether a redist::rank_map is given.
static bool hasRanks(const RecordValue &map) {
  const FieldDecl *declaration;
  const APValue *first = map.field("rank_of", &declaration);
  return !first || !first->isLValue() || !first->isNullPointer();
}

/// copies() and partial() of onto(); none of what the record has not, or has no
/// sense.
static std::optional<std::vector<plan::CheckedCopies>>
copiesOf(const RecordValue &record) {
  const auto count = record.integer("holder_count");
  if (!count)
    return std::nullopt;
  std::vector<plan::CheckedCopies> copies;
  for (std::int64_t i = 0; i < *count; ++i) {
    QualType type;
    const APValue *value =
        elementOf(record, "holders", static_cast<std::size_t>(i), type);
    const auto inner = value ? recordOf(type, value) : std::nullopt;
    const auto ranks = inner ? inner->integer("ranks") : std::nullopt;
    const auto place = inner ? inner->integer("place") : std::nullopt;
    if (!ranks || !place || *ranks < 1)
      return std::nullopt;
    plan::CheckedCopies one{constant(*ranks), static_cast<std::size_t>(*place)};
    constexpr std::int64_t parts = 2; // grid_role::parts
    one.isPartial = inner->integer("role") == parts;
    const auto operation = inner->integer("op");
    if (one.isPartial && operation && *operation > 0) // builtin_operator
      one.operation.builtin =
          static_cast<plan::BuiltinOperator>(*operation - 1);
    copies.push_back(std::move(one));
  }
  return copies;
}

static std::optional<plan::CheckedLayout> layoutOf(const RecordValue &record,
                                                   std::size_t dimensions) {
  const auto dimensionCount = record.integer("dimension_count");
  const auto gridCount = record.integer("grid_count");
  const auto first = record.integer("first_rank");
  if (!dimensionCount || !gridCount || !first ||
      static_cast<std::size_t>(*dimensionCount) != dimensions)
    return std::nullopt;
  plan::CheckedLayout layout;
  std::int64_t distributed = 0;
  for (std::size_t i = 0; i < dimensions; ++i) {
    QualType type;
    const APValue *value = elementOf(record, "dimensions", i, type);
    const auto inner = value ? recordOf(type, value) : std::nullopt;
    auto distribution = inner ? distributionOf(*inner) : std::nullopt;
    if (!distribution)
      return std::nullopt;
    distributed += distribution->kind != plan::DistributionKind::Undistributed;
    layout.dimensions.push_back(*std::move(distribution));
  }
  for (std::int64_t i = 0; i < *gridCount; ++i) {
    QualType type;
    const APValue *value =
        elementOf(record, "grid", static_cast<std::size_t>(i), type);
    if (!value || !value->isInt() || !value->getInt().isStrictlyPositive())
      return std::nullopt;
    layout.grid.push_back(constant(value->getInt().getExtValue()));
  }
  auto copies = copiesOf(record);
  if (*gridCount < distributed || !copies)
    return std::nullopt; // an error of the run
  layout.copies = *std::move(copies);
  layout.firstRank = constant(*first);
  const FieldDecl *declaration;
  const APValue *map = record.field("map", &declaration);
  if (!map)
    return std::nullopt;
  if (hasRanks(RecordValue{declaration->getType()->getAsRecordDecl(), map})) {
    layout.firstRank = {"", std::nullopt};
    layout.ranks = "...";
  }
  return layout;
}

/// The variable's initializer, or the expression itself.
static std::optional<APValue> valueOf(const ASTContext &ast,
                                      const Expr *expression) {
  for (;;) {
    const Expr *inner = expression->IgnoreParens()->IgnoreImplicit();
    const auto *copy = dyn_cast<CXXConstructExpr>(inner);
    if (copy && copy->getNumArgs() == 1 &&
        copy->getConstructor()->isCopyOrMoveConstructor())
      inner = copy->getArg(0);
    if (inner == expression)
      break;
    expression = inner;
  }
  if (expression->isValueDependent() || expression->containsErrors())
    return std::nullopt;
  if (const auto *name = dyn_cast<DeclRefExpr>(expression)) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable || !variable->getType().isConstQualified() ||
        !variable->getAnyInitializer(variable))
      return std::nullopt;
    const APValue *value = variable->evaluateValue();
    return value ? std::optional(*value) : std::nullopt;
  }
  Expr::EvalResult result;
  if (!expression->EvaluateAsRValue(result, ast) || result.HasSideEffects)
    return std::nullopt;
  return result.Val;
}

std::optional<plan::CheckedLayout> constantLayout(const ASTContext &ast,
                                                  const Expr *expression,
                                                  std::size_t dimensions) {
  const CXXRecordDecl *type =
      expression->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!type || type->getName() != "layout" || !isInRedist(type))
    return std::nullopt;
  const std::optional<APValue> value = valueOf(ast, expression);
  if (!value || !value->isStruct())
    return std::nullopt;
  return layoutOf({type, &*value}, dimensions);
}

bool isConstant(const plan::CheckedLayout &layout) {
  for (const plan::CheckedDistribution &distribution : layout.dimensions) {
    if (plan::hasRange(distribution.kind))
      return false;
    const bool hasSize =
        distribution.kind == plan::DistributionKind::BlockSized ||
        distribution.kind == plan::DistributionKind::Cyclic;
    if (hasSize && !distribution.block.value)
      return false;
    if (!distribution.shift.value)
      return false;
  }
  for (const plan::CheckedCopies &one : layout.copies)
    if (!one.ranks.value)
      return false;
  return llvm::all_of(layout.grid, [](const plan::Parameter &extent) {
    return extent.value.has_value();
  });
}

/// One dimension as CYCLIC(k) on P. The block is 0 where it is not known.
static redist::schedule::BlockCyclic mapOf(const plan::CheckedLayout &layout,
                                           std::size_t dimension,
                                           std::optional<std::int64_t> extent) {
  std::size_t gridDimension = 0;
  for (std::size_t i = 0; i < dimension; ++i)
    gridDimension +=
        layout.dimensions[i].kind != plan::DistributionKind::Undistributed;
  const plan::CheckedDistribution &distribution = layout.dimensions[dimension];
  if (distribution.kind == plan::DistributionKind::Undistributed)
    return {1, 1};
  if (gridDimension >= layout.grid.size())
    return {1, 0};
  const std::int64_t ranks = *layout.grid[gridDimension].value;
  if (distribution.kind != plan::DistributionKind::Block)
    return {ranks, *distribution.block.value};
  return {ranks, extent && *extent > 0 ? (*extent + ranks - 1) / ranks : 0};
}

/// How many ranks hold an element, or parts of its value. Precondition: the
/// layout is constant.
static std::int64_t holdersOf(const plan::CheckedLayout &layout, bool ofParts) {
  std::int64_t product = 1;
  for (const plan::CheckedCopies &one : layout.copies)
    if (one.isPartial == ofParts &&
        llvm::MulOverflow(product, *one.ranks.value, product))
      return -1; // an error of the run
  return product;
}

bool provablyDiffer(const plan::CheckedLayout &a, const plan::CheckedLayout &b,
                    const std::vector<plan::CheckedSection> &sections) {
  if (!isConstant(a) || !isConstant(b) ||
      a.dimensions.size() != b.dimensions.size())
    return false;
  if (holdersOf(a, false) != holdersOf(b, false) ||
      holdersOf(a, true) != holdersOf(b, true))
    return true;
  for (std::size_t i = 0; i < a.dimensions.size(); ++i) {
    std::optional<std::int64_t> extent;
    if (i < sections.size() && sections[i].whole())
      extent = sections[i].whole()->value;
    const auto first = mapOf(a, i, extent), second = mapOf(b, i, extent);
    if (first.ranks != second.ranks)
      return true;
    const bool isShifted =
        a.dimensions[i].shift.value != 0 || b.dimensions[i].shift.value != 0;
    const bool sameBlocks =
        isShifted || first.block == second.block || first.block == 0 ||
        second.block == 0 ||
        (extent && first.block >= *extent && second.block >= *extent);
    if (first.ranks > 1 && !sameBlocks)
      return true;
  }
  return a.firstRank.value && b.firstRank.value &&
         *a.firstRank.value != *b.firstRank.value;
}

static std::string unshiftedText(const plan::CheckedDistribution &dist) {
  const std::string size =
      dist.block.value ? std::to_string(*dist.block.value) : dist.block.text;
  switch (dist.kind) {
  case plan::DistributionKind::Undistributed:
    return "*";
  case plan::DistributionKind::Block:
    return "block";
  case plan::DistributionKind::BlockSized:
    return "block(" + size + ')';
  case plan::DistributionKind::Cyclic:
    return "cyclic(" + size + ')';
  case plan::DistributionKind::GenBlock:
    return "gen_block(" + dist.sizes + ')';
  case plan::DistributionKind::Indirect:
    return "indirect(" + dist.sizes + ')';
  case plan::DistributionKind::Listed:
    return "listed(" + dist.sizes + ')';
  }
  return "";
}

static std::string distributionText(const plan::CheckedDistribution &dist) {
  if (dist.shift.value == 0)
    return unshiftedText(dist);
  return unshiftedText(dist) + " shift(" +
         (dist.shift.value ? std::to_string(*dist.shift.value)
                           : dist.shift.text) +
         ')';
}

std::string layoutText(const plan::CheckedLayout &layout) {
  const auto number = [](const plan::Parameter &parameter) {
    return parameter.value ? std::to_string(*parameter.value) : parameter.text;
  };
  std::string text;
  for (const plan::CheckedDistribution &distribution : layout.dimensions)
    text += (text.empty() ? "" : ", ") + distributionText(distribution);
  text += " onto(";
  const std::vector<std::string> grid = layout.gridTexts(
      [&](const plan::Parameter &extent, const plan::CheckedCopies *holders) {
        if (!holders)
          return number(extent);
        return (holders->isPartial ? "partial(" : "copies(") + number(extent) +
               ')';
      });
  text += llvm::join(grid, ", ") + ')';
  if (!layout.ranks.empty())
    text += " ranks(" + layout.ranks + ')';
  else if (layout.firstRank.value != 0)
    text += " at(" + number(layout.firstRank) + ')';
  for (std::size_t i = 0; i < layout.widths.size(); ++i) {
    const plan::CheckedWidth &width = layout.widths[i];
    text += (i > 0           ? ", "
             : layout.isHalo ? " halo("
                             : " room(") +
            number(width.before) +
            (width.after ? " : " + number(*width.after) : "");
  }
  if (!layout.widths.empty())
    text += ')';
  if (layout.lead)
    text += " lead(" + number(*layout.lead) + ')';
  return text;
}

} // namespace redistc::sema
