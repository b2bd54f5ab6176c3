//===- GridRuleReader.h - The rule of an embedded grid schedule -*- C++ -*-===//
//
// Private to lib/Schedule. The part of decodeGrid() that follows the assignment
// (GridEmbedding.cpp has the format of the words).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PRODUCT_GRIDRULEREADER_H
#define REDIST_LIB_SCHEDULE_PRODUCT_GRIDRULEREADER_H

#include "Product/GridRule.h"
#include "Support/Words.h"

namespace redist::schedule {

/// Null where the words are no rule of the key. Precondition: the key's
/// assignment is canonical, and check() finds nothing wrong with it.
GridRulePointer readGridRule(const GridEmbeddingKey &key, WordReader &reader);

} // namespace redist::schedule

#endif
