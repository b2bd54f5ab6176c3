//===- ArrayIo.cpp - Arrays in files --------------------------------------===//
//
// The file holds the elements in global, row-major order. The array goes there
// in slabs: a slab is redistributed to blocks of one dimension, of which each
// rank reads or writes its own as long contiguous stretches. Beside the array
// there is never more than a slab, and MPI-IO sees no derived types.
//
//   A[3][1000] on 4 ranks: dimension 1 is cut, as 3 < 4; a slab of 400 of it
//   has blocks of 100; rank 2 has 3 stretches of the file, 100 elements each.
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/detail/array/ArrayCore.h"

#include "Array/ArrayAgreement.h"
#include "Array/SharedFile.h"
#include "Communicator/CommunicatorState.h"
#include "Support/Guard.h"

#include "redist/Error.h"
#include "redist/Redistribute.h"

#include <algorithm>
#include <functional>
#include <new>
#include <numeric>

namespace redist::detail {

using runtime::agreeOn;
using runtime::CommunicatorState;
using runtime::guarded;
using runtime::SharedFile;
using runtime::UnfinishedFile;

/// How an array is cut for its file.
struct Cut {
  std::size_t dimension = 0;
  std::int64_t length = 1; ///< of a slab along it
  std::int64_t outer = 1;  ///< stretches that a block of a slab consists of
  std::int64_t inner = 1;  ///< elements for one index of the dimension
};

static std::int64_t product(const array_shape::numbers &extents,
                            std::size_t begin, std::size_t end) {
  return std::accumulate(extents.begin() + begin, extents.begin() + end,
                         std::int64_t{1}, std::multiplies<>());
}

/// Outer dimensions make long stretches; but every rank should have a part.
static Cut cutOf(const array_shape &shape, std::size_t elementSize,
                 int rankCount) {
  constexpr std::int64_t bytesPerRank = std::int64_t{256} << 20;
  const auto &extents = shape.extents();
  const std::size_t count = shape.dimension_count();
  Cut cut;
  cut.dimension = std::find_if(extents.begin(), extents.begin() + count,
                               [&](std::int64_t n) { return n >= rankCount; }) -
                  extents.begin();
  if (cut.dimension == count)
    cut.dimension = std::max_element(extents.begin(), extents.begin() + count) -
                    extents.begin();
  cut.outer = product(extents, 0, cut.dimension);
  cut.inner = product(extents, cut.dimension + 1, count);
  const std::int64_t bytesPerIndex =
      cut.outer * cut.inner * static_cast<std::int64_t>(elementSize);
  cut.length =
      std::max<std::int64_t>(bytesPerRank / bytesPerIndex, 1) * rankCount;
  return cut;
}

/// Part of an array along the dimension of a cut, in blocks of all ranks.
class Slab {
public:
  Slab(const array_shape &whole, const Cut &how, std::int64_t lower,
       int rankCount)
      : shape(whole), cut(how), begin(lower), ranks(rankCount) {
    length = std::min(cut.length, shape.extents()[cut.dimension] - lower);
    block = (length + ranks - 1) / ranks;
    first = std::min(length, block * shape.rank());
    mine = std::min(block, length - first);
  }

  /// Elements of this rank's block.
  std::int64_t size() const { return cut.outer * mine * cut.inner; }
  /// Calls visit(element of the file, element of the block, count) for each
  /// stretch.
  template <typename Visit> void forEachStretch(Visit visit) const {
    const std::int64_t extent = shape.extents()[cut.dimension];
    for (std::int64_t i = 0; i < cut.outer; ++i)
      visit((i * extent + begin + first) * cut.inner, i * mine * cut.inner,
            mine * cut.inner);
  }
  /// From the array to the blocks, and back.
  redistribution toBlocks() const {
    return between(sectionOfArray(), whole(length))
        .from(shape.layout())
        .to(blocks());
  }
  redistribution fromBlocks() const {
    return between(whole(length), sectionOfArray())
        .from(blocks())
        .to(shape.layout());
  }

private:
  section sectionOfArray() const {
    return length == shape.extents()[cut.dimension] ? whole(length)
                                                    : slice(begin, length);
  }
  /// Whole but for the dimension that is cut.
  redistribution between(const section &source, const section &target) const {
    redistribution what({});
    what.dimension_count = what.target_section_count = shape.dimension_count();
    what.has_target_sections = true;
    for (std::size_t k = 0; k < shape.dimension_count(); ++k)
      what.source_sections[k] = what.target_sections[k] =
          whole(shape.extents()[k]);
    what.source_sections[cut.dimension] = source;
    what.target_sections[cut.dimension] = target;
    return what;
  }
  redist::layout blocks() const {
    redist::layout result;
    result.dimension_count = shape.dimension_count();
    result.dimensions[cut.dimension] = redist::block(block);
    return result.onto({ranks});
  }

