//===- WithoutCbc.cpp - No integer programs ---------------------*- C++ -*-===//
//
// Stands for LinearModel.cpp and the programs that use it where there is no CBC
// (WebAssembly). Certificates, sweeps and bounds of this room are found as
// ever; where a program would have to decide, SolverMissing is thrown.
//
//===----------------------------------------------------------------------===//
#include "redistc/Exact/SolverMissing.h"

#include "ExactBound.h"
#include "MappingProgram.h"
#include "ProfileProgram.h"
#include "ShareProgram.h"

/// Of CLP; none is ever made.
class OsiClpSolverInterface {};

namespace redistc::exact {

using redist::schedule::PipelineInstance;

MappingProgram::MappingProgram(const PipelineInstance &given, std::int64_t)
    : instance(given) {
  throw SolverMissing();
}
MappingProgramAnswer MappingProgram::solve(std::int64_t) {
  throw SolverMissing();
}

ProfileProgram::ProfileProgram(const LevelProblem &given, const Cumulated &,
                               std::int64_t)
    : problem(given) {
  throw SolverMissing();
}
ProfileProgram::~ProfileProgram() = default;
void ProfileProgram::build() { throw SolverMissing(); }
ProgramAnswer ProfileProgram::solve(const ProfileRange &, const Deadline &) {
  throw SolverMissing();
}
std::optional<Shares> ProfileProgram::shares(const Cumulated &) const {
  throw SolverMissing();
}
Cumulated reachableUpTo(const LevelProblem &, const Cumulated &, std::int64_t) {
  throw SolverMissing();
}

std::optional<Shares> sharesByProgram(const LevelProblem &, const Cumulated &,
                                      const Deadline &) {
  throw SolverMissing();
}

} // namespace redistc::exact
