//===- Timeline.cpp - Output of REDIST_TRACE ------------------------------===//
#include "Trace/Timeline.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <tuple>

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
  case Phase::Directive:
    return "directive";
  case Phase::Full:
    return "timeline full";
  }
  return "";
}

/// Rows of a rank. Operators are called on a thread of their own, and what was
/// started goes on on another one; viewers drop or cut spans of a row that
/// overlap.
enum Row { directiveRow, startedRow, combineRow };
constexpr const char *rowNames[] = {"directives", "nowait", "combines"};
constexpr int rowCount = 3;

static Row rowOf(const PhaseEvent &event) {
  if (event.phase == Phase::Combine)
    return combineRow;
  return event.isStarted ? startedRow : directiveRow;
}

/// Viewers want numbers that no two rows of all ranks share.
static int threadOf(int worldRank, Row row) {
  return rowCount * worldRank + row;
}

static std::string quoted(const std::string &text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      all += '\\';
    // No viewer shows them, and none may stand in JSON.
    all += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return all + '"';
}

/// With a point, whatever the user's locale is: JSON has no other.
static std::string microseconds(double seconds) {
  constexpr long long nanoseconds = 1000;
  const long long all = std::llround(seconds * 1e9);
  char text[48];
  std::snprintf(text, sizeof text, "%lld.%03lld", all / nanoseconds,
                all % nanoseconds);
  return text;
}

/// "reduce app.cpp:12": of a long path the last part.
static std::string titleOf(const DirectiveName &directive) {
  if (directive.place.empty())
    return directive.kind;
  return directive.kind + ' ' +
         directive.place.substr(directive.place.find_last_of('/') + 1);
}

/// "stage 2", or "stages 2-3" of items that have run these one after the other.
static std::string stageName(const PhaseEvent &event) {
  if (event.last <= event.step)
    return "stage " + std::to_string(event.step);
  return "stages " + std::to_string(event.step) + '-' +
         std::to_string(event.last);
}

/// Writes events one by one: a comma before each but the first.
class EventWriter {
public:
  EventWriter(std::FILE *used, std::span<const DirectiveName> directives)
      : file(used) {
    for (const DirectiveName &directive : directives) {
      titles.push_back(quoted(titleOf(directive)));
      places.push_back(directive.place.empty() ? "" : quoted(directive.place));
    }
  }

  void nameRank(const std::string &title, int rank, int node);
  void nameRow(int rank, Row row);
  /// With times in seconds, of the process `rank`.
  void write(const PhaseEvent &event, int rank);

private:
  void begin() {
    std::fputs(separator, file);
    separator = ",\n";
  }
  void writePlace(const PhaseEvent &event, int rank);
  void writeOverlapping(const PhaseEvent &event, int rank);
  void writeSpan(const PhaseEvent &event, int rank);
  void writeFull(const PhaseEvent &event, int rank);
  void writeArguments(const PhaseEvent &event);
  std::string nameOf(const PhaseEvent &event) const;

  std::FILE *file;
  const char *separator = "";
  std::vector<std::string> titles, places; ///< by directive, quoted
  std::size_t overlapping = 0;             ///< of these so many were written
};

/// A rank is a process. By names alone, rank 10 would come before rank 2.
void EventWriter::nameRank(const std::string &title, int rank, int node) {
  const std::string label =
      node < 0 ? title : title + ", node " + std::to_string(node);
  begin();
  std::fprintf(file,
               "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,"
               "\"args\":{\"name\":\"rank %d\"}},\n"
               "{\"name\":\"process_labels\",\"ph\":\"M\",\"pid\":%d,"
               "\"args\":{\"labels\":\"redist: %s\"}},\n"
               "{\"name\":\"process_sort_index\",\"ph\":\"M\",\"pid\":%d,"
               "\"args\":{\"sort_index\":%d}}",
               rank, rank, rank, label.c_str(), rank, rank);
}

void EventWriter::nameRow(int rank, Row row) {
  const int thread = threadOf(rank, row);
  begin();
  std::fprintf(file,
               "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,"
               "\"tid\":%d,\"args\":{\"name\":\"%s\"}},\n"
               "{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":%d,"
               "\"tid\":%d,\"args\":{\"sort_index\":%d}}",
               rank, thread, rowNames[row], rank, thread, row);
}

void EventWriter::writePlace(const PhaseEvent &event, int rank) {
  std::fprintf(file, "\"pid\":%d,\"tid\":%d", rank,
               threadOf(rank, rowOf(event)));
}

std::string EventWriter::nameOf(const PhaseEvent &event) const {
  switch (event.phase) {
  case Phase::Directive:
    return titles[static_cast<std::size_t>(event.directive)];
  case Phase::Stage:
    return quoted(stageName(event));
  case Phase::Step:
    return quoted("step " + std::to_string(event.step));
  case Phase::Receive:
    return quoted("receive from rank " + std::to_string(event.step));
  default:
    return quoted(phaseName(event.phase));
  }
}

static const char *categoryOf(Phase phase) {
  switch (phase) {
  case Phase::Directive:
    return "directive";
  case Phase::Stage:
    return "stage";
  case Phase::Step:
    return "step";
  case Phase::Receive:
    return "transfer";
  default:
    return "redist";
  }
}

