//===- Realise.cpp - Steps of messages from class shares ------------------===//
//
// Three Kőnig colourings turn a profile into a schedule
// (docs/SchedulingMath.md):
//   1. in each cost level, row types split into alpha and column types into
//      beta vertices of degree at most the level's number of steps: the colour
//      of a message is its step;
//   2. for each row type, steps against classes (each split into beta vertices
//      of degree alpha): the colour is the row x;
//   3. for each column type, steps against pairs (class, x): the colour is the
//      column y.
// In a step, the messages of a row type have different x and those of a column
// type different y; a class has every (x, y) exactly once.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/EdgeColouring/ClassSchedule.h"
#include "redistSchedule/EdgeColouring/Colouring.h"

#include <cassert>

namespace redist::schedule {

/// A message whose place in its class is being found.
struct UnplacedMessage {
  std::int32_t messageClass;
  std::int32_t step;
  std::int32_t x;
};

/// Deals messages to the copies of a type: the next `capacity` ones to the
/// same copy.
class CopyDealer {
public:
  CopyDealer(std::int32_t types, std::int64_t copiesOfType,
             std::int64_t capacityOfCopy)
      : dealt(types), copies(copiesOfType), capacity(capacityOfCopy) {}

  /// Vertex of the next message of a type.
  std::int32_t deal(std::int32_t type) {
    std::int64_t copy = dealt[type]++ / capacity;
    assert(copy < copies && "a type exceeds its capacity");
    return static_cast<std::int32_t>(type * copies + copy);
  }
  std::int32_t vertices() const {
    return static_cast<std::int32_t>(dealt.size() * copies);
  }

private:
  std::vector<std::int64_t> dealt;
  std::int64_t copies, capacity;
};

/// Steps of the messages of one level; appends them to `messages`.
static void colourLevel(const ClassProblem &problem,
                        const ClassProfile &profile, std::size_t level,
                        std::int32_t firstStep,
                        std::vector<UnplacedMessage> &messages) {
  std::int64_t steps = profile.steps[level];
  CopyDealer rows(problem.rowTypes, problem.alpha, steps);
  CopyDealer columns(problem.columnTypes, problem.beta, steps);
  BipartiteGraph graph{rows.vertices(), columns.vertices(), {}};
  std::size_t first = messages.size();
  for (std::size_t k = 0; k != problem.classes.size(); ++k)
    for (std::int64_t i = profile.share[k][level]; i > 0; --i) {
      const MessageClass &own = problem.classes[k];
      graph.edges.push_back(
          {rows.deal(own.rowType), columns.deal(own.columnType), 1});
      messages.push_back({static_cast<std::int32_t>(k), firstStep, 0});
    }
  Colouring colouring = colourFast(graph);
  for (std::size_t e = 0; e != graph.edges.size(); ++e)
    messages[first + e].step += colouring.colourOfEdge[e];
}

/// Colours steps against `parts`, where part and step of edge e are those of
/// message members[e]; the colour is the place within the type.
template <typename Part>
static std::vector<std::int32_t>
colourPlaces(const std::vector<UnplacedMessage> &messages,
             const std::vector<std::size_t> &members, std::int64_t stepCount,
             std::int64_t parts, Part partOf) {
  BipartiteGraph graph{static_cast<std::int32_t>(stepCount),
                       static_cast<std::int32_t>(parts),
                       {}};
  graph.edges.reserve(members.size());
  for (std::size_t member : members)
    graph.edges.push_back({messages[member].step, partOf(messages[member]), 1});
  return colourFast(graph).colourOfEdge;
}

/// Indices of the messages by a type of their class.
template <typename Type>
static std::vector<std::vector<std::size_t>>
groupByType(const std::vector<UnplacedMessage> &messages, std::int32_t types,
            Type typeOf) {
  std::vector<std::vector<std::size_t>> groups(types);
  for (std::size_t i = 0; i != messages.size(); ++i)
    groups[typeOf(messages[i].messageClass)].push_back(i);
  return groups;
}

std::vector<std::int32_t> realise(const ClassProblem &problem,
                                  const ClassProfile &profile) {
  std::int64_t alpha = problem.alpha, beta = problem.beta;
  auto classCount = static_cast<std::int64_t>(problem.classes.size());
  std::vector<UnplacedMessage> messages;
  messages.reserve(classCount * alpha * beta);
  std::int64_t stepCount = 0;
  for (std::size_t level = 0; level != profile.costs.size(); ++level) {
    colourLevel(problem, profile, level, static_cast<std::int32_t>(stepCount),
                messages);
    stepCount += profile.steps[level];
  }

  auto rowGroups = groupByType(messages, problem.rowTypes, [&](std::int32_t k) {
    return problem.classes[k].rowType;
  });
  std::vector<std::int64_t> met(classCount);
  for (const std::vector<std::size_t> &members : rowGroups) {
    std::vector<std::int32_t> x = colourPlaces(
        messages, members, stepCount, classCount * beta,
        [&](const UnplacedMessage &m) {
          return static_cast<std::int32_t>(m.messageClass * beta +
                                           met[m.messageClass]++ / alpha);
        });
    for (std::size_t i = 0; i != members.size(); ++i)
      messages[members[i]].x = x[i];
  }

  auto columnGroups =
      groupByType(messages, problem.columnTypes, [&](std::int32_t k) {
        return problem.classes[k].columnType;
      });
  std::vector<std::int32_t> steps(messages.size());
  for (const std::vector<std::size_t> &members : columnGroups) {
    std::vector<std::int32_t> y = colourPlaces(
        messages, members, stepCount, classCount * alpha,
        [&](const UnplacedMessage &m) {
          return static_cast<std::int32_t>(m.messageClass * alpha + m.x);
        });
    for (std::size_t i = 0; i != members.size(); ++i) {
      const UnplacedMessage &m = messages[members[i]];
      steps[(m.messageClass * alpha + m.x) * beta + y[i]] = m.step;
    }
  }
  return steps;
}

} // namespace redist::schedule
