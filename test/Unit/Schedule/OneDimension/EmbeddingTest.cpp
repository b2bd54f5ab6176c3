//===- EmbeddingTest.cpp - Words and back, and words that lie -------------===//
//
// Round trips of every strategy; every corruption is refused, even where the
// checksum has been made to fit.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Embedding.h"

#include "ElementOracle.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

using Words = std::vector<std::uint32_t>;

TEST(Embedding, RoundTripOfEveryStrategy) {
  for (const std::string_view word : strategyNames()) {
    const StrategyKind strategy = *strategyFromName(word);
    forAllParameters(5, 5, [&](const Redistribution &parameters) {
      const Result<Schedule> schedule = makeSchedule(parameters, strategy);
      if (!schedule)
        return;
      const Words words = encode(*schedule);
      const Result<EmbeddingKey> key = keyOf(words);
      ASSERT_TRUE(key);
      ASSERT_EQ(*key, (EmbeddingKey{parameters, strategy}));
      const Result<Schedule> decoded = decode(words);
      ASSERT_TRUE(decoded) << word << " " << describe(parameters) << ": "
                           << decoded.error().message;
      ASSERT_EQ(decoded->stepCount(), schedule->stepCount());
      ASSERT_EQ(decoded->totalCost(), schedule->totalCost());
      ASSERT_EQ(decoded->costLowerBound(), schedule->costLowerBound());
      ASSERT_EQ(decoded->provedOptimal(), schedule->provedOptimal());
      ASSERT_EQ(decoded->method(), schedule->method());
      ASSERT_EQ(decoded->hash(), schedule->hash());
      for (std::int64_t p = 0; p < parameters.source.ranks; ++p)
        for (std::int64_t q = 0; q < parameters.target.ranks; ++q)
          ASSERT_EQ(decoded->stepOf(p, q), schedule->stepOf(p, q));
    });
  }
}

TEST(Embedding, ClosedFormsTakeAFewWords) {
  const Schedule schedule =
      *makeSchedule(redistribution(1024, 1023, 32, 31), StrategyKind::Auto);
  EXPECT_EQ(tableEntries(schedule), 0);
  EXPECT_LE(encode(schedule).size(), 16U);
}

/// 4 bits for each of the messages of the quotient, 16 words of header.
TEST(Embedding, TablesArePacked) {
  const Schedule schedule =
      *makeSchedule(redistribution(15, 15, 3, 5), StrategyKind::Stepwise);
  const std::int64_t messages = 105; // all: there is one copy
  EXPECT_EQ(schedule.grid().copies(), 1);
  EXPECT_EQ(tableEntries(schedule), messages);
  EXPECT_EQ(encode(schedule).size(),
            static_cast<std::size_t>(16 + (messages * 4 + 31) / 32));
}

static ErrorKind errorOf(const Words &words) {
  const Result<Schedule> schedule = decode(words);
  EXPECT_FALSE(schedule);
  return schedule ? ErrorKind::TooLarge : schedule.error().kind;
}

static Schedule tableSchedule() {
  return *makeSchedule(redistribution(15, 15, 3, 5), StrategyKind::Stepwise);
}

TEST(Embedding, RefusesTruncatedWords) {
  const Words words = encode(tableSchedule());
  for (std::size_t size = 0; size < words.size(); ++size)
    EXPECT_EQ(errorOf(Words(words.begin(),
                            words.begin() + static_cast<std::ptrdiff_t>(size))),
              ErrorKind::BadEncoding);
  EXPECT_FALSE(keyOf({}));
  Words longer = words;
  longer.push_back(0);
  EXPECT_EQ(errorOf(longer), ErrorKind::BadEncoding);
}

TEST(Embedding, RefusesEveryFlippedBit) {
  const Words words = encode(tableSchedule());
  for (std::size_t i = 0; i < words.size(); ++i)
    for (int bit = 0; bit < 32; ++bit) {
      Words spoilt = words;
      spoilt[i] ^= std::uint32_t{1} << bit;
      EXPECT_EQ(errorOf(spoilt), ErrorKind::BadEncoding);
    }
}

/// The checksum of the format, so that only the content can be at fault.
static void seal(Words &words) {
  std::uint32_t value = 0x811c9dc5;
  for (std::size_t i = 3; i < words.size(); ++i) {
    value = (value ^ words[i]) * 0x01000193;
    value ^= value >> 15;
  }
  words[2] = value;
}

TEST(Embedding, SealMatchesTheFormat) {
  Words words = encode(tableSchedule());
  const std::uint32_t expected = words[2];
  seal(words);
  EXPECT_EQ(words[2], expected);
}

/// Any change of one entry of a table makes two messages of a rank meet.
TEST(Embedding, RefusesTablesThatAreNoSchedules) {
  const Words words = encode(tableSchedule());
  Words spoilt = words;
  std::swap(spoilt[16], spoilt[20]);
  ASSERT_NE(spoilt, words);
  seal(spoilt);
  EXPECT_EQ(errorOf(spoilt), ErrorKind::BadEncoding);
}

TEST(Embedding, RefusesSealedButContradictoryHeaders) {
  const Words words = encode(tableSchedule());
  for (const auto &[index, value] :
       {std::pair<std::size_t, std::uint32_t>{3, 0xff}, // strategy
        {3, words[3] ^ 0x100},                          // form
        {3, words[3] ^ 0x10000},                        // bits an entry
        {3, words[3] ^ 0x1000000},                      // proved
        {4, 0},                                         // P = 0
        {4, 14},                                        // P of another grid
        {9, 0x7fffffff},                                // r leaves 62 bits
        {12, 17},                                       // origin of the table
        {14, 1000000}}) {                               // bound above the cost
    Words spoilt = words;
    spoilt[index] = value;
    seal(spoilt);
    EXPECT_EQ(errorOf(spoilt), ErrorKind::BadEncoding) << index;
  }
}
