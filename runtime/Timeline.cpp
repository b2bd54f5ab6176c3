//===- Timeline.cpp - What REDIST_TRACE writes ----------------------------===//
#include "Timeline.h"

#include <cinttypes>
#include <cstdio>
#include <map>
#include <set>

namespace redist::runtime {

static const char *phaseName(Phase phase) {
  switch (phase) {
  case Phase::Pack:
    return "pack";
  case Phase::Wait:
    return "wait";
  case Phase::Unpack:
    return "unpack";
  case Phase::Local:
    return "local copy";
  case Phase::Step:
    return "step";
  case Phase::Combine:
    return "combine";
  case Phase::Receive:
    return "receive";
  case Phase::Stage:
    return "stage";
  case Phase::Full:
    return "timeline full";
  }
  return "";
}

/// Rows of a rank. Operators are called on a thread of their own, while the
/// others go on; viewers drop or cut spans of a row that overlap.
enum Row { directiveRow, combineRow };
constexpr int rowCount = 2;

static Row rowOf(Phase phase) {
  return phase == Phase::Combine ? combineRow : directiveRow;
}

/// Viewers want numbers that no two rows of all ranks share.
static int threadOf(int worldRank, Row row) {
  return rowCount * worldRank + row;
}

static void writePlace(std::FILE *file, const TimelineEvent &entry) {
  std::fprintf(file, "\"pid\":%d,\"tid\":%d", entry.worldRank,
               threadOf(entry.worldRank, rowOf(entry.event.phase)));
}

/// Steps and messages under way overlap: those are begin and end events. Some
/// viewers show them beside the process, not the row.
static void writeOverlapping(std::FILE *file, const TimelineEvent &entry,
                             std::size_t id) {
  const PhaseEvent &event = entry.event;
  const bool isStep = event.phase == Phase::Step;
  const char *const name = isStep ? "step" : "receive from rank";
  const char *const category = isStep ? "step" : "transfer";
  for (const bool isBegin : {true, false}) {
    std::fprintf(file,
                 ",\n{\"name\":\"%s %" PRId64 "\",\"cat\":\"%s\","
                 "\"ph\":\"%s\",\"id\":%zu,\"ts\":%.3f,",
                 name, event.step, category, isBegin ? "b" : "e", id,
                 (isBegin ? event.begin : event.end) * 1e6);
    writePlace(file, entry);
    std::fprintf(file, ",\"args\":{\"bytes\":%" PRId64 "}}", event.bytes);
  }
}

/// What is not known of an event is left out.
static void writeArguments(std::FILE *file, const PhaseEvent &event) {
  const bool hasStep = event.step >= 0;
  const bool hasBytes = event.bytes > 0;
  std::fputs(",\"args\":{", file);
  if (event.phase == Phase::Stage)
    std::fprintf(file, "\"item\":%" PRId64, event.bytes);
  else if (hasStep)
    std::fprintf(file, "\"step\":%" PRId64, event.step);
  if (event.phase != Phase::Stage && hasBytes)
    std::fprintf(file, "%s\"bytes\":%" PRId64, hasStep ? "," : "", event.bytes);
  if (event.items > 1)
    std::fprintf(file, ",\"items\":%d", event.items);
  std::fputs("}}", file);
}

/// "stage 2", or "stages 2-3" of items that have run these one after the other.
static std::string stageName(const PhaseEvent &event) {
  if (event.last <= event.step)
    return "stage " + std::to_string(event.step);
  return "stages " + std::to_string(event.step) + '-' +
         std::to_string(event.last);
}

static void writeSpan(std::FILE *file, const TimelineEvent &entry) {
  const PhaseEvent &event = entry.event;
  if (event.phase == Phase::Stage)
    std::fprintf(file, ",\n{\"name\":\"%s\",\"cat\":\"stage\"",
                 stageName(event).c_str());
  else
    std::fprintf(file, ",\n{\"name\":\"%s\",\"cat\":\"redist\"",
                 phaseName(event.phase));
  if (event.phase == Phase::Wait) // not to look like work
    std::fputs(",\"cname\":\"grey\"", file);
  std::fprintf(file, ",\"ph\":\"X\",\"ts\":%.3f,\"dur\":%.3f,",
               event.begin * 1e6, (event.end - event.begin) * 1e6);
  writePlace(file, entry);
  writeArguments(file, event);
}

/// No more of this rank from here on.
static void writeFull(std::FILE *file, const TimelineEvent &entry) {
  const PhaseEvent &event = entry.event;
  std::fprintf(file,
               ",\n{\"name\":\"%s\",\"cat\":\"redist\",\"ph\":\"i\","
               "\"s\":\"p\",\"ts\":%.3f,",
               phaseName(event.phase), event.begin * 1e6);
  writePlace(file, entry);
  std::fprintf(file, ",\"args\":{\"left out\":%" PRId64 "}}", event.bytes);
}

static void writeEvent(std::FILE *file, const TimelineEvent &entry,
                       std::size_t id) {
  const Phase phase = entry.event.phase;
  if (phase == Phase::Step || phase == Phase::Receive)
    writeOverlapping(file, entry, id);
  else if (phase == Phase::Full)
    writeFull(file, entry);
  else
    writeSpan(file, entry);
}

/// A rank is a process. By names alone, rank 10 would come before rank 2.
static void writeRank(std::FILE *file, const std::string &title, int rank) {
  std::fprintf(file,
               "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,"
               "\"args\":{\"name\":\"rank %d\"}},\n"
               "{\"name\":\"process_labels\",\"ph\":\"M\",\"pid\":%d,"
               "\"args\":{\"labels\":\"redist: %s\"}},\n"
               "{\"name\":\"process_sort_index\",\"ph\":\"M\",\"pid\":%d,"
               "\"args\":{\"sort_index\":%d}}",
               rank, rank, rank, title.c_str(), rank, rank);
}

static void writeRow(std::FILE *file, int rank, Row row) {
  const int thread = threadOf(rank, row);
  std::fprintf(file,
               ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,"
               "\"tid\":%d,\"args\":{\"name\":\"%s\"}},\n"
               "{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":%d,"
               "\"tid\":%d,\"args\":{\"sort_index\":%d}}",
               rank, thread, row == combineRow ? "combines" : "directives",
               rank, thread, row);
}

static void writeNames(std::FILE *file, const std::string &title,
                       std::span<const TimelineEvent> timeline) {
  std::map<int, std::set<Row>> rows;
  for (const TimelineEvent &entry : timeline)
    rows[entry.worldRank].insert(rowOf(entry.event.phase));
  const char *separator = "";
  for (const auto &[rank, rowsOfRank] : rows) {
    std::fputs(separator, file);
    separator = ",\n";
    writeRank(file, title, rank);
    for (const Row row : rowsOfRank)
      writeRow(file, rank, row);
  }
}

void writeTimeline(const std::string &path, const std::string &title,
                   std::span<const TimelineEvent> timeline) {
  std::FILE *const file = std::fopen(path.c_str(), "w");
  if (!file) {
    std::fprintf(stderr, "redist: cannot write the trace file '%s'\n",
                 path.c_str());
    return;
  }
  std::fputs("[", file);
  writeNames(file, title, timeline);
  for (std::size_t i = 0; i < timeline.size(); ++i)
    writeEvent(file, timeline[i], i);
  std::fprintf(file, "\n]\n");
  const bool isWritten = std::ferror(file) == 0;
  if (std::fclose(file) != 0 || !isWritten)
    std::fprintf(stderr, "redist: cannot write all of the trace file '%s'\n",
                 path.c_str());
}

} // namespace redist::runtime
