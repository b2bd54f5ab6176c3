//===- Hdf5.cpp - Distributed arrays in HDF5 files ------------------------===//
//
// Room Hdf5. Arrays go to their datasets by slabs (Array/Slabs.h):
// redistributed to blocks, of which each rank writes one box. Hyperslabs of a
// block-cyclic layout itself are many short stretches, and were measured to be
// slower (docs/performance.md).
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/hdf5.h"

#include "DatasetFile.h"
#include "ElementTypes.h"
#include "LayoutText.h"

#include "../Agreement/Agreement.h"
#include "../Array/ArrayAgreement.h"
#include "../Array/SharedFile.h"
#include "../Array/Slabs.h"
#include "../Communicator/CommunicatorState.h"
#include "../Support/Guard.h"

#include <filesystem>
#include <optional>

namespace redist::detail {

using namespace runtime;
using Access = DatasetFile::Access;

static constexpr const char noun[] = "call";

/// On rank 0, for all: somebody may make or remove the file meanwhile.
static bool isRegularFile(const CommunicatorState &talkers,
                          const std::string &path) {
  std::error_code ignored;
  const std::string answer =
      talkers.rank() == 0 && std::filesystem::is_regular_file(path, ignored)
          ? "yes"
          : "no";
  return broadcastText(talkers.communicator(), answer, 0, talkers.rank()) ==
         "yes";
}

static Box boxOf(const Slab &slab) { return {slab.lower(), slab.extents()}; }

/// Everything but the file itself.
static void writeDataset(const array_core &array, const hdf5::type &what,
                         const SlabCall &slabs, DatasetFile &file) {
  const Handle type = makeType(what);
  file.create(type.get(), array.shape());
  file.addText("redist_layout", textOf(array.shape().layout()));
  file.addText("redist_order",
               array.shape().order() == storage_order::row ? "row" : "column");
  file.agree();
  writeSlabs(array, slabs, [&](const Slab &slab, const unsigned char *block) {
    file.write(type.get(), boxOf(slab), block);
    file.agree();
  });
  file.link();
  file.agree();
}

/// Likewise.
static void readDataset(array_core &array, const hdf5::type &what,
                        const SlabCall &slabs, DatasetFile &file) {
  const Handle type = makeType(what);
  file.find(type.get(), array.shape());
  file.agree();
  readSlabs(array, slabs, [&](const Slab &slab, unsigned char *block) {
    file.read(type.get(), boxOf(slab), block);
    file.agree();
  });
}

/// open(file, talkers) opens the file, use(file, slabs) is what is done with
/// it; then it is closed, and finish() ends the call.
template <typename Open, typename Use>
static void withDataset(const array_core &array, const directive &call,
                        const std::string &path, const std::string &dataset,
                        Open open, Use use) {
  guarded(call, noun, [&] {
    const CommunicatorState &talkers = array.state(call.text);
    MPI_Comm talk = talkers.communicator();
    agreeOnText(talk, call.text, "path", path);
    agreeOnText(talk, call.text, "dataset", dataset);
    const QuietHdf5 quiet;
    DatasetFile file(talk, path, dataset, call.text);
    file.agree();
    const auto finish = open(file, talkers);
    // Within, so that the job ends before a rank waits for others to close.
    guarded(call, noun, [&] {
      use(file, SlabCall{call, talk, talkers.size(), storage_order::row});
      file.close();
      file.agree();
      finish();
    });
  });
}

void write_hdf5(const array_core &array, const hdf5::type &what,
                const std::string &path, const std::string &dataset) {
  static constexpr directive call = {nullptr, 0,       "redist::hdf5::write",
                                     "auto",  nullptr, 0};
  std::optional<UnfinishedFile> unfinished;
  withDataset(
      array, call, path, dataset,
      [&](DatasetFile &file, const CommunicatorState &talkers) {
        if (isRegularFile(talkers, path))
          file.open(path, Access::change);
        else
          file.open(unfinished
                        .emplace(talkers.communicator(), talkers.rank(), path,
                                 call.text)
                        .path(),
                    Access::create);
        return [&] {
          if (unfinished)
            unfinished->finish();
        };
      },
      [&](DatasetFile &file, const SlabCall &slabs) {
        writeDataset(array, what, slabs, file);
      });
}

void read_hdf5(array_core &array, const hdf5::type &what,
               const std::string &path, const std::string &dataset) {
  static constexpr directive call = {nullptr, 0,       "redist::hdf5::read",
                                     "auto",  nullptr, 0};
  withDataset(
      array, call, path, dataset,
      [&](DatasetFile &file, const CommunicatorState &talkers) {
        // To open a pipe would wait for a writer.
        agreeOn(talkers.communicator(),
                isRegularFile(talkers, path)
                    ? ""
                    : "cannot open '" + path + "' for dataset '" + dataset +
                          "': there is no such regular file",
                call.text);
        file.open(path, Access::read);
        return [] {};
      },
      [&](DatasetFile &file, const SlabCall &slabs) {
        readDataset(array, what, slabs, file);
      });
}

} // namespace redist::detail
