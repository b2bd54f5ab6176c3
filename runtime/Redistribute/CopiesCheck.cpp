//===- CopiesCheck.cpp - Comparison of the source's copies ----------------===//
//
// Each rank tells a hash of what it has. Of the first two that should be equal
// and are not, one sends its elements to the other, which finds the first that
// differs and tells all.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/CopiesCheck.h"

#include "Agreement/Agreement.h"
#include "Owners/SidePositions.h"
#include "Support/MpiCalls.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace redist::runtime {

namespace {

/// What a position of the source has of the sections: this rank's, as far as
/// dimensions are of any owners.
class Part {
public:
  Part(const Call &given, const ResolvedSide &ofSide, std::int64_t position)
      : call(given), layouts(ofSide),
        coordinates(layouts.coordinatesOf(position)), lead(layouts.lead) {
    for (std::size_t k = 0; k < call.source.dimensions; ++k) {
      const schedule::DimensionLayout &layout = layouts.dimensions[k];
      const section &taken = call.source.sections[k];
      const std::int64_t extent = knownExtent(call.source, k);
      if (layout.isMapped()) {
        addMapped(k);
        continue;
      }
      const bool isWhole = layout.isCyclic() && layout.ranks == 1;
      const std::int64_t local =
          isWhole ? extent : layout.localExtent(extent, coordinates[k]);
      const Margin room = layouts.room.empty() ? Margin{} : layouts.room[k];
      extents.push_back(room.around(local));
      std::vector<Place> &own = places.emplace_back();
      for (std::int64_t i = 0; i < local; ++i) {
        const std::int64_t index =
            isWhole ? i : layout.globalIndex(coordinates[k], i);
        if (isTaken(taken, index))
          own.push_back({room.before + i, index});
      }
    }
  }

  /// The elements one behind the other, row-major by their indices.
  std::vector<std::byte> pack(const void *data, std::size_t bytes) const {
    const std::vector<std::int64_t> steps = strides();
    std::vector<std::byte> packed(static_cast<std::size_t>(count()) * bytes);
    for (std::int64_t i = 0; i < count(); ++i) {
      std::int64_t offset = 0, rest = i;
      for (std::size_t k = places.size(); k-- > 0;) {
        const auto size = static_cast<std::int64_t>(places[k].size());
        offset +=
            places[k][static_cast<std::size_t>(rest % size)].local * steps[k];
        rest /= size;
      }
      std::memcpy(packed.data() + static_cast<std::size_t>(i) * bytes,
                  static_cast<const std::byte *>(data) +
                      offset * static_cast<std::int64_t>(bytes),
                  bytes);
    }
    return packed;
  }
  std::int64_t count() const {
    std::int64_t product = 1;
    for (const std::vector<Place> &own : places)
      product *= static_cast<std::int64_t>(own.size());
    return product;
  }
  /// "(3, 4)" of the element that pack() has at `number`.
  std::string indexText(std::int64_t number) const {
    std::string text;
    for (std::size_t k = places.size(); k-- > 0;) {
      const auto size = static_cast<std::int64_t>(places[k].size());
      const std::int64_t index =
          places[k][static_cast<std::size_t>(number % size)].index;
      text = std::to_string(index) + (text.empty() ? "" : ", ") + text;
      number /= size;
    }
    return "(" + text + ")";
  }

private:
  struct Place {
    std::int64_t local, index;
  };

  /// Of any owners: those of this rank.
  void addMapped(std::size_t k) {
    const Margin room = layouts.room.empty() ? Margin{} : layouts.room[k];
    const std::vector<std::int64_t> own =
        indicesOf(call.source, k, coordinates[k]);
    extents.push_back(room.around(std::ssize(own)));
    std::vector<Place> &all = places.emplace_back();
    for (std::int64_t i = 0; i < std::ssize(own); ++i)
      if (const std::int64_t index = own[static_cast<std::size_t>(i)];
          isTaken(call.source.sections[k], index))
        all.push_back({room.before + i, index});
  }

  static bool isTaken(const section &one, std::int64_t index) {
    if (one.is_whole)
      return true;
    const std::int64_t distance = index - one.lower;
    if (one.stride == 0)
      return one.length > 0 && distance == 0;
    return one.length > 0 && distance % one.stride == 0 &&
           distance / one.stride >= 0 && distance / one.stride < one.length;
  }
  std::vector<std::int64_t> strides() const {
    std::vector<std::int64_t> steps(call.source.dimensions);
    std::int64_t next = 1;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::size_t k =
          call.source.order == storage_order::column ? i : steps.size() - 1 - i;
      steps[k] = call.source.hasStrides ? call.source.strides[k] : next;
      next *= i == 0 && lead ? *lead : extents[k];
    }
    return steps;
  }

