//===- PipelineSharing.h - Stages that share what they must not *- C++ -*-===//
//
// Private to the Sema room: reports what the Effects room finds in the code
// that is generated from pipelines which the other checks have accepted.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINESHARING_H
#define REDISTC_LIB_SEMA_PIPELINESHARING_H

#include "redistc/Effects/Sharing.h"
#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// Stages that must not move are marked in `checked`.
void checkSharing(clang::Sema &, const effects::CodeEvents &,
                  const std::vector<effects::StagedLoop> &,
                  std::vector<plan::CheckedDirective> &checked);

} // namespace redistc::sema

#endif
