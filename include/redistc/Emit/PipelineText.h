//===- PipelineText.h - A pipeline's plan as C++ text ----------*- C++ -*-===//
//
// A plan -> the pieces of C++17 that are put into the user's loop, which stays
// where it is. Pure text: knows no source manager. What each piece is for, and
// what becomes of an example, stands in include/redist/Pipeline.h. A stage's
// statement gets braces, so that its own `else` and indentation are no matter.
//
//     {                                                  opening, in place of
//       ...                                              `#pragma pipeline`
//       try {
//         redistRun.start();
//         if (redistRun.verifies()) {...}
//     for (...) { redistItem...;                         itemBegin
//       std::string line;
//       if (redistItem.verifies()) {...} if (redistItem.runs(1)) {
//       line = next();                                   stages[0], in place
//                                                        of its directive
//       } redistItem.pass(1, line); if (redistItem.runs(2)) {
//       write(line);
//     } redistItem.ends(line); }                         itemEnd, before '}'
//       } catch (...) { redistRun.fail(); } redistRun.finish();
//     }                                                  closing
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_EMIT_PIPELINETEXT_H
#define REDISTC_EMIT_PIPELINETEXT_H

#include "redistc/Emit/BlockText.h"

#include <string>
#include <string_view>
#include <vector>

namespace redistc::emit {

/// What stands before and after a piece of the user's text.
struct Wrapping {
  std::string before, after;
};

/// Only opening and closing have lines of their own.
struct PipelineText {
  std::string opening, closing; ///< without a line end after them
  std::string itemBegin, itemEnd;
  std::vector<std::string> stages; ///< one for each, on one line
  /// Of a header that the rank of stage 1 alone evaluates.
  Wrapping condition, increment;
  Wrapping declared; ///< the initialiser of what the condition declares
  std::vector<Wrapping> initialisers; ///< as PipelineLoop::initialisers
};

/// `region`: the user's text from the directive to the end of the loop, whose
/// names no name of the pieces may hide. `isNested`: inside another pipeline's
/// region, whose names are not to be hidden either.
PipelineText pipelineText(const plan::PipelinePlan &, const BlockPlace &,
                          std::string_view region, bool isNested);

} // namespace redistc::emit

#endif
