//===- Region.cpp - Notifies profilers of directives ----------------------===//
#include "Trace/Region.h"

// Not by the public header: who defines them must not define weak symbols.
extern "C" {
[[gnu::weak]] void redist_region_begin(const char *kind, const char *file,
                                       int line);
[[gnu::weak]] void redist_region_end(const char *kind, const char *file,
                                     int line);
}

namespace redist::runtime {

Region::Region(const char *usedKind, const char *usedFile, int usedLine,
               const char *noun)
    : kind(usedKind), file(usedFile ? usedFile : "<unknown>"), line(usedLine) {
  if (redist_region_begin)
    redist_region_begin(kind, file, line);
  ProgressLine *const shown = noun ? ProgressLine::ofProcess() : nullptr;
  if (!shown)
    return;
  call.noun = noun;
  call.file = file;
  call.line = line;
  isWatched = shown->begin(call);
}

Region::~Region() {
  if (isWatched)
    ProgressLine::ofProcess()->end(call);
  if (redist_region_end)
    redist_region_end(kind, file, line);
}

} // namespace redist::runtime
