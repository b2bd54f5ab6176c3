//===- ByMpi.cpp - Reductions that MPI carries out ------------------------===//
//
// Room Runtime. MPI_Reduce and MPI_Allreduce, blocking and not, on the
// operand's accumulator; nothing of the user's changes before MPI has done its
// part. Arrays of more numbers than an int counts go in pieces.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Builtin.h"
#include "Reduction/Direct.h"
#include "Reduction/MpiChoice.h"
#include "Reduction/MpiOperator.h"

#include "MpiCalls.h"
#include "Progress.h"

#include "redist/Error.h"

#include <algorithm>

namespace redist::runtime {

//===----------------------------------------------------------------------===//
// A reduction under way
//===----------------------------------------------------------------------===//

/// What both kinds share: started messages of MPI, and who has the result.
class StartedByMpi : public MpiReduction {
public:
  StartedByMpi(MPI_Comm usedCommunicator, const CheckedReduction &given,
               detail::operand &items)
      : communicator(usedCommunicator), call(given), operand(items) {}

  /// Takes all memory that is needed.
  virtual void prepare() = 0;
  /// `letsGoOn`: returns before it is done, and nothing waits for it.
  virtual void start(bool letsGoOn) = 0;
  bool advance() override {
    int isComplete = 1;
    if (!requests.empty())
      checkMpi(MPI_Testall(toMpiCount(std::ssize(requests)), requests.data(),
                           &isComplete, MPI_STATUSES_IGNORE),
               "MPI_Testall");
    return isComplete != 0;
  }
  void wait() {
    for (MPI_Request &request : requests)
      Progress::ofProcess().waitFor(request);
  }

protected:
  bool hasResult() const {
    return call.takesPart() && (call.root < 0 || call.rank == call.root);
  }
  bool reducesToRoot() const { return call.root >= 0; }

  /// From `value` to `value`, or to that of the root. `letsGoOn`: nothing else
  /// may wait for this; else it is done when this returns.
  void reduce(std::byte *value, std::int64_t count, MPI_Datatype type,
              std::int64_t size, MPI_Op op, bool toRoot, bool letsGoOn) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    for (std::int64_t at = 0; at < count || at == 0; at += most) {
      const int piece = toMpiCount(std::min(most, count - at));
      reducePiece(value + at * size, piece, type, op, toRoot, letsGoOn);
    }
  }

  MPI_Comm communicator;
  CheckedReduction call;
  detail::operand &operand;

private:
  void reducePiece(std::byte *value, int count, MPI_Datatype type, MPI_Op op,
                   bool toRoot, bool letsGoOn) {
    const bool isRoot = call.rank == call.root;
    const void *const source = !toRoot || isRoot ? MPI_IN_PLACE : value;
    void *const target = !toRoot || isRoot ? value : nullptr;
    const int root = toRoot ? static_cast<int>(call.root) : 0;
    if (!letsGoOn) {
      if (toRoot)
        checkMpi(
            MPI_Reduce(source, target, count, type, op, root, communicator),
            "MPI_Reduce");
      else
        checkMpi(MPI_Allreduce(source, target, count, type, op, communicator),
                 "MPI_Allreduce");
      return;
    }
    MPI_Request request = MPI_REQUEST_NULL;
    if (toRoot)
      checkMpi(MPI_Ireduce(source, target, count, type, op, root, communicator,
                           &request),
               "MPI_Ireduce");
    else
      checkMpi(MPI_Iallreduce(source, target, count, type, op, communicator,
                              &request),
               "MPI_Iallreduce");
    requests.push_back(request);
  }

  std::vector<MPI_Request> requests;
};

class BuiltinByMpi final : public StartedByMpi {
public:
  using StartedByMpi::StartedByMpi;

  void prepare() override {
    // Ranks that only send need no accumulator: MPI reads their items.
    if (!reducesToRoot() || hasResult())
      operand.begin();
    view = operand.pack(buffer);
  }
  void start(bool letsGoOn) override {
    const detail::builtin_reduction builtin = operand.builtin();
    const MpiBuiltin known = *mpiBuiltin(builtin);
    reduce(const_cast<std::byte *>(view.data), builtin.count, known.type,
           known.size, known.op, reducesToRoot(), letsGoOn);
  }
  void finish() override {
    if (!hasResult())
      return;
    operand.assign(view.data, view.size, 0);
    operand.commit();
  }

private:
  detail::byte_view view;
  std::vector<std::byte> buffer;
};

/// Failures go to all ranks, hence the result does, too. Ranks outside `onto`
/// have nothing to add to it.
class NamedByMpi final : public StartedByMpi {
public:
  NamedByMpi(MPI_Comm usedCommunicator, const CheckedReduction &given,
             detail::operand &items)
      : StartedByMpi(usedCommunicator, given, items), named(items, given) {}

  void prepare() override { named.write(message, call.takesPart()); }
  void start(bool letsGoOn) override {
    reduce(message.data(), 1, named.type(), 0, named.op(), isToRoot(),
           letsGoOn);
  }
  void finish() override {
    if (isToRoot() && !hasResult())
      return;
    named.check(message);
    if (!hasResult())
      return;
    operand.assign(message.data(), static_cast<std::size_t>(call.bytes), 0);
    operand.commit();
  }

private:
  bool isToRoot() const { return reducesToRoot() && call.isNoexcept; }

  MpiOperator named;
  std::vector<std::byte> message;
};

/// Makes room on all ranks, or throws on all. Returns whether any rank has
/// something under way that a blocking call of MPI would stop. Collective over
/// `duplicate`.
static bool prepare(MPI_Comm duplicate, StartedByMpi &reduction) {
  std::string problem;
  try {
    reduction.prepare();
  } catch (const std::exception &e) {
    problem = e.what();
  }
  const int own[] = {Progress::ofProcess().isIdle(), problem.empty()};
  int all[2] = {};
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Iallreduce(own, all, 2, MPI_INT, MPI_LAND, duplicate, &request),
           "MPI_Iallreduce");
  Progress::ofProcess().waitFor(request);
  if (!all[1])
    throw error("a rank has no memory for the items of the reduction");
  return all[0] == 0;
}

static std::unique_ptr<StartedByMpi> make(MPI_Comm duplicate,
                                          const CheckedReduction &call,
                                          detail::operand &operand) {
  if (chooseWay(call, operand) == ReductionWay::MpiBuiltin)
    return std::make_unique<BuiltinByMpi>(duplicate, call, operand);
  return std::make_unique<NamedByMpi>(duplicate, call, operand);
}

bool takesMpi(const CheckedReduction &call, const detail::operand &operand) {
  return chooseWay(call, operand) != ReductionWay::Tree;
}

void reduceByMpi(MPI_Comm duplicate, const CheckedReduction &call,
                 detail::operand &operand) {
  if (chooseWay(call, operand) == ReductionWay::Direct) {
    reduceDirectly(duplicate, call.rank, call.size, static_cast<int>(call.root),
                   call.ordered, operand);
    return;
  }
  const auto reduction = make(duplicate, call, operand);
  reduction->start(prepare(duplicate, *reduction));
  reduction->wait();
  reduction->finish();
}

std::unique_ptr<MpiReduction> startByMpi(MPI_Comm duplicate,
                                         const CheckedReduction &call,
                                         detail::operand &operand) {
  auto reduction = make(duplicate, call, operand);
  prepare(duplicate, *reduction);
  reduction->start(true);
  return reduction;
}

} // namespace redist::runtime
