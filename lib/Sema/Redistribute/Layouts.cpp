//===- Layouts.cpp - from and to -------------------------------*- C++ -*-===//
//
// That the numbers of dimensions and of grid extents fit has been checked.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/Layouts.h"

#include "Common/Objects.h"
#include "Common/Parameters.h"

#include "redistSchedule/Layout/Assignment.h"

#include "clang/AST/Expr.h"

#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace redistc::sema {

using directive::DistributionWord;
using directive::ParsedDistribution;
using directive::ParsedExpression;
using plan::CheckedDistribution;
using plan::CheckedLayout;
using plan::DistributionKind;
namespace parameterNames = directive::parameterNames;

/// Most entries copies() and partial() of one onto(), as in <redist/Layout.h>.
static constexpr std::size_t maxHolders = 4;

static DistributionKind kindOf(const ParsedDistribution &parsed) {
  switch (parsed.word) {
  case DistributionWord::Undistributed:
    return DistributionKind::Undistributed;
  case DistributionWord::Block:
    return parsed.argument ? DistributionKind::BlockSized
                           : DistributionKind::Block;
  case DistributionWord::Cyclic:
    return DistributionKind::Cyclic;
  case DistributionWord::GenBlock:
    return DistributionKind::GenBlock;
  case DistributionWord::Indirect:
    return DistributionKind::Indirect;
  case DistributionWord::Listed:
    return DistributionKind::Listed;
  }
  llvm_unreachable("not a distribution");
}

/// What a distribution says by itself; `sizes` becomes those of a gen_block.
static CheckedDistribution checkDistribution(InstanceContext &context,
                                             const ParsedDistribution &parsed,
                                             std::optional<ObjectInfo> &sizes) {
  CheckedDistribution distribution;
  distribution.kind = kindOf(parsed);
  distribution.block = {"1", 1};
  if (distribution.kind == DistributionKind::GenBlock) {
    sizes = checkSizes(context, *parsed.argument);
    distribution.sizes = textOf(*sizes);
  } else if (isMapped(distribution.kind)) {
    checkOwners(context, *parsed.argument,
                distribution.kind == DistributionKind::Listed);
    distribution.sizes = parsed.argument->text;
    if (parsed.shift)
      context.error(parsed.shift->range.getBegin(),
                    DiagnosticKind::ShiftOfOwners, nullptr,
                    distribution.kind == DistributionKind::Listed);
  } else if (parsed.argument) {
    distribution.block =
        checkInteger(context, *parsed.argument, parameterNames::block, 1,
                     DiagnosticKind::BlockNotPositive);
  }
  if (parsed.shift)
    distribution.shift =
        checkInteger(context, *parsed.shift, parameterNames::shift);
  return distribution;
}

/// block(k) must hold every element that takes part.
static void checkBlockHolds(InstanceContext &context,
                            const ParsedDistribution &parsed,
                            const CheckedDistribution &distribution,
                            const plan::Parameter &ranks,
                            const plan::CheckedSection &section) {
  const auto needed = reach(section);
  if (distribution.kind != DistributionKind::BlockSized ||
      !distribution.block.value || !ranks.value || !needed || context.hasError)
    return;
  const std::int64_t block = *distribution.block.value;
  if (redist::schedule::makeBlock(*ranks.value, *needed, block))
    return;
  context.error(parsed.argument->range.getBegin(),
                DiagnosticKind::BlockTooSmall, nullptr, std::to_string(block),
                std::to_string(*ranks.value),
                std::to_string(block * *ranks.value), !section.whole(),
                std::to_string(section.whole() ? *needed : *needed - 1));
}

/// gen_block has a size for each coordinate of its dimension.
static void checkSizesCount(InstanceContext &context, const ObjectInfo &sizes,
                            const plan::Parameter &ranks) {
  if (sizes.size && ranks.value && *sizes.size != *ranks.value)
    context.error(sizes.parsed->range.getBegin(), DiagnosticKind::SizesCount,
                  sizes.declaration, sizes.quoted(),
                  std::to_string(*sizes.size), std::to_string(*ranks.value));
}

