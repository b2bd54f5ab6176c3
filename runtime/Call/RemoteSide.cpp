//===- RemoteSide.cpp - What one side of an intercommunicator says --------===//
#include "Call/RemoteSide.h"

#include <algorithm>

namespace redist::runtime {

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// Another meaning of the words is another number.
static constexpr std::int64_t version = 1;
static constexpr const char otherVersion[] =
    "the two sides of the intercommunicator have been linked with different "
    "versions of the runtime";

/// Appends numbers, or reads them in the same order: the way there and the way
/// back are one function.
class WordWriter {
public:
  explicit WordWriter(std::vector<std::int64_t> &all) : words(all) {}
  template <typename Number> void operator()(Number &number) {
    words.push_back(static_cast<std::int64_t>(number));
  }

private:
  std::vector<std::int64_t> &words;
};
class WordReader {
public:
  explicit WordReader(std::span<const std::int64_t> all) : words(all) {}
  template <typename Number> void operator()(Number &number) {
    if (next == words.size())
      throw error(otherVersion);
    number = static_cast<Number>(words[next++]);
  }

private:
  std::span<const std::int64_t> words;
  std::size_t next = 0;
};

template <typename Archive, typename List>
static void list(Archive &archive, List &values) {
  std::size_t count = values.size();
  archive(count);
  values.resize(count);
  for (auto &value : values)
    archive(value);
}

template <typename Archive>
static void visitSection(Archive &archive, section &one) {
  archive(one.lower);
  archive(one.length);
  archive(one.stride);
  archive(one.is_whole);
  archive(one.extent);
  archive(one.has_extent);
}

template <typename Archive>
static void visitLayout(Archive &archive, layout &given,
                        std::size_t dimensions) {
  archive(given.dimension_count);
  for (std::size_t k = 0; k < dimensions; ++k) {
    archive(given.dimensions[k].kind);
    archive(given.dimensions[k].block);
    archive(given.dimensions[k].shifted);
  }
  archive(given.grid_count);
  for (std::size_t i = 0; i < std::min(given.grid_count, max_dimensions); ++i)
    archive(given.grid[i]);
  archive(given.holder_count);
  for (std::size_t i = 0; i < std::min(given.holder_count, max_holders); ++i) {
    archive(given.holders[i].ranks);
    archive(given.holders[i].place);
  }
  archive(given.first_rank);
  archive(given.width_count);
  for (std::size_t k = 0; k < std::min(given.width_count, max_dimensions);
       ++k) {
    archive(given.widths[k].before);
    archive(given.widths[k].after);
  }
  archive(given.has_halo);
  archive(given.has_lead);
}

template <typename Archive>
static void visit(Archive &archive, RemoteSide &one) {
  archive(one.isStarted); // the first word
  archive(one.version);
  if (one.version != version)
    throw error(otherVersion);
  archive(one.isSource);
  archive(one.combines);
  archive(one.side.dimensions);
  const std::size_t dimensions = one.side.dimensions;
  for (std::size_t k = 0; k < dimensions; ++k) {
    visitSection(archive, one.side.sections[k]);
    archive(one.side.extents[k]);
  }
  archive(one.side.hasStrides);
  archive(one.side.order);
  visitLayout(archive, one.side.given, dimensions);
  one.sizes.resize(dimensions);
  for (std::vector<std::int64_t> &sizes : one.sizes)
    list(archive, sizes);
  bool isMapped = one.side.given.map.is_given();
  archive(isMapped);
  if (isMapped)
    one.side.given.map.rank_of = detail::no_ranks;
  list(archive, one.ranks);
  list(archive, one.permutation);
  list(archive, one.strategy);
  list(archive, one.elementSizes);
  list(archive, one.operators);
}

/// The copy of what the user's layout refers to.
static void copyReferences(RemoteSide &one) {
  one.sizes.resize(one.side.dimensions);
  for (std::size_t k = 0; k < one.side.dimensions; ++k) {
    const distribution &given = one.side.given.dimensions[k];
    for (std::size_t i = 0; i < given.size_count; ++i)
      one.sizes[k].push_back(given.size_at(given.sizes, i));
  }
  const rank_map map = one.side.given.map;
  if (map.is_given())
    one.ranks.assign(map.rank_of, map.rank_of + map.count);
}

/// The layout refers to the copies.
static void referToCopies(RemoteSide &one) {
  for (std::size_t k = 0; k < one.sizes.size(); ++k) {
    distribution &given = one.side.given.dimensions[k];
    given.sizes = one.sizes[k].data();
    given.size_count = one.sizes[k].size();
    given.size_at = [](const void *all, std::size_t index) {
      return static_cast<const std::int64_t *>(all)[index];
    };
  }
  rank_map &map = one.side.given.map;
  if (map.is_given())
    map = {one.ranks.empty() ? &detail::no_ranks[0] : one.ranks.data(),
           one.ranks.size()};
}

std::vector<std::int64_t> wordsOf(const Call &call, bool isPermutationGiven) {
  const bool isSource = call.direction == Direction::Sent;
  RemoteSide own;
  own.version = version;
  own.isSource = isSource;
  own.isStarted = call.isStarted;
  own.combines = call.combines;
  own.side = isSource ? call.source : call.target;
  copyReferences(own);
  if (isPermutationGiven)
    own.permutation.assign(
        call.permutation.begin(),
        call.permutation.begin() +
            static_cast<std::ptrdiff_t>(own.side.dimensions));
  own.strategy = call.strategy;
  for (const detail::object_entry &entry : call.entries()) {
    own.elementSizes.push_back(static_cast<std::int64_t>(entry.element_size));
    if (call.combines)
      own.operators.push_back(static_cast<std::int64_t>(entry.combiner.op));
  }
  std::vector<std::int64_t> words;
  WordWriter writer(words);
  visit(writer, own);
  return words;
}

std::unique_ptr<RemoteSide> sideOf(std::span<const std::int64_t> words) {
  auto made = std::make_unique<RemoteSide>();
  made->side.strides.fill(1);
  WordReader reader(words);
  visit(reader, *made);
  referToCopies(*made);
  return made;
}

//===----------------------------------------------------------------------===//
// Both sides
//===----------------------------------------------------------------------===//

/// "the extent is 8 at ocean.cpp:12 and 9 at air.cpp:7".
static std::string differ(const std::string &what, const std::string &first,
                          const std::string &second,
                          const RemotePlaces &places) {
  return "the two sides of the intercommunicator differ: " + what + " is " +
         first + " at " + places.first + " and " + second + " at " +
         places.second;
}

static std::string problemOfDirections(bool areSources,
                                       const RemotePlaces &places) {
  return std::string("both sides of the intercommunicator ") +
         (areSources ? "send" : "receive") + ", at " + places.first + " and " +
         places.second + ": one of them needs " +
         (areSources ? "from(remote)" : "to(remote)");
}

static std::string numbersText(const std::vector<std::int64_t> &numbers) {
  std::string text = "(";
  for (const std::int64_t one : numbers)
    text += (text.size() == 1 ? "" : ", ") + std::to_string(one);
  return text + ')';
}

/// Of lengths: dimension k of the target is one of the source.
static std::string problemOfLengths(const RemoteSide &first,
                                    const RemoteSide &second,
                                    const RemotePlaces &places) {
  const std::vector<std::int64_t> &permutation =
      first.permutation.empty() ? second.permutation : first.permutation;
  const std::size_t dimensions = first.side.dimensions;
  for (std::size_t k = 0; k < dimensions; ++k) {
    const std::size_t d =
        permutation.empty() ? k : static_cast<std::size_t>(permutation[k]);
    const section &a = first.side.sections[first.isSource ? d : k];
    const section &b = second.side.sections[first.isSource ? k : d];
    if (a.length == b.length)
      continue;
    const auto dimension = [&](std::size_t number) {
      return dimensions > 1 ? " of dimension " + std::to_string(number)
                            : std::string();
    };
    const std::string what =
        a.is_whole && b.is_whole ? "the extent" : "the length";
    if (d == k)
      return differ(what + dimension(k), std::to_string(a.length),
                    std::to_string(b.length), places);
    return "the two sides of the intercommunicator differ: " + what +
           dimension(first.isSource ? d : k) + " is " +
           std::to_string(a.length) + " at " + places.first + ", and that" +
           dimension(first.isSource ? k : d) + ' ' + std::to_string(b.length) +
           " at " + places.second;
  }
  return "";
}

static std::string problemOfObjects(const RemoteSide &first,
                                    const RemoteSide &second,
                                    const RemotePlaces &places) {
  const std::size_t count = first.elementSizes.size();
  if (count != second.elementSizes.size())
    return differ("the number of objects", std::to_string(count),
                  std::to_string(second.elementSizes.size()), places);
  for (std::size_t i = 0; i < count; ++i)
    if (first.elementSizes[i] != second.elementSizes[i])
      return differ(
          "the size of an element" +
              (count > 1 ? " of object " + std::to_string(i) : std::string()),
          std::to_string(first.elementSizes[i]) + " bytes",
          std::to_string(second.elementSizes[i]) + " bytes", places);
  return "";
}

std::string problemOfSides(const RemoteSide &first, const RemoteSide &second,
                           const RemotePlaces &places) {
  if (first.isSource == second.isSource)
    return problemOfDirections(first.isSource, places);
  if (first.side.dimensions != second.side.dimensions)
    return differ("the number of dimensions",
                  std::to_string(first.side.dimensions),
                  std::to_string(second.side.dimensions), places);
  if (!first.permutation.empty() && !second.permutation.empty() &&
      first.permutation != second.permutation)
    return differ("permute", numbersText(first.permutation),
                  numbersText(second.permutation), places);
  if (first.strategy != second.strategy && first.strategy != "auto" &&
      second.strategy != "auto")
    return differ("the strategy", first.strategy, second.strategy, places);
  const std::string lengths = problemOfLengths(first, second, places);
  return lengths.empty() ? problemOfObjects(first, second, places) : lengths;
}

void adoptSides(const RemoteSide &source, const RemoteSide &target,
                Call &call) {
  const bool ownIsSource = call.direction == Direction::Sent;
  CallSide &other = ownIsSource ? call.target : call.source;
  const RankGroup group = other.group;
  other = ownIsSource ? target.side : source.side;
  other.group = group;
  call.isStarted = source.isStarted || target.isStarted;
  call.combines = target.combines != 0;
  call.strategy =
      (source.strategy == "auto" ? target.strategy : source.strategy).c_str();
  const std::vector<std::int64_t> &permutation =
      target.permutation.empty() ? source.permutation : target.permutation;
  for (std::size_t k = 0; k < permutation.size(); ++k)
    call.permutation[k] = static_cast<int>(permutation[k]);
}

} // namespace redist::runtime
