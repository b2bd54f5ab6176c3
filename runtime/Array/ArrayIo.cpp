//===- ArrayIo.cpp - Reading and writing arrays ---------------------------===//
//
// By slabs or own parts (Slabs.h), through MPI-IO without derived types:
// elements alone, or behind the header of an NPY file.
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/detail/array/ArrayCore.h"

#include "Agreement/Agreement.h"
#include "Array/ArrayAgreement.h"
#include "Array/NpyHeader.h"
#include "Array/SharedFile.h"
#include "Array/Slabs.h"
#include "Communicator/CommunicatorState.h"
#include "Support/Guard.h"

#include "redist/Error.h"
#include "redist/Redistribute.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

namespace redist::detail {

using namespace runtime;

static constexpr const char noun[] = "call";

static bool isNpy(const std::string &path) {
  static constexpr std::string_view ending = ".npy";
  return path.size() >= ending.size() &&
         path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

/// Of the array; throws redist::error where NPY has no name of the type.
static NpyHeader headerOf(const array_core &array, element_kind kind,
                          const std::string &path, const char *member) {
  NpyHeader header;
  header.type = npyTypeOf(kind, array.element_size());
  if (header.type.empty())
    throw error(std::string(member) + ": '" + path +
                "': an NPY file holds numbers, which the elements are not");
  const array_shape &shape = array.shape();
  header.order =
      shape.dimension_count() > 1 ? shape.order() : storage_order::row;
  header.extents.assign(shape.extents().begin(),
                        shape.extents().begin() + shape.dimension_count());
  return header;
}

static constexpr directive writing = {nullptr, 0,       "redist::array::write",
                                      "auto",  nullptr, 0};

/// All elements, from byte `begin` of the file on; closes it. Collective.
static void writeElements(const array_core &array,
                          const CommunicatorState &talkers, storage_order order,
                          SharedFile &file, std::int64_t begin) {
  const auto size = static_cast<std::int64_t>(array.element_size());
  writeSlabs(array, {writing, talkers.communicator(), talkers.size(), order},
             [&](const Slab &slab, const unsigned char *block) {
               slab.forEachStretch([&](std::int64_t inFile, std::int64_t at,
                                       std::int64_t count) {
                 file.write(begin + inFile * size, block + at * size,
                            count * size);
               });
               file.agree();
             });
  file.close();
}

void array_core::write(const std::string &path, element_kind kind) const {
  guarded(writing, noun, [&] {
    const CommunicatorState &talkers = state(writing.text);
    MPI_Comm talk = talkers.communicator();
    storage_order order = storage_order::row;
    std::string head;
    if (isNpy(path)) {
      const NpyHeader header = headerOf(*this, kind, path, writing.text);
      order = header.order;
      head = npyTextOf(header);
    }
    const auto begin = static_cast<std::int64_t>(head.size());
    UnfinishedFile unfinished(talk, talkers.rank(), path, writing.text);
    SharedFile file(talk, unfinished.path(), MPI_MODE_WRONLY, writing.text);
    // Within, so that the job ends before a rank waits for others to close.
    guarded(writing, noun, [&] {
      if (talkers.rank() == 0)
        file.write(0, reinterpret_cast<const unsigned char *>(head.data()),
                   begin);
      writeElements(*this, talkers, order, file, begin);
      unfinished.finish();
    });
  });
}

void array_core::write(const std::string &path, std::int64_t offset) const {
  guarded(writing, noun, [&] {
    const CommunicatorState &talkers = state(writing.text);
    MPI_Comm talk = talkers.communicator();
    const std::int64_t bytes =
        own_shape.size() * static_cast<std::int64_t>(bytes_per_element);
    const bool fits =
        offset >= 0 &&
        offset <= std::numeric_limits<std::int64_t>::max() - bytes;
    agreeOn(talk,
            fits ? problemOfTarget(path)
                 : "cannot write '" + path + "' from byte " +
                       std::to_string(offset) + " on",
            writing.text, "the offset", offset);
    SharedFile file(talk, path, MPI_MODE_WRONLY | MPI_MODE_CREATE,
                    writing.text);
    guarded(writing, noun, [&] {
      writeElements(*this, talkers, storage_order::row, file, offset);
    });
  });
}

/// The header of an NPY file whose elements are those of `wanted` but for the
/// order, and where they begin. Collective; throws redist::error alike on every
/// rank.
static std::pair<NpyHeader, std::int64_t>
readHeader(SharedFile &file, const NpyHeader &wanted, const std::string &path,
           const CommunicatorState &talkers, const char *member) {
  // One rank reads, so that all see the same, whoever writes there meanwhile.
  std::string bytes, problem;
  const std::int64_t there = file.size();
  const auto take = [&](std::int64_t begin, std::int64_t length) {
    std::string taken(static_cast<std::size_t>(length), '\0');
    file.read(begin, reinterpret_cast<unsigned char *>(taken.data()), length);
    bytes += taken;
  };
  if (talkers.rank() == 0) {
    take(0, std::min(there, npyPrefixSize));
    const std::int64_t length = npyLengthOf(bytes, problem);
    if (problem.empty() && there < npyPrefixSize + length)
      problem = "ends within its header";
    else if (problem.empty())
      take(npyPrefixSize, length);
  }
  file.agree();
  MPI_Comm talk = talkers.communicator();
  const auto complain = [&](const std::string &what) {
    agreeOn(talk, what.empty() ? what : "'" + path + "' " + what, member);
  };
  complain(problem);
  bytes = broadcastText(talk, bytes, 0, talkers.rank());
  const NpyHeader found = readNpyText(
      std::string_view(bytes).substr(static_cast<std::size_t>(npyPrefixSize)),
      problem);
  const auto &extents = found.extents;
  if (problem.empty() && found.type != wanted.type)
    problem =
        "has elements of type '" + found.type + "', not '" + wanted.type + "'";
  else if (problem.empty() && extents != wanted.extents)
    problem =
        "has " +
        (extents.empty()
             ? "a single element"
             : text_of_extents(extents.data(), extents.size()) + " elements") +
        ", but the array has " +
        text_of_extents(wanted.extents.data(), wanted.extents.size());
  complain(problem);
  return {found, static_cast<std::int64_t>(bytes.size())};
}

void array_core::read(const std::string &path, std::int64_t offset,
                      bool isExact, element_kind kind) {
  static constexpr directive call = {nullptr, 0,       "redist::array::read",
                                     "auto",  nullptr, 0};
  const auto size = static_cast<std::int64_t>(bytes_per_element);
  guarded(call, noun, [&] {
    const CommunicatorState &talkers = state(call.text);
    MPI_Comm talk = talkers.communicator();
    const bool hasHeader = isExact && isNpy(path);
    NpyHeader header;
    if (hasHeader)
      header = headerOf(*this, kind, path, call.text);
    SharedFile file(talk, path, MPI_MODE_RDONLY, call.text);
    guarded(call, noun, [&] {
      if (hasHeader)
        std::tie(header, offset) =
            readHeader(file, header, path, talkers, call.text);
      const std::int64_t there = file.size();
      agreeOn(talk, problem_of_size(path, there, offset, isExact), call.text,
              "the offset", offset);
      readSlabs(*this, {call, talk, talkers.size(), header.order},
                [&](const Slab &slab, unsigned char *block) {
                  slab.forEachStretch([&](std::int64_t inFile, std::int64_t at,
                                          std::int64_t count) {
                    file.read(offset + inFile * size, block + at * size,
                              count * size);
                  });
                  file.agree();
                });
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
  if (there >= offset &&
      (isExact ? there - offset == needed : there - offset >= needed))
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
