//===- MappingProgram.h - The integer program of a mapping -----*- C++ -*-===//
//
// Columns and rows of the program that MappingSolver.h describes, and its
// solution. Times are in units of a known period, so that they are near 1.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_MAPPINGPROGRAM_H
#define REDISTC_LIB_EXACT_MAPPINGPROGRAM_H

#include "LinearModel.h"
#include "redistSchedule/Pipeline/Mapping.h"

#include <optional>

namespace redistc::exact {

struct MappingProgramAnswer {
  std::optional<redist::schedule::Mapping> mapping;
  double bound = 0; ///< in units of the known period
};

class MappingProgram {
public:
  /// Only mappings of at most `known` ticks are looked for.
  MappingProgram(const redist::schedule::PipelineInstance &given,
                 std::int64_t known);

  int variables() const { return model.columns(); }
  MappingProgramAnswer solve(std::int64_t maxNodes);

private:
  /// Datum k from u to v, -1: P_in, p: P_out.
  struct Transfer {
    std::int64_t datum;
    std::int32_t from, to;
    int column;
  };

  double inUnits(std::int64_t ticks) const;
  void addStages();
  void addTransfers();
  void addTransfer(std::int64_t datum, std::int32_t from, std::int32_t to);
  void addFlow();
  void addPeriods();
  void addLatency();
  std::optional<redist::schedule::Mapping>
  mappingOf(const double *solution) const;

  const redist::schedule::PipelineInstance &instance;
  double unit;
  std::int64_t known;
  std::int64_t n, p;
  LinearModel model;
  int period = -1;
  std::vector<int> stays; ///< y[k, u]: stages k and k + 1 both on u
  std::vector<Transfer> transfers;
};

} // namespace redistc::exact

#endif
