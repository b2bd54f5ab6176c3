//===- SerializeTest.cpp - Messages that are not as they were sent --------===//
//
// Sizes in a message are believed as far as there are bytes, whatever the
// container; what its bytes cannot mean is refused by an exception. Values of
// no bytes and empty containers travel.
//
//===----------------------------------------------------------------------===//
#ifndef _GLIBCXX_ASSERTIONS
#define _GLIBCXX_ASSERTIONS // an empty valarray has no first element
#endif
#include "redist/detail/types/Serialize.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

using redist::detail::input_archive;
using redist::detail::output_archive;

namespace {

/// Counts how many there are; a byte in a message.
struct Counted {
  static inline std::int64_t made = 0;
  Counted() { ++made; }
  Counted(const Counted &other) : value(other.value) { ++made; }
  Counted &operator=(const Counted &) = default;
  ~Counted() = default;
  template <typename Archive> void serialize(Archive &archive) {
    archive(value);
  }
  char value = 0;
};

/// Nothing in a message.
struct Nothing {
  int value = 0;
  template <typename Archive> void serialize(Archive &) {}
};

} // namespace

template <typename... Values>
static std::vector<std::byte> messageOf(const Values &...values) {
  std::vector<std::byte> bytes;
  bytes.reserve(4096); // GCC 12 warns of what does not happen
  output_archive archive(bytes);
  archive(values...);
  return bytes;
}
template <typename T> static T readFrom(const std::vector<std::byte> &bytes) {
  T value;
  input_archive archive(bytes.data(), bytes.size());
  archive(value);
  EXPECT_EQ(archive.remaining(), 0U);
  return value;
}

/// A size of 2^23, and bytes of three elements.
template <typename Container> static void expectBelievedAsFarAsThereAreBytes() {
  Counted::made = 0;
  const auto message = messageOf(std::uint64_t{1} << 23, 'a', 'b', 'c');
  EXPECT_THROW(readFrom<Container>(message), std::exception);
  EXPECT_LT(Counted::made, 1000);
}

TEST(Serialize, SizesAreBelievedAsFarAsThereAreBytes) {
  expectBelievedAsFarAsThereAreBytes<std::vector<Counted>>();
  expectBelievedAsFarAsThereAreBytes<std::list<Counted>>();
  expectBelievedAsFarAsThereAreBytes<std::forward_list<Counted>>();
  expectBelievedAsFarAsThereAreBytes<std::deque<Counted>>();
  expectBelievedAsFarAsThereAreBytes<std::valarray<Counted>>();
  expectBelievedAsFarAsThereAreBytes<std::queue<Counted>>();
  expectBelievedAsFarAsThereAreBytes<std::stack<Counted>>();
}

TEST(Serialize, SizesOfNumbersDoNotOverflow) {
  const auto message = messageOf(std::uint64_t{1} << 61, 1.0);
  EXPECT_THROW(readFrom<std::valarray<double>>(message), std::exception);
  EXPECT_THROW(readFrom<std::vector<double>>(message), std::exception);
}

template <typename Container> static void expectTravels(std::size_t size) {
  const Container sent(size);
  const auto arrived = readFrom<Container>(messageOf(sent));
  EXPECT_EQ(std::distance(std::begin(arrived), std::end(arrived)),
            static_cast<std::ptrdiff_t>(size));
}

TEST(Serialize, ElementsWithoutBytesTravel) {
  for (const std::size_t size : {0, 1, 63, 64, 65, 1000}) {
    expectTravels<std::vector<Nothing>>(size);
    expectTravels<std::list<Nothing>>(size);
    expectTravels<std::forward_list<Nothing>>(size);
    expectTravels<std::deque<Nothing>>(size);
  }
}

TEST(Serialize, PathsTravel) {
  for (const std::filesystem::path path : {"", "/", "a/b.c", "../x"})
    EXPECT_EQ(readFrom<std::filesystem::path>(messageOf(path)), path);
}

TEST(Serialize, ValarraysTravel) {
  for (const std::size_t size : {0, 1, 100}) {
    expectTravels<std::valarray<double>>(size);
    expectTravels<std::valarray<std::complex<double>>>(size);
  }
}

TEST(Serialize, RoomOfStringsArrives) {
  std::vector<std::string> sent(3, "text"), arrived;
  sent.reserve(100);
  std::vector<std::byte> bytes;
  output_archive(bytes, /*room=*/true)(sent);
  input_archive(bytes.data(), bytes.size(), /*room=*/true)(arrived);
  EXPECT_EQ(arrived, sent);
  EXPECT_EQ(arrived.capacity(), sent.capacity());
}

TEST(Serialize, AnyByteIsABool) {
  EXPECT_TRUE(readFrom<bool>(messageOf(char{2})));
  EXPECT_EQ(readFrom<std::vector<bool>>(
                messageOf(std::uint64_t{2}, char{7}, char{0})),
            std::vector<bool>({true, false}));
}

TEST(Serialize, TablesHaveALoadFactor) {
  for (const float factor :
       {0.F, -1.F, std::numeric_limits<float>::quiet_NaN()})
    EXPECT_THROW(
        (readFrom<std::unordered_set<int>>(messageOf(
            std::uint64_t{1}, std::uint64_t{13}, factor, std::uint64_t{0}, 7))),
        std::exception);
}
