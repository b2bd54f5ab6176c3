//===- Items.cpp - Values that another rank has sent ----------------------===//
//
// Comes in: which type, whether room goes along, and the bytes of a value of
// that type. Either they are refused by an exception, or what they are read as
// is written as bytes that are read as the same value.
//
//===----------------------------------------------------------------------===//
// REQUIRES: runtime
// RUN: %fuzz Items
#include "ScarceMemory.h"

#include "redist/detail/types/Serialize.h"

#include <cstdlib>
#include <exception>

using namespace redist::detail;

namespace redist::fuzz {

struct Plain {
  int number;
  double value;
};
struct Record {
  std::string name;
  Plain plain;
  std::optional<std::vector<Plain>> more;
};
struct Own {
  std::map<int, std::string> names;
  std::vector<std::shared_ptr<std::string>> shared;
  template <typename Archive> void serialize(Archive &archive) {
    archive(names, shared);
  }
};
using Either = std::variant<int, std::string, std::vector<Plain>>;

} // namespace redist::fuzz
using namespace redist::fuzz;

template <typename T>
static std::vector<std::byte> bytesOf(const T &value, bool room) {
  std::vector<std::byte> bytes;
  output_archive archive(bytes, room);
  archive(value);
  return bytes;
}
template <typename T>
static void read(T &value, std::span<const std::byte> bytes, bool room) {
  input_archive archive(bytes.data(), bytes.size(), room);
  archive(value);
}

template <typename T>
static void check(std::span<const std::byte> bytes, bool room) {
  T value{}, again{};
  try {
    read(value, bytes, room);
  } catch (const std::exception &) { // the library's own ones, too
    return;
  }
  const std::vector<std::byte> written = bytesOf(value, room);
  read(again, written, room);
  if (bytesOf(again, room) != written)
    std::abort();
}

using Check = void (*)(std::span<const std::byte>, bool);
template <typename... T> static Check nth(std::size_t index) {
  constexpr Check all[] = {check<T>...};
  return all[index % sizeof...(T)];
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data,
                                      std::size_t size) {
  if (size < 2)
    return 0;
  const Check chosen =
      nth<Plain, Record, Own, Either, bool, std::string, std::u16string,
          std::vector<int>, std::vector<bool>, std::vector<std::string>,
          std::vector<std::vector<Record>>, std::list<std::string>,
          std::deque<Own>, std::forward_list<std::vector<int>>,
          std::valarray<double>, std::valarray<std::complex<float>>,
          std::set<std::string>, std::multiset<int>, std::map<int, Record>,
          std::multimap<std::string, int>, std::unordered_set<std::string>,
          std::unordered_map<int, std::string>, std::unordered_multiset<int>,
          std::unordered_multimap<std::string, Plain>,
          std::priority_queue<std::string>, std::queue<int>,
          std::stack<std::string>, std::bitset<40>, std::optional<Either>,
          std::unique_ptr<Record>, std::tuple<int, std::string, Plain>,
          std::pair<std::list<int>, bool>, std::array<std::string, 3>>(data[0]);
  chosen(std::as_bytes(std::span(data + 2, size - 2)), data[1] % 2 != 0);
  return 0;
}
