//===- Timeline.cpp - What REDIST_TRACE writes ----------------------------===//
#include "Timeline.h"

#include <cinttypes>
#include <cstdio>

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
  }
  return "";
}

/// Spans of a rank nest, but steps and messages under way overlap: those are
/// begin and end events of their own.
static void writeOverlapping(std::FILE *file, const TimelineEvent &entry,
                             std::size_t id) {
  const PhaseEvent &event = entry.event;
  const bool isStep = event.phase == Phase::Step;
  const char *const name = isStep ? "step" : "receive from rank";
  const char *const category = isStep ? "step" : "transfer";
  for (const bool isBegin : {true, false})
    std::fprintf(file,
                 ",\n{\"name\":\"%s %" PRId64 "\",\"cat\":\"%s\","
                 "\"ph\":\"%s\",\"id\":%zu,\"ts\":%.3f,\"pid\":0,"
                 "\"tid\":%d,\"args\":{\"bytes\":%" PRId64 "}}",
                 name, event.step, category, isBegin ? "b" : "e", id,
                 (isBegin ? event.begin : event.end) * 1e6, entry.worldRank,
                 event.bytes);
}

static void writeEvent(std::FILE *file, const TimelineEvent &entry,
                       std::size_t id) {
  const PhaseEvent &event = entry.event;
  if (event.phase == Phase::Step || event.phase == Phase::Receive) {
    writeOverlapping(file, entry, id);
    return;
  }
  if (event.phase == Phase::Stage) {
    std::fprintf(file,
                 ",\n{\"name\":\"stage %" PRId64
                 "\",\"cat\":\"stage\",\"ph\":\"X\",\"ts\":%.3f,"
                 "\"dur\":%.3f,\"pid\":0,\"tid\":%d,"
                 "\"args\":{\"item\":%" PRId64 "}}",
                 event.step, event.begin * 1e6, (event.end - event.begin) * 1e6,
                 entry.worldRank, event.bytes);
    return;
  }
  std::fprintf(file,
               ",\n{\"name\":\"%s\",\"cat\":\"redist\",\"ph\":\"X\","
               "\"ts\":%.3f,\"dur\":%.3f,\"pid\":0,\"tid\":%d,"
               "\"args\":{\"step\":%" PRId64 ",\"bytes\":%" PRId64 "}}",
               phaseName(event.phase), event.begin * 1e6,
               (event.end - event.begin) * 1e6, entry.worldRank, event.step,
               event.bytes);
}

void writeTimeline(const std::string &path, const std::string &title,
                   std::span<const TimelineEvent> timeline) {
  std::FILE *const file = std::fopen(path.c_str(), "w");
  if (!file) {
    std::fprintf(stderr, "redist: cannot write the trace file '%s'\n",
                 path.c_str());
    return;
  }
  std::fprintf(file,
               "[{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":0,"
               "\"args\":{\"name\":\"redist: %s\"}}",
               title.c_str());
  std::vector<bool> named;
  for (const TimelineEvent &entry : timeline) {
    const auto rank = static_cast<std::size_t>(entry.worldRank);
    if (named.size() <= rank)
      named.resize(rank + 1, false);
    if (named[rank])
      continue;
    named[rank] = true;
    std::fprintf(file,
                 ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":0,"
                 "\"tid\":%d,\"args\":{\"name\":\"rank %d\"}}",
                 entry.worldRank, entry.worldRank);
  }
  for (std::size_t i = 0; i < timeline.size(); ++i)
    writeEvent(file, timeline[i], i);
  std::fprintf(file, "\n]\n");
  const bool isWritten = std::ferror(file) == 0;
  if (std::fclose(file) != 0 || !isWritten)
    std::fprintf(stderr, "redist: cannot write all of the trace file '%s'\n",
                 path.c_str());
}

} // namespace redist::runtime
