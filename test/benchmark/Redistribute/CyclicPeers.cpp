//===- CyclicPeers.cpp - Other ways to move cyclic blocks -----------------===//
#include "Redistribute/CyclicPeers.h"

#include <cstring>
#include <numeric>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace bench {

/// visit(rank, first double, doubles): the runs of this rank's blocks in the
/// order of the global indices, of which those of one rank make a message.
template <typename Visit>
static void forEachRun(const CyclicProblem &p, bool ofTarget, Visit visit) {
  const auto mine = [&](const CyclicAxis &axis) {
    return ofTarget ? axis.target : axis.source;
  };
  const auto other = [&](const CyclicAxis &axis) {
    return ofTarget ? axis.source : axis.target;
  };
  const std::int64_t width = p.shape.doubles;
  const std::int64_t column = p.rows.local(mine(p.rows));
  p.columns.forEachRun(
      mine(p.columns), other(p.columns), p.columns.local(mine(p.columns)),
      [&](std::int64_t gridColumn, std::int64_t first, std::int64_t count) {
        for (std::int64_t j = first; j < first + count; ++j)
          p.rows.forEachRun(
              mine(p.rows), other(p.rows), column,
              [&](std::int64_t gridRow, std::int64_t at, std::int64_t length) {
                visit(p.rankOf(gridRow, gridColumn), (j * column + at) * width,
                      length * width);
              });
      });
}

static std::vector<int> countByRank(const CyclicProblem &p, bool ofTarget) {
  std::vector<int> counts(static_cast<std::size_t>(worldSize()), 0);
  forEachRun(p, ofTarget, [&](int rank, std::int64_t, std::int64_t length) {
    counts[static_cast<std::size_t>(rank)] += static_cast<int>(length);
  });
  return counts;
}

static std::vector<int> offsetsOf(const std::vector<int> &counts) {
  std::vector<int> offsets(counts.size(), 0);
  std::partial_sum(counts.begin(), counts.end() - 1, offsets.begin() + 1);
  return offsets;
}

PackedExchange::PackedExchange(const CyclicProblem &problem,
                               const double *givenSource, double *givenTarget)
    : p(problem), source(givenSource), target(givenTarget),
      sendCounts(countByRank(p, false)), receiveCounts(countByRank(p, true)),
      sendOffsets(offsetsOf(sendCounts)),
      receiveOffsets(offsetsOf(receiveCounts)),
      sendBuffer(
          static_cast<std::size_t>(p.sourceElements() * p.shape.doubles)),
      receiveBuffer(
          static_cast<std::size_t>(p.targetElements() * p.shape.doubles)),
      cursors(sendCounts.size()), requests(2 * sendCounts.size()) {}

/// Short runs by a loop: a call each would be slower.
static void copyRun(double *__restrict to, const double *__restrict from,
                    std::int64_t count) {
  constexpr std::int64_t longRun = 32;
  if (count >= longRun) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(double));
    return;
  }
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = from[i];
}

void PackedExchange::pack() {
  std::copy(sendOffsets.begin(), sendOffsets.end(), cursors.begin());
  forEachRun(p, false, [&](int rank, std::int64_t at, std::int64_t length) {
    std::int64_t &cursor = cursors[static_cast<std::size_t>(rank)];
    copyRun(sendBuffer.data() + cursor, source + at, length);
    cursor += length;
  });
}

void PackedExchange::unpack() {
  std::copy(receiveOffsets.begin(), receiveOffsets.end(), cursors.begin());
  forEachRun(p, true, [&](int rank, std::int64_t at, std::int64_t length) {
    std::int64_t &cursor = cursors[static_cast<std::size_t>(rank)];
    copyRun(target + at, receiveBuffer.data() + cursor, length);
    cursor += length;
  });
}

void PackedExchange::runCollective() {
  pack();
  MPI_Alltoallv(sendBuffer.data(), sendCounts.data(), sendOffsets.data(),
                MPI_DOUBLE, receiveBuffer.data(), receiveCounts.data(),
                receiveOffsets.data(), MPI_DOUBLE, MPI_COMM_WORLD);
  unpack();
}

void PackedExchange::runMessages() {
  const std::size_t ranks = sendCounts.size();
  const auto own = static_cast<std::size_t>(worldRank());
  for (std::size_t i = 0; i < ranks; ++i)
    if (i != own)
      MPI_Irecv(receiveBuffer.data() + receiveOffsets[i], receiveCounts[i],
                MPI_DOUBLE, static_cast<int>(i), 0, MPI_COMM_WORLD,
                &requests[i]);
  pack();
  for (std::size_t i = 0; i < ranks; ++i)
    if (i != own)
      MPI_Isend(sendBuffer.data() + sendOffsets[i], sendCounts[i], MPI_DOUBLE,
                static_cast<int>(i), 0, MPI_COMM_WORLD, &requests[ranks + i]);
  requests[own] = requests[ranks + own] = MPI_REQUEST_NULL;
  copyRun(receiveBuffer.data() + receiveOffsets[own],
          sendBuffer.data() + sendOffsets[own], sendCounts[own]);
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(),
              MPI_STATUSES_IGNORE);
  unpack();
}

static MPI_Datatype replaced(MPI_Datatype old, MPI_Datatype made) {
  if (old != MPI_DOUBLE)
    MPI_Type_free(&old);
  return made;
}