  const Call &call;
  const ResolvedSide &layouts;
  std::vector<std::int64_t> coordinates, extents; ///< of the storage
  std::optional<std::int64_t> lead;
  std::vector<std::vector<Place>> places;
};

} // namespace

static std::uint64_t hashOf(const std::vector<std::byte> &bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U; // FNV-1a
  for (const std::byte one : bytes)
    hash = (hash ^ std::to_integer<std::uint64_t>(one)) * 0x100000001b3U;
  return hash;
}

/// Blocking, however many they are.
static void transfer(std::vector<std::byte> &bytes, int peer, bool isSender,
                     MPI_Comm comm) {
  constexpr std::size_t most = std::size_t{1} << 26;
  constexpr int tag = 0;
  for (std::size_t done = 0; done < bytes.size(); done += most) {
    const auto size = static_cast<int>(std::min(most, bytes.size() - done));
    if (isSender)
      checkMpi(MPI_Send(bytes.data() + done, size, MPI_BYTE, peer, tag, comm),
               "MPI_Send");
    else
      checkMpi(MPI_Recv(bytes.data() + done, size, MPI_BYTE, peer, tag, comm,
                        MPI_STATUS_IGNORE),
               "MPI_Recv");
  }
}

namespace {

/// Two positions whose hashes should be equal, and are not.
struct Difference {
  std::size_t object;
  std::int64_t first, second;
};

} // namespace

static std::optional<Difference>
differenceOf(const ResolvedSide &side, std::size_t objects,
             const std::vector<std::uint64_t> &hashes) {
  const auto at = [&](std::int64_t position, std::size_t object) {
    const auto rank = static_cast<std::size_t>(side.placement.rank(position));
    return hashes[rank * objects + object];
  };
  for (std::size_t object = 0; object < objects; ++object)
    for (std::int64_t position = 0; position < side.positions(); ++position)
      if (const std::int64_t first = side.firstCopyOf(position);
          at(first, object) != at(position, object))
        return Difference{object, first, position};
  return std::nullopt;
}

std::string problemOfCopies(const Call &call, const ResolvedSide &side,
                            MPI_Comm comm) {
  const int rank = rankIn(comm);
  const int size = sizeOf(comm);
  std::int64_t own = -1; // this rank's position
  for (std::int64_t position = 0; position < side.positions(); ++position)
    if (side.placement.rank(position) == rank)
      own = position;
  const std::size_t objects = call.objectCount;
  const auto packed = [&](std::size_t object) {
    const detail::object_entry &entry = call.objects[object];
    return own < 0
               ? std::vector<std::byte>()
               : Part(call, side, own).pack(entry.source, entry.element_size);
  };
  std::vector<std::uint64_t> mine,
      all(objects * static_cast<std::size_t>(size));
  for (std::size_t object = 0; object < objects; ++object)
    mine.push_back(hashOf(packed(object)));
  checkMpi(MPI_Allgather(mine.data(), static_cast<int>(objects), MPI_UINT64_T,
                         all.data(), static_cast<int>(objects), MPI_UINT64_T,
                         comm),
           "MPI_Allgather");
  const std::optional<Difference> found = differenceOf(side, objects, all);
  if (!found)
    return "";
  const int first = side.placement.rank(found->first);
  const int second = side.placement.rank(found->second);
  std::string text;
  if (rank == first || rank == second) {
    std::vector<std::byte> bytes = packed(found->object);
    std::vector<std::byte> theirs = bytes;
    transfer(rank == first ? bytes : theirs, rank == first ? second : first,
             rank == first, comm);
    const auto at = std::mismatch(bytes.begin(), bytes.end(), theirs.begin());
    const std::int64_t number =
        (at.first - bytes.begin()) /
        static_cast<std::int64_t>(call.objects[found->object].element_size);
    text = Part(call, side, own).indexText(number);
  }
  const auto rankText = [&](int one) {
    return std::to_string(one - call.source.group.first);
  };
  return "copies of the source differ: element " +
         broadcastText(comm, text, second, rank) +
         (objects > 1 ? " of object " + std::to_string(found->object) : "") +
         " is not the same on rank " + rankText(first) + " and on rank " +
         rankText(second);
}

} // namespace redist::runtime
