//===- StepVerifier.cpp - Verifies steps against messages -----------------===//
//
// Independent of rules: no rank twice in a step, each message once with its
// length; besides, the messages must carry every element.
//
//===----------------------------------------------------------------------===//
#include "OneDimension/StepVerifier.h"

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
  explicit Verifier(const ExpectedMessages &given) : expected(given) {}

  VerifyReport run(std::span<const Step> steps);

private:
  void offend(std::string text) {
    if (report.offences.size() < reportedOffences)
      report.offences.push_back(std::move(text));
  }
  std::string who(std::int64_t rank) const {
    return std::string(expected.who) + " " + std::to_string(rank);
  }
  void checkStep(const Step &, std::int64_t number);
  bool checkTransfer(const Transfer &, std::int64_t step);
  void checkMessages();
  void checkPair(std::span<const Delivery> same);
  void findMissing();

  const ExpectedMessages &expected;
  std::vector<std::int64_t> lastSent, lastReceived; ///< step, by rank
  std::vector<Delivery> deliveries;
  VerifyReport report;
};

static std::string pair(std::int64_t p, std::int64_t q) {
  return "message " + std::to_string(p) + " -> " + std::to_string(q);
}

bool Verifier::checkTransfer(const Transfer &transfer, std::int64_t step) {
  const auto &[p, q, length] = transfer;
  if (p < 0 || p >= expected.sourceRanks || q < 0 ||
      q >= expected.targetRanks) {
    offend(pair(p, q) + " in step " + std::to_string(step) + " is between " +
           std::string(expected.who) + "s that do not exist");
    return false;
  }
  std::int64_t &sent = lastSent[static_cast<std::size_t>(p)];
  std::int64_t &received = lastReceived[static_cast<std::size_t>(q)];
  if (sent == step)
    offend(who(p) + " sends twice in step " + std::to_string(step));
  if (received == step)
    offend(who(q) + " receives twice in step " + std::to_string(step));
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
  const std::int64_t wanted = expected.length(p, q);
  if (same.size() > 1)
    offend(pair(p, q) + " is sent in step " + std::to_string(step) +
           " and again in step " + std::to_string(same[1].step));
  for (const Delivery &delivery : same)
    if (wanted == 0)
      offend(pair(p, q) + " in step " + std::to_string(delivery.step) +
             " is not needed");
    else if (delivery.length <= 0 ||
             (expected.isExact && delivery.length != wanted))
      offend(pair(p, q) + " has " + std::to_string(delivery.length) +
             " elements instead of " + std::to_string(wanted));
}

/// Looks at all pairs of ranks. Precondition: deliveries are sorted.
void Verifier::findMissing() {
  auto next = deliveries.cbegin();
  for (std::int64_t p = 0; p < expected.sourceRanks; ++p)
    for (std::int64_t q = 0; q < expected.targetRanks; ++q) {
      if (next != deliveries.cend() && next->from == p && next->to == q) {
        while (next != deliveries.cend() && next->from == p && next->to == q)
          ++next;
        continue;
      }
      if (report.offences.size() == reportedOffences)
        return;
      if (const std::int64_t wanted = expected.length(p, q); wanted > 0)
        offend(pair(p, q) + " of " + std::to_string(wanted) +
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
  const std::optional<std::int64_t> &total = expected.elements;
  const bool complete = total && report.elements == *total;
  if (!complete || !report.valid())
    findMissing();
  if (total && !complete)
    offend("the messages carry " + std::to_string(report.elements) + " of " +
           std::to_string(*total) + " elements");
}

VerifyReport Verifier::run(std::span<const Step> steps) {
  lastSent.assign(static_cast<std::size_t>(expected.sourceRanks), -1);
  lastReceived.assign(static_cast<std::size_t>(expected.targetRanks), -1);
  report.stepCount = static_cast<std::int64_t>(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i)
    checkStep(steps[i], static_cast<std::int64_t>(i));
  checkMessages();
  return std::move(report);
}

VerifyReport redist::schedule::verifySteps(std::span<const Step> steps,
                                           const ExpectedMessages &expected) {
  return Verifier(expected).run(steps);
}

void redist::schedule::checkBounds(VerifyReport &report,
                                   const LowerBounds &bounds) {
  report.bounds = bounds;
  if (report.valid() && report.stepCount < bounds.stepCount)
    report.offences.push_back("fewer steps than the lower bound of " +
                              std::to_string(bounds.stepCount));
  if (report.valid() && report.totalCost < bounds.totalCost)
    report.offences.push_back("a lower total cost than the lower bound of " +
                              std::to_string(bounds.totalCost));
}

void redist::schedule::checkCounts(VerifyReport &report,
                                   const StatedCounts &stated) {
  const auto offend = [&](const std::string &what, std::int64_t number,
                          const char *unit) {
    report.offences.push_back("the schedule states " + what +
                              std::to_string(number) + unit);
  };
  if (report.stepCount != stated.stepCount)
    offend("", stated.stepCount, " steps");
  if (report.totalCost != stated.totalCost)
    offend("a total cost of ", stated.totalCost, "");
  if (report.messageCount != stated.messageCount)
    offend("", stated.messageCount, " messages");
  if (stated.costLowerBound > stated.totalCost)
    offend("a lower bound of ", stated.costLowerBound, "");
}
