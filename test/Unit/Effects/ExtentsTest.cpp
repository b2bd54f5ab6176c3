//===- ExtentsTest.cpp - How far arithmetic on an address goes ------------===//
//
// One class with an array, a class, a union and a type without a name; another
// one with objects of the library.
//
//===----------------------------------------------------------------------===//
#include "PointsTo/Extents.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"

#include <gtest/gtest.h>

using namespace llvm;
using redistc::effects::Extent;
using redistc::effects::extentAt;
using redistc::effects::libraryPartAt;
using redistc::effects::streamAt;

TEST(Extents, AreArraysElseClasses) {
  LLVMContext context;
  const DataLayout layout("e-i64:64");
  Type *number = Type::getInt64Ty(context);
  Type *inner = StructType::create(
      {number, ArrayType::get(ArrayType::get(number, 2), 2), number},
      "struct.Inner"); // 48 bytes
  Type *either = StructType::create({number, ArrayType::get(number, 1)},
                                    "union.anon"); // 16 bytes
  Type *nameless = StructType::get(number, ArrayType::get(number, 1));
  Type *whole =
      StructType::create({number, inner, either, nameless,
                          Type::getInt8Ty(context), ArrayType::get(inner, 2)},
                         "class.Whole");
  const auto at = [&](std::int64_t offset) {
    const Extent found = extentAt(whole, layout, offset);
    return std::pair(found.offset, found.size);
  };
  using Bytes = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ(at(0), Bytes(0, 192));   // all of it begins here
  EXPECT_EQ(at(8), Bytes(8, 48));    // inner
  EXPECT_EQ(at(16), Bytes(16, 32));  // inner's array
  EXPECT_EQ(at(40), Bytes(16, 32));  // a row of it
  EXPECT_EQ(at(48), Bytes(8, 48));   // a number in inner
  EXPECT_EQ(at(56), Bytes(56, 16));  // the union
  EXPECT_EQ(at(64), Bytes(56, 16));  // what the union's array may be
  EXPECT_EQ(at(80), Bytes(72, 16));  // in the type without a name
  EXPECT_EQ(at(88), Bytes(0, 192));  // a byte of whole
  EXPECT_EQ(at(90), Bytes(0, 192));  // padding
  EXPECT_EQ(at(112), Bytes(96, 96)); // an array in the elements of an array
  EXPECT_EQ(at(192), Bytes(0, 192)); // behind it
}

/// class Whole { Log { number; ofstream }; vector; struct : ofstream { number }
/// }
TEST(Extents, OfTheLibraryAreItsObjects) {
  LLVMContext context;
  const DataLayout layout("e-i64:64");
  Type *number = Type::getInt64Ty(context);
  Type *const two[] = {number, number};
  Type *stream = StructType::create(context, two, "class.std::basic_ofstream");
  Type *base =
      StructType::create(context, {number}, "class.std::basic_ofstream.base");
  Type *vector = StructType::create(context, two, "class.std::vector");
  Type *log = StructType::create({number, stream}, "struct.Log");
  Type *derived = StructType::create({base, number}, "struct.Derived");
  Type *whole = StructType::create({log, vector, derived}, "class.Whole");
  using Bytes = std::pair<std::int64_t, std::int64_t>;
  const auto library = [&](std::int64_t offset) {
    const Extent found = libraryPartAt(whole, layout, offset);
    return Bytes(found.offset, found.size);
  };
  const auto ofStream = [&](std::int64_t offset) {
    const Extent found = streamAt(whole, layout, offset);
    return Bytes(found.offset, found.size);
  };
  EXPECT_EQ(library(0), Bytes(0, 56)); // a number of the program
  EXPECT_EQ(library(8), Bytes(8, 16));
  EXPECT_EQ(library(16), Bytes(8, 16)); // within the stream
  EXPECT_EQ(library(32), Bytes(24, 16));
  EXPECT_EQ(library(40), Bytes(0, 56)); // its virtual base is elsewhere
  EXPECT_EQ(library(56), Bytes(0, 56)); // behind it
  EXPECT_EQ(ofStream(16), Bytes(8, 16));
  EXPECT_EQ(ofStream(32), Bytes(0, 56)); // a vector has no virtual base
}
