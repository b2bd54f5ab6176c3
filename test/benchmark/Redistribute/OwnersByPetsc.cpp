//===- OwnersByPetsc.cpp - PETSc's VecScatter and PetscSF ------*- C++ -*-===//
//
// The same redistributions by PETSc. Where numbers lie in blocks they are those
// of a Vec, and both ways take them as they are. Where ranks list what they
// have, VecScatter needs the numbers that a Vec would give (an AO), and PetscSF
// pairs both lists itself.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/OwnersPeers.h"

#ifdef REDIST_BENCH_PETSC

#include <petscao.h>
#include <petscsf.h>
#include <petscvec.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace bench;

/// What PETSc cannot do ends the program: no number would mean anything.
static void require(PetscErrorCode code) {
  if (code == 0)
    return;
  std::fprintf(stderr, "bench-owners: PETSc fails with %d\n",
               static_cast<int>(code));
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static PetscInt sizeOf(const std::vector<int> &numbers) {
  return static_cast<PetscInt>(numbers.size());
}

namespace {

class ByVecScatter final : public OwnersPeer {
public:
  std::string name() const override { return "VecScatter"; }
  void forget() override {
    require(VecScatterDestroy(&scatter));
    require(VecDestroy(&from));
    require(VecDestroy(&to));
  }
  void plan(const OwnersProblem &, const double *source,
            double *target) override;
  void move() override {
    require(VecScatterBegin(scatter, from, to, INSERT_VALUES, SCATTER_FORWARD));
    require(VecScatterEnd(scatter, from, to, INSERT_VALUES, SCATTER_FORWARD));
  }

private:
  Vec from = nullptr, to = nullptr;
  VecScatter scatter = nullptr;
};

class BySf final : public OwnersPeer {
public:
  BySf() = default;
  std::string name() const override { return "PetscSF"; }
  void forget() override {
    require(PetscSFDestroy(&sf));
    if (unit != MPI_DATATYPE_NULL)
      MPI_Type_free(&unit);
  }
  void plan(const OwnersProblem &, const double *source,
            double *target) override;
  void move() override {
    require(PetscSFBcastBegin(sf, unit, from, to, MPI_REPLACE));
    require(PetscSFBcastEnd(sf, unit, from, to, MPI_REPLACE));
  }

private:
  PetscSF sf = nullptr;
  MPI_Datatype unit = MPI_DATATYPE_NULL;
  const double *from = nullptr;
  double *to = nullptr;
};

} // namespace

void ByVecScatter::plan(const OwnersProblem &problem, const double *source,
                        double *target) {
  const PetscInt each = problem.doubles, has = sizeOf(problem.has),
                 wants = sizeOf(problem.wants);
  require(VecCreateMPIWithArray(PETSC_COMM_WORLD, each, each * has,
                                each * static_cast<PetscInt>(problem.count),
                                source, &from));
  require(
      VecCreateSeqWithArray(PETSC_COMM_SELF, each, each * wants, target, &to));
  std::vector<PetscInt> numbers(problem.wants.begin(), problem.wants.end());
  if (!problem.inBlocks) {
    AO order = nullptr;
    require(AOCreateMemoryScalable(PETSC_COMM_WORLD, has, problem.has.data(),
                                   nullptr, &order));
    require(AOApplicationToPetsc(order, wants, numbers.data()));
    require(AODestroy(&order));
  }
  IS wanted = nullptr, places = nullptr;
  require(ISCreateBlock(PETSC_COMM_SELF, each, wants, numbers.data(),
                        PETSC_USE_POINTER, &wanted));
  require(ISCreateStride(PETSC_COMM_SELF, each * wants, 0, 1, &places));
  require(VecScatterCreate(from, wanted, to, places, &scatter));
  require(VecScatterSetUp(scatter));
  require(ISDestroy(&wanted));
  require(ISDestroy(&places));
}

void BySf::plan(const OwnersProblem &problem, const double *source,
                double *target) {
  from = source;
  to = target;
  MPI_Type_contiguous(problem.doubles, MPI_DOUBLE, &unit);
  MPI_Type_commit(&unit);
  PetscLayout layout = nullptr;
  require(PetscLayoutCreate(PETSC_COMM_WORLD, &layout));
  if (problem.inBlocks)
    require(PetscLayoutSetLocalSize(layout, sizeOf(problem.has)));
  require(PetscLayoutSetSize(layout, problem.count));
  require(PetscLayoutSetUp(layout));
  if (problem.inBlocks) {
    require(PetscSFCreate(PETSC_COMM_WORLD, &sf));
    require(PetscSFSetGraphLayout(sf, layout, sizeOf(problem.wants), nullptr,
                                  PETSC_OWN_POINTER, problem.wants.data()));
  } else
    require(PetscSFCreateByMatchingIndices(
        layout, sizeOf(problem.has), problem.has.data(), nullptr, 0,
        sizeOf(problem.wants), problem.wants.data(), nullptr, 0, nullptr, &sf));
  require(PetscSFSetUp(sf));
  require(PetscLayoutDestroy(&layout));
}

std::vector<std::unique_ptr<OwnersPeer>> bench::ownersByPetsc() {
  std::vector<std::unique_ptr<OwnersPeer>> made;
  made.push_back(std::make_unique<ByVecScatter>());
  made.push_back(std::make_unique<BySf>());
  return made;
}

void bench::beginPetsc() { require(PetscInitializeNoArguments()); }

void bench::endPetsc() { require(PetscFinalize()); }

#else

std::vector<std::unique_ptr<bench::OwnersPeer>> bench::ownersByPetsc() {
  return {};
}
void bench::beginPetsc() {}
void bench::endPetsc() {}

#endif
