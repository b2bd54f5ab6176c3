//===- AgreedCalls.cpp - Cache of calls already agreed on -----------------===//
#include "AgreedCalls.h"

#include "../Support/MpiCalls.h"

#include <algorithm>
#include <memory>

namespace redist::scalapack {

using runtime::checkMpi;

static int onContextFreed(MPI_Comm, int, void *attribute, void *) {
  delete static_cast<AgreedCalls *>(attribute);
  return MPI_SUCCESS;
}

static int makeKey() {
  int key = MPI_KEYVAL_INVALID;
  checkMpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, onContextFreed, &key,
                                  nullptr),
           "MPI_Comm_create_keyval");
  return key;
}

AgreedCalls &AgreedCalls::of(MPI_Comm communicator) {
  static const int key = makeKey();
  void *attribute = nullptr;
  int found = 0;
  checkMpi(MPI_Comm_get_attr(communicator, key, static_cast<void *>(&attribute),
                             &found),
           "MPI_Comm_get_attr");
  if (found)
    return *static_cast<AgreedCalls *>(attribute);
  auto made = std::make_unique<AgreedCalls>();
  checkMpi(MPI_Comm_set_attr(communicator, key, made.get()),
           "MPI_Comm_set_attr");
  return *made.release();
}

const RankMap *AgreedCalls::find(const Arguments &arguments) {
  const auto found = std::find(known.begin(), known.end(), arguments);
  if (found == known.end())
    return nullptr;
  known.splice(known.begin(), known, found);
  return &grid;
}

void AgreedCalls::add(const Arguments &arguments, const RankMap &ofContext) {
  // Enough for the loops of a program; one that goes over more submatrices
  // agrees anew on each.
  constexpr std::size_t most = 64;
  if (known.empty())
    grid = ofContext;
  known.push_front(arguments);
  if (known.size() > most)
    known.pop_back();
}

} // namespace redist::scalapack