/// What is not known of an event is left out.
void EventWriter::writeArguments(const PhaseEvent &event) {
  const char *comma = "";
  const auto add = [&](const char *name, std::int64_t value) {
    std::fprintf(file, "%s\"%s\":%" PRId64, comma, name, value);
    comma = ",";
  };
  std::fputs(",\"args\":{", file);
  if (event.phase == Phase::Full)
    add("left out", event.bytes);
  else if (event.phase == Phase::Stage)
    add("item", event.bytes);
  else if (event.step >= 0 && event.phase != Phase::Receive)
    add("step", event.step);
  if (event.phase != Phase::Stage && event.phase != Phase::Full &&
      event.bytes > 0)
    add("bytes", event.bytes);
  if (event.items > 1)
    add(event.phase == Phase::Directive ? "calls" : "items", event.items);
  if (event.directive >= 0) {
    const std::string &place =
        places[static_cast<std::size_t>(event.directive)];
    if (!place.empty())
      std::fprintf(file, "%s\"directive\":%s", comma, place.c_str());
  }
  std::fputs("}}", file);
}

/// Steps, messages under way and what was started overlap: those are begin and
/// end events, which viewers show above the rows of their process. A plain `id`
/// would be one of all processes, and have Perfetto put all ranks together.
void EventWriter::writeOverlapping(const PhaseEvent &event, int rank) {
  const std::string name = nameOf(event);
  for (const bool isBegin : {true, false}) {
    begin();
    std::fprintf(file,
                 "{\"name\":%s,\"cat\":\"%s\",\"ph\":\"%s\",\"id2\":{\"local\":"
                 "\"0x%zx\"},"
                 "\"ts\":%s,",
                 name.c_str(), categoryOf(event.phase), isBegin ? "b" : "e",
                 overlapping,
                 microseconds(isBegin ? event.begin : event.end).c_str());
    writePlace(event, rank);
    writeArguments(event);
  }
  ++overlapping;
}

void EventWriter::writeSpan(const PhaseEvent &event, int rank) {
  begin();
  std::fprintf(file, "{\"name\":%s,\"cat\":\"%s\"", nameOf(event).c_str(),
               categoryOf(event.phase));
  if (event.phase == Phase::Wait) // not to look like work
    std::fputs(",\"cname\":\"grey\"", file);
  std::fprintf(file, ",\"ph\":\"X\",\"ts\":%s,\"dur\":%s,",
               microseconds(event.begin).c_str(),
               microseconds(event.end - event.begin).c_str());
  writePlace(event, rank);
  writeArguments(event);
}

/// No more of this rank from here on.
void EventWriter::writeFull(const PhaseEvent &event, int rank) {
  begin();
  std::fprintf(file,
               "{\"name\":%s,\"cat\":\"redist\",\"ph\":\"i\",\"s\":\"p\","
               "\"ts\":%s,",
               nameOf(event).c_str(), microseconds(event.begin).c_str());
  writePlace(event, rank);
  writeArguments(event);
}

void EventWriter::write(const PhaseEvent &event, int rank) {
  const Phase phase = event.phase;
  if (phase == Phase::Step || phase == Phase::Receive ||
      (phase == Phase::Directive && event.isStarted))
    writeOverlapping(event, rank);
  else if (phase == Phase::Full)
    writeFull(event, rank);
  else
    writeSpan(event, rank);
}

std::int32_t Timeline::numberOf(const DirectiveName &directive) {
  const auto found = std::find(directives.begin(), directives.end(), directive);
  const auto number = static_cast<std::int32_t>(found - directives.begin());
  if (found == directives.end())
    directives.push_back(directive);
  return number;
}

std::vector<Timeline::Entry> Timeline::inTime() const {
  std::vector<Entry> sorted = entries;
  for (Entry &entry : sorted) {
    const RankClock &clock = clocks[entry.rank];
    for (double *const time : {&entry.event.begin, &entry.event.end})
      *time = *time * clock.scale - clock.shift;
  }
  const auto keyOf = [](const Entry &entry) {
    return std::tuple(entry.rank, entry.event.begin, -entry.event.end,
                      entry.event.phase != Phase::Directive);
  };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Entry &left, const Entry &right) {
                     return keyOf(left) < keyOf(right);
                   });
  return sorted;
}

/// A pipe that nobody reads would be waited for for ever: that is an error.
static std::FILE *openForWriting(const std::string &path) {
  const int descriptor =
      open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC,
           0666);
  if (descriptor < 0)
    return nullptr;
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return fdopen(descriptor, "w");
}

void Timeline::write(const std::string &path, const std::string &title) const {
  std::FILE *const file = openForWriting(path);
  if (!file) {
    std::fprintf(
        stderr, "redist: cannot write the trace file '%s': %s\n", path.c_str(),
        errno == ENXIO ? "nobody reads this pipe" : std::strerror(errno));
    return;
  }
  std::map<std::size_t, std::set<Row>> rows;
  for (const Entry &entry : entries)
    rows[entry.rank].insert(rowOf(entry.event));
  std::fputs("[", file);
  EventWriter writer(file, directives);
  for (const auto &[rank, rowsOfRank] : rows) {
    writer.nameRank(title, clocks[rank].worldRank, clocks[rank].node);
    for (const Row row : rowsOfRank)
      writer.nameRow(clocks[rank].worldRank, row);
  }
  for (const Entry &entry : inTime())
    writer.write(entry.event, clocks[entry.rank].worldRank);
  std::fprintf(file, "\n]\n");
  const bool isWritten = std::ferror(file) == 0;
  if (std::fclose(file) != 0 || !isWritten)
    std::fprintf(stderr, "redist: cannot write all of the trace file '%s'\n",
                 path.c_str());
}

} // namespace redist::runtime
