//===- OpenedFiles.h - Files that every rank opens -------------*- C++ -*-===//
//
// Private to the Sema room: warns of files that are opened before a pipeline.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_SHAPE_OPENEDFILES_H
#define REDISTC_LIB_SEMA_PIPELINE_SHAPE_OPENEDFILES_H

#include "Pipeline/Shape/LoopShape.h"

namespace redistc::sema {

/// Behind `-Wno-`, it turns the warning off.
inline constexpr char openedByAllName[] = "redist-opened-by-all";

/// Warns of files that the function opens for writing before the loop, on every
/// rank, and uses in it or behind it.
void warnOfOpenedFiles(InstanceContext &, const PipelineShape &,
                       const clang::FunctionDecl *function);

} // namespace redistc::sema

#endif
