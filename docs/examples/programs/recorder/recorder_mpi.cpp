//===- recorder_mpi.cpp - The program recorder, written by hand ----------===//
//
// The same program as recorder.cpp, with calls of MPI in place of directives:
// rank 0 reads, the last rank compares, compresses and writes, and the ranks
// between them filter, each a frame in turn. With two ranks, rank 0 filters.
//
//   mpicxx -O2 recorder_mpi.cpp -lz -o recorder_mpi
//
//===----------------------------------------------------------------------===//
#include "Archive.h"
#include "Frames.h"
#include "Options.h"

#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <deque>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

struct World {
  int rank = 0, size = 1;
};

/// What the last rank does with a filtered frame.
struct Recorder {
  Recorded recorded;
  Totals totals;

  std::string entry(const Frame &frame, const Options &options) {
    const Difference difference = recorded.next(frame, options.threshold);
    std::string entry =
        entryOf(difference, deflated(difference.pixels, options.level));
    totals.add(difference, entry);
    return entry;
  }
};

// parallel: begin
/// What stands in front of the pixels of a message.
struct Header {
  enum Kind { Whole, Failed, End, Broken } kind = Whole;
  int width = 0, height = 0;
};

/// Messages on their way, two at most.
class Outgoing {
public:
  void send(const Header &header, const Bytes &pixels, int to) {
    if (messages.size() == 2)
      finishFirst();
    messages.emplace_back();
    Message &message = messages.back();
    message.bytes.resize(sizeof header + pixels.size());
    std::memcpy(message.bytes.data(), &header, sizeof header);
    std::copy(pixels.begin(), pixels.end(),
              message.bytes.begin() + sizeof header);
    MPI_Isend(message.bytes.data(), static_cast<int>(message.bytes.size()),
              MPI_BYTE, to, 0, MPI_COMM_WORLD, &message.request);
  }
  ~Outgoing() {
    while (!messages.empty())
      finishFirst();
  }

private:
  struct Message {
    Bytes bytes;
    MPI_Request request;
  };
  void finishFirst() {
    MPI_Wait(&messages.front().request, MPI_STATUS_IGNORE);
    messages.pop_front();
  }
  std::deque<Message> messages;
};

