//===- States.h - What stages keep -----------------------------*- C++ -*-===//
//
// Private to the Sema room: what one stage writes from outside the loop is its
// state. It comes to every rank after the loop where it has a name there and a
// type that travels; else a stage that has it stays on its rank.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_FLOW_STATES_H
#define REDISTC_LIB_SEMA_PIPELINE_FLOW_STATES_H

#include "Pipeline/Flow/Conflicts.h"

namespace redistc::sema {

/// A state that no other rank gets.
struct StayingState {
  ObjectId object;
  std::size_t stage;
  clang::SourceLocation write;
};

struct StageStates {
  std::vector<plan::StateVariable> all;
  std::vector<effects::BroughtState> brought;
  std::vector<StayingState> staying;
};

/// Warns of states that other code will look for on every rank.
StageStates findStates(LoopContext &, const ItemObjects &, const LoopAccesses &,
                       const HeaderEvaluation &, const SharedObjects &);

/// The first write of what is a stage's state; null where it has none.
const Access *firstStateOf(const LoopContext &, const LoopAccesses &,
                           const HeaderEvaluation &, const SharedObjects &,
                           std::size_t stage);

/// Whether a stage may have another rank in the next execution of the loop.
struct Mobility {
  std::string reason; ///< why not; empty where it may
};
std::vector<Mobility> findMobility(LoopContext &, const LoopAccesses &,
                                   const HeaderEvaluation &,
                                   const SharedObjects &, const StageStates &);

effects::BroughtState broughtOf(const LoopContext &, const Object &);

/// Warnings of a state that stays where it is, though other functions may use
/// it: data (`type`), elements of a pointer, and what no name leads to.
void warnLostData(const LoopContext &, const plan::StateVariable &, ObjectId,
                  const Access &write, clang::QualType type);
void warnLostElements(const LoopContext &, const Object &, std::size_t stage,
                      const Access &write);
void warnNoName(const LoopContext &, const plan::StateVariable &,
                const Object &, const Access &write);

/// Warns of states that other ranks may need in the next execution, as `clause`
/// is not constant.
void warnMayMove(const LoopContext &, const StageStates &,
                 const std::string &clause);

} // namespace redistc::sema

#endif
