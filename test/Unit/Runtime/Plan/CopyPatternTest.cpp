//===- CopyPatternTest.cpp - Patterns, seeking and kernels ----------------===//
#include "Plan/CopyPattern.h"
#include "Kernels/LoopCopy.h"
#include "Kernels/TransposeKernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace redist::runtime;

static const std::byte *bytes(const void *p) {
  return static_cast<const std::byte *>(p);
}

/// From none to the most that this processor has.
static std::vector<Vectors> everyVectors() {
  std::vector<Vectors> result;
  for (const Vectors vectors : {Vectors::None, Vectors::Neon, Vectors::Sse2,
                                Vectors::Avx2, Vectors::Avx512})
    if (vectors <= widestVectors())
      result.push_back(vectors);
  return result;
}

/// Bytes that begin where a cache line does.
struct alignas(64) Line {
  unsigned char bytes[64];
  bool operator==(const Line &other) const {
    return std::equal(bytes, bytes + 64, other.bytes);
  }
};

class LineBuffer {
public:
  explicit LineBuffer(std::int64_t bytes)
      : lines(static_cast<std::size_t>(bytes / 64 + 1)) {
    for (Line &line : lines)
      std::fill(line.bytes, line.bytes + 64, static_cast<unsigned char>(0xee));
  }
  unsigned char *data() { return lines.front().bytes; }
  std::byte *bytes() { return reinterpret_cast<std::byte *>(data()); }
  bool operator==(const LineBuffer &) const = default;

private:
  std::vector<Line> lines;
};

/// Five runs whose first one goes `offset` bytes beyond the begin of a line.
static void expectRunsCopied(std::int64_t run, std::int64_t offset) {
  const std::int64_t count = 5;
  const std::int64_t fromStride = run + 7;
  const std::int64_t toStride = run + 3;
  LineBuffer from(count * fromStride), expected(offset + count * toStride);
  std::iota(from.data(), from.data() + count * fromStride,
            static_cast<unsigned char>(0));
  for (std::int64_t i = 0; i < count; ++i)
    std::copy_n(from.data() + i * fromStride, run,
                expected.data() + offset + i * toStride);
  for (const StoreKind stores : {StoreKind::Cached, StoreKind::NonTemporal})
    for (const Vectors vectors : everyVectors()) {
      LineBuffer to(offset + count * toStride);
      copyRuns(to.bytes() + offset, toStride, from.bytes(), fromStride, run,
               count, stores, vectors);
      finishStores();
      ASSERT_TRUE(to == expected)
          << "runs of " << run << " bytes, from byte " << offset
          << " of a line on, vectors " << static_cast<int>(vectors);
    }
}

TEST(CopyKernels, CopyEveryRunSizeAndNothingElse) {
  for (std::int64_t run = 1; run <= 600; ++run)
    expectRunsCopied(run, run % 64);
}

TEST(CopyKernels, CopyToEveryByteOfALine) {
  for (const std::int64_t run : {191, 192, 256, 257, 512, 2047, 2048, 2049})
    for (std::int64_t offset = 0; offset < 64; ++offset)
      expectRunsCopied(run, offset);
}

TEST(RunList, MergesNeighboursThatContinueOneAnother) {
  RunList list;
  list.add({0, 0, 2, 1, 0, 0});
  list.add({2, 2, 3, 1, 0, 0}); // goes on at both sides
  ASSERT_EQ(list.groups().size(), 1u);
  EXPECT_EQ(list.groups()[0].length, 5);
  list.add({10, 5, 5, 1, 0, 0}); // as long, 10 and 5 further
  list.add({20, 10, 5, 1, 0, 0});
  ASSERT_EQ(list.groups().size(), 1u);
  EXPECT_EQ(list.groups()[0].count, 3);
  EXPECT_EQ(list.groups()[0].fromStride, 10);
  EXPECT_EQ(list.groups()[0].toStride, 5);
  list.add({31, 15, 5, 1, 0, 0}); // off the spacing
  EXPECT_EQ(list.groups().size(), 2u);
  EXPECT_EQ(list.elements(), 20);
}

