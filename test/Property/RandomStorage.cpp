//===- RandomStorage.cpp - Storage of a random redistribution -------------===//
#include "RandomStorage.h"

#include <algorithm>

namespace redist::runtime::test {

struct Place {
  std::int64_t coordinate, local;
};

static Place unshiftedPlace(const DimensionLayout &layout, std::int64_t index) {
  if (layout.isCyclic())
    return {index / layout.block % layout.ranks,
            index / (layout.block * layout.ranks) * layout.block +
                index % layout.block};
  std::int64_t coordinate = 0;
  for (; index >= layout.sizes[static_cast<std::size_t>(coordinate)];
       ++coordinate)
    index -= layout.sizes[static_cast<std::size_t>(coordinate)];
  return {coordinate, index};
}

/// The places before the first element of a coordinate are not there.
static Place placeOf(const DimensionLayout &layout, std::int64_t index) {
  Place place = unshiftedPlace(layout, index + layout.shift);
  for (std::int64_t i = 0; i < layout.shift; ++i)
    place.local -= unshiftedPlace(layout, i).coordinate == place.coordinate;
  return place;
}

static std::int64_t localExtent(const DimensionLayout &layout,
                                std::int64_t extent, std::int64_t coordinate) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < extent; ++i)
    count += placeOf(layout, i).coordinate == coordinate;
  return count;
}

/// By dimension, then by holders; and back.
static std::vector<std::int64_t> coordinatesOf(const Side &side,
                                               std::int64_t position) {
  const std::size_t dimensions = side.layouts.size();
  std::vector<std::int64_t> result(dimensions + side.holders.size());
  std::size_t h = side.holders.size();
  const auto digit = [&](std::int64_t ranks) {
    const std::int64_t one = position % ranks;
    position /= ranks;
    return one;
  };
  for (std::size_t j = dimensions + 1; j-- > 0;) {
    for (; h > 0 && side.holders[h - 1].dimension == j; --h)
      result[dimensions + h - 1] = digit(side.holders[h - 1].ranks);
    if (j > 0)
      result[j - 1] = digit(side.layouts[j - 1].ranks);
  }
  return result;
}

Shape::Shape(const Side &side, std::int64_t position, const Case &c) {
  const std::size_t dimensions = side.layouts.size();
  const std::vector<std::int64_t> coordinates = coordinatesOf(side, position);
  std::vector<std::int64_t> extents(dimensions);
  for (std::size_t j = 0; j < dimensions; ++j)
    extents[j] = localExtent(side.layouts[j], side.extents[j], coordinates[j]);
  strides.resize(dimensions);
  std::int64_t stride = c.gap > 2 ? 2 : 1;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const std::size_t j = c.columnMajor ? i : dimensions - 1 - i;
    strides[j] = stride;
    std::int64_t extent = extents[j];
    if (!side.room.empty()) {
      const auto [before, after] = side.room[j];
      extent += extent > 0 ? before + after : 0;
      origin += before * stride;
    }
    stride = stride * extent + c.gap;
  }
  elements = stride;
}

/// Those that an index has; several within halos.
static std::vector<Place> placesOf(const DimensionLayout &layout,
                                   std::int64_t index) {
  if (!layout.hasHalo())
    return {placeOf(layout, index)};
  std::vector<Place> all;
  std::int64_t begin = 0;
  for (std::int64_t q = 0; q < layout.ranks; ++q) {
    const std::int64_t size = layout.sizes[static_cast<std::size_t>(q)];
    if (size > 0 && index >= begin - layout.before &&
        index < begin + size + layout.after)
      all.push_back({q, index - begin});
    begin += size;
  }
  return all;
}

/// Calls visit(position in the grid, offset in the storage there) for each
/// place of a copy of an element; copies are numbered in the order of the
/// holders.
template <typename Visit>
static void locate(const Side &side, const std::vector<Shape> &shapes,
                   const std::vector<std::int64_t> &index, std::int64_t copy,
                   Visit visit) {
  std::vector<std::int64_t> copyAt(side.holders.size());
  for (std::size_t h = side.holders.size(); h-- > 0;) {
    copyAt[h] = copy % side.holders[h].ranks;
    copy /= side.holders[h].ranks;
  }
  std::vector<std::vector<Place>> chosen = {{}};
  for (std::size_t j = 0; j < index.size(); ++j) {
    std::vector<std::vector<Place>> longer;
    for (const Place &place : placesOf(side.layouts[j], index[j]))
      for (std::vector<Place> one : chosen) {
        one.push_back(place);
        longer.push_back(std::move(one));
      }
    chosen.swap(longer);
  }
  for (const std::vector<Place> &places : chosen) {
    std::int64_t position = 0;
    std::size_t h = 0;
    const auto addHolders = [&](std::size_t dimension) {
      for (; h < side.holders.size() && side.holders[h].dimension == dimension;
           ++h)
        position = position * side.holders[h].ranks + copyAt[h];
    };
    for (std::size_t j = 0; j < index.size(); ++j) {
      addHolders(j);
      position = position * side.layouts[j].ranks + places[j].coordinate;
    }
    addHolders(index.size());
    const Shape &shape = shapes[static_cast<std::size_t>(position)];
    std::int64_t offset = shape.origin;
    for (std::size_t j = 0; j < index.size(); ++j)
      offset += places[j].local * shape.strides[j];
    visit(position, offset);
  }
}

