//===- Descriptor.cpp - Array descriptors of ScaLAPACK --------------------===//
#include "Descriptor.h"

namespace redist::scalapack {

/// Behind the extents, type 2 has the two sizes of the first blocks.
static Descriptor read(const int *entries, bool hasFirstBlocks) {
  Descriptor result;
  result.type = entries[0];
  result.context = entries[1];
  result.hasFirstBlocks = hasFirstBlocks;
  const int *const blocks = entries + (hasFirstBlocks ? 6 : 4);
  result.rows = {entries[2], entries[4], blocks[0], blocks[2]};
  result.columns = {entries[3], entries[5], blocks[1], blocks[3]};
  result.leadingDimension = blocks[4];
  return result;
}

Descriptor readShortDescriptor(const int *entries) {
  return read(entries, false);
}

Descriptor readDescriptor(const int *entries) {
  return read(entries, entries[0] == Descriptor::blockCyclicWithFirstBlocks);
}

int Descriptor::placeOf(DescriptorEntry entry) const {
  const int place = static_cast<int>(entry) + 1;
  // In nine entries the only blocks are where the other kind has the first.
  return !hasFirstBlocks && entry >= DescriptorEntry::RowBlock ? place - 2
                                                               : place;
}

} // namespace redist::scalapack
