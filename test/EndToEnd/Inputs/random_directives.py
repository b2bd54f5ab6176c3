"""Writes an annotated program with random redistribute directives.

The program checks every directive itself, on every rank, element by element
against the owner formula of the language reference, and parts of values against
a fold in the order of ranks; it prints "OK <count>" on rank 0. Arrays have 1 to
4 dimensions, and up to 2 more that the other side
lacks; there are sections, one element for all positions, permutations, both
storage orders, several objects, gen_block, relabel, nowait, accumulate, room,
halos and leads, capacity, shared and disjoint grids, any owners of elements by
a table and by lists. Parameters appear as
literals, constexpr names, macros, enumerators, template arguments, sizeof and
run-time variables; objects as vectors, C arrays, std::array, pointers, a range
type of the user's own and redist::array. The same seed gives the same program.

    python3 random_directives.py SEED COUNT RANKS [LONGEST [HOLDERS [OWNERS]]] \
        > program.cpp

LONGEST is about the greatest number of elements (3000): arrays of a megabyte
and more travel through shared memory. With HOLDERS = 1, most directives have
copies or parts; with OWNERS = 1, most have dimensions that are indirect or
listed.
"""
import random
import sys

PRELUDE = r'''
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>
#include <mpi.h>
#include <redist/redist.h>

using Index = long long;
static int failures = 0;
static int checks = 0;

template <int Bytes> struct Item { unsigned char bytes[Bytes]; };

template <typename T> T valueOf(Index number) {
  T item;
  unsigned char *bytes = reinterpret_cast<unsigned char *>(&item);
  unsigned long long mixed = 0x9E3779B97F4A7C15ull * (number + 1);
  mixed ^= mixed >> 29;
  for (unsigned i = 0; i < sizeof(T); ++i)
    bytes[i] = static_cast<unsigned char>(mixed >> (8 * (i % 8))) ^ i;
  return item;
}
template <typename T> bool same(const T &a, const T &b) {
  const unsigned char *x = reinterpret_cast<const unsigned char *>(&a);
  const unsigned char *y = reinterpret_cast<const unsigned char *>(&b);
  for (unsigned i = 0; i < sizeof(T); ++i)
    if (x[i] != y[i])
      return false;
  return true;
}
template <typename T> T partValue(Index number, Index part) {
  return valueOf<T>(number + part * 1000000007);
}
// Neither commutes nor is associative.
template <typename T> T mixed(const T &a, const T &b) {
  T result;
  const unsigned char *x = reinterpret_cast<const unsigned char *>(&a);
  const unsigned char *y = reinterpret_cast<const unsigned char *>(&b);
  unsigned char *bytes = reinterpret_cast<unsigned char *>(&result);
  for (unsigned i = 0; i < sizeof(T); ++i)
    bytes[i] = static_cast<unsigned char>(5 * x[i] + 3 * y[i] + 1);
  return result;
}
// A range of the user's own: contiguous, with data() and size() only.
template <typename T> struct MyRange {
  T *first;
  std::size_t count;
  T *data() { return first; }
  const T *data() const { return first; }
  std::size_t size() const { return count; }
};

// The slow and certain way: owners element by element.
struct Dim {
  Index extent;
  int kind; // 0: *, 1: CYCLIC(block), 2: gen_block, 3: indirect, 4: listed
  Index ranks, block;
  std::vector<Index> sizes; // of gen_block; owners of indirect
  Index shift = 0;
  std::vector<std::vector<Index>> lists = {}; // of listed, by coordinate
  // What a coordinate stores, in its order.
  std::vector<Index> indicesOf(Index coordinate) const {
    if (kind == 4)
      return lists[coordinate];
    std::vector<Index> indices;
    for (Index i = 0; i < extent; ++i)
      if (owner(i) == coordinate)
        indices.push_back(i);
    return indices;
  }
  Index owner(Index i) const {
    if (kind == 1) // also before 0
      i = (i + shift + ranks * block) % (ranks * block);
    else
      i += shift;
    if (kind == 0)
      return 0;
    if (kind == 3)
      return sizes[i];
    if (kind == 1)
      return i / block % ranks;
    Index end = 0, at = 0;
    while (i >= (end += sizes[at]))
      ++at;
    return at;
  }
};
struct Side {
  std::vector<Dim> dims;
  Index first;
  bool column;
  std::vector<int> ranks; // of the positions; empty: from `first` on
  // Ranks that hold the same, the dimension before which they stand, and
  // whether they hold parts of it.
  std::vector<std::array<Index, 3>> copies;
  // Of each dimension: places before and behind the part, and whether they are
  // a halo. Empty: none.
  std::vector<std::array<Index, 3>> room = {};
  Index lead = 0; // from a row to the next; 0: as long as it is
  Index positionOf(Index rank) const {
    for (std::size_t i = 0; i < ranks.size(); ++i)
      if (ranks[i] == rank)
        return i;
    return ranks.empty() ? rank - first : -1;
  }
};
using Place = std::array<Index, 6>;

static Index positions(const Side &side) {
  Index count = 1;
  for (const Dim &dim : side.dims)
    count *= dim.kind ? dim.ranks : 1;
  for (const std::array<Index, 3> &some : side.copies)
    count *= some[0];
  return count;
}
static Index parts(const Side &side) {
  Index count = 1;
  for (const std::array<Index, 3> &some : side.copies)
    count *= some[2] ? some[0] : 1;
  return count;
}
// Which of the parts a position has, by the order of ranks.
static Index partOf(const Side &side, Index position) {
  Index part = 0, weight = 1;
  for (Index k = side.dims.size(); k >= 0; --k) {
    for (auto some = side.copies.rbegin(); some != side.copies.rend(); ++some) {
      if ((*some)[1] != k)
        continue;
      if ((*some)[2]) {
        part += position % (*some)[0] * weight;
        weight *= (*some)[0];
      }
      position /= (*some)[0];
    }
    if (k > 0)
      position /= side.dims[k - 1].kind ? side.dims[k - 1].ranks : 1;
  }
  return part;
}
// A place of storage: with an element of the part (0), of the halo (1), or one
// that nothing writes (2).
struct Cell {
  Place place;
  int kind;
};
// What a grid position stores along each dimension: index and kind. Nothing
// along any of them if it has no elements.
using Axes = std::vector<std::vector<std::pair<Index, int>>>;
static Axes axes(const Side &side, Index position) {
  const int d = static_cast<int>(side.dims.size());
  Axes lists(d);
  if (position < 0 || position >= positions(side))
    return lists;
  const auto leave = [&](Index k) {
    for (const std::array<Index, 3> &some : side.copies)
      position /= some[1] == k ? some[0] : 1;
  };
  leave(d);
  for (int k = d - 1; k >= 0; --k) {
    const Index ranks = side.dims[k].kind ? side.dims[k].ranks : 1;
    for (const Index i : side.dims[k].indicesOf(position % ranks))
      lists[k].push_back({i, 0});
    position /= ranks;
    leave(k);
  }
  for (const auto &list : lists)
    if (list.empty())
      return Axes(d);
  for (std::size_t k = 0; k < side.room.size(); ++k) {
    const auto [before, behind, isHalo] = side.room[k];
    const auto kind = [&, isHalo = isHalo](Index i) {
      return isHalo && i >= 0 && i < side.dims[k].extent ? 1 : 2;
    };
    for (Index i = 0; i < before; ++i) {
      const Index at = lists[k].front().first - 1;
      lists[k].insert(lists[k].begin(), {at, kind(at)});
    }
    for (Index i = 0; i < behind; ++i) {
      const Index at = lists[k].back().first + 1;
      lists[k].push_back({at, kind(at)});
    }
  }
  return lists;
}
static Index rowLength(const Side &side, Index position) {
  return axes(side, position)[side.column ? 0 : side.dims.size() - 1].size();
}
// What a grid position stores, in order.
static std::vector<Cell> cells(const Side &side, Index position) {
  const int d = static_cast<int>(side.dims.size());
  Axes lists = axes(side, position);
  auto &row = lists[side.column ? 0 : d - 1];
  const Index length = row.size();
  if (side.lead > 0 && length > 0)
    row.resize(side.lead, {-1, 2}); // what is between two rows
  std::vector<Cell> result = {Cell{}};
  for (int step = 0; step < d; ++step) {
    const int k = side.column ? d - 1 - step : step;
    std::vector<Cell> more;
    for (const Cell &cell : result)
      for (const auto &[i, kind] : lists[k]) {
        more.push_back(cell);
        more.back().place[k] = i;
        more.back().kind = std::max(cell.kind, kind);
      }
    result = more;
  }
  if (side.lead > length && length > 0)
    result.resize(result.size() - (side.lead - length));
  return result;
}
static Index number(const Side &side, const Place &place, int object) {
  Index linear = 0;
  for (std::size_t k = 0; k < side.dims.size(); ++k)
    linear = linear * (side.dims[k].extent + 1) + place[k];
  return linear * 4 + object;
}
template <typename T> T before(const Side &side, const Place &place, int object) {
  return valueOf<T>(-10 - number(side, place, object));
}
// Axis k: dimension k of the target, dimension from[k] of the source, or -1.
struct Move {
  Side source, target;
  Place origin; // of the source's section
  std::vector<int> from;
  std::vector<Index> length, sourceLower, sourceStride, targetLower,
      targetStride;
  bool accumulates = false;
};
template <typename T>
T after(const Move &move, const Place &place, int object) {
  Place origin = move.origin;
  for (std::size_t k = 0; k < move.from.size(); ++k) {
    const Index away = place[k] - move.targetLower[k];
    const Index t = away / move.targetStride[k];
    if (away % move.targetStride[k] != 0 || t < 0 || t >= move.length[k])
      return before<T>(move.target, place, object);
    if (move.from[k] >= 0)
      origin[move.from[k]] = move.sourceLower[k] + t * move.sourceStride[k];
  }
  const Index linear = number(move.source, origin, object);
  T value = partValue<T>(linear, 0);
  for (Index part = 1; part < parts(move.source); ++part)
    value = mixed(value, partValue<T>(linear, part));
  return move.accumulates
             ? mixed(before<T>(move.target, place, object), value)
             : value;
}
template <typename T>
T ofSource(const Move &move, const Cell &cell, Index position, int object) {
  return cell.kind == 0
             ? partValue<T>(number(move.source, cell.place, object),
                            partOf(move.source, position))
             : before<T>(move.source, cell.place, object);
}
template <typename T>
void fillSource(T *a, const Move &move, int me, int object) {
  const Index position = move.source.positionOf(me);
  for (const Cell &cell : cells(move.source, position))
    *a++ = ofSource<T>(move, cell, position, object);
}
template <typename T>
void fillTarget(T *a, const Move &move, int me, int object) {
  for (const Cell &cell : cells(move.target, move.target.positionOf(me)))
    *a++ = before<T>(move.target, cell.place, object);
}
static Index sourceCount(const Move &move, int me) {
  return cells(move.source, move.source.positionOf(me)).size();
}
static Index targetCount(const Move &move, int me) {
  return cells(move.target, move.target.positionOf(me)).size();
}
// What nothing writes is compared where the storage has kept it.
template <typename T>
void check(int test, const T *a, Index size, const Move &move, Index position,
           int object, bool isKept = false) {
  ++checks;
  const std::vector<Cell> all = cells(move.target, position);
  bool good = static_cast<Index>(all.size()) <= size;
  for (std::size_t i = 0; i < all.size() && good; ++i)
    if (all[i].kind < 2)
      good = same(a[i], after<T>(move, all[i].place, object));
    else if (isKept)
      good = same(a[i], before<T>(move.target, all[i].place, object));
  if (!good) {
    std::printf("directive %d, object %d wrong at position %lld (size %lld)\n",
                test, object, position, size);
    ++failures;
  }
}
template <typename T>
void checkSource(int test, const T *a, const Move &move, int me, int object) {
  ++checks;
  const Index position = move.source.positionOf(me);
  for (const Cell &cell : cells(move.source, position))
    if (!same(*a++, ofSource<T>(move, cell, position, object))) {
      std::printf("directive %d changed source object %d\n", test, object);
      ++failures;
      return;
    }
}
static void checkSize(int test, Index size, Index expected) {
  ++checks;
  if (size != expected) {
    std::printf("directive %d: size %lld, not %lld\n", test, size, expected);
    ++failures;
  }
}
// Every position of the target grid is one rank's.
static Index checkPosition(int test, int position, const Move &move) {
  std::vector<int> mine(positions(move.target)), all(mine.size());
  if (position >= 0 && position < static_cast<int>(mine.size()))
    mine[position] = 1;
  MPI_Allreduce(mine.data(), all.data(), static_cast<int>(all.size()), MPI_INT,
                MPI_SUM, MPI_COMM_WORLD);
  ++checks;
  for (const int count : all)
    if (count != 1) {
      std::printf("directive %d: positions are no permutation\n", test);
      ++failures;
      break;
    }
  return position;
}
'''

