//===- GridCounts.cpp - Cost of a schedule on true messages ---------------===//
//
// docs/SchedulingMath.md, section 7. A schedule of superblocks is used for any
// length and for shared ranks; what it costs there is another matter. Comes in:
// a schedule and what was asked for. Goes out: steps, cost and bounds of the
// messages that there really are, and whether the schedule may serve them.
//
// A message of W elements a superblock has between least * W and most * W,
// where least and most are the numbers of complete and of begun superblocks.
// So a schedule of cost C costs at most most * C, and where B bounds the cost
// for the superblock, least * B bounds that for the messages. Of what stays,
// ProductGrid::bounds() knows by how much it lowers the bound.
//
//   N = 1000 L + 7, C = B = 25: at most 25025, at least 25000
//
//===----------------------------------------------------------------------===//
#include "Product/GridRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

/// The messages of a schedule are counted up to this number.
static constexpr std::int64_t maxCounted = std::int64_t{1} << 22;

/// How many times as much there is of what was asked as of what the schedule
/// was made for.
struct Repeats {
  Int128 least = 1, most = 1;
};

/// Elements of an axis: of its superblock where it has no length.
static std::int64_t elementsOf(const Axis &axis) {
  if (axis.length)
    return *axis.length;
  const Result<CommunicationGrid> grid =
      CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
  return grid ? grid->superblock().value_or(sizeLimit) : sizeLimit;
}

static Repeats repeatsOf(const Assignment &made, const Assignment &asked) {
  Repeats result;
  for (std::size_t k = 0; k < made.dimensions(); ++k) {
    const std::int64_t had = elementsOf(made.axes[k]);
    if (made.axes[k] == asked.axes[k] || had == 0)
      continue;
    const std::int64_t wanted = elementsOf(asked.axes[k]);
    result.least = std::min<Int128>(result.least * (wanted / had), sizeLimit);
    result.most =
        std::min<Int128>(result.most * ceilDivide(wanted, had), sizeLimit);
  }
  return result;
}

/// A bound for the schedule's messages of which those may lack that stay where
/// `asked` shares ranks; 0 where none is known without them.
static std::int64_t boundWithout(const GridSchedule &schedule,
                                 const Assignment &asked) {
  const Assignment &made = schedule.assignment();
  if (made.sharing == asked.sharing)
    return schedule.costLowerBound();
  if (!isByClasses(made))
    return 0;
  const Result<ProductGrid> grid = ProductGrid::make(made);
  return grid ? grid->bounds(asked.sharing).totalCost : 0;
}

/// Of the cost of any schedule of what was asked with as many steps.
static Int128 repeatedBound(const GridSchedule &schedule,
                            const Assignment &asked) {
  if (schedule.lengthUnit() != 1)
    return 0;
  const Int128 least = repeatsOf(schedule.assignment(), asked).least;
  return least == 0 ? 0 : least * boundWithout(schedule, asked);
}

std::int64_t redist::schedule::nearFraction(std::int64_t messages) {
  return messages <= std::int64_t{1} << 18   ? 100
         : messages <= std::int64_t{1} << 22 ? 20
                                             : 4;
}

/// Whether the schedule is near enough to do without one of the messages that
/// there are: to list them takes every rank time and memory for each of them.
/// A schedule that is a list itself has taken them already.
static bool isNear(const GridSchedule &schedule, Int128 cost, Int128 bound,
                   std::int64_t messages) {
  std::int64_t fraction = nearFraction(messages);
  if (schedule.rule().form() != GridForm::List)
    fraction = messages <= std::int64_t{1} << 15   ? 100
               : messages <= std::int64_t{1} << 17 ? 20
                                                   : 4;
  return cost * fraction <= bound * (fraction + 1);
}

Colouring redist::schedule::orderedAs(const GridRule &order,
                                      const Assignment &assignment,
                                      const MessageList &messages) {
  std::vector<std::int32_t> steps,
      stepTo(static_cast<std::size_t>(assignment.targetRanks()));
  steps.reserve(messages.list.size());
  std::vector<Message> row;
  std::int32_t sender = -1;
  for (const ListedMessage &entry : messages.list) {
    if (entry.from != sender) {
      sender = entry.from;
      order.sendRow(sender, row);
      for (const Message &message : row)
        stepTo[static_cast<std::size_t>(message.partner)] =
            static_cast<std::int32_t>(message.step);
    }
    steps.push_back(stepTo[static_cast<std::size_t>(entry.to)]);
  }
  return withoutGaps(std::move(steps), order.stepCount());
}

