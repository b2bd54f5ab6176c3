//===- Plan.h - What the generated code will carry -------------*- C++ -*-===//
//
// CheckedReduce -> ReducePlan: for each instance whose number of ranks, costs
// and limits are constants the tree, encoded for embedding.
// CheckedRedistribute -> RedistributePlan: for each instance whose layouts are
// constants the schedule, encoded for embedding (one for each layout that may
// reach a redist::array); otherwise the reason why the runtime plans. Pure: no
// Clang, no files. Schedules are verified here in debug builds.
// CheckedPipeline -> PipelinePlan: for each instance whose weights, ranks and
// links are constants the mapping, encoded for embedding.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_PLAN_PLAN_H
#define REDISTC_PLAN_PLAN_H

#include "redistc/Plan/CheckedDirective.h"
#include "redistc/Plan/Machine.h"

#include "redistSchedule/Product/GridSchedule.h"
#include "redistSchedule/Reduction/ReductionProgram.h"

#include <map>

namespace redistc::plan {

/// Why a schedule is not embedded.
enum class DeferralKind {
  None,           ///< it is embedded
  NotConstant,    ///< a parameter is known at run time only
  Striped,        ///< parts become copies: the runtime may combine stripes
  TooLarge,       ///< more table entries than --max-embedded-entries
  Uninstantiated, ///< a template nobody instantiates in this file
  NotNeeded,      ///< the strategy has no steps (alltoall, direct)
};

/// Whose messages the numbers of an embedded schedule are about.
enum class ScheduleScope {
  Directive,  ///< all that a schedule depends on is known here
  Superblock, ///< an extent is not: those of one superblock
  Unknown,    ///< who is shared is not, or they cannot be counted: only steps
};

struct EmbeddedSchedule {
  /// What it is made for: canonical.
  redist::schedule::Assignment assignment;
  std::vector<std::uint32_t> words; ///< encode(GridSchedule)
  ScheduleScope scope = ScheduleScope::Directive;
  std::int64_t stepCount = 0;
  std::int64_t minimumSteps = 0;
  std::int64_t totalCost = 0;
  std::int64_t costLowerBound = 0;
  bool provedOptimal = false;
  std::string method;
};

/// The outcome for one instance, for remarks and the comment.
struct InstancePlan {
  std::string context;
  DeferralKind deferral = DeferralKind::None;
  /// Names the parameter or the limit; for people. Beside embedded schedules:
  /// why a layout that may reach a redist::array has none.
  std::string reason;
  /// Indices into RedistributePlan::embedded; several where several constant
  /// layouts reach a redist::array.
  std::vector<int> embedded;
  /// How messages will go by the machine's profile, and why; for people.
  std::string way = {};
};

struct RedistributePlan {
  CheckedRedistribute directive;
  /// Without duplicates; the same words again where they serve other messages.
  std::vector<EmbeddedSchedule> embedded;
  std::vector<InstancePlan> instances; ///< as directive.instances
};

/// A tree that generated code carries.
struct EmbeddedTree {
  redist::schedule::ReductionProblem problem;
  std::vector<std::uint32_t> words; ///< encode(ReductionSchedule)
  double length = 0;                ///< seconds, as are the others
  double lowerBound = 0;            ///< Lemma 5
  double binomial = 0;              ///< what the binomial tree would take,
  bool binomialIsBound = false;     ///< or at most, for very many ranks
  /// Until every rank has the result, and how they get it; nothing where one
  /// rank alone is to have it.
  std::optional<double> everywhere;
  redist::schedule::ReductionForm form = {};
  redist::schedule::ReductionProof proof = {}; ///< that no tree is shorter
  std::string method;
};

struct ReduceInstancePlan {
  std::string context;
  DeferralKind deferral = DeferralKind::None;
  std::string reason; ///< names the parameter or the limit; for people
  int embedded = -1;  ///< index into ReducePlan::embedded
};

struct ReducePlan {
  CheckedReduce directive;
  std::vector<EmbeddedTree> embedded;        ///< without duplicates
  std::vector<ReduceInstancePlan> instances; ///< as directive.instances
};

/// A mapping that generated code carries.
struct EmbeddedMapping {
  redist::schedule::PipelineProblem problem;
  redist::schedule::Mapping mapping;
  std::vector<std::uint32_t> words; ///< encode(problem, mapping)
  double period = 0;                ///< in the unit of work / speed
  double latency = 0;
  double periodBound = 0;
  bool isOptimal = false;
  std::string method;
};

struct PipelineInstancePlan {
  std::string context;
  DeferralKind deferral = DeferralKind::None;
  std::string reason; ///< names the parameter or the limit; for people
  /// Indices into PipelinePlan::embedded: for links that send messages while
  /// ranks work, and for ranks of one node that copy what they send and
  /// receive; -1: none, or none that the strategy finds.
  int embedded = -1, onOneNode = -1;
};

struct PipelinePlan {
  CheckedPipeline directive;
  std::vector<EmbeddedMapping> embedded;       ///< without duplicates
  std::vector<PipelineInstancePlan> instances; ///< as directive.instances
};

struct WaitPlan {
  CheckedWait directive;
};

using DirectivePlan =
    std::variant<RedistributePlan, ReducePlan, PipelinePlan, WaitPlan>;

struct PlanOptions {
  std::int64_t maxEmbeddedEntries = 65536;
  const redist::schedule::ExactSolver *exactSolver = nullptr;
  const redist::schedule::ExactMapper *exactMapper = nullptr;
  const Machine *machine = nullptr; ///< null: no profile
};

/// Plans the directives of one translation unit. Equal constants are planned
/// once, however many directives and instances have them.
class Planner {
public:
  explicit Planner(const PlanOptions &planOptions) : options(planOptions) {}

