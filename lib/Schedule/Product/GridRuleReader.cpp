//===- GridRuleReader.cpp - The rule of an embedded grid schedule ---------===//
//
// Nothing in the words is trusted: a form must be one that the strategy makes
// and that the assignment allows, and a table must be a schedule.
//
//===----------------------------------------------------------------------===//
#include "Product/GridRuleReader.h"
#include "EdgeColouring/StepWords.h"

#include "redistSchedule/OneDimension/Embedding.h"

#include <algorithm>
#include <limits>

using namespace redist::schedule;

/// Reads the rule of a checked key; null where the words are none.
class RuleReader {
public:
  RuleReader(const GridEmbeddingKey &given, WordReader &givenReader)
      : key(given), reader(givenReader) {}

  GridRulePointer read() { return readRule(key.assignment, key.strategy); }

private:
  GridRulePointer readRule(const Assignment &, StrategyKind);
  GridRulePointer readProduct(const Assignment &, StrategyKind);
  GridRulePointer readTable(const Assignment &, StrategyKind,
                            TableOrigin origin, std::size_t bits);
  GridRulePointer readList(const Assignment &, StrategyKind, TableOrigin,
                           std::size_t bits);
  GridRulePointer readRotation(const Assignment &, GridForm);
  GridRulePointer readDropped(const Assignment &);

  const GridEmbeddingKey &key;
  WordReader &reader;
};

static GridPointer gridOf(const Assignment &assignment) {
  if (!isByClasses(assignment))
    return nullptr;
  Result<ProductGrid> grid = ProductGrid::make(assignment);
  const std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  if (!grid || std::max({grid->sources().ranks(), grid->targets().ranks(),
                         grid->quotientSize()}) > limit)
    return nullptr;
  return std::make_shared<const ProductGrid>(*std::move(grid));
}

static bool isBest(StrategyKind strategy) {
  return strategy == StrategyKind::Auto || strategy == StrategyKind::Exact;
}

static std::int64_t parameterOf(TableOrigin origin) {
  return static_cast<std::int64_t>(origin);
}

/// Whether the strategy fills tables in this way.
static bool fits(StrategyKind strategy, TableOrigin origin) {
  switch (origin) {
  case TableOrigin::Insertion:
  case TableOrigin::MultiThreshold:
  case TableOrigin::Fast:
  case TableOrigin::Exact:
  case TableOrigin::Split:
    return isBest(strategy);
  case TableOrigin::Period:
    return isBest(strategy) || strategy == StrategyKind::Circulant ||
           strategy == StrategyKind::Classes;
  case TableOrigin::Stepwise:
    return strategy == StrategyKind::Stepwise;
  case TableOrigin::Greedy:
    return strategy == StrategyKind::Greedy;
  case TableOrigin::Reduced:
    return isBest(strategy);
  case TableOrigin::Caterpillar:
  case TableOrigin::Rotation:
    break;
  }
  return false;
}

static bool fits(StrategyKind strategy, GridForm rotation) {
  switch (strategy) {
  case StrategyKind::Caterpillar:
    return rotation == GridForm::Caterpillar;
  case StrategyKind::Auto:
  case StrategyKind::Exact:
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return rotation == GridForm::Rotation;
  case StrategyKind::Circulant:
  case StrategyKind::Classes:
  case StrategyKind::Stepwise:
  case StrategyKind::Greedy:
    break;
  }
  return false;
}

GridRulePointer RuleReader::readProduct(const Assignment &assignment,
                                        StrategyKind strategy) {
  const GridPointer grid = gridOf(assignment);
  const std::vector<std::size_t> carrying = carryingAxes(assignment);
  const std::size_t main = carrying.empty() ? 0 : carrying.front();
  std::vector<Schedule> schedules;
  for (std::size_t k = 0; k < assignment.dimensions(); ++k) {
    Result<Schedule> own = decode(reader.nested());
    const Axis &axis = assignment.axes[k];
    if (!own ||
        own->grid().redistribution() !=
            Redistribution{axis.source.cyclic(), axis.target.cyclic()} ||
        (own->strategy() != StrategyKind::Auto && own->strategy() != strategy))
      return nullptr;
    schedules.push_back(*std::move(own));
  }
  if (!grid || !fitsProduct(*grid) ||
      (!isBest(strategy) &&
       (carrying.size() > 1 || schedules[main].strategy() != strategy)))
    return nullptr;
  return makeProductRule(grid, std::move(schedules));
}

