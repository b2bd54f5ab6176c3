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
//   while (redistRun.turns())
//     if (T x = redistRun.initial([&]() -> T { return e; });
//         redistRun.next([&]() -> bool { return static_cast<bool>(x); })) {...}
//     else { break; }
//
// Other ranks then hear from the rank before them whether there is an item; the
// variables of such a header travel like any other. Stage 1 may leave such a
// loop by `break`: the item ends as by `continue`, and is the last.
//
// With REDIST_VERIFY=1 the run compares the variables that it was told of
// before and after each stage, and from rank to rank:
//
//       redistRun.start();
//       if (redistRun.verifies()) {
//         redistRun.stage_lines({5, 7, 9});
//         redistRun.watch("bytes", bytes, {3}, {3});
//       }
//         ...
//         std::vector<char> raw, packed;
//         if (redistItem.verifies()) {
//           redistItem.watch("raw", raw, {2}, {1});
//           redistItem.watch("packed", packed, {3}, {2});
//         }
//
// With carry(p[0 : n]), what is behind the pointer is a value of the item:
//
//         double *p; long n;
//         auto redistCarry1 = redistItem.carry("p", p, [&] { return n; });
//         ...
//         redistItem.pass(1, n, redistCarry1);
//
// start() and finish() are collective over the communicator, and so is the
// measuring of the first items where weights are not given. C++17.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PIPELINE_H
#define REDIST_PIPELINE_H

#include "redist/detail/HeaderBegin.h"

#include "redist/Error.h"
#include "redist/PipelineClauses.h"
#include "redist/Redistribute.h"
#include "redist/detail/pipeline/CarriedElements.h"
#include "redist/detail/pipeline/PipelineDigest.h"
#include "redist/detail/pipeline/PipelineState.h"
#include "redist/detail/pipeline/PipelineValues.h"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <type_traits>

namespace redist {

namespace runtime {
class PipelineEngine;
} // namespace runtime

namespace detail {

/// What the loop looks at for every item; the compiled engine sets it.
struct pipeline_place {
  static constexpr std::int64_t never =
      std::numeric_limits<std::int64_t>::max();

  std::int64_t turn = 0;    ///< the item in hand, or the next
  std::int64_t own = never; ///< the next one that this rank takes part in
  std::int64_t event = 0;   ///< the item before which the engine wants a word
  std::int64_t stride = 1;  ///< between items of this rank
  int first = 0, last = -1; ///< its stages
  int current = 0;          ///< the stage that runs; 0: none does
  bool is_dealt = false;    ///< links change from item to item
  bool observes = false;    ///< the engine wants to know when stages run,
  bool measures = false;    ///< how many bytes pass on,
  bool verifies = false;    ///< and what stages change
  int exceptions = 0;       ///< under way around the pipeline
  in_link *in = nullptr;    ///< of the item; null: nothing comes
  out_link *out = nullptr;
};

} // namespace detail

/// One execution of a pipeline on one rank. Ranks [0, onto) take part, the
/// others only call.
class pipeline_run {
public:
  /// Not collective; impossible clauses are errors of start(). The communicator
  /// must outlive the run, and so must the texts that `where` refers to.
  pipeline_run(const directive &where, const pipeline &what,
               std::initializer_list<pipeline_stage> stages, MPI_Comm comm);
  /// Without finish(): as a request without wait(), see Request.h.
  ~pipeline_run();
  pipeline_run(const pipeline_run &) = delete;
  pipeline_run &operator=(const pipeline_run &) = delete;

  /// `variable` is state of a stage (from 1): it moves with the stage to
  /// another rank, and finish() brings every rank up to date. To be called
  /// alike on every rank, before start().
  template <class T> void keep(int stage, T &variable) {
    prepare([&] {
      keep_state(stage, std::make_unique<detail::typed_state<T>>(variable));
      kept.push_back(std::addressof(variable));
    });
  }
  /// The same of what a pointer refers to, where it is not null, and of the
  /// elements of a view.
  template <class T> void keep_pointee(int stage, T *pointer) {
    keep_elements(stage, pointer, 1);
  }
  template <class View> void keep_view(int stage, const View &view) {
    keep_elements(stage, view.data(), view.size());
  }

  /// `variable` is an integer that several stages add to, and that nothing else
  /// is done with in the loop: each rank has a count of its own, and finish()
  /// adds what all have counted, on every rank. To be called as keep().
  template <class T> void count(std::atomic<T> &variable) {
    static_assert(std::is_integral<T>::value);
    prepare([&] {
      count_number(std::make_unique<detail::added_atomic<T>>(variable));
    });
  }

  /// Agrees on clauses, finds the mapping or begins to measure. Throws
  /// redist::error, the same on every rank. Collective.
  void start();

