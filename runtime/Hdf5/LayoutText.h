//===- LayoutText.h - Layout as text of a directive ------------*- C++ -*-===//
//
// Room Hdf5. "cyclic(64), * onto(4) at(2)", for an attribute of a dataset.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_HDF5_LAYOUTTEXT_H
#define REDIST_RUNTIME_HDF5_LAYOUTTEXT_H

#include "redist/Layout.h"

#include <string>

namespace redist::runtime {

/// Lists of sizes and ranks are "..." where the text had more than 32,768
/// characters: HDF5 has no attributes of more than 64 KB.
std::string textOf(const layout &);

} // namespace redist::runtime

#endif
