//===- Parcels.h - Numbers for every rank, and from every rank -*- C++ -*-===//
//
// The exchanges by which ranks find out who has which element: a list of
// triples for each rank, all of them at once. Most have small numbers, and the
// third is a length of 1: they travel as two or three words of 32 bits.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_PARCELS_H
#define REDIST_RUNTIME_OWNERS_PARCELS_H

#include <mpi.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace redist::runtime {

using Triple = std::array<std::int64_t, 3>;

/// Triples by rank of a communicator.
class Parcels {
public:
  /// Calls fill(add) twice, with add(rank, triple), in the same order: to count
  /// them, and to take them. Those of a rank keep their order.
  template <typename Fill> Parcels(int ranks, Fill fill);

  std::span<const Triple> of(int rank) const {
    const auto i = static_cast<std::size_t>(rank);
    return {all.get() + begins[i], begins[i + 1] - begins[i]};
  }
  /// All that others have for this rank, by sender. Collective.
  Parcels exchanged(MPI_Comm comm) const;

private:
  Parcels() = default;
  int wordsOf(int rank) const;

  std::unique_ptr<Triple[]> all;   ///< not cleared before it is filled
  std::vector<std::size_t> begins; ///< by rank, and the end
};

template <typename Fill>
Parcels::Parcels(int ranks, Fill fill)
    : begins(static_cast<std::size_t>(ranks) + 1, 0) {
  fill([&](int rank, const Triple &) {
    ++begins[static_cast<std::size_t>(rank) + 1];
  });
  for (std::size_t i = 1; i < begins.size(); ++i)
    begins[i] += begins[i - 1];
  all = std::make_unique_for_overwrite<Triple[]>(begins.back());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  fill([&](int rank, const Triple &triple) {
    all[next[static_cast<std::size_t>(rank)]++] = triple;
  });
}

} // namespace redist::runtime

#endif
