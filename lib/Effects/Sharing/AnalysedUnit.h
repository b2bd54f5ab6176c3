//===- AnalysedUnit.h - A translation unit and its code --------*- C++ -*-===//
//
// Private to the Effects room: Clang's code of a translation unit with marks at
// the stages of loops, and the analysis of it.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_SHARING_ANALYSEDUNIT_H
#define REDISTC_LIB_EFFECTS_SHARING_ANALYSEDUNIT_H

#include "Program/Accesses.h"

#include "clang/Sema/Sema.h"

namespace redistc::effects {

/// The code of a translation unit, analysed.
struct AnalysedUnit {
  AnalysedUnit(clang::Sema &sema, const CodeEvents &events,
               const std::vector<StagedLoop> &loops, bool isWide = false)
      : unit(lower(sema, events, loops)),
        program(sema.getASTContext(), unit, loops, isWide), touched(program),
        statics(program) {
    if (unit.module)
      program.analyse();
  }
  bool isKnown() const { return unit.module && program.isComplete(); }

  LoweredUnit unit;
  Program program;
  TouchedObjects touched;
  StaticInitialisers statics;
};

} // namespace redistc::effects

#endif
