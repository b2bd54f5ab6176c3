//===- ReductionProgram.h - Steps of one rank, in order ---------*- C++ -*-===//
//
// Room Schedule. Schedule, form and rank -> the steps of that rank: the list
// that the runtime carries out, blocking or not. For `allreduce` the best of
// three forms is chosen by its length.
//
//   3 ranks, to root 0, d = c:  rank 0: combine 1, combine 2
//                               rank 1: send 0      rank 2: send 0
//
// A limit on transfers is kept by turns, empty messages to those that may go
// next, as early or late as ranks may be:
//
//   the same, one transfer at once: rank 0: combine 1, pass turn to 2, combine
//   2
//                                   rank 2: await turn of 0, send 0
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_REDUCTION_REDUCTIONPROGRAM_H
#define REDISTSCHEDULE_REDUCTION_REDUCTIONPROGRAM_H

#include "redistSchedule/Reduction/ReductionSchedule.h"

namespace redist::schedule {

enum class ReductionForm {
  ToRoot,        ///< the root alone has the result
  ThenBroadcast, ///< reduction, then a binomial broadcast
  ThenReversed,  ///< reduction, then back along the same tree
  Butterfly,     ///< recursive doubling; other than powers of two fold first
};
std::string_view nameOf(ReductionForm);

enum class ReductionStepKind {
  Combine,       ///< receive from `peer` and combine
  Send,          ///< what was combined so far, to `peer`
  Exchange,      ///< send and receive at once, then combine
  ReceiveResult, ///< from `peer`: the result
  SendResult,    ///< to `peer`
  ReceiveNotice, ///< from `peer`: whether all went well (no result)
  SendNotice,
  AwaitTurn, ///< `peer` tells when the next step, which sends, may begin
  /// The step before this one has received its element, which perhaps is not
  /// combined yet: `peer` may send. Ends without the peer's part.
  PassTurn,
};

struct ReductionStep {
  ReductionStepKind kind = ReductionStepKind::Send;
  std::int64_t peer = 0;
  bool peerIsLeft = false; ///< of Combine and Exchange
  bool operator==(const ReductionStep &) const = default;
};

/// The steps of `rank`. Form ToRoot with `notifies`: when the root knows that
/// all went well, or not, every rank is told along a binomial tree. In other
/// forms the root is the one the tree is made for; Butterfly ignores it. Where
/// no tree has that root (see role()), ToRoot sends the result on to it, and
/// the other forms start their way back from the tree's own sink.
///
/// Trees and broadcasts never have more than maxTransfers elements under way,
/// whatever each step takes; a butterfly knows no limits. Turns between two
/// ranks are awaited in the order in which they are passed.
std::vector<ReductionStep> programOf(const ReductionSchedule &, ReductionForm,
                                     std::int64_t rank, std::int64_t root,
                                     bool notifies);

struct AllreduceChoice {
  ReductionForm form = ReductionForm::ThenBroadcast;
  std::int64_t length = 0; ///< ticks
};
/// Of programs to root 0. Full duplex: a machine may send and receive at once,
/// as the butterfly does. At most maxTransfers elements travel at once in a
/// broadcast, too. ThenReversed takes O(ranks) roles.
std::int64_t lengthOf(const ReductionSchedule &, ReductionForm,
                      bool fullDuplex);
/// The least length; the first form among equals. With a limit on transfers or
/// reducers, or a strategy other than Auto and Greedy, the butterfly does not
/// qualify; ThenReversed does with a latency only, up to 2^16 ranks.
AllreduceChoice chooseAllreduce(const ReductionSchedule &, bool fullDuplex);
/// The same without the schedule, of a problem whose limits bind, that takes
/// `length` to a root, and that has more than 2^16 ranks: by a broadcast.
AllreduceChoice limitedAllreduce(const ReductionProblem &, std::int64_t length);

} // namespace redist::schedule

#endif
