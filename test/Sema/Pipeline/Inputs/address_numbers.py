"""Pipelines in which a number that is made of an address reaches another rank.

Usage: address_numbers.py REDISTC FOLDER

Each way to make a number, a truth or a text of an address, of each kind of object, in each kind of
variable that reaches another rank: an item, an element of a container, a state.
These are errors. Accepted are the same ways where the number stays in its stage,
and numbers that are made of no address.
"""

import sys

import accepted

HEADERS = """
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>
using Bytes = std::array<unsigned char, 8>;
static unsigned mixed(std::uintptr_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  return static_cast<unsigned>(x >> 32);
}
template <class T> static std::uint64_t bitsOf(T *const &pointer) {
  return reinterpret_cast<const std::uint64_t &>(pointer);
}
static std::uint64_t bitwise(const void *pointer) {
  std::uint64_t made = 0;
  for (int bit = 0; bit < 64; ++bit)
    if (reinterpret_cast<std::uintptr_t>(pointer) >> bit & 1)
      made |= std::uint64_t(reinterpret_cast<std::uintptr_t>(pointer)) &
              (std::uint64_t(1) << bit);
  return made;
}
static std::uint64_t copied(const void *pointer) {
  std::uint64_t made = 0;
  std::memcpy(&made, &pointer, sizeof made);
  return made;
}
static Bytes bytesOf(const void *pointer) {
  Bytes made{};
  std::memcpy(made.data(), &pointer, sizeof pointer);
  return made;
}
static std::uint64_t copiedByLibrary(const void *pointer) {
  struct { std::uint64_t made; long n; } both{};
  std::copy_n((const char *)&pointer, 8, (char *)&both);
  return both.made;
}
static std::uint64_t hashOfEachByte(const void *object, std::size_t size) {
  std::uint64_t made = 5;
  for (auto *byte = (const unsigned char *)object; size-- > 0; ++byte)
    made = (made ^ *byte) * 31;
  return made;
}
struct Hasher {
  std::size_t state = 17;
  void add(std::size_t x) { state = state * 31 + x; }
};
static std::size_t hashed(const void *pointer) {
  Hasher hasher;
  hasher.add(std::hash<const void *>{}(pointer));
  return hasher.state;
}
static std::size_t hashOfBytes(const void *pointer) {
  const char *bytes = reinterpret_cast<const char *>(&pointer);
  return std::hash<std::string_view>{}(std::string_view(bytes, sizeof pointer));
}
static constexpr unsigned table16[16] = {1, 5, 2, 7, 3, 9, 4, 8};
static int branched(const void *pointer) {
  int made = 5;
  if (reinterpret_cast<std::uintptr_t>(pointer) >> 4 & 1)
    made = 3;
  return made;
}
static unsigned marked(const void *pointer) {
  unsigned own[2] = {};
  if (reinterpret_cast<std::uintptr_t>(pointer) & 16)
    own[1] |= 4;
  return own[*reinterpret_cast<const long *>(pointer) & 1];
}
static int switched(const void *pointer) {
  switch (reinterpret_cast<std::uintptr_t>(pointer) >> 4 & 3) {
  case 0: return 17;
  case 1: return 23;
  default: return 42;
  }
}
static int counted(const void *pointer) {
  int made = 0;
  for (auto x = reinterpret_cast<std::uintptr_t>(pointer); x != 0; x >>= 1)
    made += x & 1;
  return made;
}
static std::string printed(const void *pointer) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", pointer);
  return text;
}
static std::string inDigits(const void *pointer) {
  char text[32] = {};
  std::to_chars(text, text + 31, reinterpret_cast<std::uintptr_t>(pointer), 16);
  return text;
}
template <class Bytes> static Bytes inMemory(const void *pointer) {
  Bytes made(sizeof pointer, 0);
  std::memcpy(made.data(), &pointer, sizeof pointer);
  return made;
}
"""

