//===- Verify.cpp - Is it a schedule, and how good? -----------------------===//
//
// Independent of rules and of the closed form of the weights: lengths come from
// vol(k') summed over the k' of a pair; besides, the messages must carry every
// element.
//
//===----------------------------------------------------------------------===//
#include "redist/Schedule/Verify.h"

#include "Arithmetic.h"

#include <algorithm>
#include <tuple>

using namespace redist::schedule;

static constexpr std::size_t reportedOffences = 20;

/// One message as scheduled.
struct Delivery {
  std::int64_t from, to, step, length;
};

class Verifier {
public:
  explicit Verifier(const CommunicationGrid &given) : grid(given) {}

  VerifyReport run(std::span<const Step> steps);

private:
  void offend(std::string text) {
    if (report.offences.size() < reportedOffences)
      report.offences.push_back(std::move(text));
  }
  void checkStep(const Step &, std::int64_t number);
  bool checkTransfer(const Transfer &, std::int64_t step);
  void checkMessages();
  void checkPair(std::span<const Delivery> same);
  void findMissing();

  const CommunicationGrid &grid;
  std::vector<std::int64_t> lastSent, lastReceived; ///< step, by rank
  std::vector<Delivery> deliveries;
  VerifyReport report;
};

/// By definition: the sum of vol(k') over k' = pr - qs (mod g) in [1-r, s-1].
/// Very large blocks have too many k'; there the closed form must do.
static std::int64_t lengthByDefinition(const CommunicationGrid &grid,
                                       std::int64_t p, std::int64_t q) {
  const std::int64_t r = grid.reducedSourceBlock();
  const std::int64_t s = grid.reducedTargetBlock();
  const std::int64_t g = grid.modulus();
  if ((r + s) / g > 1000 || grid.lengthUnit() > 1)
    return grid.length(p, q);
  std::int64_t sum = 0;
  for (std::int64_t k = 1 - r + modulo(p * r - q * s - (1 - r), g); k < s;
       k += g)
    sum += std::min({r, s, k + r, s - k});
  return sum * grid.scale();
}

static std::string pair(std::int64_t p, std::int64_t q) {
  return "message " + std::to_string(p) + " -> " + std::to_string(q);
}

bool Verifier::checkTransfer(const Transfer &transfer, std::int64_t step) {
  const auto &[p, q, length] = transfer;
  if (p < 0 || p >= grid.redistribution().source.ranks || q < 0 ||
      q >= grid.redistribution().target.ranks) {
    offend(pair(p, q) + " in step " + std::to_string(step) +
           " is between ranks that do not exist");
    return false;
  }
  std::int64_t &sent = lastSent[static_cast<std::size_t>(p)];
  std::int64_t &received = lastReceived[static_cast<std::size_t>(q)];
  if (sent == step)
    offend("rank " + std::to_string(p) + " sends twice in step " +
           std::to_string(step));
  if (received == step)
    offend("rank " + std::to_string(q) + " receives twice in step " +
           std::to_string(step));
  sent = received = step;
  return true;
}

void Verifier::checkStep(const Step &step, std::int64_t number) {
  std::int64_t longest = 0;
  for (const Transfer &transfer : step.transfers) {
    if (checkTransfer(transfer, number))
      deliveries.push_back(
          {transfer.from, transfer.to, number, transfer.length});
    longest = std::max(longest, transfer.length);
    report.elements += transfer.length;
    ++report.messageCount;
  }
  if (longest != step.cost)
    offend("step " + std::to_string(number) + " states cost " +
           std::to_string(step.cost) + ", its longest message is " +
           std::to_string(longest));
  if (step.transfers.empty())
    offend("step " + std::to_string(number) + " is empty");
  report.totalCost += longest;
}

