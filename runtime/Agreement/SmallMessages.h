//===- SmallMessages.h - Exchange of a few bytes ---------------*- C++ -*-===//
//
// Room Runtime. Messages that MPI sends at once, and the way they take where
// all ranks are to have a result: in pairs, by recursive doubling. What nowait
// has started goes on while one waits for them.
//
// Why not MPI_Allreduce: while it waits, what nowait has started stands still,
// and another rank may wait for that before it comes here. MPI_Iallreduce lets
// it go on, but costs twice as much, and the two do not match each other.
// Messages do, whether a rank waits for them idly or not.
//
//   5 ranks: 0 and 1 pair up, and each rank stands for a row of neighbours.
//
//     0 <- 1                 {0 1} 2 3 4
//     0 <-> 2, 3 <-> 4       {0 1 2} {3 4}
//     0 <-> 3, 2 <-> 4       {0 1 2 3 4} on 0 2 3 4
//     0 -> 1
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_AGREEMENT_SMALLMESSAGES_H
#define REDIST_RUNTIME_AGREEMENT_SMALLMESSAGES_H

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace redist::runtime {

/// Calls come in the same order on all ranks, and messages between two ranks do
/// not overtake each other: one tag serves for all calls of a kind. Members
/// throw redist::error where MPI fails.
class SmallMessages {
public:
  /// Of meet(), and of reductions.
  static constexpr int tagOfMeeting = 13, tagOfReduction = 15;

  /// `sharesProcessors`: ranks outnumber processors, or nearly so; then a rank
  /// that waits lets others run.
  explicit SmallMessages(MPI_Comm used, bool sharesProcessors = false,
                         int ofKind = tagOfReduction)
      : communicator(used), crowded(sharesProcessors), tag(ofKind) {}

  void send(int peer, std::span<const std::byte> bytes) const;
  /// The number of bytes that came.
  std::size_t receive(int peer, std::span<std::byte> room) const;
  /// Both at once.
  std::size_t exchange(int peer, std::span<const std::byte> bytes,
                       std::span<std::byte> room) const;

private:
  std::size_t wait(MPI_Request &request, int peer) const;

  MPI_Comm communicator;
  bool crowded;
  int tag;
};

/// The result on every rank, of what `value` stands for:
///   send(peer), receive(peer), exchange(peer)
///   combine(isLeft)   with what came last, of lower ranks or of higher ones
///   adopt()           what came last instead
/// Operands meet in the order of their ranks. Collective.
template <typename Value> void reduceInPairs(Value &value, int rank, int size) {
  int power = 1;
  while (power <= size / 2)
    power *= 2;
  const int surplus = size - power; // of ranks, each with a pair
  const bool isPaired = rank < 2 * surplus;
  if (isPaired && rank % 2 == 1) {
    value.send(rank - 1);
    value.receive(rank - 1);
    value.adopt();
    return;
  }
  if (isPaired) {
    value.receive(rank + 1);
    value.combine(false);
  }
  const int place = isPaired ? rank / 2 : rank - surplus;
  for (int distance = 1; distance < power; distance *= 2) {
    const int other = place ^ distance;
    value.exchange(other < surplus ? 2 * other : other + surplus);
    value.combine(other < place);
  }
  if (isPaired)
    value.send(rank + 1);
}

} // namespace redist::runtime

#endif
