//===- MakeMapping.h - Mappings of minimum period --------------*- C++ -*-===//
//
// Room Schedule. Instance and kind of mapping -> the mapping, its cost, and a
// lower bound on the period of all mappings of that kind.
//
//   one_to_one  every stage alone on a processor (p >= n)
//   interval    exact where that is quick, else the best found
//   exact       exact, however long it takes
//   h1a ... h7b the heuristics of Benoit and Robert, section 4
//   auto        exact within a fixed amount of work (some 50 ms), else the
//               best of what is proved within one percent (some 0.5 s), all
//               heuristics and local search; dealt stages
//
// Where links differ, no two processors of a mapping can change places so that
// its latency becomes less and its period no longer (within an amount of work).
//
// Nothing depends on time: amounts of work are counted, so that every rank and
// the compiler find the same mapping.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_PIPELINE_MAKEMAPPING_H
#define REDISTSCHEDULE_PIPELINE_MAKEMAPPING_H

#include "redistSchedule/Pipeline/Mapping.h"

#include <string_view>

namespace redist::schedule {

/// In the order of the names of `mapping`.
enum class MappingKind {
  Auto,
  OneToOne,
  Interval,
  Exact,
  H1a,
  H1b,
  H2,
  H3,
  H4,
  H5,
  H6,
  H7a,
  H7b,
};
std::string_view nameOf(MappingKind);
std::optional<MappingKind> mappingNamed(std::string_view);

struct MadeMapping {
  Mapping mapping;
  MappingCost cost;
  std::int64_t periodBound = 0; ///< ticks; no mapping of the kind is below it
  bool isOptimal = false;       ///< proved: least period
  std::string method;           ///< for people: "label setting", "H6, ..."
};

/// Implemented by lib/Exact; handed to makeMapping by those who link it. For
/// platforms with different links, where the subset method is too large.
class ExactMapper {
public:
  virtual ~ExactMapper() = default;
  /// An interval mapping of least period and the bound that proves it;
  /// std::nullopt where limits were reached before any was found.
  virtual std::optional<MadeMapping>
  intervalMapping(const PipelineInstance &) const = 0;
};

struct MappingOptions {
  const ExactMapper *exactMapper = nullptr;
  /// Elementary operations that Auto and Interval may spend on proofs; 0: the
  /// default, some 50 ms, and up to a second where that leaves more than one
  /// percent between mapping and bound. Exact spends what it takes.
  std::int64_t workLimit = 0;
};

/// Errors: StrategyNotForCase (one_to_one with fewer processors than stages,
/// heuristics with different links), NoMapping.
Result<MadeMapping> makeMapping(const PipelineInstance &, MappingKind,
                                const MappingOptions & = {});

/// Mappings of which none is better in both period and latency, by increasing
/// period. Exact for platforms with equal links up to some 20 stages.
Result<std::vector<MadeMapping>> paretoMappings(const PipelineInstance &,
                                                const MappingOptions & = {});

} // namespace redist::schedule

#endif
