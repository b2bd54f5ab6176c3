//===- CheckedPipeline.cpp - Validated clauses of a pipeline --------------===//
#include "Pipeline/Mapping/CheckedPipeline.h"

#include "Agreement/Agreement.h"
#include "Progress/Progress.h"
#include "Support/CallWords.h"
#include "Support/Hash.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"

#include "redist/Error.h"

#include <cmath>
#include <cstdio>

namespace redist::runtime {

static std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

static std::string countOfRanks(std::int64_t ranks) {
  return std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks");
}

static bool isAbove0(double value) { return value > 0 && std::isfinite(value); }

static void checkRanks(const pipeline &what, int size, std::int64_t ranks) {
  if (what.has_rank_count && ranks < 1)
    throw error("onto(): " + countOfRanks(ranks) +
                " cannot run a pipeline, at least 1 is needed");
  if (ranks > size)
    throw error("onto(): " + countOfRanks(ranks) +
                " do not fit a communicator of " + std::to_string(size));
}

static void checkSpeeds(const pipeline &what, std::int64_t ranks) {
  const auto given = static_cast<std::int64_t>(what.speed_list.size());
  if (given != ranks)
    throw error("speeds(): " + std::to_string(given) + " for " +
                countOfRanks(ranks) + ", one for each is needed");
  for (std::size_t i = 0; i < what.speed_list.size(); ++i)
    if (!isAbove0(what.speed_list[i]))
      throw error("speeds(): that of rank " + std::to_string(i) + " is " +
                  number(what.speed_list[i]) +
                  ", but a number above 0 is needed");
}

static void checkBandwidth(const pipeline &what, std::int64_t ranks) {
  const std::vector<double> &given = what.bandwidth_list;
  const auto count = static_cast<std::int64_t>(given.size());
  if (count == 1) {
    if (!isAbove0(given.front()))
      throw error("bandwidth(): it is " + number(given.front()) +
                  ", but a number above 0 is needed");
    return;
  }
  if (count != ranks * ranks)
    throw error("bandwidth(): " + std::to_string(count) +
                " numbers, but one, or a matrix of " + std::to_string(ranks) +
                " rows of " + std::to_string(ranks) + " is needed for " +
                countOfRanks(ranks));
  for (std::int64_t i = 0; i < count; ++i) {
    const double one = given[static_cast<std::size_t>(i)];
    if (i / ranks != i % ranks && (!(one >= 0) || !std::isfinite(one)))
      throw error("bandwidth(): that from rank " + std::to_string(i / ranks) +
                  " to rank " + std::to_string(i % ranks) + " is " +
                  number(one) +
                  ", but a number above 0, or 0 where there is no link, is "
                  "needed");
  }
}

static void checkNumbers(const pipeline &what) {
  if (what.has_latency && !isAbove0(what.most_seconds))
    throw error("latency(): it is " + number(what.most_seconds) +
                ", but a time above 0 is needed");
  if (what.has_depth && what.items_in_flight < 1)
    throw error("depth(): it is " + std::to_string(what.items_in_flight) +
                ", but at least 1 is needed");
}

static void checkStage(const CheckedPipeline &call, std::size_t k) {
  const pipeline_stage &stage = call.stages[k];
  const std::string whose = " of stage " + std::to_string(k + 1);
  const auto checkAmount = [&](const char *clause, bool isThere, double value) {
    if (isThere && (!(value >= 0) || !std::isfinite(value)))
      throw error(std::string(clause) + "()" + whose + ": it is " +
                  number(value) + ", but it must not be negative");
  };
  checkAmount("work", stage.has_work, stage.work_amount);
  checkAmount("data", stage.has_data, stage.data_size);
  if (stage.has_replicas && stage.replica_count < 1)
    throw error("replicate()" + whose + ": " +
                std::to_string(stage.replica_count) +
                " ranks cannot run it, at least 1 is needed");
  if (call.clauses.has_rank_count && stage.replica_count > call.ranks)
    throw error("replicate()" + whose + ": " +
                countOfRanks(stage.replica_count) + ", but " +
                (call.ranks == 1
                     ? "only 1 takes"
                     : "only " + std::to_string(call.ranks) + " take") +
                " part");
  if (stage.replica_count != 1 && call.keepsState[k])
    throw error("replicate()" + whose +
                ": it keeps a state, which only one rank can have");
  if (stage.has_replicas && stage.replica_count > 1 && k == 0 &&
      call.clauses.is_driven)
    throw error("replicate()" + whose +
                ": its rank evaluates the loop's header, which only one can");
  if (stage.is_pinned &&
      (stage.pinned_rank < 0 || stage.pinned_rank >= call.ranks))
    throw error("at()" + whose + ": rank " + std::to_string(stage.pinned_rank) +
                " is not among the " + countOfRanks(call.ranks) +
                " that take part");
}

CheckedPipeline check(const directive &where, const pipeline &what,
                      const std::vector<pipeline_stage> &stages,
                      const std::vector<int> &keptStages, int size,
                      const MachineDefaults &machine) {
  if (what.lacks_memory)
    throw error("a rank has no memory for the clauses of the pipeline");
  CheckedPipeline made;
  made.clauses = what;
  made.stages = stages;
  made.ranks = what.has_rank_count ? what.rank_count : size;
  if (stages.empty())
    throw error("a pipeline without stages");
  const char *const name = where.strategy ? where.strategy : "auto";
  const auto kind = schedule::mappingNamed(name);
  if (!kind)
    throw error("unknown mapping '" + std::string(name) + "'");
  made.mapping = *kind;
  checkRanks(what, size, made.ranks);
  if (what.has_speeds)
    checkSpeeds(what, made.ranks);
  if (what.has_bandwidth)
    checkBandwidth(what, made.ranks);
  if (!machine.problem.empty() && !(what.has_speeds && what.has_bandwidth))
    throw error("REDIST_PROFILE: " + machine.problem);
  made.speeds =
      what.has_speeds ? what.speed_list : machine.speedsOf(made.ranks);
  if (made.speeds.empty())
    made.speeds.assign(static_cast<std::size_t>(made.ranks), 1);
  if (!what.has_bandwidth)
    made.machineBandwidth = machine.bandwidthOf(made.ranks);
  checkNumbers(what);
  made.keepsState.assign(stages.size(), false);
  for (const int stage : keptStages) {
    if (stage < 1 || stage > made.stageCount())
      throw error("a variable is kept for stage " + std::to_string(stage) +
                  " of " + std::to_string(stages.size()));
    made.keepsState[static_cast<std::size_t>(stage) - 1] = true;
  }
  for (std::size_t k = 0; k < stages.size(); ++k)
    checkStage(made, k);
  // The mapper must not deal what only one rank can do.
  if (what.is_driven && made.stages.front().replica_count == 0)
    made.stages.front().replica_count = 1;
  if (!what.has_rank_count)
    fitReplicas(made);
  return made;
}

//===----------------------------------------------------------------------===//
// What must be the same on all ranks
//===----------------------------------------------------------------------===//

constexpr std::size_t headWords = 11;
constexpr std::size_t stageWords = 9;

std::vector<std::int64_t> wordsOf(const CheckedPipeline &call) {
  const pipeline &what = call.clauses;
  std::vector<std::int64_t> words = {
      call.stageCount(),
      call.ranks,
      static_cast<std::int64_t>(call.mapping),
      what.is_driven,
      what.has_latency,
      wordOf(what.most_seconds),
      what.has_depth,
      what.items_in_flight,
      what.has_speeds,
      what.has_bandwidth,
      static_cast<std::int64_t>(what.bandwidth_list.size())};
  for (std::size_t k = 0; k < call.stages.size(); ++k) {
    const pipeline_stage &stage = call.stages[k];
    words.insert(words.end(),
                 {stage.has_work, wordOf(stage.work_amount), stage.has_data,
                  wordOf(stage.data_size), stage.replica_count,
                  stage.is_pinned ? stage.pinned_rank : -1, stage.may_move,
                  stage.fixed_bytes, call.keepsState[k]});
  }
  for (const double speed : call.speeds)
    words.push_back(wordOf(speed));
  for (const double bandwidth : what.bandwidth_list)
    words.push_back(wordOf(bandwidth));
  return words;
}

static std::string showDouble(std::int64_t word) {
  return number(numberOf(word));
}
static std::string showMapping(std::int64_t value) {
  return std::string(
      schedule::nameOf(static_cast<schedule::MappingKind>(value)));
}
static std::string showReplicas(std::int64_t value) {
  return value == 0 ? "auto" : std::to_string(value);
}
static std::string showRank(std::int64_t value) {
  return value < 0 ? "not there" : std::to_string(value);
}
static NamedWord nameOfStageWord(std::size_t index) {
  const std::string whose =
      " of stage " + std::to_string(index / stageWords + 1);
  switch (index % stageWords) {
  case 0:
    return {"work()" + whose, showPresence};
  case 1:
    return {"the work" + whose, showDouble};
  case 2:
    return {"data()" + whose, showPresence};
  case 3:
    return {"the data" + whose, showDouble};
  case 4:
    return {"the number of replicas" + whose, showReplicas};
  case 5:
    return {"at()" + whose, showRank};
  case 6:
    return {"whether the stage may move" + whose, showAnswer};
  case 7:
    return {"the number of bytes" + whose, showNumber};
  }
  return {"whether a state is kept" + whose, showAnswer};
}

/// In the order of wordsOf(); `words`: those of some rank.
static NamedWord nameOfWord(std::size_t index,
                            const std::vector<std::int64_t> &words) {
  switch (index) {
  case 0:
    return {"the number of stages", showNumber};
  case 1:
    return {"the number of ranks", showNumber};
  case 2:
    return {"the mapping", showMapping};
  case 3:
    return {"who evaluates the loop's header", showNumber};
  case 4:
    return {"latency()", showPresence};
  case 5:
    return {"the latency", showDouble};
  case 6:
    return {"depth()", showPresence};
  case 7:
    return {"the depth", showNumber};
  case 8:
    return {"speeds()", showPresence};
  case 9:
    return {"bandwidth()", showPresence};
  case 10:
    return {"the number of bandwidths", showNumber};
  default:
    break;
  }
  const auto stages = static_cast<std::size_t>(words[0]);
  const auto ranks = static_cast<std::size_t>(words[1]);
  std::size_t at = index - headWords;
  if (at < stages * stageWords)
    return nameOfStageWord(at);
  at -= stages * stageWords;
  if (at < ranks)
    return {"the speed of rank " + std::to_string(at), showDouble};
  return {"a bandwidth", showDouble};
}

static std::string
describeDifference(std::span<const std::vector<std::int64_t>> all) {
  const std::optional<FieldMismatch> found = findDifference(all);
  if (!found)
    return "the pipelines differ between ranks";
  return describe(*found, all, nameOfWord(found->index, all[found->base]));
}

void agreeOnPipeline(MPI_Comm communicator,
                     const std::vector<std::int64_t> &words,
                     const std::string &problem, const directive &where) {
  const Compared compared =
      problem.empty() ? Compared::of(hashOf(words)) : Compared();
  const Consensus all =
      meet(communicator, {pipelineKind, problem.empty(), compared, {}}, where);
  if (all.failing >= 0)
    throw error(broadcastText(communicator, positionOf(where) + problem,
                              all.failing, rankIn(communicator)));
  if (all.isFirstSame)
    return;
  throw error(describeWords(communicator, words, [&](const auto &gathered) {
    return positionOf(where) + describeDifference(gathered);
  }));
}

void agreeOnMapping(MPI_Comm communicator, const schedule::Mapping &mapping) {
  HashBuilder hash;
  for (const schedule::MappedInterval &interval : mapping.intervals) {
    hash.add(interval.first).add(interval.last);
    for (const std::int32_t processor : interval.processors)
      hash.add(processor);
  }
  requireSame(communicator, hash.value(),
              "the mappings differ between ranks (are all ranks running the "
              "same program?)");
}

} // namespace redist::runtime
