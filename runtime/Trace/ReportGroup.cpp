//===- ReportGroup.cpp - Reports of a process group -----------------------===//
#include "Trace/ReportGroup.h"

#include "Support/Immortal.h"
#include "Support/MpiCalls.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace redist::runtime {

struct Groups {
  std::mutex mutex;
  std::vector<std::unique_ptr<ReportGroup>> all;
};

static Groups &groups() {
  static Immortal<Groups> kept;
  return kept.get();
}

/// Precondition: nobody else uses them.
static std::vector<std::unique_ptr<ReportGroup>> &collected() {
  return groups().all;
}

const TscClock::Moment &timelineOrigin() {
  static const TscClock::Moment origin = [] {
    TscClock::hasten();
    return TscClock::moment();
  }();
  return origin;
}

static std::string rankCount(std::size_t count, char separator) {
  return std::to_string(count) + separator + (count == 1 ? "rank" : "ranks");
}

std::string ReportGroup::name() const {
  return rankCount(worldRanks.size(), ' ') + " from world rank " +
         std::to_string(worldRanks.front());
}

static bool isWorld(const std::vector<int> &worldRanks) {
  const int size = sizeOf(MPI_COMM_WORLD);
  for (std::size_t i = 0; i < worldRanks.size(); ++i)
    if (worldRanks[i] != static_cast<int>(i))
      return false;
  return worldRanks.size() == static_cast<std::size_t>(size);
}

/// The group of all ranks has the file itself, others "t.2-ranks-from-1.json"
/// for "t.json"; groups that agree in both are numbered.
static std::string traceFileOf(const std::vector<int> &worldRanks,
                               const std::string &file) {
  if (file.empty() || isWorld(worldRanks))
    return file;
  const std::filesystem::path given(file);
  const auto alike = std::count_if(
      collected().begin(), collected().end(), [&](const auto &group) {
        return group->worldRanks.size() == worldRanks.size() &&
               !isWorld(group->worldRanks);
      });
  std::string name = given.stem().string();
  name += '.';
  name += rankCount(worldRanks.size(), '-') + "-from-" +
          std::to_string(worldRanks.front());
  if (alike > 0) {
    name += '.';
    name += std::to_string(alike + 1);
  }
  name += given.extension().string();
  return (given.parent_path() / name).string();
}

ReportGroup &groupOf(const std::vector<Timeline::RankClock> &clocks,
                     const std::string &traceFile) {
  std::vector<int> worldRanks;
  for (const Timeline::RankClock &clock : clocks)
    worldRanks.push_back(clock.worldRank);
  const std::lock_guard lock(groups().mutex);
  auto &known = collected();
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const auto &group) {
        return group->worldRanks == worldRanks;
      });
  if (found != known.end())
    return **found;
  auto made = std::make_unique<ReportGroup>();
  made->worldRanks = worldRanks;
  made->traceFile = traceFileOf(worldRanks, traceFile);
  made->timeline = Timeline(clocks);
  known.push_back(std::move(made));
  return *known.back();
}

void finishReports() {
  for (const auto &group : collected()) {
    if (group->summary.hasCalls())
      std::fputs(group->summary.text(group->name()).c_str(), stderr);
    if (!group->traceFile.empty())
      group->timeline.write(group->traceFile, group->name());
  }
}

} // namespace redist::runtime
