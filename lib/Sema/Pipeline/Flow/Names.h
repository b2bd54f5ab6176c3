//===- Names.h - Names of states before the loop ---------------*- C++ -*-===//
//
// Private to the Sema room: what comes to every rank behind a loop is named
// before it, in code that is not the stage's.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_FLOW_NAMES_H
#define REDISTC_LIB_SEMA_PIPELINE_FLOW_NAMES_H

#include "Pipeline/Accesses/LoopAccesses.h"

namespace redistc::sema {

struct StateName {
  std::string text; ///< for messages, where it cannot be named
  plan::StateForm form = plan::StateForm::Variable;
  bool isNamed = false;
};

/// How the state is named where the pipeline begins.
StateName nameOfState(LoopContext &, const LoopAccesses &, const Object &);

/// An error, and false, where the name that the state has for the other ranks
/// means something else, or is none.
bool checkNameable(const LoopContext &, const Object &, std::size_t stage,
                   const Access &write);

/// The name of what holds the address, where that is enough to find what it
/// refers to before and behind the loop.
StateName nameOfPointee(LoopContext &, const LoopAccesses &, const Object &);

} // namespace redistc::sema

#endif