/// All deliveries from one rank to another.
void Verifier::checkPair(std::span<const Delivery> same) {
  const auto &[p, q, step, length] = same.front();
  const std::int64_t expected = lengthByDefinition(grid, p, q);
  if (same.size() > 1)
    offend(pair(p, q) + " is sent in step " + std::to_string(step) +
           " and again in step " + std::to_string(same[1].step));
  for (const Delivery &delivery : same)
    if (expected == 0)
      offend(pair(p, q) + " in step " + std::to_string(delivery.step) +
             " is not needed");
    else if (delivery.length != expected)
      offend(pair(p, q) + " has " + std::to_string(delivery.length) +
             " elements instead of " + std::to_string(expected));
}

/// Looks at all pairs of ranks. Precondition: deliveries are sorted.
void Verifier::findMissing() {
  auto next = deliveries.cbegin();
  for (std::int64_t p = 0; p < grid.redistribution().source.ranks; ++p)
    for (std::int64_t q = 0; q < grid.redistribution().target.ranks; ++q) {
      if (next != deliveries.cend() && next->from == p && next->to == q) {
        while (next != deliveries.cend() && next->from == p && next->to == q)
          ++next;
        continue;
      }
      if (report.offences.size() == reportedOffences)
        return;
      if (const std::int64_t expected = lengthByDefinition(grid, p, q);
          expected > 0)
        offend(pair(p, q) + " of " + std::to_string(expected) +
               " elements is missing");
    }
}

/// Messages that are right, each once, and together carry every element are all
/// that there are: only where that fails must the missing ones be looked for.
void Verifier::checkMessages() {
  std::sort(deliveries.begin(), deliveries.end(),
            [](const Delivery &a, const Delivery &b) {
              return std::tie(a.from, a.to, a.step) <
                     std::tie(b.from, b.to, b.step);
            });
  for (std::size_t begin = 0, end = 0; begin < deliveries.size(); begin = end) {
    const Delivery &first = deliveries[begin];
    while (end < deliveries.size() && deliveries[end].from == first.from &&
           deliveries[end].to == first.to)
      ++end;
    checkPair(std::span(deliveries).subspan(begin, end - begin));
  }
  const std::optional<std::int64_t> total = grid.superblock();
  const bool complete = total && report.elements == *total;
  if (!complete || !report.valid())
    findMissing();
  if (total && !complete)
    offend("the messages carry " + std::to_string(report.elements) + " of " +
           std::to_string(*total) + " elements");
}

VerifyReport Verifier::run(std::span<const Step> steps) {
  lastSent.assign(static_cast<std::size_t>(grid.redistribution().source.ranks),
                  -1);
  lastReceived.assign(
      static_cast<std::size_t>(grid.redistribution().target.ranks), -1);
  report.stepCount = static_cast<std::int64_t>(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i)
    checkStep(steps[i], static_cast<std::int64_t>(i));
  checkMessages();
  report.bounds = lowerBounds(grid);
  if (report.valid() && report.stepCount < report.bounds.stepCount)
    offend("fewer steps than the lower bound of " +
           std::to_string(report.bounds.stepCount));
  if (report.valid() && report.totalCost < report.bounds.totalCost)
    offend("a lower total cost than the lower bound of " +
           std::to_string(report.bounds.totalCost));
  return std::move(report);
}

VerifyReport redist::schedule::verify(const CommunicationGrid &grid,
                                      std::span<const Step> steps) {
  return Verifier(grid).run(steps);
}

VerifyReport redist::schedule::verify(const Schedule &schedule) {
  VerifyReport report = verify(schedule.grid(), schedule.allSteps());
  if (report.stepCount != schedule.stepCount())
    report.offences.push_back("the schedule states " +
                              std::to_string(schedule.stepCount()) + " steps");
  if (report.totalCost != schedule.totalCost())
    report.offences.push_back("the schedule states a total cost of " +
                              std::to_string(schedule.totalCost()));
  if (schedule.costLowerBound() > schedule.totalCost())
    report.offences.push_back("the schedule states a lower bound of " +
                              std::to_string(schedule.costLowerBound()));
  return report;
}