# The number, of the pointer `p`: its type and an expression.
WAYS = {
    "number": ("std::uintptr_t", "reinterpret_cast<std::uintptr_t>(p)"),
    "sum": ("std::size_t", "reinterpret_cast<std::size_t>(p) + 1"),
    "shifted": ("std::uint64_t", "reinterpret_cast<std::uintptr_t>(p) >> 4"),
    "product": ("std::uint64_t", "reinterpret_cast<std::uintptr_t>(p) * 3"),
    "rest": ("unsigned long", "reinterpret_cast<std::uintptr_t>(p) % 1021"),
    "half": ("unsigned", "(unsigned)reinterpret_cast<std::uintptr_t>(p)"),
    "mixed": ("unsigned", "mixed(reinterpret_cast<std::uintptr_t>(p))"),
    "byte": ("unsigned char",
             "(unsigned char)(reinterpret_cast<std::uintptr_t>(p) >> 4)"),
    "real": ("double", "static_cast<double>(reinterpret_cast<std::uintptr_t>(p))"),
    "cast-to-real": ("double", "std::bit_cast<double>(p)"),
    "cast-to-number": ("long", "std::bit_cast<long>(p)"),
    "cast-to-bytes": ("Bytes", "std::bit_cast<Bytes>(p)"),
    "seen-as-number": ("std::uint64_t", "bitsOf(p)"),
    "copied": ("std::uint64_t", "copied(p)"),
    "bytes": ("Bytes", "bytesOf(p)"),
    "bit-by-bit": ("std::uint64_t", "bitwise(p)"),
    "hash": ("std::size_t", "std::hash<const long *>{}(p)"),
    "own-hash": ("std::size_t", "hashed(p)"),
    "distance": ("std::ptrdiff_t", "reinterpret_cast<const char *>(p) - "
                 "reinterpret_cast<const char *>(&count)"),
    "hash-of-bytes": ("std::size_t", "hashOfBytes(p)"),
    "element": ("unsigned",
                "table16[reinterpret_cast<std::uintptr_t>(p) >> 4 & 15]"),
    "digit": ("char", "\"0123456789abcdef\"[reinterpret_cast<std::uintptr_t>(p)"
              " >> 4 & 15]"),
    "truth": ("bool", "(reinterpret_cast<std::uintptr_t>(p) & 16) != 0"),
    "order": ("bool", "reinterpret_cast<const char *>(p) < "
              "reinterpret_cast<const char *>(&count)"),
    "condition": ("int", "(reinterpret_cast<std::uintptr_t>(p) & 16) ? 3 : 5"),
    "branch": ("int", "branched(p)"),
    "switch": ("int", "switched(p)"),
    "count": ("int", "counted(p)"),
    "mark": ("unsigned", "marked(p)"),
    "text": ("std::string", "printed(p)"),
    "text-of-number": ("std::string",
                       "std::to_string(reinterpret_cast<std::uintptr_t>(p))"),
    "digits": ("std::string", "inDigits(p)"),
    "copied-by-library": ("std::uint64_t", "copiedByLibrary(p)"),
    "hash-of-each-byte": ("std::uint64_t", "hashOfEachByte(&p, sizeof p)"),
    "in-vector": ("std::vector<char>", "inMemory<std::vector<char>>(p)"),
    "in-numbers": ("std::vector<long>", "inMemory<std::vector<long>>(p)"),
    "in-text": ("std::string", "inMemory<std::string>(p)"),
    "negated": ("std::uintptr_t", "~reinterpret_cast<std::uintptr_t>(p)"),
}

