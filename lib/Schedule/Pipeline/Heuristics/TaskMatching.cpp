//===- TaskMatching.cpp - Assignment of tasks to processors ---------------===//
//
// Counting decides, a heap assigns: from the slowest processor to the fastest,
// each takes the smallest task that keeps the period there. Exchanging two
// tasks shows that this fails only where all assignments do, and that no other
// one has less work time in total.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Heuristics/TaskMatching.h"

#include <numeric>
#include <queue>

using namespace redist::schedule;

static std::int64_t commonMultiple(const std::vector<Task> &tasks) {
  std::int64_t multiple = 1;
  for (const Task &task : tasks)
    multiple *= task.copies / greatestCommonDivisor(task.copies, multiple);
  return multiple;
}

/// Free processors by decreasing speed, the first of equal ones first.
static std::vector<std::int32_t>
freeProcessors(const std::vector<Task> &tasks,
               const std::vector<std::int64_t> &ticksOfWork) {
  std::vector<bool> isPinned(ticksOfWork.size());
  for (const Task &task : tasks)
    if (task.pin >= 0)
      isPinned[indexOf(task.pin)] = true;
  std::vector<std::int32_t> order;
  for (std::size_t u = 0; u < ticksOfWork.size(); ++u)
    if (!isPinned[u])
      order.push_back(static_cast<std::int32_t>(u));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t u, std::int32_t v) {
                     return ticksOfWork[indexOf(u)] < ticksOfWork[indexOf(v)];
                   });
  return order;
}

TaskMatching::TaskMatching(TransferModel givenModel, std::vector<Task> given,
                           const std::vector<std::int64_t> &givenTicks)
    : model(givenModel), tasks(std::move(given)), ticksOfWork(givenTicks),
      order(freeProcessors(tasks, ticksOfWork)), scale(commonMultiple(tasks)) {
  std::size_t needed = 0;
  for (const Task &task : tasks)
    needed += task.pin >= 0 ? 0 : indexOf(task.copies);
  order.resize(needed); // faster ones can always take the place of slower ones
  for (const std::int32_t u : order)
    times.push_back(ticksOfWork[indexOf(u)]);
  for (const Task &task : tasks) {
    const bool pinned = task.pin >= 0;
    const std::int64_t own = pinned ? ticksOfWork[indexOf(task.pin)] : 0;
    low = std::max(low, cycle(task, pinned ? own : times.front()));
    high = std::max(high, cycle(task, pinned ? own : times.back()));
  }
}

/// In parts of a tick, of one of its copies.
std::int64_t TaskMatching::cycle(const Task &task, std::int64_t ticks) const {
  return cycleOf(model, task.in, task.work * ticks, task.out) *
         (scale / task.copies);
}

/// The most ticks a unit of work may take.
std::int64_t TaskMatching::slowestFor(const Task &task,
                                      std::int64_t period) const {
  const std::int64_t whole = period / (scale / task.copies);
  const bool serial = model == TransferModel::Serial;
  const std::int64_t transfers =
      serial ? task.in + task.out : std::max(task.in, task.out);
  if (transfers > whole)
    return -1;
  const std::int64_t left = serial ? whole - transfers : whole;
  return task.work == 0 ? sizeLimit : left / task.work;
}

bool TaskMatching::fits(std::int64_t period) const {
  if (period < low)
    return false;
  std::vector<std::int64_t> needing(times.size() + 1); // so many fastest ones
  for (const Task &task : tasks) {
    if (task.pin >= 0)
      continue;
    const auto end =
        std::upper_bound(times.begin(), times.end(), slowestFor(task, period));
    needing[static_cast<std::size_t>(end - times.begin())] += task.copies;
  }
  std::int64_t count = 0;
  for (std::size_t fastest = 0; fastest < needing.size(); ++fastest) {
    count += needing[fastest];
    if (count > static_cast<std::int64_t>(fastest))
      return false;
  }
  return true;
}

std::int64_t TaskMatching::least() const {
  std::int64_t below = low - 1, within = high;
  while (within - below > 1) {
    const std::int64_t middle = below + (within - below) / 2;
    (fits(middle) ? within : below) = middle;
  }
  return within;
}

TaskPlaces TaskMatching::places(std::int64_t period) const {
  TaskPlaces result(tasks.size());
  std::vector<std::int64_t> slowest(tasks.size());
  std::vector<std::size_t> byNeed; // those that bear slow processors first
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    slowest[i] = slowestFor(tasks[i], period);
    if (tasks[i].pin >= 0)
      result[i] = {tasks[i].pin};
    else
      byNeed.push_back(i);
  }
  std::stable_sort(
      byNeed.begin(), byNeed.end(),
      [&](std::size_t i, std::size_t k) { return slowest[i] > slowest[k]; });
  const auto isLater = [&](std::size_t i, std::size_t k) {
    return tasks[i].work != tasks[k].work ? tasks[i].work > tasks[k].work
                                          : i > k;
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(isLater)>
      able(isLater);
  std::size_t next = 0;
  for (std::size_t place = order.size(); place > 0;) {
    while (next < byNeed.size() && slowest[byNeed[next]] >= times[place - 1])
      able.push(byNeed[next++]);
    const std::size_t task = able.top();
    able.pop();
    for (std::int32_t copy = 0; copy < tasks[task].copies; ++copy)
      result[task].push_back(order[--place]);
  }
  return result;
}
