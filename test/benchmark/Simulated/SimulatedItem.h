//===- SimulatedItem.h - An item whose combines take time ------*- C++ -*-===//
//
// What bench-smpi-reduce reduces: some bytes that begin with what the item
// stands for, so that a result can be checked. Comes in: simulated seconds that
// a combine takes. Goes out: the operand for the runtime's engine, the function
// for MPI_Op_create, and the combiner that runs beside the rank, as the
// runtime's helper thread does.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SIMULATED_SIMULATEDITEM_H
#define REDIST_BENCHMARK_SIMULATED_SIMULATEDITEM_H

#include "Reduction/Machine/CombineRunner.h"

#include <mpi.h>
#include <simgrid/s4u.hpp>

#include <cstring>

namespace bench {

/// The ranks [first, end) in rank order, or `count` ranks in any order.
struct ItemHead {
  std::int64_t first = 0, end = 0;
  std::int64_t count = 0, sum = 0;
  double seconds = 0; ///< of one combine
  bool isInOrder = true;
};

using Item = std::vector<std::byte>;

inline Item itemOf(std::int64_t rank, std::int64_t bytes, double seconds) {
  Item item(static_cast<std::size_t>(bytes));
  const ItemHead head{rank, rank + 1, 1, rank, seconds, true};
  std::memcpy(item.data(), &head, sizeof head);
  return item;
}

inline ItemHead headOf(const void *item) {
  ItemHead head;
  std::memcpy(&head, item, sizeof head);
  return head;
}

/// into = left combined with right, one of which it may be.
inline void combineItems(const void *left, const void *right, void *into) {
  const ItemHead a = headOf(left), b = headOf(right);
  simgrid::s4u::this_actor::sleep_for(a.seconds);
  const ItemHead both{
      a.first,       b.end,     a.count + b.count,
      a.sum + b.sum, a.seconds, a.isInOrder && b.isInOrder && a.end == b.first};
  std::memcpy(into, &both, sizeof both);
}

/// Whether it stands for all ranks, each once.
inline bool isResult(const Item &item, std::int64_t ranks, bool isOrdered) {
  const ItemHead head = headOf(item.data());
  return head.count == ranks && head.sum == ranks * (ranks - 1) / 2 &&
         (!isOrdered || (head.isInOrder && head.first == 0));
}

/// An MPI_User_function; the left operand is `in`.
inline void combineForMpi(void *in, void *inout, int *, MPI_Datatype *) {
  combineItems(in, inout, inout);
}

class SimulatedOperand final : public redist::detail::operand {
public:
  explicit SimulatedOperand(Item &reduced) : item(reduced) {}

  std::int64_t fixed_bytes() const override {
    return static_cast<std::int64_t>(item.size());
  }
  std::int64_t grain_bytes() const override { return 0; }
  void append_shape(std::vector<std::int64_t> &words) const override {
    words.push_back(1);
  }
  bool is_exact() const override { return true; }
  bool is_noexcept() const override { return false; }
  void begin() override { accumulator = item; }
  redist::detail::byte_view pack(std::vector<std::byte> &) const override {
    const Item &value = accumulator.empty() ? item : accumulator;
    return {value.data(), value.size()};
  }
  void combine(std::byte *received, std::size_t, bool isLeft,
               std::size_t) override {
    combineItems(isLeft ? received : accumulator.data(),
                 isLeft ? accumulator.data() : received, accumulator.data());
  }
  void assign(const std::byte *received, std::size_t size,
              std::size_t) override {
    accumulator.assign(received, received + size);
  }
  void commit() override { item = std::move(accumulator); }

private:
  Item &item;
  Item accumulator;
};

/// Every combine is an actor of its own on the rank's machine: the rank goes
/// on meanwhile.
class SimulatedCombiner final : public redist::runtime::CombineRunner {
public:
  void start(redist::runtime::CombineTask &task) override {
    simgrid::s4u::Actor::create("combine", simgrid::s4u::this_actor::get_host(),
                                [this, &task] {
                                  task.run();
                                  const std::unique_lock lock(*mutex);
                                  finished->notify_all();
                                });
  }
  void wait(redist::runtime::CombineTask &task,
            std::chrono::microseconds longest) override {
    std::unique_lock lock(*mutex);
    finished->wait_for(lock, std::chrono::duration<double>(longest).count(),
                       [&] { return task.isDone(); });
  }

private:
  simgrid::s4u::MutexPtr mutex = simgrid::s4u::Mutex::create();
  simgrid::s4u::ConditionVariablePtr finished =
      simgrid::s4u::ConditionVariable::create();
};

} // namespace bench

#endif