/// Sizes of a gen_block that are constants: none is negative, and together they
/// hold every element that takes part.
static void checkSizesHold(InstanceContext &context, const ObjectInfo &sizes,
                           const plan::CheckedSection &section) {
  const auto numbers = constantSizes(context, sizes);
  if (!numbers || context.hasError)
    return;
  const SourceLocation location = sizes.parsed->range.getBegin();
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    const std::int64_t size = (*numbers)[i];
    if (size < 0) {
      context.error(location, DiagnosticKind::SizeNegative, sizes.declaration,
                    std::to_string(i), sizes.quoted(), std::to_string(size));
      return;
    }
    if (llvm::AddOverflow(sum, size, sum))
      return; // the runtime has a limit
  }
  const auto needed = reach(section);
  if (needed && sum < *needed)
    context.error(location, DiagnosticKind::SizesTooSmall, sizes.declaration,
                  sizes.quoted(), std::to_string(sum), !section.whole(),
                  std::to_string(section.whole() ? *needed : *needed - 1));
}

/// shift(e) of what is dealt once must leave every element an owner.
/// Precondition: without it, the layout holds all elements.
static void checkShift(InstanceContext &context,
                       const ParsedDistribution &parsed,
                       const CheckedDistribution &distribution,
                       const std::optional<ObjectInfo> &sizes,
                       const plan::Parameter &ranks,
                       const plan::CheckedSection &section) {
  using namespace redist::schedule;
  const bool isCyclic = distribution.kind == DistributionKind::Cyclic;
  if (!parsed.shift || !distribution.shift.value || !ranks.value ||
      distribution.shift.value == 0 || isCyclic || context.hasError)
    return;
  const auto needed = reach(section);
  DimensionLayout layout{*ranks.value, 1, {}};
  if (distribution.kind == DistributionKind::Block) {
    const plan::Parameter *extent = section.whole();
    if (!extent || !extent->value)
      return; // how long the blocks are, the runtime sees
    layout.block = makeBlock(*ranks.value, *extent->value)->block;
  } else if (distribution.kind == DistributionKind::GenBlock) {
    const auto numbers = constantSizes(context, *sizes);
    if (!numbers)
      return;
    layout.sizes = *numbers;
  } else if (distribution.block.value) {
    layout.block = *distribution.block.value;
  } else {
    return;
  }
  const auto shifted = redist::schedule::shifted(
      layout, *distribution.shift.value, /*wraps=*/false, needed);
  if (!shifted)
    context.error(parsed.shift->range.getBegin(), DiagnosticKind::ShiftOutside,
                  nullptr, shifted.error().message);
}

/// copies, or partial without its operator.
static plan::CheckedCopies checkHolders(InstanceContext &context,
                                        const directive::ParsedCopies &parsed) {
  const bool isPartial = parsed.operation.has_value();
  return {checkInteger(
              context, parsed.ranks,
              isPartial ? parameterNames::parts : parameterNames::copies, 1,
              isPartial ? DiagnosticKind::PartsNotPositive
                        : DiagnosticKind::CopiesNotPositive),
          parsed.place, isPartial};
}

/// onto: of a layout that distributes nothing it may say 1.
static void checkGrid(InstanceContext &context,
                      const directive::ParsedLayout &parsed,
                      CheckedLayout &layout) {
  for (const ParsedExpression &extent : parsed.grid)
    layout.grid.push_back(checkInteger(context, extent, parameterNames::ranks,
                                       1, DiagnosticKind::RanksNotPositive));
  for (const directive::ParsedCopies &one : parsed.copies)
    layout.copies.push_back(checkHolders(context, one));
  if (parsed.copies.size() > maxHolders)
    context.error(parsed.copies[maxHolders].ranks.range.getBegin(),
                  DiagnosticKind::TooManyCopies, nullptr,
                  std::to_string(parsed.copies.size()),
                  std::to_string(maxHolders));
  const bool isDistributed =
      llvm::any_of(parsed.dimensions, [](const ParsedDistribution &dimension) {
        return dimension.word != DistributionWord::Undistributed;
      });
  if (isDistributed || layout.grid.empty())
    return;
  const Expr *written = writtenExpression(context, parsed.grid.front());
  if (layout.grid.front().value != 1 && !context.hasError && written &&
      !written->isValueDependent())
    context.error(parsed.grid.front().range.getBegin(),
                  DiagnosticKind::NothingDistributed, nullptr);
  layout.grid.clear();
  for (plan::CheckedCopies &one : layout.copies)
    one.place = 0;
}

