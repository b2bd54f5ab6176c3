//===- SiteTable.h - Directives of timeline events -------------*- C++ -*-===//
//
// Comes in: kind and place of each call, every time. Goes out: a small number
// that events carry, and all names as a text that ranks can send. The numbers
// are those of one rank: others may have met the directives in another order.
// Knows no MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRACE_SITETABLE_H
#define REDIST_RUNTIME_TRACE_SITETABLE_H

#include "Trace/Timeline.h"

#include <string>
#include <string_view>
#include <vector>

namespace redist::runtime {

class SiteTable {
public:
  /// Alike for calls of the same kind, file and line. `file`: null, not known;
  /// like `kind` it stays as it is, as literals do.
  std::int32_t numberOf(const char *kind, const char *file, int line);
  /// All of them, by number.
  std::string text() const;
  /// The same read back.
  static std::vector<DirectiveName> read(std::string_view text);

private:
  struct Known {
    std::string kind, file;
    int line;
    const char *givenKind, *givenFile; ///< as they were asked for first
  };
  std::vector<Known> known;
  std::size_t newest = 0; ///< that was asked for: loops ask for it again
};

} // namespace redist::runtime

#endif