class Room:
    """Places beside a rank's part: widths of each dimension, and a lead."""

    def __init__(self, widths, isHalo, text, hasLead):
        self.widths, self.isHalo = widths, isHalo
        self.text, self.hasLead = text, hasLead


ITEMS = ["double", "char", "int", "float", "Item<3>", "Item<16>", "Item<24>"]


class Dist:
    """One dimension of a layout, as numbers and as text."""

    def __init__(self, kind, ranks, block, sizes, text):
        self.kind, self.ranks, self.block = kind, ranks, block
        self.sizes, self.text, self.shift, self.call = sizes, text, 0, text
        self.lists, self.name = [], None

    def shifted(self, shift, text):
        self.shift, self.text = shift, f"{self.text} shift({text})"
        return self

    def cpp(self, extent):
        sizes = ", ".join(map(str, self.sizes))
        lists = ", ".join("{" + ", ".join(map(str, one)) + "}"
                          for one in self.lists)
        return f"{{{extent}, {self.kind}, {self.ranks}, {self.block}, " \
            f"{{{sizes}}}, {self.shift}, {{{lists}}}}}"


class Writer:
    def __init__(self, seed, count, ranks, longest, holders, owners):
        self.random = random.Random(seed)
        self.holders, self.owners = holders, owners
        self.count, self.ranks, self.longest = count, ranks, longest
        self.lines = []

    def number(self, value):
        """The expression by which a number is written; notes declarations."""
        self.names += 1
        name = f"v{self.names}"
        kinds = ["literal", "constexpr", "macro", "enum", "runtime", "sum",
                 "const"] + (["sizeof"] if 0 < value < 1000000 else [])
        kind = self.random.choice(kinds)
        declaration, text = {
            "literal": ("", str(value)),
            "constexpr": (f"constexpr long {name} = {value};", name),
            "macro": (f"\n#define M{self.test}{name} ({value})\n",
                      f"M{self.test}{name}"),
            "enum": (f"enum {{ {name} = {value} }};", name),
            "const": (f"const int {name} = {value};", f"{name} + 0"),
            "sizeof": (f"struct {name} {{ char c[{value}]; }};",
                       f"sizeof({name})"),
            "sum": (f"constexpr int {name} = {value} - 1;", f"{name} + 1"),
            "runtime": (f"volatile int {name}Now = {value}; "
                        f"long {name} = {name}Now;", name)}[kind]
        if declaration:
            self.body.append(declaration)
        return text

    def factors(self, parts):
        """Grid extents whose product is within the ranks."""
        total = self.random.randint(1, self.ranks)
        result = []
        for _ in range(parts - 1):
            result.append(self.random.choice(
                [p for p in range(1, total + 1) if total % p == 0]))
            total //= result[-1]
        result.append(total)
        self.random.shuffle(result)
        return result

    def shiftedDist(self, extent, ranks, isWhole, isArray):
        if self.random.random() >= 0.25:
            return self.dist(extent, ranks, isWhole, isArray)
        shift = self.random.randint(0, 20)
        made = self.dist(extent + shift, ranks, isWhole, isArray)
        if made.text == "block": # of its own extent
            made.block = max(1, -(-extent // ranks))
            shift = min(shift, made.block * ranks - extent)
        elif made.text.startswith("cyclic") and self.random.random() < 0.4:
            shift = -min(shift, made.block * ranks)
        return made.shifted(shift, self.number(shift))

    def dist(self, extent, ranks, isWhole, isArray):
        pick = self.random
        kind = pick.choice(["cyclic1", "cyclic", "cyclic", "cyclic", "cyclic",
                            "block", "sized", "gen"])
        if kind == "block" and not isWhole:
            kind = "sized"
        minimum = max(1, -(-extent // ranks))
        if kind == "cyclic1":
            return Dist(1, ranks, 1, [], "cyclic")
        if kind == "cyclic":
            block = pick.choice([1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 30, minimum])
            return Dist(1, ranks, block, [], f"cyclic({self.number(block)})")
        if kind == "block":
            return Dist(1, ranks, minimum, [], "block")
        if kind == "sized":
            block = minimum + pick.randint(0, 3)
            return Dist(1, ranks, block, [], f"block({self.number(block)})")
        cuts = sorted(pick.randint(0, extent) for _ in range(ranks - 1))
        sizes = [b - a for a, b in zip([0] + cuts, cuts + [extent])]
        self.names += 1
        name = f"sizes{self.names}"
        form = pick.choice(["std::vector<int> {}{{{}}};", "long {}[] = {{{}}};",
                            f"std::array<long long, {ranks}> {{}}{{{{{{}}}}}};"])
        self.body.append(form.format(name, ", ".join(map(str, sizes))))
        return Dist(2, ranks, 1, sizes, f"gen_block({name})")

    def mapped(self, extent, ranks, isSource):
        """Any owners; a target's lists name some indices several times."""
        pick = self.random
        self.names += 1
        name = f"map{self.names}"
        owners = [pick.randrange(ranks) for _ in range(extent)]
        if pick.random() < 0.4:
            blocks = "redist::array<int, 1> {0}({{%d}}, redist::layout({{" \
                "redist::block()}}).onto({{%d}}), MPI_COMM_WORLD); for (auto " \
                "[at, owner] : {0}.owned()) owner = std::vector<int>{{{1}}}" \
                "[at[0]];" % (extent, self.ranks)
            form = pick.choice([blocks, "std::vector<int> {}{{{}}};",
                                "const std::vector<long> {}{{{}}};",
                                f"std::array<short, {extent}> {{}}{{{{{{}}}}}};"])
            self.body.append(form.format(name, ", ".join(map(str, owners))))
            return Dist(3, ranks, 1, owners, f"indirect({name})")
        made = Dist(4, ranks, 1, [], f"listed({name})")
        made.name = name
        for coordinate in range(ranks):
            own = [i for i in range(extent) if owners[i] == coordinate]
            if not isSource and pick.random() < 0.5:
                own = pick.choices(range(extent), k=pick.randint(0, extent))
            pick.shuffle(own)
            made.lists.append(own)
        return made

    def declareLists(self, dists, first, copies):
        """Each rank's own lists."""
        spread = [k for k, dist in enumerate(dists) if dist.kind]
        extents = []
        for place, k in enumerate(spread + [None]):
            extents += [(None, some) for some, before, _ in copies
                        if before == place]
            if k is not None:
                extents.append((k, dists[k].ranks))
        ranks = 1
        for _, extent in extents:
            ranks *= extent
        coordinates = [{} for _ in range(self.ranks)]
        for position in range(ranks):
            rank = first[position] if isinstance(first, list) \
                else first + position
            rest = position
            for k, extent in reversed(extents):
                coordinates[rank][k] = rest % extent
                rest //= extent
        for k in spread:
            if dists[k].kind != 4:
                continue
            all = ", ".join("{" + ", ".join(map(str, dists[k].lists[at[k]]
                                                if k in at else [])) + "}"
                            for at in coordinates)
            item = self.random.choice(["int", "long", "short"])
            self.body.append(
                f"const std::vector<std::vector<{item}>> of{dists[k].name}"
                f"{{{all}}}; const std::vector<{item}> &{dists[k].name} = "
                f"of{dists[k].name}[me];")

    def layout(self, extents, isWhole, isArray, isSource):
        d = len(extents)
        spread = self.random.sample(range(d), self.random.randint(1, d))
        grid = self.factors(len(spread))
        if self.holders and self.random.random() < 0.5:
            grid = [1] * len(spread) # leaves ranks for copies
        dists, ranks = [], 1
        for k in range(d):
            if k in spread:
                p = grid.pop()
                ranks *= p
                isMapped = self.owners and isWhole[k] and not isArray and \
                    0 < extents[k] <= 3000 and self.random.random() < 0.7
                dists.append(
                    self.mapped(extents[k], p, isSource) if isMapped
                    else self.shiftedDist(extents[k], p, isWhole[k], isArray))
            else:
                dists.append(Dist(0, 1, 1, [], "*"))
        copies = []
        likely = 0.8 if self.holders else 0.3
        while ranks < self.ranks and self.random.random() < likely \
                and len(copies) < 3:
            copies.append((self.random.randint(1, self.ranks // ranks),
                           self.random.randint(0, len(spread)),
                           isSource and not self.owners and
                           self.random.random() < 0.5))
            ranks *= copies[-1][0]
        copies.sort(key=lambda some: some[1])
        first = self.random.randint(0, self.ranks - ranks)
        if self.random.random() < 0.2:
            first = self.random.sample(range(self.ranks), ranks)
        self.declareLists(dists, first, copies)
        text = ", ".join(dist.text for dist in dists) + " onto(" + ", ".join(
            self.gridTexts(dists, copies, self.number)) + ")"
        if isinstance(first, list):
            text += f" ranks({self.rankMap(first)})"
        elif first or self.random.random() < 0.2:
            text += f" at({self.number(first)})"
        return dists, first, copies, text

    @staticmethod
    def isInterval(dist, extent):
        """Whether each coordinate has neighbouring indices."""
        return dist.kind in (0, 2) or dist.kind == 1 and (
            dist.shift >= 0 and dist.shift + extent <= dist.ranks * dist.block)

    def room(self, layout, extents, kind, isTarget, mayBeHalo, mayLead):
        """The room of a layout, or None."""
        pick = self.random
        d = len(extents)
        hasLead = mayLead and d > 1 and kind != "array" and pick.random() < 0.2
        widths = None
        isHalo = isTarget and mayBeHalo and pick.random() < 0.7
        text = ""
        if pick.random() < 0.35:
            widths = [pick.choice([(0, 0), (1, 1), (2, 2), (0, 3), (2, 1)])
                      for _ in range(d)]
            if isHalo:
                widths = [w if self.isInterval(dist, extent) else (0, 0)
                          for w, dist, extent in
                          zip(widths, layout[0], extents)]
            texts = [self.number(b) if a == b and pick.random() < 0.7 else
                     f"{self.number(b)} : {self.number(a)}"
                     for b, a in widths]
            word = "halo" if isHalo else "room"
            text = f" {word}({', '.join(texts)})"
        return Room(widths, isHalo, text, hasLead)

    def lead(self, side, room):
        """Sets the lead of a side of the move; its clause."""
        if not room.hasLead:
            return room.text
        self.names += 1
        name = f"lead{self.names}"
        self.body.append(
            f"move.{side}.lead = std::max<Index>(1, rowLength(move.{side}, "
            f"move.{side}.positionOf(me))) + me % 3; "
            f"const long {name} = move.{side}.lead;")
        return f"{room.text} lead({name})"

    @staticmethod
    def gridTexts(dists, copies, number, words=("copies(", "partial(mixed, ")):
        """The entries of onto, copies and parts in their places."""
        texts = [number(dist.ranks) for dist in dists if dist.kind]
        for some, place, areParts in reversed(copies):
            texts.insert(place, f"{words[areParts]}{number(some)})")
        return texts

    def rankMap(self, ranks):
        """The name of a range of these ranks, which is declared."""
        self.names += 1
        name = f"ranks{self.names}"
        form = self.random.choice([
            "const std::vector<int> {}{{{}}};", "const int {}[] = {{{}}};",
            f"constexpr std::array<int, {len(ranks)}> {{}}{{{{{{}}}}}};",
            "std::vector<int> own{0}{{{1}}}; const int *{0} = own{0}.data();"])
        self.body.append(form.format(name, ", ".join(map(str, ranks))))
        return name

    def section(self, length, isRead):
        """Lower bound, stride and extent of an array with such a section."""
        if isRead and self.random.random() < 0.25: # one for all positions
            lower = self.random.randint(0, 6)
            return lower, 0, lower + self.random.randint(1, 5)
        # Strides in all of four dimensions would make the array 81 times as large.
        stride = self.random.choice([1, 1, 2, 3, -1, -2] if self.strided < 2
                                    else [1, -1])
        self.strided += abs(stride) > 1
        span = (length - 1) * abs(stride) + 1 if length else 0
        low = self.random.randint(0, 5)
        lower = low if stride > 0 else low + max(0, span - 1)
        return lower, stride, low + span + self.random.randint(0, 4)

    def bracket(self, length, section, isLone):
        written = "1" if isLone else self.number(length)
        if section is None:
            return f"[{written}]"
        text = f"[{self.number(section[0])} : {written}"
        if section[1] != 1 or self.random.random() < 0.2:
            text += f" : {self.number(section[1])}"
        if self.tellsExtents:
            text += f" of {self.number(section[2])}"
        return text + "]"

    def brackets(self, dimensions):
        return "".join(self.bracket(*one) for one in dimensions)

    def shape(self, kind, into, column):
        """Length, section and whether the other side lacks it, of the
        dimensions of both sides; the source's of each of the target."""
        pick = self.random
        d = pick.choice([1, 1, 2, 2, 2, 3, 3, 4])
        edge = max(2, int(self.longest ** (1 / d)))
        lengths = [pick.choice([0, 1, 2, 7, 31, 97, 240]) if pick.random() < 0.15
                   else pick.randint(1, edge) for _ in range(d)]
        lengths = [min(length, edge * 2) for length in lengths]
        order = list(range(d))
        if d > 1 and pick.random() < 0.5:
            pick.shuffle(order)
        ofSource = [0] * d
        for k in range(d):
            ofSource[order[k]] = lengths[k]
        lone = [0, 0]
        if into and pick.random() < 0.4:
            lone = pick.choice([[0, 1], [1, 0], [2, 0], [0, 2], [1, 2], [2, 1]])
            # A constant length of 1 is taken for one that is lacking.
            lengths = [2 if n == 1 else n for n in lengths]
            ofSource = [2 if n == 1 else n for n in ofSource]
        sides = [[(n, False) for n in ofSource], [(n, False) for n in lengths]]
        for side, count in enumerate(lone):
            for _ in range(count):
                at = pick.randint(0, len(sides[side]))
                sides[side].insert(at, (1, True))
                if side == 0:
                    order = [j + (j >= at) for j in order]
                else:
                    order.insert(at, -1)
        hasSections = into and pick.random() < 0.6
        for side in range(2):
            # What storage does not tell of its inner extents cannot be
            # sectioned.
            last = len(sides[side]) - 1
            self.strided = 0
            free = range(last + 1) if kind == "array" or self.tellsExtents \
                else [last if column else 0]
            sides[side] = [
                (n, self.section(n, side == 0)
                 if hasSections and k in free and pick.random() < 0.6
                 else None, isLone)
                for k, (n, isLone) in enumerate(sides[side])]
        return sides[0], sides[1], order

    def move(self, source, target, order, layouts, rooms, column, accumulates):
        lists = {name: [] for name in ("length", "sl", "ss", "tl", "ts")}
        for k, (length, b, _) in enumerate(target):
            a = source[order[k]][1] if order[k] >= 0 else None
            lists["length"].append(length)
            lists["sl"].append(a[0] if a else 0)
            lists["ss"].append(a[1] if a else 1)
            lists["tl"].append(b[0] if b else 0)
            lists["ts"].append(b[1] if b else 1)
        origin = [a[0] if a else 0 for _, a, _ in source]
        sides = []
        for ((dists, first, copies, _), extents), room in zip(layouts, rooms):
            dims = ", ".join(dist.cpp(extent)
                             for dist, extent in zip(dists, extents))
            isMap = isinstance(first, list)
            ranks = ", ".join(map(str, first)) if isMap else ""
            d = len(dists)
            spread = [k for k in range(d) if dists[k].kind] + [d]
            pairs = ", ".join(f"{{{{{some}, {spread[place]}, {int(areParts)}}}}}"
                              for some, place, areParts in copies)
            sides.append(f"{{{{{dims}}}, {0 if isMap else first}, "
                         f"{'true' if column else 'false'}, {{{ranks}}}, "
                         f"{{{pairs}}}, {self.roomNumbers(room)}}}")
        braces = ["{" + ", ".join(map(str, numbers)) + "}"
                  for numbers in [origin, order] + list(lists.values())]
        self.body.append(f"Move move = {{{sides[0]}, {sides[1]}, "
                         + ", ".join(braces)
                         + f", {'true' if accumulates else 'false'}}};")

    @staticmethod
    def roomNumbers(room):
        return "{" + ", ".join(
            f"{{{{{before}, {behind}, {int(room.isHalo)}}}}}"
            for before, behind in room.widths or []) + "}"

    @staticmethod
    def arrayLayout(dists, first, copies, room):
        calls = []
        for dist in dists:
            if dist.kind == 0:
                calls.append("redist::undistributed()")
            elif dist.call == "block":
                calls.append("redist::block()")
            else:
                calls.append("redist::" + dist.call.replace(
                    "cyclic", "cyclic(1)" if dist.call == "cyclic"
                    else "cyclic"))
            if dist.shift:
                calls[-1] += f".shift({dist.shift})"
        grid = ", ".join(Writer.gridTexts(
            dists, copies, str, ("redist::copies(", "redist::partial(")))
        text = "redist::layout({" + ", ".join(calls) + f"}}).onto({{{grid}}})"
        if room.widths is not None:
            text += f".{'halo' if room.isHalo else 'room'}({{" + ", ".join(
                f"{{{before}, {behind}}}" for before, behind in room.widths) \
                + "})"
        if isinstance(first, list):
            return text + ".ranks(std::array<int, " + str(len(first)) + ">{{" \
                + ", ".join(map(str, first)) + "}})"
        return text + f".at({first})"

    def declare(self, kind, name, item, side, extents, layout, column, fill,
                beside, room):
        """An object that is filled, as the statement's own storage."""
        b = self.body
        count = f"{side}Count(move, me)"
        if kind == "array":
            text = ", ".join(map(str, extents))
            order = "column" if column else "row"
            b.append(f"redist::array<{item}, {len(extents)}> {name}({{{text}}}"
                     f", {self.arrayLayout(*layout[:3], beside)}, MPI_COMM_WORLD, "
                     f"redist::storage_order::{order});")
            b.append(f"{fill}({name}.data(), move, me, {name[1]});")
            return
        size = count if kind == "vector" else str(room)
        if kind == "pointer": # in place it must hold both layouts
            size = "std::max(sourceCount(move, me), targetCount(move, me))"
        if kind == "pointer":
            b.append(f"std::unique_ptr<{item}[]> own{name}(new {item}[{size} + "
                     f"1]); {item} *{name} = own{name}.get();")
        elif kind == "carray":
            b.append(f"static {item} {name}[{room}];")
        elif kind == "stdarray":
            b.append(f"static std::array<{item}, {room}> {name};")
        elif kind == "range":
            b.append(f"std::vector<{item}> own{name}({size}); MyRange<{item}> "
                     f"{name}{{own{name}.data(), own{name}.size()}};")
        else:
            b.append(f"std::vector<{item}> {name}({size});")
        data = name if kind in ("pointer", "carray") else name + ".data()"
        b.append(f"{fill}({data}, move, me, {name[1]});")

    def one(self, test):
        pick = self.random
        self.test, self.names, self.body = test, 0, []
        kind = pick.choice(["vector", "vector", "vector", "pointer", "carray",
                            "stdarray", "range", "array", "array"])
        into = pick.random() < (0.6 if kind == "pointer" else 0.4)
        column = pick.random() < 0.3
        self.tellsExtents = pick.random() < 0.4
        source, target, order = self.shape(kind, into, column)
        extents = [[s[2] if s else n for n, s, _ in side]
                   for side in (source, target)]
        hasSections = any(s for _, s, _ in source + target)
        knows = kind == "array" or self.tellsExtents # the whole extents
        layouts = [(self.layout(own, [s is None or knows for _, s, _ in side],
                                kind == "array", ofSource), own)
                   for own, side, ofSource in
                   zip(extents, (source, target), (True, False))]
        accumulates = into and pick.random() < 0.25
        isMapped = any(dist.kind > 2 for layout, _ in layouts
                       for dist in layout[0])
        mayRelabel = kind in ("vector", "array") and not hasSections \
            and not accumulates and not isMapped
        relabel = mayRelabel and pick.random() < 0.15
        stays = not into and not relabel and pick.random() < 0.15 \
            and order == list(range(len(order))) and not isMapped \
            and not any(areParts for _, _, areParts in layouts[0][0][2])
        if stays: # where it is; only a halo is new
            layouts[1] = layouts[0]
        mayBeHalo = knows or not hasSections
        rooms = [self.room(layout, own, kind, isTarget, mayBeHalo,
                           not relabel and not stays)
                 for (layout, own), isTarget in zip(layouts, (False, True))]
        if stays:
            text = rooms[1].text.replace("halo", "room")
            rooms[0] = Room(rooms[1].widths, False, text, False)
        self.move(source, target, order, layouts, rooms, column, accumulates)
        texts = [layout[3] + self.lead(side, room) for (layout, _), side, room
                 in zip(layouts, ("source", "target"), rooms)]
        room = max(self.bound(own, beside)
                   for (_, own), beside in zip(layouts, rooms))
        items = [pick.choice(ITEMS)
                 for _ in range(pick.choice([1, 1, 1, 2, 3]))]
        for i, item in enumerate(items):
            self.declare(kind, f"a{i}", item, "source", extents[0],
                         layouts[0][0], column, "fillSource", rooms[0], room)
            if into:
                self.declare(kind, f"b{i}", item, "target", extents[1],
                             layouts[1][0], column, "fillTarget", rooms[1],
                             room)
        isCleared = into and kind == "vector" and not hasSections \
            and not accumulates and pick.random() < 0.4
        if isCleared:
            self.body.append("b0.clear();")
        position = "move.target.positionOf(me)"
        nowait = not relabel and pick.random() < 0.2
        if relabel:
            self.body.append("int position = -2;")
        self.directive(items, kind, into, column, order, source, target,
                       layouts, texts, relabel, nowait, accumulates)
        if relabel:
            position = f"checkPosition({test}, position, move)"
        self.body.append(f"const Index place = {position};")
        isKept = stays or into and not relabel
        for i, item in enumerate(items):
            self.verify(test, i, kind, into, room,
                        isKept and not (isCleared and i == 0))
        self.function(test)

    @staticmethod
    def bound(extents, beside):
        """More elements than any rank stores."""
        result = 1
        widths = beside.widths or [(0, 0)] * len(extents)
        for extent, (before, behind) in zip(extents, widths):
            # A row is up to 3 longer with a lead.
            result *= extent + before + behind + (3 if beside.hasLead else 0)
        return result + 4

    def directive(self, items, kind, into, column, order, source, target,
                  layouts, texts, relabel, nowait, accumulates):
        pick = self.random
        brackets = self.brackets(source)
        objects = ", ".join(f"a{i}{brackets}" for i in range(len(items)))
        clauses = [f"to({texts[1]})"]
        hasParts = any(areParts for _, _, areParts in layouts[0][0][2])
        if kind != "array" or hasParts or pick.random() < 0.4:
            clauses.append(f"from({texts[0]})")
        if into:
            bare = not any(s for _, s, _ in target) and \
                not any(isLone for _, _, isLone in source + target) and \
                pick.random() < 0.6
            brackets = "" if bare else self.brackets(target)
            clauses.append("into(" + ", ".join(
                f"b{i}{brackets}" for i in range(len(items))) + ")")
        common = sorted(j for j in order if j >= 0)
        order = [common.index(j) for j in order if j >= 0]
        if order != list(range(len(order))) or pick.random() < 0.1:
            clauses.append("permute(" + ", ".join(map(str, order)) + ")")
        if column or pick.random() < 0.1:
            clauses.append(f"order({'column' if column else 'row'})")
        if relabel:
            clauses.append("relabel(position)")
        if nowait:
            clauses.append("nowait(request)")
        if accumulates:
            clauses.append("accumulate(mixed)")
        if kind == "pointer" and (not into or pick.random() < 0.3):
            self.body.append("const Index held = std::max(sourceCount(move, me)"
                             ", targetCount(move, me));")
            clauses.append("capacity(held)")
        strategies = ["auto", "stepwise", "greedy", "caterpillar", "alltoall",
                      "direct", "exact"]
        if pick.random() < 0.4:
            clauses.append(f"strategy({pick.choice(strategies)})")
        if pick.random() < 0.3:
            self.body.append("MPI_Comm world = MPI_COMM_WORLD;")
            clauses.append("comm(world)")
        pick.shuffle(clauses)
        joint = " \\\n    " if pick.random() < 0.2 else " "
        text = joint.join([f"redistribute {objects}"] + clauses)
        repeat = into and not accumulates and pick.random() < 0.3
        if repeat:
            self.body.append("for (int again = 0; again < 3; ++again) {")
        if pick.random() < 0.15 and joint == " ":
            self.body.append(f'_Pragma("{text}")')
        else:
            self.body.append(f"#pragma {text}")
        if nowait:
            self.body.append("std::vector<int> meanwhile(100, 1);")
            self.body.append("#pragma redistribute wait(request)")
        if repeat:
            self.body.append("}")

    def verify(self, test, i, kind, into, room, isKept):
        result = f"{'b' if into else 'a'}{i}"
        if kind == "pointer":
            data, size = result, "targetCount(move, me)"
        elif kind == "carray":
            data, size = result, str(room)
        else:
            data, size = f"{result}.data()", f"(Index){result}.size()"
        self.body.append(f"check({test}, {data}, {size}, move, place, {i}, "
                         f"{'true' if isKept else 'false'});")
        if kind in ("vector", "array") and not into:
            self.body.append(f"checkSize({test}, {size}, "
                             "cells(move.target, place).size());")
        if into:
            data = f"a{i}" if kind in ("pointer", "carray") else f"a{i}.data()"
            self.body.append(f"checkSource({test}, {data}, move, me, {i});")

    def function(self, test):
        shape = self.random.choice(["function", "lambda", "method", "template"])
        head, tail = {
            "function": (f"static void test{test}(int me) {{", "}"),
            "lambda": (f"static void test{test}(int rank) {{ "
                       f"auto run = [&](int me) {{", "}; run(rank); }"),
            "method": (f"struct S{test} {{ int me; void run() {{",
                       f"}} }}; static void test{test}(int me) "
                       f"{{ S{test}{{me}}.run(); }}"),
            "template": (f"template <int> static void run{test}(int me) {{",
                         f"}} static void test{test}(int me) "
                         f"{{ run{test}<1>(me); }}")}[shape]
        self.lines += [head] + self.body + [tail, ""]

    def template(self):
        self.lines += ['''
template <int P, int R, int S> void instance(int me, int test, long n) {
  const Move move = {{{{n, 1, P, R, {}}}, 0, false, {}}, {{{n, 1, P, S, {}}}, 0, false, {}},
                     {}, {0}, {n}, {0}, {1}, {0}, {1}};
  const Move back = {move.target, move.source, {}, {0}, {n}, {0}, {1}, {0}, {1}};
  std::vector<long> a(sourceCount(move, me));
  fillSource(a.data(), move, me, 0);
#pragma redistribute a[n] from(cyclic(R) onto(P)) to(cyclic(S) onto(P))
  check(test, a.data(), a.size(), move, me, 0);
#pragma redistribute a[n] from(cyclic(S) onto(P)) to(cyclic(R) onto(P))
  check(test, a.data(), a.size(), back, me, 0);
}
''']

    def program(self):
        self.lines.append(PRELUDE)
        self.template()
        for test in range(self.count):
            self.one(test)
        self.lines += ["int main(int argc, char **argv) {",
                       "  MPI_Init(&argc, &argv);", "  int me = 0;",
                       "  MPI_Comm_rank(MPI_COMM_WORLD, &me);"]
        self.lines += [f"  test{t}(me);" for t in range(self.count)]
        for test in range(4):
            p = self.random.randint(1, self.ranks)
            r, s = self.random.randint(1, 9), self.random.randint(1, 9)
            self.lines.append(f"  instance<{p}, {r}, {s}>(me, {1000 + test}, "
                              f"{self.random.randint(0, 700)});")
        self.lines += [
            "  int all = 0;",
            "  MPI_Reduce(&failures, &all, 1, MPI_INT, MPI_SUM, 0, "
            "MPI_COMM_WORLD);",
            "  if (me == 0 && all == 0) std::printf(\"OK %d\\n\", checks);",
            "  MPI_Finalize();", "  return all != 0;", "}", ""]
        return "\n".join(self.lines)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:7]]
    print(Writer(*given, *[3000, 0, 0][len(given) - 3:]).program())