  /// REDIST_VERIFY=1, from start() on. Then `where` the stages are is told, and
  /// which variables are compared.
  bool verifies() const { return place.verifies; }
  void stage_lines(std::initializer_list<int> lines);
  /// A variable from outside the loop that the stages `readers` (from 1) read,
  /// and that `writers` (0: what the loop does between items) may write, and no
  /// others. Its name lives as long as the run. Nothing is done for types
  /// without a value to compare, nor, by watch_known, for those that only code
  /// of the user can save.
  template <class T>
  void watch(const char *name, T &variable, std::initializer_list<int> readers,
             std::initializer_list<int> writers) {
    watch_as<detail::saving::any>(name, variable, readers, writers);
  }
  template <class T>
  void watch_known(const char *name, T &variable,
                   std::initializer_list<int> readers,
                   std::initializer_list<int> writers) {
    watch_as<detail::saving::known>(name, variable, readers, writers);
  }
  /// The same of what a pointer refers to, where it is not null.
  template <class T>
  void watch_pointee(const char *name, T *pointer,
                     std::initializer_list<int> readers,
                     std::initializer_list<int> writers) {
    if (pointer != nullptr)
      watch(name, *pointer, readers, writers);
  }

  /// Of a driven pipeline: whether there is another item.
  template <class Condition> bool next(Condition &&condition) {
    turns();
    if (place.first == 1)
      return static_cast<bool>(condition());
    return has_item();
  }
  /// Of a driven pipeline whose condition declares a variable: this first, so
  /// that it is known whose the variable is; then initial(); then next(). True.
  bool turns() {
    place.turn = place.own;
    if (place.turn >= place.event)
      at_event();
    return true;
  }
  template <class Make> auto initial(Make &&make) -> decltype(make()) {
    if (place.first == 1)
      return make();
    return decltype(make())();
  }
  /// Of a driven pipeline: the increment of a `for`.
  template <class Increment> void step(Increment &&increment) {
    if (place.first == 1)
      increment();
  }

  /// Within a handler: what was thrown stops the pipeline on all ranks.
  void fail() noexcept;

  /// Waits until all items are through, and brings states to every rank. Where
  /// a stage threw on any rank, every rank throws the same redist::stage_error:
  /// of the first item, and its first stage. Items before it are complete, no
  /// later one has reached the stages after it; states stay as the ranks have
  /// them. Collective.
  void finish();

private:
  friend class pipeline_item;

  /// What goes wrong before start() is told there, to all ranks.
  template <class Step> void prepare(Step step) {
    try {
      step();
    } catch (...) {
      note_problem();
    }
  }
  void note_problem() noexcept;
  void keep_state(int stage, std::unique_ptr<detail::kept_state> state);
  void count_number(std::unique_ptr<detail::added_number> number);
  template <class T>
  void keep_elements(int stage, T *first, std::size_t count) {
    prepare([&] {
      keep_state(stage,
                 std::make_unique<detail::elements_state<T>>(first, count));
    });
  }
  void at_event();
  bool has_item();
  void choose_links();
  void watch_variable(detail::watched_variable variable, bool is_item);
  template <detail::saving Which, class T>
  void watch_as(const char *name, T &variable,
                std::initializer_list<int> readers,
                std::initializer_list<int> writers);
  /// What variables of the item are goes with it; at the other end of the link,
  /// where the values at `travelled` have come, it is compared.
  void send_digests(detail::out_link &link);
  void receive_digests(int after, detail::in_link &link,
                       std::initializer_list<const void *> travelled);
  /// `stage` begins; 0: what has begun ends.
  void observe(int stage);
  /// So many bytes pass the cut behind stage `after`.
  void observe_bytes(int after, std::size_t bytes);
  /// The body is left in the middle: by `continue`, or by an exception.
  void leave_item(bool is_told) noexcept;

  template <class T> void recycle(T &value) {
    if constexpr (detail::is_memory_owner<T>::value)
      pools.of<T>().recycle(value);
  }
  /// A state, whose value the loop's header or what follows the loop may read.
  bool is_kept(const void *variable) const {
    return std::find(kept.begin(), kept.end(), variable) != kept.end();
  }
  template <class... Values>
  void send_small(detail::out_link &link, const Values &...values);
  template <class... Values>
  void send_large(detail::out_link &link, Values &...values);
  /// False: the item was ended before.
  template <class... Values>
  bool receive_small(detail::in_link &link, Values &...values);
  template <class... Values>
  bool receive_large(int after, detail::in_link &link, Values &...values);