  const array_shape &shape;
  const Cut &cut;
  std::int64_t begin, ranks, length = 0;
  std::int64_t block = 1, first = 0, mine = 0; ///< within the slab
};

/// Moves an array to or from its file, slab by slab: `visit(slab, block)` does
/// what is to be done with each slab's block of this rank. Collective.
template <typename Visit>
static void forEachSlab(const array_shape &shape, std::size_t elementSize,
                        int rankCount, MPI_Comm talk, const char *member,
                        Visit visit) {
  if (shape.size() == 0)
    return;
  const Cut cut = cutOf(shape, elementSize, rankCount);
  const Slab longest(shape, cut, 0, rankCount);
  aligned_bytes block;
  std::string problem;
  try {
    block.reserve(static_cast<std::size_t>(longest.size()) * elementSize);
  } catch (const std::bad_alloc &) {
    problem = "no memory for " + std::to_string(longest.size()) +
              " elements on rank " + std::to_string(shape.rank());
  }
  agreeOn(talk, problem, member);
  const std::int64_t extent = shape.extents()[cut.dimension];
  for (std::int64_t begin = 0; begin < extent; begin += cut.length)
    visit(Slab(shape, cut, begin, rankCount), block.data());
}

static constexpr const char noun[] = "call";

void array_core::write(const std::string &path) const {
  static constexpr directive call = {nullptr, 0,       "redist::array::write",
                                     "auto",  nullptr, 0};
  const auto size = static_cast<std::int64_t>(bytes_per_element);
  guarded(call, noun, [&] {
    const CommunicatorState &talkers = state(call.text);
    MPI_Comm talk = talkers.communicator();
    UnfinishedFile unfinished(talk, talkers.rank(), path, call.text);
    SharedFile file(talk, unfinished.path(), MPI_MODE_WRONLY, call.text);
    const auto writeSlab = [&](const Slab &slab, unsigned char *block) {
      object_entry entry;
      entry.element_size = bytes_per_element;
      entry.source = data();
      entry.source_size = own_shape.local_size();
      entry.source_knows = true;
      entry.source_layout = describe_layout();
      entry.target = block;
      entry.target_size = slab.size();
      redistribute_entries(call, slab.toBlocks(), own_communicator, &entry, 1);
      slab.forEachStretch(
          [&](std::int64_t inFile, std::int64_t at, std::int64_t count) {
            file.write(inFile * size, block + at * size, count * size);
          });
      file.agree();
    };
    // Within, so that the job ends before a rank waits for others to close.
    guarded(call, noun, [&] {
      forEachSlab(own_shape, bytes_per_element, talkers.size(), talk, call.text,
                  writeSlab);
      file.close();
      unfinished.finish();
    });
  });
}

void array_core::read(const std::string &path, std::int64_t offset,
                      bool isExact) {
  static constexpr directive call = {nullptr, 0,       "redist::array::read",
                                     "auto",  nullptr, 0};
  const auto size = static_cast<std::int64_t>(bytes_per_element);
  guarded(call, noun, [&] {
    const CommunicatorState &talkers = state(call.text);
    MPI_Comm talk = talkers.communicator();
    SharedFile file(talk, path, MPI_MODE_RDONLY, call.text);
    const auto readSlab = [&](const Slab &slab, unsigned char *block) {
      slab.forEachStretch(
          [&](std::int64_t inFile, std::int64_t at, std::int64_t count) {
            file.read(offset + inFile * size, block + at * size, count * size);
          });
      file.agree();
      object_entry entry;
      entry.element_size = bytes_per_element;
      entry.source = block;
      entry.source_size = slab.size();
      entry.target = data();
      entry.target_size = own_shape.local_size();
      entry.target_knows = true;
      entry.target_layout = describe_layout();
      redistribute_entries(call, slab.fromBlocks(), own_communicator, &entry,
                           1);
    };
    guarded(call, noun, [&] {
      const std::int64_t there = file.size();
      agreeOn(talk, problem_of_size(path, there, offset, isExact), call.text,
              static_cast<std::uint64_t>(offset));
      forEachSlab(own_shape, bytes_per_element, talkers.size(), talk, call.text,
                  readSlab);
      file.close();
    });
  });
}

/// Whether a file of so many bytes can hold the array; else what is wrong.
std::string array_core::problem_of_size(const std::string &path,
                                        std::int64_t there, std::int64_t offset,
                                        bool isExact) const {
  const auto size = static_cast<std::int64_t>(bytes_per_element);
  const std::int64_t needed = own_shape.size() * size;
  if (offset < 0)
    return "cannot read '" + path + "' from byte " + std::to_string(offset) +
           " on";
  if (isExact ? there == needed : there >= needed && there - needed >= offset)
    return std::string();
  return "'" + path + "' has " + std::to_string(there) + " bytes, but " +
         text_of_extents(own_shape.extents().data(),
                         own_shape.dimension_count()) +
         " elements of " + std::to_string(size) +
         (size == 1 ? " byte" : " bytes") +
         (offset > 0 ? " from byte " + std::to_string(offset) + " on" : "") +
         " need " + std::to_string(needed);
}

} // namespace redist::detail
