//===- OwnFunctionsTest.cpp - Functions of a type win ----------*- C++ -*-===//
//
// A trivially copyable class with functions that serialise it travels by these,
// alone and in whatever holds it in the open; all others travel as bytes.
//
//===----------------------------------------------------------------------===//
#include "redist/detail/types/Serialize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace redist::detail;

// At namespace scope: classes in functions have no templates.
namespace own {

struct Buffer {
  long size = 0;
  char *data = nullptr;
  template <class A> void save(A &ar) const {
    ar(size, std::vector<char>(data, data + size));
  }
  template <class A> void load(A &ar) {
    std::vector<char> v;
    ar(size, v);
    data = new char[size];
    std::copy(v.begin(), v.end(), data);
  }
};
struct Scaled {
  int value = 0, loaded = 0;
  template <class A> void save(A &ar) const { ar(value); }
  template <class A> void load(A &ar) {
    ar(value);
    loaded = 1;
  }
};
struct One {
  int v;
  template <class A> void serialize(A &ar) { ar(v); }
};
struct Point {
  double x, y;
};
struct Bits {
  int a : 3, b : 5;
  double c;
};
struct Tagged {
  int kind;
  union {
    int i;
    float f;
  };
};
struct Outer {
  Scaled s;
  int n;
};
struct OuterOne {
  One s;
  int n;
};
struct OuterOne2 {
  int n;
  One s;
};
struct Arr {
  int n;
  Buffer b[3];
};
struct LongArr {
  double big[100];
  One b;
};
struct LongArr2 {
  double big[100];
  One b[50];
  int k;
};
struct Deep {
  Outer o;
  double d;
};
struct LongPlain {
  double big[100];
  int k;
};
struct Opt {
  std::optional<One> o;
  int x;
};
struct Free {
  int v;
};
template <class A> void serialize(A &ar, Free &f) { ar(f.v); }
enum class E { a };
static_assert(travels_as_bytes<int>::value && travels_as_bytes<E>::value &&
              travels_as_bytes<Point>::value && travels_as_bytes<Bits>::value &&
              travels_as_bytes<Tagged>::value &&
              travels_as_bytes<LongPlain>::value);
static_assert(travels_as_bytes<std::array<Point, 3>>::value &&
              travels_as_bytes<double[4][5]>::value &&
              travels_as_bytes<std::complex<double>>::value &&
              travels_as_bytes<std::optional<int>>::value &&
              travels_as_bytes<std::chrono::seconds>::value &&
              travels_as_bytes<std::variant<int, float>>::value);
static_assert(!travels_as_bytes<Buffer>::value &&
              !travels_as_bytes<Scaled>::value &&
              !travels_as_bytes<One>::value && !travels_as_bytes<Free>::value);
static_assert(!travels_as_bytes<std::array<Buffer, 3>>::value &&
              !travels_as_bytes<Buffer[2][2]>::value &&
              !travels_as_bytes<std::optional<Buffer>>::value &&
              !travels_as_bytes<std::variant<int, Buffer>>::value);
static_assert(!travels_as_bytes<Outer>::value);
static_assert(!travels_as_bytes<OuterOne>::value);
static_assert(!travels_as_bytes<OuterOne2>::value);
static_assert(!travels_as_bytes<Arr>::value);
static_assert(!travels_as_bytes<LongArr>::value);
static_assert(!travels_as_bytes<LongArr2>::value);
static_assert(!travels_as_bytes<Deep>::value);
static_assert(!travels_as_bytes<Opt>::value);

} // namespace own
using namespace own;

template <typename T> static T roundTrip(const T &value) {
  require_serialization<T>();
  std::vector<std::byte> bytes;
  output_archive output(bytes);
  output(value);
  T result{};
  input_archive input(bytes.data(), bytes.size());
  input(result);
  return result;
}

TEST(OwnFunctions, AreCalledForElements) {
  EXPECT_EQ(roundTrip(std::vector<Scaled>(2))[1].loaded, 1);
  std::map<int, std::array<Scaled, 2>> map;
  map[1][1].value = 4;
  EXPECT_EQ(roundTrip(map)[1][1].loaded, 1);
  EXPECT_EQ(roundTrip(map)[1][1].value, 4);
}

TEST(OwnFunctions, AreCalledForAlternatives) {
  EXPECT_EQ(roundTrip(std::optional<Scaled>(Scaled()))->loaded, 1);
  EXPECT_EQ(std::get<1>(roundTrip(std::variant<int, Scaled>(Scaled()))).loaded,
            1);
}

TEST(OwnFunctions, AreCalledForMembers) {
  const Outer one = roundTrip(Outer{{5, 0}, 3});
  EXPECT_EQ(one.s.loaded, 1);
  EXPECT_EQ(one.s.value, 5);
  EXPECT_EQ(one.n, 3);
  EXPECT_EQ(roundTrip(Deep{{{1, 0}, 2}, 3.}).o.s.loaded, 1);
  LongArr2 many{};
  many.b[49].v = 9;
  EXPECT_EQ(roundTrip(many).b[49].v, 9);
}

TEST(OwnFunctions, BringWhatAnAddressLeadsTo) {
  char text[] = "abc";
  Arr all{};
  all.b[1].size = 3;
  all.b[1].data = text;
  const Arr other = roundTrip(all);
  EXPECT_NE(other.b[1].data, text);
  EXPECT_EQ(other.b[1].data[2], 'c');
  for (const Buffer &one : other.b)
    delete[] one.data;
}