/// What can be told of ranks(...) here: as many as the grid has positions, and,
/// where they are constants, none negative and none twice.
static void checkRankMap(InstanceContext &context,
                         const ParsedExpression &parsed,
                         CheckedLayout &layout) {
  const ObjectInfo ranks = checkRanks(context, parsed);
  layout.ranks = textOf(ranks);
  layout.firstRank = {layout.ranks, std::nullopt};
  std::optional<std::int64_t> positions = 1;
  const auto multiply = [&positions](const plan::Parameter &extent) {
    std::int64_t product = 0;
    positions = positions && extent.value &&
                        !llvm::MulOverflow(*positions, *extent.value, product)
                    ? std::optional(product)
                    : std::nullopt;
  };
  llvm::for_each(layout.grid, multiply);
  for (const plan::CheckedCopies &one : layout.copies)
    multiply(one.ranks);
  const SourceLocation location = parsed.range.getBegin();
  if (ranks.size && positions && *ranks.size != *positions)
    context.error(location, DiagnosticKind::RanksCount, ranks.declaration,
                  ranks.quoted(), std::to_string(*ranks.size),
                  std::to_string(*positions));
  auto numbers = constantSizes(context, ranks);
  if (!numbers || context.hasError)
    return;
  for (std::size_t i = 0; i < numbers->size(); ++i)
    if ((*numbers)[i] < 0) {
      context.error(location, DiagnosticKind::RankNegative, ranks.declaration,
                    std::to_string(i), ranks.quoted(),
                    std::to_string((*numbers)[i]));
      return;
    }
  llvm::sort(*numbers);
  const auto twice = std::adjacent_find(numbers->begin(), numbers->end());
  if (twice != numbers->end())
    context.error(location, DiagnosticKind::RankTwice, ranks.declaration,
                  std::to_string(*twice), ranks.quoted());
}

std::optional<std::int64_t> padded(const CheckedLayout &layout, std::size_t k,
                                   std::int64_t local) {
  if (layout.widths.empty() || local == 0)
    return local;
  const plan::CheckedWidth &width = layout.widths[k];
  std::int64_t all = local;
  if (!width.before.value || !width.behind().value ||
      llvm::AddOverflow(all, *width.before.value, all) ||
      llvm::AddOverflow(all, *width.behind().value, all))
    return std::nullopt;
  return all;
}

/// room() and lead(). Only a rank itself knows how long its rows are.
static void checkStorageWords(InstanceContext &context,
                              const directive::ParsedLayout &parsed,
                              CheckedLayout &layout) {
  const auto width = [&](const ParsedExpression &expression) {
    return checkInteger(context, expression, parameterNames::width, 0,
                        DiagnosticKind::WidthNegative);
  };
  for (const directive::ParsedWidth &one : parsed.widths) {
    layout.widths.push_back({width(one.before), std::nullopt});
    if (one.after)
      layout.widths.back().after = width(*one.after);
  }
  layout.isHalo = parsed.isHalo;
  if (parsed.lead)
    layout.lead = checkInteger(context, *parsed.lead, parameterNames::lead, 0,
                               DiagnosticKind::LeadNegative);
}