Colouring redist::schedule::withoutGaps(std::vector<std::int32_t> steps,
                                        std::int64_t stepCount) {
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(stepCount), 0);
  for (const std::int32_t step : steps)
    numbers[static_cast<std::size_t>(step)] = 1;
  std::int32_t count = 0;
  for (std::int32_t &number : numbers)
    number = number == 1 ? count++ : -1;
  for (std::int32_t &step : steps)
    step = numbers[static_cast<std::size_t>(step)];
  return {count, std::move(steps)};
}

/// The messages one by one, in the schedule's steps.
static ScheduleCounts countMessages(const GridSchedule &schedule,
                                    const Assignment &asked) {
  const MessageList messages = messagesOf(asked);
  const Colouring steps = orderedAs(schedule.rule(), asked, messages);
  std::vector<std::int64_t> costs(static_cast<std::size_t>(steps.colourCount),
                                  0);
  for (std::size_t i = 0; i < messages.list.size(); ++i) {
    std::int64_t &cost = costs[static_cast<std::size_t>(steps.colourOfEdge[i])];
    cost = std::max(cost, messages.list[i].length);
  }
  ScheduleCounts counts = {steps.colourCount, 0,
                           static_cast<std::int64_t>(messages.list.size()),
                           boundsOf(messages)};
  for (const std::int64_t cost : costs)
    counts.totalCost += cost;
  if (counts.stepCount == schedule.stepCount())
    counts.bounds.totalCost = static_cast<std::int64_t>(std::max<Int128>(
        counts.bounds.totalCost, repeatedBound(schedule, asked)));
  return counts;
}

static bool isCountable(const Assignment &asked) {
  return fitsList(asked) && messageBound(asked) <= maxCounted;
}

std::optional<ScheduleCounts>
redist::schedule::countsOf(const GridSchedule &schedule,
                           const Assignment &asked) {
  const Assignment &made = schedule.assignment();
  if (lengthUnitOf(asked) != 1)
    return std::nullopt;
  const Repeats repeats = repeatsOf(made, asked);
  const bool isProportional = canonical(asked) == made &&
                              repeats.least == repeats.most &&
                              schedule.lengthUnit() == 1;
  if (!isProportional)
    return isCountable(asked) ? std::optional(countMessages(schedule, asked))
                              : std::nullopt;
  // The product of the lengths fits 62 bits, so a cost does that is no more.
  const auto factor = static_cast<std::int64_t>(repeats.least);
  return ScheduleCounts{
      schedule.stepCount(),
      factor * schedule.totalCost(),
      schedule.messageCount(),
      {schedule.minimumSteps(), factor * schedule.costLowerBound()}};
}

bool redist::schedule::serves(const GridSchedule &schedule,
                              const Assignment &asked) {
  const Assignment &made = schedule.assignment();
  const Repeats repeats = repeatsOf(made, asked);
  if (repeats.least > 0 &&
      isNear(schedule, repeats.most * schedule.totalCost(),
             repeatedBound(schedule, asked), schedule.messageCount()))
    return true;
  if (!isCountable(asked) || messageBound(asked) > maxListed)
    return true;
  const ScheduleCounts counts = countMessages(schedule, asked);
  return counts.stepsAreLeast() &&
         isNear(schedule, counts.totalCost, counts.bounds.totalCost,
                counts.messageCount);
}

std::string redist::schedule::gapText(std::int64_t cost, std::int64_t bound) {
  if (bound <= 0)
    return "gap unknown";
  // Rounded up, so that it is true.
  const Int128 tenths = (Int128{1000} * (cost - bound) + bound - 1) / bound;
  const auto whole = static_cast<std::int64_t>(tenths);
  return "gap " + std::to_string(whole / 10) + '.' +
         std::to_string(whole % 10) + " %";
}
