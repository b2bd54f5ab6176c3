//===- ElementTypes.h - HDF5 types of C++ types ----------------*- C++ -*-===//
//
// Room Hdf5. Comes in: a description of the elements of an array (hdf5.h). Goes
// out: HDF5's type of them in memory, which is that of the dataset, too; and
// whether a dataset that anybody wrote has it. Complex numbers are structures
// of r and i, bool is an enumeration of FALSE and TRUE, as in h5py.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_HDF5_ELEMENTTYPES_H
#define REDIST_RUNTIME_HDF5_ELEMENTTYPES_H

#include "Handle.h"

#include "redist/hdf5.h"

#include <string>

namespace redist::runtime {

/// Not open where HDF5 could not make it, or has none.
Handle makeType(const hdf5::type &);
/// Whether elements are the same but for their byte order and the places of
/// fields in a structure.
bool isSameType(hid_t, hid_t);
/// "float64", "{r: float32, i: float32}", "int8[3]".
std::string textOfType(hid_t);

} // namespace redist::runtime

#endif
