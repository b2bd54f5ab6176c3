//===- PipelineSharing.h - Stages that share what they must not *- C++ -*-===//
//
// Private to the Sema room: reports what the Effects room finds in the code
// that is generated from pipelines which the other checks have accepted.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINESHARING_H
#define REDISTC_LIB_SEMA_PIPELINESHARING_H

#include "redistc/Effects/Sharing.h"

namespace redistc::sema {

void checkSharing(clang::Sema &, const effects::CodeEvents &,
                  const std::vector<effects::StagedLoop> &);

} // namespace redistc::sema

#endif
