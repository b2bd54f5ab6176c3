//===- ReachingLayouts.h - Layouts that may reach a directive --*- C++ -*-===//
//
// Private to the Sema room: forward data flow over Clang's CFG of one function
// at a time. Comes in: the directives of all functions with their constants.
// Goes out: for each redist::array whose from() is left out the constant
// layouts that may reach it, and an error where from() is given and provably
// wrong.
//
//   redist::array<double, 1> a({n}, L1, comm);   // a: L1
//   for (...) {                                  // a: L1 or L2
//   #pragma redistribute a[n] to(L2)             // reached by L1 and L2
//   }                                            // a: L1 or L2
//
// A layout is lost where it is not constant, and where the array is handed to
// code that may change it. The runtime checks the layout at each execution, so
// that what is not seen here costs a plan and no more.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDISTRIBUTE_REACHINGLAYOUTS_H
#define REDISTC_LIB_SEMA_REDISTRIBUTE_REACHINGLAYOUTS_H

#include "Common/FindDirectives.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// One instance of a checked directive, and where it is in the AST.
struct PlacedInstance {
  const Occurrence *occurrence = nullptr;
  const plan::CheckedRedistribute *directive = nullptr;
  plan::CheckedInstance *instance = nullptr;
};

/// Fills `reaching` of the instances.
void findReachingLayouts(clang::ASTContext &,
                         const directive::DirectiveRecorder &,
                         const std::vector<PlacedInstance> &);

} // namespace redistc::sema

#endif
