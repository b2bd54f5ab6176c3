//===- JsonWriterTest.cpp - JSON, written as it is produced ----*- C++ -*-===//
#include "redistc/View/JsonWriter.h"

#include <gtest/gtest.h>

#include <sstream>

using namespace redistc::view;

TEST(JsonWriter, PlacesCommasAndLineBreaks) {
  std::ostringstream out;
  JsonWriter json(out);
  json.beginObject();
  json.member("P", 16);
  json.key("ranks");
  json.beginArray(JsonLayout::Line);
  json.value(0);
  json.beginArray();
  json.value(true);
  json.null();
  json.endArray();
  json.endArray();
  json.key("empty");
  json.beginObject();
  json.endObject();
  json.key("list");
  json.beginArray();
  json.value("a");
  json.value("b");
  json.endArray();
  json.endObject();
  EXPECT_EQ(out.str(), "{\n"
                       "  \"P\": 16,\n"
                       "  \"ranks\": [0, [true, null]],\n"
                       "  \"empty\": {},\n"
                       "  \"list\": [\n"
                       "    \"a\",\n"
                       "    \"b\"\n"
                       "  ]\n"
                       "}\n");
}

TEST(JsonWriter, WritesIntegersExactly) {
  std::ostringstream out;
  JsonWriter json(out);
  json.beginArray(JsonLayout::Line);
  json.value(INT64_MAX);
  json.value(INT64_MIN);
  json.value((std::int64_t{1} << 53) + 1); // the first a double cannot hold
  json.endArray();
  EXPECT_EQ(out.str(), "[9223372036854775807, -9223372036854775808, "
                       "9007199254740993]\n");
}

TEST(JsonWriter, EscapesText) {
  std::ostringstream out;
  JsonWriter json(out);
  json.beginArray(JsonLayout::Line);
  json.value("a\"b\\c\n\t\x01\x1f K\xc5\x91nig");
  json.endArray();
  EXPECT_EQ(out.str(), "[\"a\\\"b\\\\c\\n\\t\\u0001\\u001f K\xc5\x91nig\"]\n");
}

TEST(JsonWriter, WritesLongDocumentsInPieces) {
  std::ostringstream out;
  JsonWriter json(out);
  json.beginArray();
  for (int i = 0; i < 50000; ++i) {
    json.beginArray(JsonLayout::Line);
    json.value(i);
    json.endArray();
  }
  EXPECT_GT(out.str().size(), 0u);
  json.endArray();
  EXPECT_TRUE(out.str().ends_with("  [49999]\n]\n"));
}