  detail::pipeline_place place;
  detail::payload_pools pools;
  detail::item_draft draft;
  std::vector<std::byte> scratch;
  std::vector<const void *> kept;                 ///< what keep() was told
  std::unique_ptr<detail::payload_source> source; ///< of what is received,
  int source_cut = 0;                             ///< behind this stage
  std::unique_ptr<runtime::PipelineEngine> engine;
};

/// One turn of the loop on one rank.
class pipeline_item {
public:
  explicit pipeline_item(pipeline_run &run) : owner(run) {}
  /// Where `continue` (or an exception) ended the item, ranks of later stages
  /// are told that it has.
  ~pipeline_item() {
    if (!is_done) {
      owner.leave_item(is_told);
      return;
    }
    owner.place.current = 0;
    ++owner.place.turn;
  }
  pipeline_item(const pipeline_item &) = delete;
  pipeline_item &operator=(const pipeline_item &) = delete;

  /// Whether any stage of this item may be this rank's; else the loop goes on
  /// to the next.
  bool begins();
  /// Of a driven pipeline: a variable's initialiser, for what the rank of stage
  /// 1 alone has; elsewhere any value, which the one that travels replaces.
  template <class Make> auto initial(Make &&make) -> decltype(make()) {
    if (first == 1)
      return make();
    return decltype(make())();
  }
  /// The elements behind a pointer of the item, to be passed on with it.
  /// `count` is asked how many they are where they leave; where they arrive,
  /// the pointer refers to memory of the runtime, until the item ends.
  template <class Pointer, class Count>
  detail::carried_elements<Pointer, Count>
  carry(const char *name, Pointer &pointer, Count count) {
    return {owner.pools, name, pointer, count};
  }
  /// Whether this rank runs the stage (from 1) for this item.
  bool runs(int stage) {
    if (stage < first || stage > last)
      return false;
    owner.place.current = stage;
    if (owner.place.observes)
      owner.observe(stage);
    return true;
  }
  /// REDIST_VERIFY=1: which of the item's variables are compared is told.
  bool verifies() const { return owner.place.verifies; }
  /// A variable that stages `readers` (from 1) read before they write it, and
  /// `writers` may write; as pipeline_run::watch().
  template <class T>
  void watch(const char *name, T &variable, std::initializer_list<int> readers,
             std::initializer_list<int> writers) {
    watch_as<detail::saving::any>(name, variable, readers, writers);
  }
  template <class T>
  void watch_known(const char *name, T &variable,
                   std::initializer_list<int> readers,
                   std::initializer_list<int> writers) {
    watch_as<detail::saving::known>(name, variable, readers, writers);
  }
  /// Between stage `after` and the next: values that are read later. They are
  /// sent by the one's rank and replaced on the other's; elsewhere nothing
  /// happens. What was sent is left in a valid but unspecified state, unless
  /// keep() was told of it: no later stage of this rank reads it.
  template <class... Values> void pass(int after, Values &...values);
  /// The item's variables are not read again: their memory may be used for
  /// other items.
  template <class... Values> void ends(Values &...values);

private:
  template <class... Values> void transfer(int after, Values &...values);
  template <class... Values> void observe_pass(int after, Values &...values);
  template <detail::saving Which, class T>
  void watch_as(const char *name, T &variable,
                std::initializer_list<int> readers,
                std::initializer_list<int> writers);
  /// `continue` has ended the item on a rank before.
  void end_early();