static Header receive(Frame &frame, int from) {
  MPI_Status status;
  int size = 0;
  MPI_Probe(from, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_BYTE, &size);
  Bytes bytes(static_cast<std::size_t>(size));
  MPI_Recv(bytes.data(), size, MPI_BYTE, from, 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  frame.width = header.width;
  frame.height = header.height;
  frame.pixels.assign(bytes.begin() + sizeof header, bytes.end());
  return header;
}

/// The ranks that filter: between the first and the last, or the first.
struct Filters {
  int first, count;

  explicit Filters(const World &world)
      : first(world.size > 2 ? 1 : 0),
        count(world.size > 2 ? world.size - 2 : 1) {}
  int of(int number) const { return first + number % count; }
};

/// Each failure is kept for the end; until then the messages go on.
template <typename Work> static bool succeeds(Work work, std::string &problem) {
  try {
    work();
    return true;
  } catch (const std::exception &caught) {
    problem = caught.what();
    return false;
  }
}

static void readAll(const Options &options, const World &world,
                    std::string &problem) {
  const Filters filters(world);
  Camera camera(options.folder);
  Outgoing out;
  int number = 0;
  const bool isWhole = succeeds(
      [&] {
        for (; camera.hasNext(); ++number) {
          Frame frame = camera.next();
          if (world.size == 2)
            frame = withoutNoise(frame);
          out.send({Header::Whole, frame.width, frame.height}, frame.pixels,
                   world.size == 2 ? 1 : filters.of(number));
        }
      },
      problem);
  const Header end = {isWhole ? Header::End : Header::Broken, 0, 0};
  for (int i = 0; i < filters.count; ++i) // in turn, as frames are
    out.send(end, Bytes(), world.size == 2 ? 1 : filters.of(number + i));
}

static void filterAll(const World &world, std::string &problem) {
  Outgoing out;
  Frame frame;
  for (Header header; header.kind < Header::End;) {
    header = receive(frame, 0);
    if (header.kind == Header::Whole &&
        !succeeds([&] { frame = withoutNoise(frame); }, problem))
      header.kind = Header::Failed;
    out.send(header, frame.pixels, world.size - 1);
  }
}

static void writeAll(const Options &options, const World &world,
                     Recorder &recorder, std::string &problem) {
  const Filters filters(world);
  WholeFile sink(options.archive, options.force);
  Frame frame;
  bool isWell = true;
  int ends = 0;
  for (int number = 0; ends < filters.count; ++number) {
    const Header header = receive(frame, filters.of(number));
    ends += header.kind >= Header::End;
    if (header.kind == Header::Whole && isWell)
      isWell = succeeds([&] { sink.write(recorder.entry(frame, options)); },
                        problem);
    isWell = isWell && header.kind % 2 == 0; // a frame, or a regular end
  }
  if (isWell)
    succeeds([&] { sink.finish(); }, problem);
}

static void broadcast(void *data, int bytes, int root) {
  MPI_Bcast(data, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

/// Throws on every rank if any has a problem: that of the lowest such rank.
static void agree(std::string problem, const World &world) {
  int first = problem.empty() ? world.size : world.rank;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == world.size)
    return;
  int size = static_cast<int>(problem.size());
  broadcast(&size, sizeof size, first);
  problem.resize(static_cast<std::size_t>(size));
  broadcast(&problem[0], size, first);
  throw std::runtime_error(problem);
}

/// The totals of the last rank, on every rank.
static void share(Totals &totals, const World &world) {
  const int last = world.size - 1;
  int moving = static_cast<int>(totals.moving.size());
  broadcast(&totals.raw, sizeof totals.raw, last);
  broadcast(&totals.packed, sizeof totals.packed, last);
  broadcast(&totals.frames, sizeof totals.frames, last);
  broadcast(&moving, sizeof moving, last);
  totals.moving.resize(static_cast<std::size_t>(moving));
  MPI_Bcast(totals.moving.data(), moving, MPI_INT, last, MPI_COMM_WORLD);
}
// parallel: end

static Totals recordAlone(const Options &options) {
  Camera camera(options.folder);
  WholeFile sink(options.archive, options.force);
  Recorder recorder;
  while (camera.hasNext())
    sink.write(recorder.entry(withoutNoise(camera.next()), options));
  sink.finish();
  return recorder.totals;
}

static Totals record(const Options &options, const World &world) {
  if (world.size == 1)
    return recordAlone(options);
  Recorder recorder;
  // parallel: begin
  std::string problem;
  if (world.rank == 0)
    readAll(options, world, problem);
  else if (world.rank == world.size - 1)
    writeAll(options, world, recorder, problem);
  else
    filterAll(world, problem);
  agree(problem, world);
  share(recorder.totals, world);
  // parallel: end
  return recorder.totals;
}

/// Throws on every rank, or on none, but for rank 0's own work behind the loop.
static void run(const Options &options, const World &world) {
  const double begin = MPI_Wtime();
  if (options.make) {
    if (world.rank == 0)
      makeFrames(options.folder, options);
    return;
  }
  const Totals totals = record(options, world);
  const double seconds = MPI_Wtime() - begin;
  if (world.rank != 0)
    return;
  std::printf("%s", reportOf(totals).c_str());
  std::fprintf(stderr, "recorder_mpi: %.3f s on %d ranks\n", seconds,
               world.size);
  if (options.check)
    checkArchive(options);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  World world;
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.size);
  Options options;
  int status = 2;
  std::string problem = parse(argc, argv, options);
  if (!problem.empty())
    problem += std::string("\n") + usage();
  else
    try {
      status = 1;
      run(options, world);
      status = 0;
    } catch (const std::exception &caught) {
      problem = std::string(caught.what()) + "\n";
    }
  if (world.rank == 0 && status != 0)
    std::fprintf(stderr, "recorder_mpi: error: %s", problem.c_str());
  MPI_Finalize();
  return status;
}
