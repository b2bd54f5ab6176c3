//===- DatasetFile.h - One dataset of an open file -------------*- C++ -*-===//
//
// Room Hdf5. An HDF5 file that all ranks have open, and the one dataset in it
// that a call reads or writes. Comes in: blocks of an array as boxes. Goes out:
// an error of this rank, as text that names file and dataset; the caller makes
// all ranks agree on it. A dataset that is written has no name before link().
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_HDF5_DATASETFILE_H
#define REDIST_RUNTIME_HDF5_DATASETFILE_H

#include "Handle.h"

#include "redist/detail/array/ArrayShape.h"

#include <mpi.h>

#include <string>

namespace redist::runtime {

/// Where a block lies in the dataset.
struct Box {
  detail::array_shape::numbers lower, extents;
};

/// Each function that is not const does nothing where an earlier one has failed
/// on this rank; all are collective but for read() and write().
class DatasetFile {
public:
  /// `path` is what errors call the file; `member` is who was at work.
  DatasetFile(MPI_Comm communicator, std::string path, std::string dataset,
              const char *member);

  enum class Access { create, change, read };
  /// `place`: of the file itself, which is there, and empty for `create`.
  /// Throws redist::error on every rank where one cannot open it.
  void open(const std::string &place, Access);
  /// A new dataset with the attributes.
  void create(hid_t type, const detail::array_shape &);
  void addText(const char *attribute, const std::string &value);
  /// The dataset that is there; its type and extents are to be these.
  void find(hid_t type, const detail::array_shape &);
  /// Gives what has been created its name, instead of what had it.
  void link();
  /// Whatever has failed.
  void close();

  void write(hid_t type, const Box &, const void *elements);
  void read(hid_t type, const Box &, void *elements);

  /// Throws what any rank has found wrong, on all of them. Collective.
  void agree() const;

private:
  bool isWell() const { return found.empty(); }
  void requireAllOrNone();
  /// "cannot <what> dataset '...' of '...': <reason>", where `code` says so.
  void check(long long code, const char *what);
  void complain(const std::string &what);
  /// Whether something has the name; complains where a dataset could not.
  bool hasName();
  /// Elements of the box in the dataset, and in memory; not open where there
  /// are none.
  std::pair<Handle, Handle> spacesOf(const Box &);
  /// Calls part(space in memory, space of the dataset, first byte), in parts.
  template <typename Transfer>
  void transfer(hid_t type, const Box &, const char *what, Transfer part);

  MPI_Comm talk;
  std::string path, name, found;
  const char *caller;
  std::size_t dimensions = 0;
  Handle file, dataset;
};

} // namespace redist::runtime

#endif