/// What local indices [begin, end) of an axis share with a partner; the index
/// after the last lies at `end - begin` times `stride` bytes.
static MPI_Datatype typeOfPart(const CyclicAxis &axis, std::int64_t mine,
                               std::int64_t other, std::int64_t partner,
                               std::int64_t begin, std::int64_t end,
                               MPI_Datatype element, MPI_Aint stride) {
  std::vector<int> lengths;
  std::vector<MPI_Aint> offsets;
  axis.forEachRun(
      mine, other, end,
      [&](std::int64_t owner, std::int64_t at, std::int64_t length) {
        if (owner != partner || at < begin)
          return;
        lengths.push_back(static_cast<int>(length));
        offsets.push_back((at - begin) * stride);
      });
  MPI_Datatype runs = MPI_DATATYPE_NULL;
  MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(),
                           offsets.data(), element, &runs);
  MPI_Datatype sized = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(runs, 0, (end - begin) * stride, &sized);
  return replaced(runs, sized);
}

/// What a rank shares of an axis with a partner: whole periods, and the rest.
/// `element`: of one index; it is freed.
static MPI_Datatype typeOfAxis(const CyclicAxis &axis, bool ofTarget,
                               std::int64_t partner, MPI_Datatype element,
                               MPI_Aint stride) {
  const std::int64_t mine = ofTarget ? axis.target : axis.source;
  const std::int64_t other = ofTarget ? axis.source : axis.target;
  const std::int64_t local = axis.local(mine);
  const std::int64_t period = std::lcm(mine, other);
  const std::int64_t periods = local / period;
  const std::int64_t whole = periods * period;
  MPI_Datatype parts[2] = {
      typeOfPart(axis, mine, other, partner, 0, std::min(period, whole),
                 element, stride),
      typeOfPart(axis, mine, other, partner, whole, local, element, stride)};
  const int counts[2] = {static_cast<int>(periods), 1};
  const MPI_Aint offsets[2] = {0, whole * stride};
  MPI_Datatype result = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(2, counts, offsets, parts, &result);
  MPI_Type_free(&parts[0]);
  MPI_Type_free(&parts[1]);
  return replaced(element, result);
}

static MPI_Datatype typeFor(const CyclicProblem &p, bool ofTarget, int rank) {
  const auto bytes =
      static_cast<MPI_Aint>(p.shape.doubles) * MPI_Aint{sizeof(double)};
  MPI_Datatype element = MPI_DOUBLE;
  if (p.shape.doubles > 1)
    MPI_Type_contiguous(static_cast<int>(p.shape.doubles), MPI_DOUBLE,
                        &element);
  const std::int64_t column =
      p.rows.local(ofTarget ? p.rows.target : p.rows.source);
  MPI_Datatype type =
      typeOfAxis(p.rows, ofTarget, rank / p.columns.ranks, element, bytes);
  if (p.shape.isMatrix) {
    MPI_Datatype spaced = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(type, 0, column * bytes, &spaced);
    type = typeOfAxis(p.columns, ofTarget, rank % p.columns.ranks,
                      replaced(type, spaced), column * bytes);
  }
  MPI_Type_commit(&type);
  return type;
}

TypedExchange::TypedExchange(const CyclicProblem &problem,
                             const double *givenSource, double *givenTarget)
    : source(givenSource), target(givenTarget),
      displacements(static_cast<std::size_t>(worldSize()), 0) {
  for (const int count : countByRank(problem, false))
    sendCounts.push_back(count > 0);
  for (const int count : countByRank(problem, true))
    receiveCounts.push_back(count > 0);
  for (int rank = 0; rank < worldSize(); ++rank) {
    sendTypes.push_back(typeFor(problem, false, rank));
    receiveTypes.push_back(typeFor(problem, true, rank));
  }
}

TypedExchange::~TypedExchange() {
  for (MPI_Datatype &type : sendTypes)
    MPI_Type_free(&type);
  for (MPI_Datatype &type : receiveTypes)
    MPI_Type_free(&type);
}

void TypedExchange::run() {
  MPI_Alltoallw(source, sendCounts.data(), displacements.data(),
                sendTypes.data(), target, receiveCounts.data(),
                displacements.data(), receiveTypes.data(), MPI_COMM_WORLD);
}

static Descriptor descriptorOf(const CyclicProblem &p, const ProcessGrid &grid,
                               bool ofTarget) {
  const std::int64_t rowBlock = ofTarget ? p.rows.target : p.rows.source;
  return describe(
      grid, static_cast<int>(p.rows.extent), static_cast<int>(p.columns.extent),
      static_cast<int>(rowBlock),
      static_cast<int>(ofTarget ? p.columns.target : p.columns.source),
      static_cast<int>(p.rows.local(rowBlock)));
}

ScalapackCopy::ScalapackCopy(const CyclicProblem &problem, double *givenSource,
                             double *givenTarget)
    : p(problem), source(givenSource), target(givenTarget),
      grid("R", static_cast<int>(p.rows.ranks),
           static_cast<int>(p.columns.ranks)),
      sourceDescriptor(descriptorOf(p, grid, false)),
      targetDescriptor(descriptorOf(p, grid, true)) {}

void ScalapackCopy::run() {
  Cpdgemr2d(static_cast<int>(p.rows.extent), static_cast<int>(p.columns.extent),
            source, 1, 1, sourceDescriptor.data(), target, 1, 1,
            targetDescriptor.data(), grid.context());
}

void copyStreaming(double *to, const double *from, std::int64_t count) {
#ifdef __SSE2__
  constexpr std::int64_t line = 8;
  const auto beyond = static_cast<std::int64_t>(
      reinterpret_cast<std::uintptr_t>(to) / sizeof(double) % line);
  const std::int64_t head = std::min(count, (line - beyond) % line);
  std::copy_n(from, head, to);
  std::int64_t i = head;
  for (; i + line <= count; i += line)
    for (std::int64_t k = 0; k < line; k += 2)
      _mm_stream_pd(to + i + k, _mm_loadu_pd(from + i + k));
  std::copy_n(from + i, count - i, to + i);
  _mm_sfence();
#else
  std::copy_n(from, count, to);
#endif
}

} // namespace bench