  pipeline_run &owner;
  int first = 0, last = -1; ///< the stages that run
  bool is_told = false;     ///< the ranks of later stages know of the item
  bool is_done = false;
};

//===----------------------------------------------------------------------===//
// What happens for every item
//===----------------------------------------------------------------------===//

// Small items have a path without calls, in which they can stay in registers;
// whatever is rare or long is a function of its own.

template <class... Values>
[[gnu::always_inline]] inline void
pipeline_run::send_small(detail::out_link &link, const Values &...values) {
  std::byte *to = link.room(detail::small_item<Values...>::packet_bytes);
  ((std::memcpy(to, std::addressof(values), sizeof values),
    to += sizeof values),
   ...);
  link.written();
}

template <class... Values>
[[gnu::noinline]] void pipeline_run::send_large(detail::out_link &link,
                                                Values &...values) {
  draft.clear();
  std::size_t index = 0;
  detail::value_writer writer{draft, link, pools, scratch};
  (detail::append_value(writer, values, index++,
                        is_kept(std::addressof(values))),
   ...);
  link.send(draft);
}

template <class... Values>
[[gnu::always_inline]] inline bool
pipeline_run::receive_small(detail::in_link &link, Values &...values) {
  const std::byte *from = link.item();
  if (link.take_ended())
    return false;
  ((std::memcpy(static_cast<void *>(std::addressof(values)), from,
                sizeof values),
    from += sizeof values),
   ...);
  link.taken(detail::small_item<Values...>::packet_bytes);
  return true;
}

template <class... Values>
[[gnu::noinline]] bool pipeline_run::receive_large(int after,
                                                   detail::in_link &link,
                                                   Values &...values) {
  const std::byte *from = link.item();
  if (link.take_ended())
    return false;
  std::uint64_t bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  from += detail::item_word_bytes;
  if (source_cut != after) {
    source = std::make_unique<detail::typed_source<Values...>>(pools);
    source_cut = after;
  }
  link.expect(*source);
  place.current = after + 1; // whose values cannot be read
  (detail::read_value(from, link, values), ...);
  link.taken(detail::item_word_bytes + static_cast<std::size_t>(bytes));
  return true;
}

inline bool pipeline_item::begins() {
  detail::pipeline_place &place = owner.place;
  if (place.turn >= place.event)
    owner.at_event();
  if (place.turn != place.own) {
    is_done = true;
    return false;
  }
  place.own += place.stride;
  place.current = 0;
  if (place.is_dealt)
    owner.choose_links();
  first = place.first;
  last = place.last;
  return true;
}

template <class... Values>
[[gnu::always_inline]] inline void pipeline_item::pass(int after,
                                                       Values &...values) {
  if (owner.place.observes)
    observe_pass(after, values...);
  else
    transfer(after, values...);
}

template <class... Values>
[[gnu::always_inline]] inline void pipeline_item::transfer(int after,
                                                           Values &...values) {
  constexpr bool is_small = detail::small_item<Values...>::value;
  if (after == last) {
    if (detail::out_link *const link = owner.place.out) {
      if constexpr (is_small)
        owner.send_small(*link, values...);
      else
        owner.send_large(*link, values...);
      is_told = true;
    }
  } else if (after + 1 == first) {
    if (detail::in_link *const link = owner.place.in) {
      bool goes_on;
      if constexpr (is_small)
        goes_on = owner.receive_small(*link, values...);
      else
        goes_on = owner.receive_large(after, *link, values...);
      if (!goes_on)
        end_early();
    }
  }
}

template <class... Values>
[[gnu::noinline]] void pipeline_item::observe_pass(int after,
                                                   Values &...values) {
  const bool is_here = after >= first && after <= last;
  if (is_here) // stages have made them
    (detail::set_known(values), ...);
  owner.observe(0);
  // Elsewhere they are as they were made, which need not be fit to be saved.
  if (owner.place.measures && is_here)
    owner.observe_bytes(
        after, (std::size_t{0} + ... + detail::bytes_of_value(values)));
  transfer(after, values...);
  if (!owner.place.verifies)
    return;
  if (after == last && owner.place.out)
    owner.send_digests(*owner.place.out);
  else if (after + 1 == first && owner.place.in) // and it was not ended before
    owner.receive_digests(
        after, *owner.place.in,
        {static_cast<const void *>(std::addressof(values))...});
}

[[gnu::noinline]] inline void pipeline_item::end_early() {
  first = 0; // nothing runs any more
  last = -1;
  is_told = true;
  if (owner.place.out)
    owner.place.out->send_ended();
}

template <class... Values> void pipeline_item::ends(Values &...values) {
  if (owner.place.observes)
    owner.observe(0);
  if constexpr ((true && ... && std::is_nothrow_destructible<Values>::value))
    is_done = true;
  else
    is_told = true; // but what is still to be destroyed may throw
  (owner.recycle(values), ...);
}

//===----------------------------------------------------------------------===//
// What REDIST_VERIFY=1 compares
//===----------------------------------------------------------------------===//

template <detail::saving Which, class T>
void pipeline_run::watch_as(const char *name, T &variable,
                            std::initializer_list<int> readers,
                            std::initializer_list<int> writers) {
  if constexpr (detail::is_digestible<std::remove_cv_t<T>, Which>::value &&
                !std::is_volatile<T>::value) {
    const void *const at = std::addressof(variable);
    watch_variable({name, at, sizeof(T),
                    &detail::digest_of<std::remove_cv_t<T>>, readers, writers,
                    is_kept(at)},
                   false);
  }
}

template <detail::saving Which, class T>
void pipeline_item::watch_as(const char *name, T &variable,
                             std::initializer_list<int> readers,
                             std::initializer_list<int> writers) {
  if constexpr (detail::is_digestible<std::remove_cv_t<T>, Which>::value &&
                !std::is_volatile<T>::value)
    owner.watch_variable({name, std::addressof(variable), sizeof(T),
                          &detail::digest_of<std::remove_cv_t<T>>, readers,
                          writers, false},
                         true);
}

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