GridRulePointer RuleReader::readTable(const Assignment &assignment,
                                      StrategyKind strategy, TableOrigin origin,
                                      std::size_t bits) {
  const GridPointer grid = gridOf(assignment);
  if (!grid || parameterOf(origin) >= tableOriginCount ||
      !fits(strategy, origin))
    return nullptr;
  const auto entries = static_cast<std::size_t>(grid->quotientSize());
  const Words words = reader.take(packedWords(entries, bits));
  if (reader.failed() || bits == 0)
    return nullptr;
  auto table = unpackSteps(words, grid->quotientGraph(), bits);
  return table ? makeGridTable(grid, origin, *std::move(table)) : nullptr;
}

GridRulePointer RuleReader::readList(const Assignment &assignment,
                                     StrategyKind strategy, TableOrigin origin,
                                     std::size_t bits) {
  if (isByClasses(assignment) || !fitsList(assignment) ||
      !fits(strategy, origin))
    return nullptr;
  const auto messages =
      std::make_shared<const MessageList>(messagesOf(assignment));
  const Words words = reader.take(packedWords(messages->list.size(), bits));
  auto table = unpackSteps(words, graphOf(*messages), bits);
  return table ? makeListRule(origin, {assignment, messages}, *std::move(table))
               : nullptr;
}

GridRulePointer RuleReader::readRotation(const Assignment &assignment,
                                         GridForm form) {
  const Assignment whole = unshared(assignment);
  if (const GridPointer grid = gridOf(whole))
    return makeGridRotation({assignment, grid}, form);
  if (isByClasses(whole) || !fitsList(assignment))
    return nullptr;
  return makeGridRotation(
      {assignment, std::make_shared<const MessageList>(messagesOf(assignment))},
      form);
}

GridRulePointer RuleReader::readDropped(const Assignment &assignment) {
  const Assignment whole = unshared(assignment);
  if (whole == assignment || !isByClasses(whole))
    return nullptr;
  const GridRulePointer base = readRule(whole, StrategyKind::Auto);
  return base ? makeDroppedRule(base, assignment) : nullptr;
}

GridRulePointer RuleReader::readRule(const Assignment &assignment,
                                     StrategyKind strategy) {
  const std::uint32_t word = reader.word();
  const std::int64_t parameter = reader.value();
  const std::size_t bits = word >> 8;
  if (reader.failed() || bits >= wordBits || parameter < 0 ||
      parameter >= gridOriginCount)
    return nullptr;
  const auto origin = static_cast<TableOrigin>(parameter);
  const bool isPlain = bits == 0 && parameter == 0;
  switch (word & 0xff) {
  case static_cast<std::uint32_t>(GridForm::Product):
    return isPlain ? readProduct(assignment, strategy) : nullptr;
  case static_cast<std::uint32_t>(GridForm::Table):
    return readTable(assignment, strategy, origin, bits);
  case static_cast<std::uint32_t>(GridForm::Caterpillar):
  case static_cast<std::uint32_t>(GridForm::Rotation): {
    const auto form = static_cast<GridForm>(word & 0xff);
    return isPlain && fits(strategy, form) ? readRotation(assignment, form)
                                           : nullptr;
  }
  case static_cast<std::uint32_t>(GridForm::Dropped):
    return isPlain && isBest(strategy) ? readDropped(assignment) : nullptr;
  case static_cast<std::uint32_t>(GridForm::List):
    return readList(assignment, strategy, origin, bits);
  }
  return nullptr;
}

GridRulePointer redist::schedule::readGridRule(const GridEmbeddingKey &key,
                                               WordReader &reader) {
  return RuleReader(key, reader).read();
}