CheckedLayout checkLayout(InstanceContext &context,
                          const directive::ParsedLayout &parsed,
                          const Sections &sections, bool knowsExtents) {
  CheckedLayout layout;
  std::vector<std::optional<ObjectInfo>> sizes(parsed.dimensions.size());
  for (std::size_t i = 0; i < parsed.dimensions.size(); ++i)
    layout.dimensions.push_back(
        checkDistribution(context, parsed.dimensions[i], sizes[i]));
  checkGrid(context, parsed, layout);
  layout.firstRank = {"0", 0};
  if (parsed.firstRank)
    layout.firstRank =
        checkInteger(context, *parsed.firstRank, parameterNames::firstRank, 0,
                     DiagnosticKind::FirstRankNegative);
  if (parsed.ranks)
    checkRankMap(context, *parsed.ranks, layout);

  std::size_t distributed = 0;
  for (std::size_t i = 0; i < parsed.dimensions.size(); ++i) {
    const ParsedDistribution &dimension = parsed.dimensions[i];
    if (dimension.word == DistributionWord::Undistributed)
      continue;
    const plan::Parameter &ranks = layout.grid[distributed++];
    if (layout.dimensions[i].kind == DistributionKind::Block &&
        !sections[i].whole() && !knowsExtents)
      context.error(dimension.location, DiagnosticKind::BlockNeedsSize,
                    nullptr);
    if (sizes[i]) {
      checkSizesCount(context, *sizes[i], ranks);
      checkSizesHold(context, *sizes[i], sections[i]);
    }
    checkBlockHolds(context, dimension, layout.dimensions[i], ranks,
                    sections[i]);
    checkShift(context, dimension, layout.dimensions[i], sizes[i], ranks,
               sections[i]);
  }
  checkStorageWords(context, parsed, layout);
  return layout;
}

static DimensionMap constantMap(const CheckedDistribution &distribution,
                                const plan::Parameter &ranks,
                                const plan::CheckedSection &section) {
  using namespace redist::schedule;
  if (!ranks.value || hasRange(distribution.kind) ||
      distribution.shift.value != 0)
    return std::nullopt;
  if (distribution.kind == DistributionKind::Block) {
    const plan::Parameter *extent = section.whole();
    if (extent && extent->value)
      if (const auto map = makeBlock(*ranks.value, *extent->value))
        return *map;
  } else if (distribution.block.value) {
    if (const auto map =
            makeBlockCyclic(*ranks.value, *distribution.block.value))
      return *map;
  }
  return std::nullopt;
}

void checkHalo(InstanceContext &context, const directive::ParsedLayout &parsed,
               const CheckedLayout &layout, const Sections &sections,
               bool knowsExtents) {
  if (!layout.isHalo || context.hasError)
    return;
  const std::vector<DimensionMap> maps = constantMaps(layout, sections);
  for (std::size_t k = 0; k < layout.dimensions.size(); ++k) {
    const plan::CheckedWidth &width = layout.widths[k];
    // What is not a constant may be 0, which the runtime sees.
    const bool hasWidth = width.before.value.value_or(0) != 0 ||
                          width.behind().value.value_or(0) != 0;
    const SourceLocation location = parsed.dimensions[k].location;
    if (layout.dimensions[k].kind == DistributionKind::Undistributed ||
        !hasWidth || (maps[k] && maps[k]->ranks == 1))
      continue;
    const plan::Parameter *extent = sections[k].whole();
    if (!extent && !knowsExtents)
      context.error(location, DiagnosticKind::HaloNeedsExtent, nullptr);
    else if (extent && extent->value && maps[k] &&
             !redist::schedule::makeBlock(maps[k]->ranks, *extent->value,
                                          maps[k]->block))
      context.error(location, DiagnosticKind::HaloOfCyclic, nullptr,
                    std::to_string(maps[k]->block),
                    std::to_string(maps[k]->ranks),
                    std::to_string(*extent->value));
  }
}

std::vector<DimensionMap> constantMaps(const CheckedLayout &layout,
                                       const Sections &sections) {
  std::vector<DimensionMap> maps;
  std::size_t distributed = 0;
  for (std::size_t i = 0; i < layout.dimensions.size(); ++i) {
    const CheckedDistribution &distribution = layout.dimensions[i];
    if (distribution.kind == DistributionKind::Undistributed)
      maps.push_back(redist::schedule::BlockCyclic{1, 1});
    else
      maps.push_back(
          constantMap(distribution, layout.grid[distributed++], sections[i]));
  }
  return maps;
}

static bool hasSize(DistributionKind kind) {
  return kind == DistributionKind::BlockSized ||
         kind == DistributionKind::Cyclic;
}

