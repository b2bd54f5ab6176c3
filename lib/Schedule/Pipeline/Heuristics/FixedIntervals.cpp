//===- FixedIntervals.cpp - H1a, H1b, H2, H3, H4, H5 ----------------------===//
//
// ceil(n / p) stages an interval (H1b: lengths at random), placed
//
//   H1a, H1b  at random, by a small generator with a fixed seed
//   H2        most work on the fastest processor, and so on
//   H3        longest transfers on the fastest processor, and so on
//   H4        the fastest processor takes the longest cycle time there, ...
//   H5        by the matching of least period
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Heuristics/Heuristics.h"

#include "Pipeline/Heuristics/TaskMatching.h"

#include <numeric>

using namespace redist::schedule;

/// Splitmix64, by its published constants.
class Random {
public:
  /// Of 0 .. count - 1, equally likely to 2^-60 or so.
  std::int64_t below(std::int64_t count) {
    state += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    mixed ^= mixed >> 31;
    return static_cast<std::int64_t>(Int128{mixed} * count >> 64);
  }

private:
  std::uint64_t state = 20070105;
};

/// The first stage of every interval, and the number of stages.
using Starts = std::vector<std::int64_t>;

static Starts equalLengths(std::int64_t stages, std::int64_t length) {
  Starts starts;
  for (std::int64_t k = 0; k < stages; k += length)
    starts.push_back(k);
  starts.push_back(stages);
  return starts;
}

/// From 1 to 2 L - 1, L on average; the last processor takes what is left.
static Starts randomLengths(const PipelineInstance &instance,
                            std::int64_t length, Random &random) {
  Starts starts = {0};
  for (std::int64_t used = 1; used < instance.processors(); ++used) {
    const std::int64_t next = starts.back() + 1 + random.below(2 * length - 1);
    if (next >= instance.stages())
      break;
    starts.push_back(next);
  }
  starts.push_back(instance.stages());
  return starts;
}

/// Intervals as tasks; every pin is that of one task.
static Result<std::vector<Task>> tasksOf(const PipelineInstance &instance,
                                         const Starts &starts,
                                         std::string_view name) {
  std::vector<Task> tasks;
  std::vector<bool> isTaken(indexOf(instance.processors()));
  for (std::size_t j = 0; j + 1 < starts.size(); ++j) {
    const std::int64_t first = starts[j], last = starts[j + 1] - 1;
    Task task = {instance.workOf(first, last), transferTime(instance, first),
                 transferTime(instance, last + 1)};
    for (std::int64_t k = first; k <= last; ++k) {
      const std::int32_t pin = instance.pins[indexOf(k)];
      if (pin < 0 || pin == task.pin)
        continue;
      if (task.pin >= 0 || isTaken[indexOf(pin)])
        return Error{ErrorKind::StrategyNotForCase,
                     std::string(name) + " makes intervals of equal length, " +
                         "and stage " + std::to_string(k + 1) +
                         " cannot be on processor " + std::to_string(pin + 1) +
                         " with them"};
      task.pin = pin;
      isTaken[indexOf(pin)] = true;
    }
    tasks.push_back(task);
  }
  return tasks;
}

/// Those that are not pinned, largest first, equal ones in order.
template <typename Size>
static std::vector<std::size_t> largestFirst(const std::vector<Task> &tasks,
                                             Size sizeOf) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (tasks[i].pin < 0)
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t k) {
                     return sizeOf(tasks[i]) > sizeOf(tasks[k]);
                   });
  return order;
}

/// Assigns tasks to the processors that no pin takes.
class Placement {
public:
  Placement(const PipelineInstance &given, const std::vector<Task> &givenTasks)
      : instance(given), tasks(givenTasks), places(tasks.size()) {
    std::vector<bool> isPinned(indexOf(instance.processors()));
    for (std::size_t i = 0; i < tasks.size(); ++i)
      if (tasks[i].pin >= 0) {
        places[i] = {tasks[i].pin};
        isPinned[indexOf(tasks[i].pin)] = true;
      }
    for (const std::int32_t u : fastestFirst(instance))
      if (!isPinned[indexOf(u)])
        fastest.push_back(u);
  }

  TaskPlaces inOrder(const std::vector<std::size_t> &order) {
    for (std::size_t i = 0; i < order.size(); ++i)
      places[order[i]] = {fastest[i]};
    return std::move(places);
  }
  TaskPlaces atRandom(Random &random) {
    for (TaskPlaces::value_type &place : places) {
      if (!place.empty())
        continue;
      const std::size_t choice =
          indexOf(random.below(static_cast<std::int64_t>(fastest.size())));
      place = {fastest[choice]};
      fastest[choice] = fastest.back();
      fastest.pop_back();
    }
    return std::move(places);
  }
  /// O(m^2) for m tasks.
  TaskPlaces longestFirst() {
    std::vector<std::size_t> left =
        largestFirst(tasks, [](const Task &) { return 0; });
    for (std::size_t i = 0; !left.empty(); ++i) {
      const std::int64_t ticks = instance.ticksOfWork[indexOf(fastest[i])];
      const auto longest = std::max_element(
          left.begin(), left.end(), [&](std::size_t x, std::size_t y) {
            return cycle(tasks[x], ticks) < cycle(tasks[y], ticks);
          });
      places[*longest] = {fastest[i]};
      left.erase(longest);
    }
    return std::move(places);
  }

private:
  const PipelineInstance &instance;
  const std::vector<Task> &tasks;
  TaskPlaces places;
  std::vector<std::int32_t> fastest; ///< free, by decreasing speed

  std::int64_t cycle(const Task &task, std::int64_t ticks) const {
    return cycleOf(instance.model, task.in, task.work * ticks, task.out);
  }
};

static TaskPlaces place(const PipelineInstance &instance,
                        const std::vector<Task> &tasks, MappingKind kind,
                        Random &random) {
  Placement placement(instance, tasks);
  if (kind == MappingKind::H2)
    return placement.inOrder(
        largestFirst(tasks, [](const Task &task) { return task.work; }));
  if (kind == MappingKind::H3)
    return placement.inOrder(largestFirst(
        tasks, [](const Task &task) { return task.in + task.out; }));
  if (kind == MappingKind::H4)
    return placement.longestFirst();
  if (kind == MappingKind::H5) {
    const TaskMatching matching(instance.model, tasks, instance.ticksOfWork);
    return matching.places(matching.least());
  }
  return placement.atRandom(random);
}

Result<Mapping>
redist::schedule::fixedIntervals(const PipelineInstance &instance,
                                 MappingKind kind) {
  const std::int64_t length =
      ceilDivide(instance.stages(), instance.processors());
  Random random;
  const Starts starts = kind == MappingKind::H1b && length > 1
                            ? randomLengths(instance, length, random)
                            : equalLengths(instance.stages(), length);
  const Result<std::vector<Task>> tasks =
      tasksOf(instance, starts, nameOf(kind));
  if (!tasks)
    return tasks.error();
  const TaskPlaces places = place(instance, *tasks, kind, random);
  Mapping mapping;
  for (std::size_t j = 0; j < places.size(); ++j)
    mapping.intervals.push_back({starts[j], starts[j + 1] - 1, places[j]});
  return mapping;
}
