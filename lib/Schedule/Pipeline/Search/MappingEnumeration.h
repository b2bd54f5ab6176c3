//===- MappingEnumeration.h - Enumeration of interval mappings -*- C++ -*-===//
//
// Private to lib/Schedule. Branch and bound over intervals and the processors
// they are dealt to, for the cases whose period is no maximum over intervals:
// one port for both ends, and dealt intervals whose links differ. Equal
// processors are tried once where links are equal; where they are not, also
// the order counts in which items are dealt.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_MAPPINGENUMERATION_H
#define REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_MAPPINGENUMERATION_H

#include "Pipeline/Mapping/CycleTimes.h"

namespace redist::schedule {

struct EnumerationAnswer {
  std::optional<Mapping> mapping; ///< better than what was known
  bool isComplete = false;        ///< nothing better exists
  std::int64_t work = 0;
};

/// `known`: only what is better counts; absent: everything. Stops at a period
/// of `bound`, since none is below it, and after `work`.
EnumerationAnswer enumerateMappings(const PipelineInstance &,
                                    std::optional<TickRatio> known,
                                    TickRatio bound, std::int64_t work);

} // namespace redist::schedule

#endif
