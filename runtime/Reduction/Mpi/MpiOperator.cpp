//===- MpiOperator.cpp - Named operator as an MPI operator ----------------===//
#include "Reduction/Mpi/MpiOperator.h"

#include "Reduction/Machine/CombineRunner.h"
#include "Support/ExceptionMessage.h"
#include "Support/MpiCalls.h"

#include "redist/Error.h"

#include <cstring>

namespace redist::runtime {

/// The key of the attribute by which a datatype leads to its operator; made
/// once.
static int operatorKey() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    checkMpi(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN,
                                    MPI_TYPE_NULL_DELETE_FN, &made, nullptr),
             "MPI_Type_create_keyval");
    return made;
  }();
  return key;
}

/// `bytes` in a row, also more than an int counts.
static MPI_Datatype makeType(std::size_t bytes) {
  constexpr std::size_t piece = std::size_t{1} << 30;
  const int pieces = toMpiCount(static_cast<std::int64_t>(bytes / piece));
  const int rest = toMpiCount(static_cast<std::int64_t>(bytes % piece));
  MPI_Datatype made = MPI_DATATYPE_NULL;
  if (pieces == 0) {
    checkMpi(MPI_Type_contiguous(rest, MPI_BYTE, &made), "MPI_Type_contiguous");
  } else {
    int lengths[] = {static_cast<int>(piece), rest};
    MPI_Datatype large = MPI_DATATYPE_NULL;
    checkMpi(MPI_Type_contiguous(lengths[0], MPI_BYTE, &large),
             "MPI_Type_contiguous");
    lengths[0] = pieces;
    const MPI_Aint places[] = {0, static_cast<MPI_Aint>(bytes - bytes % piece)};
    const MPI_Datatype types[] = {large, MPI_BYTE};
    checkMpi(MPI_Type_create_struct(2, lengths, places, types, &made),
             "MPI_Type_create_struct");
    MPI_Type_free(&large);
  }
  checkMpi(MPI_Type_commit(&made), "MPI_Type_commit");
  nameType(made, "redist item");
  return made;
}

/// Whether MPI may turn operands round. Each rank of MPICH would put its own
/// first: then minima of 0 and -0 have another sign on each.
#ifdef MPICH_VERSION
static constexpr bool mayTurn = false;
#else
static constexpr bool mayTurn = true;
#endif

MpiOperator::MpiOperator(detail::operand &items, const CheckedReduction &call)
    : operand(items), rank(call.rank),
      withTrailer(!call.isNoexcept || call.ranks < call.size),
      bytes(static_cast<std::size_t>(call.bytes)) {
  constexpr std::size_t alignment = alignof(std::max_align_t);
  trailerOffset = (bytes + alignment - 1) / alignment * alignment;
  received.resize(bytes);
  datatype = makeType(messageBytes());
  checkMpi(MPI_Type_set_attr(datatype, operatorKey(), this),
           "MPI_Type_set_attr");
  checkMpi(MPI_Op_create(combineMessages, mayTurn && !call.ordered, &operation),
           "MPI_Op_create");
}

MpiOperator::~MpiOperator() {
  if (operation != MPI_OP_NULL)
    MPI_Op_free(&operation);
  if (datatype != MPI_DATATYPE_NULL)
    MPI_Type_free(&datatype);
}

void MpiOperator::write(std::vector<std::byte> &message, bool addsValue) {
  message.resize(messageBytes());
  if (addsValue && bytes > 0)
    std::memcpy(message.data(), operand.pack(packed).data, bytes);
  ValueTrailer trailer;
  trailer.state = addsValue ? ValueTrailer::isValue : ValueTrailer::isNothing;
  if (withTrailer)
    std::memcpy(message.data() + trailerOffset, &trailer, sizeof trailer);
}

void MpiOperator::check(const std::vector<std::byte> &message) const {
  ValueTrailer trailer;
  if (withTrailer)
    std::memcpy(&trailer, message.data() + trailerOffset, sizeof trailer);
  if (trailer.state >= 0)
    throw reduce_error(trailer.text, trailer.state);
}

/// MPI combines `from`, of lower ranks, with `into`.
void MpiOperator::combineMessages(void *from, void *into, int *count,
                                  MPI_Datatype *type) {
  void *attribute = nullptr;
  int found = 0;
  MPI_Type_get_attr(*type, operatorKey(), static_cast<void *>(&attribute),
                    &found);
  if (!found)
    MPI_Abort(MPI_COMM_WORLD, 1); // a datatype that is not ours
  auto &self = *static_cast<MpiOperator *>(attribute);
  for (int i = 0; i < *count; ++i) {
    const std::size_t offset =
        static_cast<std::size_t>(i) * self.messageBytes();
    self.combine(static_cast<const std::byte *>(from) + offset,
                 static_cast<std::byte *>(into) + offset);
  }
}

void MpiOperator::combine(const std::byte *from, std::byte *into) noexcept {
  ValueTrailer ofFrom;
  ValueTrailer ofInto;
  if (withTrailer) {
    std::memcpy(&ofFrom, from + trailerOffset, sizeof ofFrom);
    std::memcpy(&ofInto, into + trailerOffset, sizeof ofInto);
  }
  if (ofInto.state >= 0 || ofFrom.state == ValueTrailer::isNothing)
    return;
  if (ofFrom.state >= 0 || ofInto.state == ValueTrailer::isNothing) {
    std::memcpy(into, from, messageBytes());
    return;
  }
  try {
    combineValues(from, into);
  } catch (...) {
    const std::string text =
        shortened(messageOfException(), sizeof ofInto.text - 1);
    ofInto.state = rank;
    std::memcpy(ofInto.text, text.data(), text.size());
    std::memcpy(into + trailerOffset, &ofInto, sizeof ofInto);
  }
}

/// The accumulator serves for one combine at a time, of whatever values MPI
/// has; an in-place operator may write what it gets.
void MpiOperator::combineValues(const std::byte *from, std::byte *into) {
  if (bytes > 0)
    std::memcpy(received.data(), from, bytes);
  operand.assign(into, bytes, 0);
  operand.combine(received.data(), bytes, true, 0);
  const detail::byte_view value = operand.pack(packed);
  if (bytes > 0)
    std::memcpy(into, value.data, bytes);
}

} // namespace redist::runtime
