//===- Plan.h - What the generated code will carry -------------*- C++ -*-===//
//
// CheckedRedistribute -> RedistributePlan: for each instance whose P, Q, r, s
// are constants the schedule, encoded for embedding; otherwise the reason why
// the runtime plans. Pure: no Clang, no files. Schedules are verified here in
// debug builds.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_PLAN_PLAN_H
#define REDISTC_PLAN_PLAN_H

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::plan {

/// Why a schedule is not embedded.
enum class DeferralKind {
  None,            ///< it is embedded
  NotConstant,     ///< a parameter is known at run time only
  TooLarge,        ///< more table entries than --max-embedded-entries
  Uninstantiated,  ///< a template nobody instantiates in this file
};

struct EmbeddedSchedule {
  redist::schedule::Redistribution redistribution;
  std::vector<std::uint32_t> words; ///< Embedding.h
  std::int64_t stepCount = 0;
  std::int64_t minimumSteps = 0;
  std::int64_t totalCost = 0;
  std::int64_t costLowerBound = 0;
  std::int64_t superblock = 0;
  bool provedOptimal = false;
  std::string method;
};

/// The outcome for one instance, for remarks and the comment.
struct InstancePlan {
  std::string context;
  DeferralKind deferral = DeferralKind::None;
  std::string reason;      ///< names the parameter or the limit; for people
  int embedded = -1;       ///< index into RedistributePlan::embedded
};

struct RedistributePlan {
  CheckedRedistribute directive;
  std::vector<EmbeddedSchedule> embedded; ///< without duplicates
  std::vector<InstancePlan> instances;    ///< as directive.instances
};

struct PlanOptions {
  std::int64_t maxEmbeddedEntries = 65536;
  const redist::schedule::ExactSolver *exactSolver = nullptr;
};

/// Error: the schedule library refuses the constants (strategy not for this
/// case, product too large); Sema has already rejected all others.
redist::schedule::Result<RedistributePlan>
planRedistribute(const CheckedRedistribute &, const PlanOptions &);

} // namespace redistc::plan

#endif
