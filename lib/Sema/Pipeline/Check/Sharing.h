//===- Sharing.h - Forbidden sharing between stages ------------*- C++ -*-===//
//
// Private to the Sema room: reports findings of the Effects room in the code
// generated for pipelines that the other checks have accepted.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_CHECK_SHARING_H
#define REDISTC_LIB_SEMA_PIPELINE_CHECK_SHARING_H

#include "Pipeline/Accesses/CodeFacts.h"

#include "redistc/Effects/Sharing.h"
#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// The pipelines of a translation unit.
struct StagedPipelines {
  std::vector<effects::StagedLoop> loops;
  CodeFacts facts;
};

/// False where the findings tell nothing new.
bool addFoundUses(const std::vector<effects::Finding> &, CodeFacts &);

/// Errors; stages that must not move are marked in `checked`.
void reportSharing(clang::Sema &, const std::vector<effects::Finding> &,
                   const std::vector<effects::StagedLoop> &,
                   std::vector<plan::CheckedDirective> &checked);

} // namespace redistc::sema

#endif
