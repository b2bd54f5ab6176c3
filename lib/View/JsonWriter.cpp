//===- JsonWriter.cpp - JSON, written as it is produced --------*- C++ -*-===//
//
// See JsonWriter.h.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/JsonWriter.h"

#include <cassert>
#include <charconv>

using namespace redistc::view;

static constexpr std::size_t pieceBytes = 1 << 16;

void JsonWriter::flushIfFull() {
  if (buffer.size() < pieceBytes && !levels.empty())
    return;
  stream.write(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  buffer.clear();
}

void JsonWriter::breakLine() {
  buffer += '\n';
  buffer.append(2 * levels.size(), ' ');
}

/// What stands between the last value of this level and the next one.
void JsonWriter::separate() {
  if (afterKey) {
    afterKey = false;
    return;
  }
  if (levels.empty())
    return;
  Level &level = levels.back();
  bool first = level.empty;
  level.empty = false;
  if (!first)
    buffer += ',';
  if (level.layout == JsonLayout::Lines)
    breakLine();
  else if (!first)
    buffer += ' ';
}

void JsonWriter::open(char bracket, JsonLayout layout) {
  separate();
  buffer += bracket;
  if (!levels.empty() && levels.back().layout == JsonLayout::Line)
    layout = JsonLayout::Line;
  levels.push_back({layout, true});
}

void JsonWriter::close(char bracket) {
  assert(!levels.empty() && !afterKey && "nothing to close");
  Level level = levels.back();
  levels.pop_back();
  if (level.layout == JsonLayout::Lines && !level.empty)
    breakLine();
  buffer += bracket;
  if (levels.empty())
    buffer += '\n';
  flushIfFull();
}

void JsonWriter::beginObject(JsonLayout layout) { open('{', layout); }
void JsonWriter::beginArray(JsonLayout layout) { open('[', layout); }

void JsonWriter::key(std::string_view name) {
  assert(!levels.empty() && !afterKey && "a key needs an object");
  separate();
  quote(name);
  buffer += ": ";
  afterKey = true;
}

void JsonWriter::value(std::int64_t number) {
  separate();
  char digits[24];
  auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  buffer.append(digits, end);
}

void JsonWriter::value(bool truth) {
  separate();
  buffer += truth ? "true" : "false";
}

void JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
}

void JsonWriter::number(std::string_view digits) {
  separate();
  buffer += digits;
}

void JsonWriter::null() {
  separate();
  buffer += "null";
}

void JsonWriter::quote(std::string_view text) {
  static constexpr char hex[] = "0123456789abcdef";
  buffer += '"';
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      buffer += '\\';
      buffer += c;
    } else if (c == '\n') {
      buffer += "\\n";
    } else if (c == '\t') {
      buffer += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      buffer += "\\u00";
      buffer += hex[byte >> 4];
      buffer += hex[byte & 15];
    } else {
      buffer += c;
    }
  }
  buffer += '"';
}
