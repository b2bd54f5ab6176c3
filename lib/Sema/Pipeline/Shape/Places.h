//===- Places.h - Edit positions in a pipeline's loop ----------*- C++ -*-===//
//
// Private to the Sema room: maps the loop's syntax tree to offsets in the main
// file. Code from a macro or another file has no offset: an error.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_SHAPE_PLACES_H
#define REDISTC_LIB_SEMA_PIPELINE_SHAPE_PLACES_H

#include "Pipeline/Shape/LoopShape.h"

#include "redistc/Plan/CheckedDirective.h"

#include "clang/AST/Decl.h"

namespace redistc::sema {

/// Fills all of `loop` but its `header`, which is known. `firstOnly`: variables
/// of the item whose initialisers the rank of stage 1 alone evaluates.
void findPlaces(InstanceContext &, const PipelineShape &,
                llvm::ArrayRef<const clang::VarDecl *> firstOnly,
                plan::PipelineLoop &loop);

} // namespace redistc::sema

#endif
