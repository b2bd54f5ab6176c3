//===- OwnersPeers.h - Other ways from owners to owners --------*- C++ -*-===//
//
// What stands beside a redistribution to or from any owners: messages that are
// packed by hand for MPI_Alltoallv, and PETSc's VecScatter and PetscSF where
// there is PETSc. Each makes a plan from the lists of numbers that this rank
// has and wants, and moves values by it, any number of times.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_REDISTRIBUTE_OWNERSPEERS_H
#define REDIST_BENCHMARK_REDISTRIBUTE_OWNERSPEERS_H

#include <memory>
#include <string>
#include <vector>

namespace bench {

/// One rank's part of a redistribution of `count` elements of some doubles.
struct OwnersProblem {
  int count = 0;
  int doubles = 1;
  /// Numbers of the elements that this rank has, in their order. In blocks:
  /// it has the numbers of its block, ceil(count / ranks), and all ranks know.
  std::vector<int> has;
  bool inBlocks = false;
  std::vector<int> wants; ///< in the order of its target
};

class OwnersPeer {
public:
  virtual ~OwnersPeer() = default;
  virtual std::string name() const = 0;
  /// Forgets the last plan. Collective, as what follows.
  virtual void forget() = 0;
  /// `source` and `target` are those of all moves by it.
  virtual void plan(const OwnersProblem &, const double *source,
                    double *target) = 0;
  virtual void move() = 0;
};

/// What one writes with MPI alone.
std::unique_ptr<OwnersPeer> ownersByHand();

/// VecScatter and PetscSF; none where this program was built without PETSc.
std::vector<std::unique_ptr<OwnersPeer>> ownersByPetsc();

/// Around all use of PETSc, between MPI_Init() and MPI_Finalize().
void beginPetsc();
void endPetsc();

} // namespace bench

#endif