/// Elements 0 1 8 of every 12, then a tail: the example of AxisRuns.h.
static AxisRuns packExample(std::int64_t periods) {
  RunList period;
  period.add({0, 0, 2, 1, 0, 0});
  period.add({5, 2, 1, 1, 0, 0});
  RunList tail;
  tail.add({6 * periods, 3 * periods, 2, 1, 0, 0});
  return AxisRuns(period, periods, 6, 3, tail);
}

TEST(AxisRuns, JoinPeriodsOfOneRun) {
  RunList period;
  period.add({0, 0, 1, 1, 0, 0});
  const AxisRuns runs(period, 1000, 4, 1, {});
  EXPECT_EQ(runs.periodCount(), 1);
  ASSERT_EQ(runs.periodRuns().groups().size(), 1u);
  EXPECT_EQ(runs.periodRuns().groups()[0].count, 1000);
  EXPECT_EQ(runs.length(), 1000);
}

static std::vector<int> numbers(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

/// Packs elements [begin, begin + count).
static std::vector<int> packed(const CopyPattern &pattern,
                               const std::vector<int> &source,
                               std::int64_t begin, std::int64_t count) {
  std::vector<int> part(static_cast<std::size_t>(count));
  pattern.copy({reinterpret_cast<std::byte *>(part.data()),
                bytes(source.data()), begin, sizeof(int)},
               begin, count);
  return part;
}

static void expectEnteredAnywhere(const CopyPattern &pattern,
                                  const std::vector<int> &source,
                                  const std::vector<int> &expected) {
  ASSERT_EQ(pattern.length(), static_cast<std::int64_t>(expected.size()));
  for (std::int64_t begin = 0; begin <= pattern.length(); ++begin)
    for (std::int64_t count = 0; begin + count <= pattern.length(); ++count)
      ASSERT_EQ(packed(pattern, source, begin, count),
                std::vector<int>(expected.begin() + begin,
                                 expected.begin() + begin + count))
          << "from " << begin << ", " << count << " elements";
}

TEST(CopyPattern, CanBeEnteredAtAnyElement) {
  const AxisRuns runs = packExample(7);
  const CopyPattern pattern({&runs}, {}, PatternSides::Pack);
  std::vector<int> expected;
  for (int i = 0; i < 23; ++i)
    expected.push_back(i / 3 * 6 + (i % 3 == 2 ? 5 : i % 3));
  expectEnteredAnywhere(pattern, numbers(44), expected);
}

/// All of a dimension of the storage.
static AxisRuns wholeDimension(std::int64_t extent, std::int64_t stride) {
  RunList all({stride, 1});
  all.add({0, 0, extent, 1, 0, 0});
  return AxisRuns(RunList({stride, 1}), 0, 0, 0, all);
}

TEST(CopyPattern, IsTheProductOfItsLevels) {
  // Rows 0 1 5 6 7 11 12 of a matrix with 4 columns, all columns.
  RunList period({4, 1}), tail({4, 1});
  period.add({0, 0, 2, 1, 0, 0});
  period.add({20, 2, 1, 1, 0, 0});
  tail.add({48, 6, 1, 1, 0, 0});
  const AxisRuns rows(period, 2, 24, 3, tail);
  const AxisRuns columns = wholeDimension(4, 1);
  const CopyPattern pattern({&rows, &columns}, {}, PatternSides::Pack);
  std::vector<int> expected;
  for (const int row : {0, 1, 5, 6, 7, 11, 12})
    for (int column = 0; column < 4; ++column)
      expected.push_back(row * 4 + column);
  expectEnteredAnywhere(pattern, numbers(60), expected);
}

TEST(CopyPattern, GoesStripByStrip) {
  // 2 pages of 5 x 3 elements; strips of 2 along the 5.
  const AxisRuns pages = wholeDimension(2, 15);
  const AxisRuns rows = wholeDimension(5, 3);
  const AxisRuns columns = wholeDimension(3, 1);
  const CopyPattern pattern({&pages, &rows, &columns}, {1, 2, 3},
                            PatternSides::Pack);
  std::vector<int> expected;
  for (int page = 0; page < 2; ++page)
    for (int strip = 0; strip < 5; strip += 2)
      for (int column = 0; column < 3; ++column)
        for (int row = strip; row < std::min(strip + 2, 5); ++row)
          expected.push_back(page * 15 + row * 3 + column);
  expectEnteredAnywhere(pattern, numbers(30), expected);
}

TEST(CopyPattern, KeepsInsideAStripWhatIsInnermostOnBothSides) {
  // Rows and columns change places, pairs stay together.
  const AxisRuns rows = wholeDimension(3, 8);
  const AxisRuns columns = wholeDimension(4, 2);
  const AxisRuns pairs = wholeDimension(2, 1);
  const CopyPattern pattern({&rows, &columns, &pairs}, {0, 2, 2},
                            PatternSides::Pack);
  std::vector<int> expected;
  for (int strip = 0; strip < 3; strip += 2)
    for (int column = 0; column < 4; ++column)
      for (int row = strip; row < std::min(strip + 2, 3); ++row)
        for (int i = 0; i < 2; ++i)
          expected.push_back(row * 8 + column * 2 + i);
  expectEnteredAnywhere(pattern, numbers(24), expected);
}

TEST(CopyPattern, FindsPiecesThatLieTogether) {
  const AxisRuns runs = packExample(7);
  const CopyPattern pattern({&runs}, {}, PatternSides::Pack);
  EXPECT_EQ(pattern.contiguousAt(3, 2), 6); // second period, run of two
  EXPECT_EQ(pattern.contiguousAt(4, 1), 7);
  EXPECT_EQ(pattern.contiguousAt(4, 2), std::nullopt);
  EXPECT_EQ(pattern.contiguousAt(21, 2), 42); // the tail
  const AxisRuns rows = wholeDimension(5, 4), columns = wholeDimension(4, 1);
  const CopyPattern matrix({&rows, &columns}, {}, PatternSides::Pack);
  EXPECT_EQ(matrix.contiguousAt(3, 11), 3); // ends of two rows and one between
  const AxisRuns apart = wholeDimension(5, 6);
  const CopyPattern padded({&apart, &columns}, {}, PatternSides::Pack);
  EXPECT_EQ(padded.contiguousAt(4, 4), 6);
  EXPECT_EQ(padded.contiguousAt(3, 2), std::nullopt);
}

TEST(LoopNest, JoinsWhatLiesTogether) {
  LoopNest nest(8);
  nest.push({5, 96, 960}); // ends where the next goes on
  nest.push({3, 32, 320});
  nest.push({1, 7, 7}); // no loop
  nest.push({4, 8, 8}); // one run of 32 bytes
  nest.join();
  EXPECT_EQ(nest.runBytes(), 32);
  EXPECT_EQ(nest.depth(), 1);
  EXPECT_FALSE(nest.isOneRun());
}

TEST(TransposeKernels, TransposeEverySizeAndNothingElse) {
  for (const std::int64_t size : {1, 2, 3, 4, 5, 8, 12, 16, 24, 32, 40, 64})
    for (const auto &[rows, columns] :
         {std::pair<std::int64_t, std::int64_t>{1, 1},
          {2, 3},
          {7, 9},
          {8, 8},
          {33, 40},
          {70, 5},
          {300, 77}}) {
      const std::int64_t fromStride = columns * size + 3;
      const std::int64_t toStride = rows * size + 5;
      std::vector<unsigned char> from(
          static_cast<std::size_t>(rows * fromStride));
      for (std::size_t i = 0; i < from.size(); ++i)
        from[i] = static_cast<unsigned char>(i * 31 + i / 251);
      std::vector<unsigned char> before(
          static_cast<std::size_t>(columns * toStride), 0xee);
      std::vector<unsigned char> expected = before;
      for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j)
          for (std::int64_t b = 0; b < size; ++b)
            expected[static_cast<std::size_t>(j * toStride + i * size + b)] =
                from[static_cast<std::size_t>(i * fromStride + j * size + b)];
      for (const StoreKind stores : {StoreKind::Cached, StoreKind::NonTemporal})
        for (const Vectors vectors : everyVectors()) {
          std::vector<unsigned char> to = before;
          transpose({reinterpret_cast<std::byte *>(to.data()), toStride,
                     bytes(from.data()), fromStride, rows, columns, size},
                    stores, vectors);
          finishStores();
          ASSERT_TRUE(to == expected)
              << size << " bytes, " << rows << " rows, vectors "
              << static_cast<int>(vectors);
        }
    }
}
