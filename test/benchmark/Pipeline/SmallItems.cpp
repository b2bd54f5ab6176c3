//===- SmallItems.cpp - Items of eight bytes, stages of nothing -----------===//
//
// See SmallItems.h.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/SmallItems.h"
#include "Support/Timing.h"

#include "redist/Pipeline.h"

#ifdef REDIST_BENCH_TBB
#include <tbb/parallel_pipeline.h>
#endif

#include <array>
#include <cstdint>

static int rankOf() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// One stage a rank, mapped without measuring.
static const redist::directive smallDirective = {
    "bench-pipeline.cpp", 1, "pipeline", "one_to_one", nullptr, 0};

/// The stages' lists differ in length.
static redist::pipeline_run makeRun(int ranks, MPI_Comm communicator) {
  const redist::pipeline_stage stage =
      redist::pipeline_stage().work(1).data(0).bytes(8);
  const redist::pipeline clauses =
      redist::pipeline().onto(ranks).bandwidth(1e9);
  if (ranks == 2)
    return {smallDirective, clauses, {stage.at(0), stage.at(1)}, communicator};
  return {smallDirective,
          clauses,
          {stage.at(0), stage.at(1), stage.at(2)},
          communicator};
}

std::int64_t bench::smallByRuntime(int ranks, long items,
                                   MPI_Comm communicator) {
  std::int64_t sum = 0;
  redist::pipeline_run run = makeRun(ranks, communicator);
  run.keep(ranks, sum);
  try {
    run.start();
    for (long i = 0; i < items; ++i) {
      redist::pipeline_item item(run);
      if (!item.begins())
        continue;
      std::int64_t value = 0;
      if (item.runs(1)) {
        value = i;
      }
      item.pass(1, value);
      if (ranks == 3) {
        if (item.runs(2)) {
          value += 1;
        }
        item.pass(2, value);
      }
      if (item.runs(ranks)) {
        sum += value;
      }
      item.ends();
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  return sum;
}

constexpr std::size_t batch = 256;
using Batch = std::array<std::int64_t, batch>;

/// Sends batches to the next rank, two of them in flight.
class BatchOut {
public:
  explicit BatchOut(int toRank) : peer(toRank) {}
  void put(std::int64_t value) {
    buffers[now][count++] = value;
    if (count == batch)
      flush();
  }
  void flush() {
    MPI_Isend(buffers[now].data(), static_cast<int>(count), MPI_INT64_T, peer,
              0, MPI_COMM_WORLD, &requests[now]);
    now ^= 1;
    MPI_Wait(&requests[now], MPI_STATUS_IGNORE);
    count = 0;
  }
  void finish() {
    flush();
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }

private:
  int peer;
  Batch buffers[2];
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int now = 0;
  std::size_t count = 0;
};

/// Receives them, the next one always posted.
class BatchIn {
public:
  explicit BatchIn(int fromRank) : peer(fromRank) {
    post(0);
    post(1);
  }
  std::int64_t get() {
    if (at == count)
      next();
    return buffers[now][at++];
  }
  /// Two receives are posted ahead.
  void finish() {
    for (MPI_Request &request : requests)
      if (request != MPI_REQUEST_NULL)
        MPI_Cancel(&request);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }

private:
  void post(int which) {
    MPI_Irecv(buffers[which].data(), static_cast<int>(batch), MPI_INT64_T, peer,
              0, MPI_COMM_WORLD, &requests[which]);
  }
  void next() {
    if (isFirst)
      isFirst = false;
    else {
      post(now);
      now ^= 1;
    }
    MPI_Status status;
    MPI_Wait(&requests[now], &status);
    int received = 0;
    MPI_Get_count(&status, MPI_INT64_T, &received);
    count = static_cast<std::size_t>(received);
    at = 0;
  }

  int peer;
  Batch buffers[2];
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int now = 0;
  std::size_t at = 0, count = 0;
  bool isFirst = true;
};

static std::int64_t spread(std::int64_t sum, int lastRank) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&sum, 1, MPI_INT64_T, lastRank, MPI_COMM_WORLD, &request);
  bench::waitQuietly(request);
  return sum;
}

std::int64_t bench::smallByHand(int ranks, long items) {
  const int rank = rankOf();
  std::int64_t sum = 0;
  if (rank == 0) {
    BatchOut out(1);
    for (long i = 0; i < items; ++i)
      out.put(i);
    out.finish();
  } else if (rank + 1 < ranks) {
    BatchIn in(rank - 1);
    BatchOut out(rank + 1);
    for (long i = 0; i < items; ++i)
      out.put(in.get() + 1);
    out.finish();
    in.finish();
  } else if (rank + 1 == ranks) {
    BatchIn in(rank - 1);
    for (long i = 0; i < items; ++i)
      sum += in.get();
    in.finish();
  }
  return spread(sum, ranks - 1);
}

std::int64_t bench::smallOneByOne(int ranks, long items) {
  const int rank = rankOf();
  std::int64_t sum = 0;
  for (long i = 0; rank < ranks && i < items; ++i) {
    std::int64_t value = i;
    if (rank > 0)
      MPI_Recv(&value, 1, MPI_INT64_T, rank - 1, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    if (rank == 1 && ranks == 3)
      value += 1;
    if (rank + 1 < ranks)
      MPI_Send(&value, 1, MPI_INT64_T, rank + 1, 1, MPI_COMM_WORLD);
    else
      sum += value;
  }
  return spread(sum, ranks - 1);
}

std::int64_t bench::smallInLoop(long items) {
  // The compiler must not find the sum without the loop.
  volatile std::int64_t sum = 0;
  for (long i = 0; i < items; ++i)
    sum = sum + i;
  return sum;
}

#ifdef REDIST_BENCH_TBB
std::int64_t bench::smallByTbb(int stages, long items) {
  constexpr auto inOrder = tbb::filter_mode::serial_in_order;
  constexpr std::size_t inFlight = 512;
  std::int64_t sum = 0;
  long made = 0;
  const auto make = tbb::make_filter<void, std::int64_t>(
      inOrder, [&](tbb::flow_control &control) -> std::int64_t {
        if (made == items) {
          control.stop();
          return 0;
        }
        return made++;
      });
  const auto add = tbb::make_filter<std::int64_t, std::int64_t>(
      inOrder, [](std::int64_t value) { return value + 1; });
  const auto take = tbb::make_filter<std::int64_t, void>(
      inOrder, [&](std::int64_t value) { sum += value; });
  tbb::parallel_pipeline(inFlight,
                         stages == 3 ? make & add & take : make & take);
  return sum;
}
#endif