# Of numbers that are made of no address.
HARMLESS = {
    "index": ("std::ptrdiff_t", "p - table"),
    "value": ("unsigned", "mixed(static_cast<std::uintptr_t>(*p))"),
    "real": ("double", "static_cast<double>(*p)"),
    "cast-of-value": ("double", "std::bit_cast<double>(*p)"),
    "bytes": ("Bytes", "std::bit_cast<Bytes>(*p)"),
    "hash": ("std::size_t", "std::hash<long>{}(*p)"),
    "truth": ("bool", "p == table"),
    "hash-of-bytes": ("std::size_t", "std::hash<std::string_view>{}("
                      "std::string_view((const char *)p, sizeof *p))"),
    "hash-of-each-byte": ("std::uint64_t", "hashOfEachByte(p, sizeof *p)"),
    "element": ("unsigned", "table16[*p & 15]"),
    "distance": ("std::size_t", "reinterpret_cast<std::uintptr_t>(p) - "
                 "reinterpret_cast<std::uintptr_t>(table)"),
    "order": ("bool", "p < table + 2"),
    "same": ("bool", "reinterpret_cast<std::uintptr_t>(p) == "
             "reinterpret_cast<std::uintptr_t>(table)"),
    "text": ("std::string", "std::to_string(*p)"),
    "in-vector": ("std::vector<long>", "std::vector<long>(p, p + 1)"),
    "alignment": ("long", "*p + alignof(long)"),
}

# What the pointer refers to.
OBJECTS = {
    "local": ("long table[4] = {1, 2, 3, 4};", "const long *p = &table[i % 4];"),
    "static": ("static long table[4] = {1, 2, 3, 4};",
               "const long *p = &table[i % 4];"),
    "made": ("", "const std::unique_ptr<long[]> owner(new long[4]{i}); "
             "const long *table = owner.get(), *p = table + i % 4;"),
    "vector": ("std::vector<long> values(9); long *table = values.data();",
               "const long *p = values.data() + i % 9;"),
}

# How it reaches another rank: declarations of the item, the first and the
# second stage.
ITEMS = {
    "item": ("T x{};", "x = {way};", "sum += x == T{};"),
    "member": ("struct { int n; T x; } item{};", "item.x = {way};",
               "sum += item.x == T{};"),
    "vector": ("std::vector<T> x;", "x.push_back({way});",
               "sum += x.back() == T{};"),
    "tuple": ("std::tuple<int, T> x;", "std::get<1>(x) = {way};",
              "sum += std::get<1>(x) == T{};"),
    "optional": ("std::optional<T> x;", "x = {way};", "sum += *x == T{};"),
    "map": ("std::map<int, T> x;", "x[i] = {way};", "sum += x[i] == T{};"),
}
STATES = {
    "state": ("T kept{};", "kept = {way};", "sum += kept == T{};"),
    "state-vector": ("std::vector<T> kept;", "kept.push_back({way});",
                     "sum += kept.back() == T{};"),
    "state-map": ("std::map<int, T> kept;", "kept[i] = {way};",
                  "sum += kept[1] == T{};"),
}


def reaching(ways):
    """The number reaches another rank."""
    found = {}
    for way, (kind, made) in ways.items():
        for name, (before, pointer) in OBJECTS.items():
            before = f"using T = {kind}; {before}"
            for holder, (items, first, second) in ITEMS.items():
                if name == "local" or holder in ("item", "vector"):
                    found[f"{way}, {name}, {holder}"] = accepted.function(
                        before, items, pointer + " " + first.format(way=made),
                        second, "")
            for holder, (kept, first, after) in STATES.items():
                if name == "local" or holder == "state-vector":
                    found[f"{way}, {name}, {holder}"] = accepted.function(
                        f"{before} {kept}", "long y = 0;", "y = i;",
                        pointer + " " + first.format(way=made) + " sum += y;",
                        after)
    return found


def staying(ways):
    """The number is used where it is made."""
    return {
        f"{way}, {name}, in its stage": accepted.function(
            f"using T = {kind}; {before}", "long x = 0;",
            f"{pointer} const T one = {made}, two = {made}; x = one == two;",
            "sum += x;", "")
        for way, (kind, made) in ways.items()
        for name, (before, pointer) in OBJECTS.items()
    }


def main():
    wrong = {case: (text, "which is none on another rank")
             for case, text in reaching(WAYS).items()}
    right = {**reaching(HARMLESS), **staying(WAYS)}
    accepted.check(sys.argv[1], sys.argv[2], HEADERS, wrong, right)


main()
