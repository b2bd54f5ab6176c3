//===- Region.h - Notifies profilers of directives -------------*- C++ -*-===//
//
// A directive is in progress from construction to destruction: profilers are
// notified (redist/Region.h), and the progress line names it (ProgressLine.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRACE_REGION_H
#define REDIST_RUNTIME_TRACE_REGION_H

#include "Trace/ProgressLine.h"

namespace redist::runtime {

class Region {
public:
  /// `noun`: what the terminal shows; null: nothing.
  Region(const char *usedKind, const char *usedFile, int usedLine,
         const char *noun);
  Region(const Region &) = delete;
  Region &operator=(const Region &) = delete;
  ~Region();

  /// Null where no line is written.
  WatchedCall *watched() { return isWatched ? &call : nullptr; }

private:
  const char *kind, *file;
  int line;
  WatchedCall call;
  bool isWatched = false;
};

} // namespace redist::runtime

#endif