Storages::Storages(const Side &side, const Case &c, std::int64_t shiftAtFirst,
                   std::uint32_t salt)
    : shift(shiftAtFirst) {
  std::uint32_t state = salt;
  for (std::int64_t i = 0; i < side.ranks(); ++i) {
    shapes.emplace_back(side, i, c);
    bytes.emplace_back();
    for (const std::int64_t size : c.elementSizes) {
      // Some end where the last element does, for tools that watch memory.
      const std::int64_t guard = (i + std::ssize(bytes.back())) % 2 * 16;
      Bytes own(static_cast<std::size_t>(
          shiftOf(i) + shapes.back().elements * size + guard));
      for (std::byte &one : own) {
        state = state * 1664525U + 1013904223U;
        one = static_cast<std::byte>(state >> 24);
      }
      bytes.back().push_back(std::move(own));
    }
  }
  alignCopies(side, c);
}

/// Copies hold the same, of a part each.
void Storages::alignCopies(const Side &side, const Case &c) {
  const std::size_t dimensions = side.layouts.size();
  const auto holding = [&](std::int64_t position) {
    std::vector<std::int64_t> result = coordinatesOf(side, position);
    for (std::size_t h = 0; h < side.holders.size(); ++h)
      if (!side.holders[h].areParts)
        result[dimensions + h] = 0;
    return result;
  };
  for (std::int64_t i = 0; i < side.ranks(); ++i) {
    const std::vector<std::int64_t> own = holding(i);
    for (std::int64_t first = 0; first < i; ++first) {
      const std::vector<std::int64_t> theirs = holding(first);
      if (own != theirs)
        continue;
      for (std::size_t o = 0; o < c.elementSizes.size(); ++o)
        std::copy_n(at(first, o),
                    shapes[static_cast<std::size_t>(i)].elements *
                        c.elementSizes[o],
                    at(i, o));
      break;
    }
  }
}

/// Numbers of the holders (locate()) of a part each, in the order of the parts:
/// those of the first copies.
static std::vector<std::int64_t> partsOf(const Side &side) {
  std::vector<std::int64_t> parts;
  for (std::int64_t number = 0; number < side.copies(); ++number) {
    std::int64_t rest = number;
    bool isFirst = true;
    for (std::size_t h = side.holders.size(); h-- > 0;) {
      const schedule::Holders &one = side.holders[h];
      isFirst &= one.areParts || rest % one.ranks == 0;
      rest /= one.ranks;
    }
    if (isFirst)
      parts.push_back(number);
  }
  return parts;
}

std::byte combinedParts(std::byte left, std::byte right) {
  return static_cast<std::byte>(std::to_integer<int>(left) * 31 +
                                std::to_integer<int>(right));
}

std::byte combinedValues(std::byte left, std::byte right) {
  return static_cast<std::byte>(std::to_integer<int>(left) * 7 ^
                                std::to_integer<int>(right));
}

static void combine(std::byte *left, const std::byte *right, std::int64_t bytes,
                    std::byte (*combined)(std::byte, std::byte)) {
  std::transform(left, left + bytes, right, left, combined);
}

void assignElements(const Case &c, const Storages &source, Storages &target) {
  const std::size_t dimensions = c.lengths.size();
  if (std::ranges::find(c.lengths, 0) != c.lengths.end())
    return;
  std::vector<std::int64_t> t(dimensions, 0), from = c.source.lower,
                                              to(dimensions);
  for (;;) {
    for (std::size_t k = 0; k < dimensions; ++k) {
      if (c.sourceDimension[k] >= 0) {
        const auto j = static_cast<std::size_t>(c.sourceDimension[k]);
        from[j] = c.source.lower[j] + t[k] * c.source.stride[j];
      }
      to[k] = c.target.lower[k] + t[k] * c.target.stride[k];
    }
    for (std::size_t o = 0; o < c.elementSizes.size(); ++o) {
      const std::int64_t size = c.elementSizes[o];
      std::vector<std::byte> value;
      for (const std::int64_t part : partsOf(c.source))
        locate(c.source, source.shapes, from, part,
               [&](std::int64_t p, std::int64_t in) {
                 const std::byte *const own = source.at(p, o) + in * size;
                 if (value.empty())
                   value.assign(own, own + size);
                 else
                   combine(value.data(), own, size, combinedParts);
               });
      const auto assign = [&](std::int64_t q, std::int64_t out) {
        std::byte *const at = target.at(q, o) + out * size;
        if (c.combines)
          combine(at, value.data(), size, combinedValues);
        else
          std::copy(value.begin(), value.end(), at);
      };
      for (std::int64_t copy = 0; copy < c.target.copies(); ++copy)
        locate(c.target, target.shapes, to, copy, assign);
    }
    std::size_t k = dimensions;
    while (k > 0 && ++t[k - 1] == c.lengths[k - 1])
      t[--k] = 0;
    if (k == 0)
      return;
  }
}

} // namespace redist::runtime::test
