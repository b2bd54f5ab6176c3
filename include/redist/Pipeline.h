//===- Pipeline.h - The calls behind `#pragma pipeline` --------*- C++ -*-===//
//
// The user's loop stays where it is. Every rank walks through it; between the
// stages it asks whether the next one is its own, and values travel where the
// rank changes. For
//
//   #pragma pipeline
//   for (int i = 0; i < chunks; ++i) {
//     std::vector<char> raw, packed;
//   #pragma pipeline stage
//     { raw = read_chunk(i); }
//   #pragma pipeline stage work(8.0)
//     { packed = compress(raw); }
//   #pragma pipeline stage
//     { sink.write(packed); bytes += packed.size(); }
//   }
//
// generated code is
//
//   {
//     static constexpr redist::directive redistDirective = {...};
//     redist::pipeline_run redistRun(
//         redistDirective, redist::pipeline(),
//         {redist::pipeline_stage(), redist::pipeline_stage().work(8.0),
//          redist::pipeline_stage()},
//         MPI_COMM_WORLD);
//     redistRun.keep(3, bytes);
//     try {
//       redistRun.start();
//       for (int i = 0; i < chunks; ++i) {
//         redist::pipeline_item redistItem(redistRun);
//         if (!redistItem.begins())
//           continue;
//         std::vector<char> raw, packed;
//         if (redistItem.runs(1))
//         { raw = read_chunk(i); }
//         redistItem.pass(1, raw);
//         if (redistItem.runs(2))
//         { packed = compress(raw); }
//         redistItem.pass(2, packed);
//         if (redistItem.runs(3))
//         { sink.write(packed); bytes += packed.size(); }
//         redistItem.ends(raw, packed);
//       }
//     } catch (...) {
//       redistRun.fail();
//     }
//     redistRun.finish();
//   }
//
// A header that only the rank of stage 1 may evaluate (it reads a source, or
// what stage 1 writes) is wrapped: pipeline().driven(), and
//
//   while (redistRun.next([&]() -> bool { return cond; })) {...}
//   for (init; redistRun.next([&]() -> bool { return cond; });
//        redistRun.step([&] { increment; })) {...}
//
// Other ranks then hear from the rank before them whether there is an item; the
// variables of such a header travel like any other.
//
// start() and finish() are collective over the communicator, and so is the
// measuring of the first items where weights are not given. C++17.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PIPELINE_H
#define REDIST_PIPELINE_H

#include "redist/HideMacros.h"

#include "redist/Error.h"
#include "redist/PipelineClauses.h"
#include "redist/Redistribute.h"

#include <mpi.h>

#include <cstdint>
#include <initializer_list>
#include <memory>

namespace redist {

/// One execution of a pipeline on one rank. Ranks [0, onto) take part, the
/// others only call.
class pipeline_run {
public:
  /// Not collective; impossible clauses are errors of start(). `where` and the
  /// communicator must outlive the run.
  pipeline_run(const directive &where, const pipeline &what,
               std::initializer_list<pipeline_stage> stages, MPI_Comm comm);
  /// Without finish(): as a request without wait(), see Request.h.
  ~pipeline_run();
  pipeline_run(const pipeline_run &) = delete;
  pipeline_run &operator=(const pipeline_run &) = delete;

  /// `variable` is state of a stage (from 1): it moves with the stage to
  /// another rank, and finish() brings every rank up to date. To be called
  /// alike on every rank, before start().
  template <class T> void keep(int stage, T &variable);

  /// Agrees on clauses, finds the mapping or begins to measure. Throws
  /// redist::error, the same on every rank. Collective.
  void start();

  /// Of a driven pipeline: whether there is another item.
  template <class Condition> bool next(Condition &&condition);
  /// Of a driven pipeline: the increment of a `for`.
  template <class Increment> void step(Increment &&increment);

  /// Within a handler: what was thrown stops the pipeline on all ranks.
  void fail() noexcept;

  /// Waits until all items are through, and brings states to every rank. Where
  /// a stage threw on any rank, every rank throws the same redist::stage_error:
  /// of the first item, and its first stage. Items before it are complete, no
  /// later one has reached the stages after it; states stay as the ranks have
  /// them. Collective.
  void finish();
};

/// One turn of the loop on one rank.
class pipeline_item {
public:
  explicit pipeline_item(pipeline_run &run);
  /// Where `continue` (or an exception) ended the item, ranks of later stages
  /// are told that it has.
  ~pipeline_item();
  pipeline_item(const pipeline_item &) = delete;
  pipeline_item &operator=(const pipeline_item &) = delete;

  /// Whether any stage of this item may be this rank's; else the loop goes on
  /// to the next.
  bool begins();
  /// Whether this rank runs the stage (from 1) for this item.
  bool runs(int stage);
  /// Between stage `after` and the next: values that are read later. They are
  /// sent by the one's rank and replaced on the other's; elsewhere nothing
  /// happens. What was sent is left in a valid but unspecified state: no later
  /// stage of this rank reads it.
  template <class... Values> void pass(int after, Values &...values);
  /// The item's variables are not read again: their memory may be used for
  /// other items.
  template <class... Values> void ends(Values &...values);
};

} // namespace redist

#include "redist/RestoreMacros.h"

#endif
