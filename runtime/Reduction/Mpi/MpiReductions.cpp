//===- MpiReductions.cpp - Reductions by MPI ------------------------------===//
//
// Room Runtime. MPI_Reduce and MPI_Allreduce, blocking and not. Arrays of more
// numbers than an int counts go in pieces.
//
// Built-in operators cannot fail: where numbers lie side by side and the call
// waits, MPI works on the items themselves, which are not copied. With nowait,
// and with named operators, nothing of the user's changes before MPI has done
// its part.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Mpi/Builtin.h"
#include "Reduction/Mpi/MpiChoice.h"
#include "Reduction/Mpi/MpiOperator.h"
#include "Reduction/Mpi/MpiReduction.h"

#include "Progress/Progress.h"
#include "Support/MpiCalls.h"

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

  bool advance() override {
    int isComplete = 1;
    if (!requests.empty())
      checkMpi(MPI_Testall(toMpiCount(std::ssize(requests)), requests.data(),
                           &isComplete, MPI_STATUSES_IGNORE),
               "MPI_Testall");
    return isComplete != 0;
  }
  void wait() override {
    for (MPI_Request &request : requests)
      Progress::ofProcess().waitFor(request);
  }

protected:
  bool hasResult() const {
    return call.takesPart() && (call.root < 0 || call.rank == call.root);
  }
  bool reducesToRoot() const { return call.root >= 0; }

  /// From `value` to `value`, or to that of the root. `isAsynchronous`: nothing
  /// else may wait for this; else it is done when this returns.
  void reduce(std::byte *value, std::int64_t count, MPI_Datatype type,
              std::int64_t size, MPI_Op op, bool toRoot, bool isAsynchronous) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    for (std::int64_t at = 0; at < count || at == 0; at += most) {
      const int piece = toMpiCount(std::min(most, count - at));
      reducePiece(value + at * size, piece, type, op, toRoot, isAsynchronous);
    }
  }

  MPI_Comm communicator;
  CheckedReduction call;
  detail::operand &operand;

private:
  void reducePiece(std::byte *value, int count, MPI_Datatype type, MPI_Op op,
                   bool toRoot, bool isAsynchronous) {
    // A lone rank has its result. MPICH 4.0 would copy from MPI_IN_PLACE.
    if (call.size == 1)
      return;
    const bool isRoot = call.rank == call.root;
    const void *const source = !toRoot || isRoot ? MPI_IN_PLACE : value;
    void *const target = !toRoot || isRoot ? value : nullptr;
    const int root = toRoot ? static_cast<int>(call.root) : 0;
    if (!isAsynchronous) {
      if (toRoot)
        reduceNow(source, target, count, type, op, root);
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

  void reduceNow(const void *source, void *target, int count, MPI_Datatype type,
                 MPI_Op op, int root) {
#ifdef MPICH_VERSION
    // MPICH 4.0 copies from MPI_IN_PLACE in MPI_Reduce, where numbers are many.
    MPI_Request request = MPI_REQUEST_NULL;
    checkMpi(MPI_Ireduce(source, target, count, type, op, root, communicator,
                         &request),
             "MPI_Ireduce");
    checkMpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
#else
    checkMpi(MPI_Reduce(source, target, count, type, op, root, communicator),
             "MPI_Reduce");
#endif
  }

  std::vector<MPI_Request> requests;
};

class BuiltinByMpi final : public StartedByMpi {
public:
  BuiltinByMpi(MPI_Comm usedCommunicator, const CheckedReduction &given,
               detail::operand &items)
      : StartedByMpi(usedCommunicator, given, items),
        isToRoot(reducesToRoot() && !isFasterToAll(given)) {
    const bool isWritten = !isToRoot || hasResult();
    if (hasResult() && !call.isStarted)
      place = operand.in_place();
    if (place)
      return;
    // Ranks that only send need no accumulator: MPI reads their items.
    if (isWritten)
      operand.begin();
    view = operand.pack(buffer);
    place = const_cast<std::byte *>(view.data);
  }

  void start(bool isAsynchronous) override {
    const MpiBuiltin known = *mpiBuiltin(operand.builtin());
    reduce(place, operand.builtin().count, known.type, known.size, known.op,
           isToRoot, isAsynchronous);
  }
  void finish() override {
    if (!hasResult())
      return;
    if (view.data)
      operand.assign(view.data, view.size, 0);
    operand.commit();
  }

private:
  bool isToRoot;
  std::byte *place = nullptr; ///< of the numbers
  detail::byte_view view;     ///< none: `place` are the items
  std::vector<std::byte> buffer;
};

/// Failures go to all ranks, hence the result does, too. Ranks outside `onto`
/// have nothing to add to it.
class NamedByMpi final : public StartedByMpi {
public:
  NamedByMpi(MPI_Comm usedCommunicator, const CheckedReduction &given,
             detail::operand &items)
      : StartedByMpi(usedCommunicator, given, items), named(items, given) {
    named.write(message, call.takesPart());
  }

  void start(bool isAsynchronous) override {
    reduce(message.data(), 1, named.type(), 0, named.op(), isToRoot(),
           isAsynchronous);
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

std::unique_ptr<MpiReduction> builtinByMpi(MPI_Comm duplicate,
                                           const CheckedReduction &call,
                                           detail::operand &operand) {
  return std::make_unique<BuiltinByMpi>(duplicate, call, operand);
}

std::unique_ptr<MpiReduction> namedByMpi(MPI_Comm duplicate,
                                         const CheckedReduction &call,
                                         detail::operand &operand) {
  std::unique_ptr<MpiReduction> made;
  try {
    made = std::make_unique<NamedByMpi>(duplicate, call, operand);
  } catch (...) {
    made = nullptr;
  }
  const int own = made != nullptr;
  int all = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(
      MPI_Iallreduce(&own, &all, 1, MPI_INT, MPI_LAND, duplicate, &request),
      "MPI_Iallreduce");
  Progress::ofProcess().waitFor(request);
  if (!all)
    throw error("a rank has no memory for the items of the reduction");
  return made;
}

} // namespace redist::runtime
