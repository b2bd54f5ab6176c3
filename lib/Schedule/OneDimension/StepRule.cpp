//===- StepRule.cpp - Rules for the step of a message ---------------------===//
//
// One entry to all rules without a table, for the strategies and for decoding.
//
//===----------------------------------------------------------------------===//
#include "OneDimension/StepRule.h"

#include <cassert>

using namespace redist::schedule;

RulePointer redist::schedule::makeRule(const CommunicationGrid &grid,
                                       RuleForm form, std::int64_t parameter) {
  if (form != RuleForm::Linear && parameter != 0)
    return nullptr;
  switch (form) {
  case RuleForm::Circulant:
    return makeCirculantRule(grid);
  case RuleForm::Rows:
    return makeRowsRule(grid);
  case RuleForm::Columns:
    return makeColumnsRule(grid);
  case RuleForm::Linear:
    return makeLinearRule(grid, parameter);
  case RuleForm::Caterpillar:
  case RuleForm::Rotation:
    return makeRotationRule(grid, form);
  case RuleForm::Table:
    break;
  }
  return nullptr;
}

std::string_view redist::schedule::methodOf(TableOrigin origin) {
  switch (origin) {
  case TableOrigin::Insertion:
    return "Kőnig colouring with local search";
  case TableOrigin::MultiThreshold:
    return "multi-threshold matchings";
  case TableOrigin::Fast:
    return "Kőnig colouring";
  case TableOrigin::Stepwise:
    return "stepwise matchings";
  case TableOrigin::Greedy:
    return "greedy matchings";
  case TableOrigin::Exact:
    return "integer program over classes";
  case TableOrigin::Split:
    return "class profile by splitting";
  case TableOrigin::Period:
    return "closed form of the superblock";
  case TableOrigin::Caterpillar:
    return "caterpillar";
  case TableOrigin::Rotation:
    return "rotation";
  case TableOrigin::Reduced:
    return "superblock's schedule with fewer steps";
  }
  assert(false && "no such origin");
  return {};
}

std::vector<std::int64_t>
redist::schedule::classWeights(const CommunicationGrid &grid) {
  std::vector<std::int64_t> weights;
  weights.reserve(static_cast<std::size_t>(grid.classCount()));
  for (std::int64_t c = 0; c < grid.classCount(); ++c)
    weights.push_back(grid.weight(grid.firstClass() + c));
  return weights;
}