  /// Error: the schedule library refuses the constants (strategy not for this
  /// case, product too large); Sema has already rejected all others.
  redist::schedule::Result<RedistributePlan> plan(const CheckedRedistribute &);

  redist::schedule::Result<ReducePlan> plan(const CheckedReduce &);

  /// Errors: StrategyNotForCase (the mapping is not for these stages and
  /// ranks), NoMapping (pins, replicas and the latency cannot all be kept).
  redist::schedule::Result<PipelinePlan> plan(const CheckedPipeline &);

private:
  /// A schedule ready for embedding, and what limits look at.
  struct Candidate {
    redist::schedule::GridSchedule made;
    EmbeddedSchedule schedule; ///< without numbers
    std::int64_t tableEntries = 0;
  };
  /// Assignment and strategy as numbers.
  using Key = std::vector<std::int64_t>;

  redist::schedule::Result<InstancePlan> planInstance(const CheckedInstance &,
                                                      RedistributePlan &);
  redist::schedule::Result<InstancePlan> planFrom(const CheckedInstance &,
                                                  const CheckedLayout &from,
                                                  RedistributePlan &);
  InstancePlan planReaching(const CheckedInstance &, RedistributePlan &);
  const redist::schedule::Result<Candidate> &
  candidate(const redist::schedule::Assignment &,
            redist::schedule::StrategyKind);
  redist::schedule::Result<Candidate>
  makeCandidate(const redist::schedule::Assignment &,
                redist::schedule::StrategyKind) const;
  redist::schedule::Result<PipelineInstancePlan>
  planMapping(const PipelineInstanceValues &, PipelinePlan &) const;

  PlanOptions options;
  std::map<Key, redist::schedule::Result<Candidate>> candidates;
};

/// One directive alone: Planner(options).plan(directive).
redist::schedule::Result<RedistributePlan>
planRedistribute(const CheckedRedistribute &, const PlanOptions &);

/// What happened to one instance and why, on one line, for remarks and for the
/// comment in generated code: "schedule embedded: 7 steps, the fewest
/// possible; total cost 15, the least possible (closed form F1)", or "the
/// runtime plans: 'n' is not a constant".
std::string describe(const RedistributePlan &, const InstancePlan &);
/// "tree embedded: 16 ranks, length 0.0173 s, the least possible (bound 0.0124
/// s); the binomial tree takes 0.0204 s" ("without the limit ..." where there
/// is one), or "the runtime plans: ...".
std::string describe(const ReducePlan &, const ReduceInstancePlan &);
/// "mapping embedded: stages 1-2 on rank 0, stage 3 on ranks 1, 2 in turn;
/// period 7, the least possible; latency 15 (label setting)", or "the runtime
/// maps: ...".
std::string describe(const PipelinePlan &, const PipelineInstancePlan &);
/// The same for one embedded schedule or mapping.
std::string describe(const EmbeddedSchedule &);
std::string describe(const EmbeddedMapping &);

/// What people may want to know of one directive, beside its mapping.
struct PlanNote {
  DirectiveId directive = 0;
  std::string text;
};
/// Who evaluates the header, what passes from stage to stage, what is whose
/// state, which stages keep their ranks and why; in the order of the stages.
std::vector<PlanNote> notesOn(const PipelinePlan &);

/// What a schedule is made for, on one line: "CYCLIC(3) on 16 -> CYCLIC(5) on
/// 16, superblock of 240"; dimensions of the target from the first to the last.
std::string describe(const redist::schedule::Assignment &);

/// lcm(P r, Q s) of a regular axis; absent for others, and beyond 62 bits.
std::optional<std::int64_t> superblockOf(const redist::schedule::Axis &);

} // namespace redistc::plan

#endif
