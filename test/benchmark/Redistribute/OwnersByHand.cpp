//===- OwnersByHand.cpp - Packed elements by MPI_Alltoallv -----*- C++ -*-===//
//
// Owners of blocks are computed. Owners of lists are asked at the block in
// which a number would be, where all ranks have told what they have: as in
// libraries of meshes.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/OwnersPeers.h"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <type_traits>

using namespace bench;

namespace {

/// Numbers for each rank, one rank after the other.
struct Mail {
  std::vector<int> values, counts, begins;

  int size() const { return begins.back() + counts.back(); }
};

/// Where an element is.
struct Location {
  int rank, local;
};

class ByHand final : public OwnersPeer {
public:
  ByHand() { MPI_Comm_size(MPI_COMM_WORLD, &ranks); }
  std::string name() const override { return "by hand"; }
  void forget() override { sends = receives = {}; }
  void plan(const OwnersProblem &, const double *source,
            double *target) override;
  void move() override;

private:
  void order(Mail &mail) const;
  Mail exchanged(const Mail &) const;
  template <typename Rank>
  Mail sorted(const std::vector<int> &numbers, Rank rankOf,
              std::vector<int> &places) const;
  std::vector<Location> located(const OwnersProblem &) const;

  int ranks = 0;
  Mail sends, receives; ///< local indices, in the order of the messages
  int doubles = 1;
  const double *from = nullptr;
  double *to = nullptr;
  std::vector<double> packed, arrived;
};

} // namespace

/// Its begins, and room for its values, from its counts.
void ByHand::order(Mail &mail) const {
  mail.begins.assign(mail.counts.size(), 0);
  std::partial_sum(mail.counts.begin(), mail.counts.end() - 1,
                   mail.begins.begin() + 1);
  mail.values.resize(static_cast<std::size_t>(mail.size()));
}

Mail ByHand::exchanged(const Mail &mail) const {
  Mail got;
  got.counts.resize(mail.counts.size());
  MPI_Alltoall(mail.counts.data(), 1, MPI_INT, got.counts.data(), 1, MPI_INT,
               MPI_COMM_WORLD);
  order(got);
  MPI_Alltoallv(mail.values.data(), mail.counts.data(), mail.begins.data(),
                MPI_INT, got.values.data(), got.counts.data(),
                got.begins.data(), MPI_INT, MPI_COMM_WORLD);
  return got;
}

/// `places`: where each number has gone.
template <typename Rank>
Mail ByHand::sorted(const std::vector<int> &numbers, Rank rankOf,
                    std::vector<int> &places) const {
  Mail mail;
  mail.counts.assign(static_cast<std::size_t>(ranks), 0);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    ++mail.counts[static_cast<std::size_t>(rankOf(i))];
  order(mail);
  std::vector<int> next = mail.begins;
  places.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    places[i] = next[static_cast<std::size_t>(rankOf(i))]++;
    mail.values[static_cast<std::size_t>(places[i])] = numbers[i];
  }
  return mail;
}

/// Of each wanted number.
std::vector<Location> ByHand::located(const OwnersProblem &problem) const {
  const int block = (problem.count + ranks - 1) / ranks;
  const auto inBlocks = [&](const std::vector<int> &numbers) {
    return [&numbers, block](std::size_t i) { return numbers[i] / block; };
  };
  std::vector<Location> made(problem.wants.size());
  if (problem.inBlocks) {
    for (std::size_t i = 0; i < made.size(); ++i)
      made[i] = {problem.wants[i] / block, problem.wants[i] % block};
    return made;
  }
  std::vector<int> places;
  Mail own = sorted(problem.has, inBlocks(problem.has), places);
  const Mail told = exchanged(own);
  for (std::size_t i = 0; i < places.size(); ++i)
    own.values[static_cast<std::size_t>(places[i])] = static_cast<int>(i);
  const Mail toldLocals = exchanged(own);
  std::vector<Location> known(static_cast<std::size_t>(block));
  for (int p = 0; p < ranks; ++p) {
    const auto begin = static_cast<std::size_t>(told.begins[p]);
    for (std::size_t i = begin;
         i < begin + static_cast<std::size_t>(told.counts[p]); ++i)
      known[static_cast<std::size_t>(told.values[i] % block)] = {
          p, toldLocals.values[i]};
  }
  const Mail questions = sorted(problem.wants, inBlocks(problem.wants), places);
  Mail asked = exchanged(questions);
  Mail owners = asked;
  for (std::size_t i = 0; i < asked.values.size(); ++i) {
    const Location &one =
        known[static_cast<std::size_t>(asked.values[i] % block)];
    owners.values[i] = one.rank;
    asked.values[i] = one.local;
  }
  const Mail ranksOf = exchanged(owners), localsOf = exchanged(asked);
  for (std::size_t i = 0; i < made.size(); ++i) {
    const auto at = static_cast<std::size_t>(places[i]);
    made[i] = {ranksOf.values[at], localsOf.values[at]};
  }
  return made;
}

void ByHand::plan(const OwnersProblem &problem, const double *source,
                  double *target) {
  doubles = problem.doubles;
  from = source;
  to = target;
  const std::vector<Location> where = located(problem);
  std::vector<int> locals(where.size()), places;
  for (std::size_t i = 0; i < where.size(); ++i)
    locals[i] = where[i].local;
  receives =
      sorted(locals, [&](std::size_t i) { return where[i].rank; }, places);
  sends = exchanged(receives);
  for (std::size_t i = 0; i < places.size(); ++i)
    receives.values[static_cast<std::size_t>(places[i])] = static_cast<int>(i);
  for (Mail *mail : {&sends, &receives})
    for (std::vector<int> *numbers : {&mail->counts, &mail->begins})
      for (int &number : *numbers)
        number *= doubles;
  packed.resize(sends.values.size() * static_cast<std::size_t>(doubles));
  arrived.resize(receives.values.size() * static_cast<std::size_t>(doubles));
}

/// Calls visit(doubles) with a constant, so that loops over them unroll.
template <typename Visit> static void withConstant(int doubles, Visit visit) {
  switch (doubles) {
  case 1:
    return visit(std::integral_constant<std::size_t, 1>());
  case 2:
    return visit(std::integral_constant<std::size_t, 2>());
  case 4:
    return visit(std::integral_constant<std::size_t, 4>());
  case 8:
    return visit(std::integral_constant<std::size_t, 8>());
  default:
    visit(static_cast<std::size_t>(doubles));
  }
}

void ByHand::move() {
  withConstant(doubles, [&](auto each) {
    double *next = packed.data();
    for (const int local : sends.values) {
      const double *const element =
          from + static_cast<std::size_t>(local) * each;
      for (std::size_t k = 0; k < each; ++k)
        *next++ = element[k];
    }
  });
  MPI_Alltoallv(packed.data(), sends.counts.data(), sends.begins.data(),
                MPI_DOUBLE, arrived.data(), receives.counts.data(),
                receives.begins.data(), MPI_DOUBLE, MPI_COMM_WORLD);
  withConstant(doubles, [&](auto each) {
    const double *next = arrived.data();
    for (const int local : receives.values) {
      double *const element = to + static_cast<std::size_t>(local) * each;
      for (std::size_t k = 0; k < each; ++k)
        element[k] = *next++;
    }
  });
}

std::unique_ptr<OwnersPeer> bench::ownersByHand() {
  return std::make_unique<ByHand>();
}
