//===- CodeFacts.h - What generated code tells of stages -------*- C++ -*-===//
//
// Private to the Sema room: the answers of the Effects room to doubts that the
// text of a pipeline leaves, with which it is planned again.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_ACCESSES_CODEFACTS_H
#define REDISTC_LIB_SEMA_PIPELINE_ACCESSES_CODEFACTS_H

#include "redistc/Effects/Sharing.h"

#include <vector>

namespace redistc::sema {

/// What generated code tells of a translation unit's stages.
struct CodeFacts {
  std::vector<effects::FoundUse> uses;   ///< that the text does not show
  std::vector<effects::FoundUse> denied; ///< that the text seems to show
  /// Variables of items that refer to static memory.
  std::vector<effects::StaticHandle> handles;
  /// Whether doubts are conflicts: the code has been asked.
  bool isAsked = false;
};

} // namespace redistc::sema

#endif