/// Whether all that both say is told by `areEqual`, number by number.
template <typename AreEqual>
static bool forAllNumbers(const CheckedLayout &left, const CheckedLayout &right,
                          AreEqual areEqual) {
  for (std::size_t i = 0; i < left.grid.size(); ++i)
    if (!areEqual(left.grid[i], right.grid[i]))
      return false;
  for (std::size_t i = 0; i < left.copies.size(); ++i)
    if (!areEqual(left.copies[i].ranks, right.copies[i].ranks))
      return false;
  for (std::size_t i = 0; i < left.dimensions.size(); ++i)
    if (!areEqual(left.dimensions[i].shift, right.dimensions[i].shift))
      return false;
  for (std::size_t i = 0; i < left.dimensions.size(); ++i)
    if (hasSize(left.dimensions[i].kind) &&
        !areEqual(left.dimensions[i].block, right.dimensions[i].block))
      return false;
  for (std::size_t i = 0; i < left.widths.size(); ++i)
    if (!areEqual(left.widths[i].before, right.widths[i].before) ||
        !areEqual(left.widths[i].behind(), right.widths[i].behind()))
      return false;
  if (left.lead && !areEqual(*left.lead, *right.lead))
    return false;
  return areEqual(left.firstRank, right.firstRank);
}

/// Texts of one directive that have the same value: names and numbers, without
/// calls and assignments.
static bool sayTheSame(llvm::StringRef left, llvm::StringRef right) {
  return left == right && !left.contains("++") && !left.contains("--") &&
         llvm::all_of(left, [](char c) {
           return llvm::isAlnum(c) || llvm::StringRef("_ .:+-*/%").contains(c);
         });
}

/// The same words in the same places, and the same ranges.
static bool areAlike(const CheckedLayout &left, const CheckedLayout &right) {
  if (left.dimensions.size() != right.dimensions.size() ||
      left.grid.size() != right.grid.size() ||
      left.copies.size() != right.copies.size() ||
      left.widths.size() != right.widths.size() ||
      left.lead.has_value() != right.lead.has_value())
    return false;
  for (std::size_t i = 0; i < left.copies.size(); ++i)
    if (left.copies[i].place != right.copies[i].place ||
        left.copies[i].isPartial != right.copies[i].isPartial)
      return false;
  for (std::size_t i = 0; i < left.dimensions.size(); ++i) {
    const DistributionKind kind = left.dimensions[i].kind;
    if (kind != right.dimensions[i].kind ||
        (hasRange(kind) &&
         !sayTheSame(left.dimensions[i].sizes, right.dimensions[i].sizes)))
      return false;
  }
  return true;
}

bool areIdentical(const CheckedLayout &left, const CheckedLayout &right) {
  return areAlike(left, right) &&
         forAllNumbers(left, right,
                       [](const plan::Parameter &a, const plan::Parameter &b) {
                         return a.value
                                    ? a.value == b.value
                                    : !b.value && sayTheSame(a.text, b.text);
                       });
}

std::string notConstant(const CheckedLayout &layout) {
  const auto told = [](const std::string &text) {
    return "'" + text + "' is not a constant";
  };
  for (const CheckedDistribution &dimension : layout.dimensions) {
    if (hasRange(dimension.kind))
      return told(dimension.sizes);
    if (hasSize(dimension.kind) && !dimension.block.value)
      return told(dimension.block.text);
    if (!dimension.shift.value)
      return told(dimension.shift.text);
    if (dimension.shift.value != 0)
      return "redistc does not count elements behind 'shift(" +
             dimension.shift.text + ")'";
  }
  for (const plan::Parameter &extent : layout.grid)
    if (!extent.value)
      return told(extent.text);
  for (const plan::CheckedCopies &one : layout.copies)
    if (!one.ranks.value)
      return told(one.ranks.text);
  for (const plan::CheckedWidth &width : layout.widths)
    for (const plan::Parameter *part : {&width.before, &width.behind()})
      if (!part->value)
        return told(part->text);
  if (layout.lead && !layout.lead->value)
    return told(layout.lead->text);
  if (!layout.ranks.empty())
    return "redistc does not evaluate 'ranks(" + layout.ranks + ")'";
  return layout.firstRank.value ? "" : told(layout.firstRank.text);
}

} // namespace redistc::sema
