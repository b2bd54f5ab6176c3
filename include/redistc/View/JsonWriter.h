//===- JsonWriter.h - JSON, written as it is produced -----------*- C++ -*-===//
//
// Room View: a document of any length in constant memory. The caller opens and
// closes objects and arrays; commas, line breaks and escapes are placed here.
// Integers are written exactly. Never reads JSON.
//
//   JsonWriter json(stream);               {
//   json.beginObject();                      "P": 16,
//   json.member("P", 16);             ->     "ranks": [0, 1]
//   json.key("ranks");                     }
//   json.beginArray(JsonLayout::Line);
//   json.value(0); json.value(1);
//   json.endArray();
//   json.endObject();
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_JSONWRITER_H
#define REDISTC_VIEW_JSONWRITER_H

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace redistc::view {

/// Whether the members of an object or array get a line each. Whatever is
/// inside a Line stays on that line.
enum class JsonLayout { Lines, Line };

class JsonWriter {
public:
  /// Output reaches the stream in large pieces, the last one when the outermost
  /// value is closed. The caller looks at the stream's state.
  explicit JsonWriter(std::ostream &sink) : stream(sink) {}
  JsonWriter(const JsonWriter &) = delete;
  JsonWriter &operator=(const JsonWriter &) = delete;

  void beginObject(JsonLayout layout = JsonLayout::Lines);
  void endObject() { close('}'); }
  void beginArray(JsonLayout layout = JsonLayout::Lines);
  void endArray() { close(']'); }

  /// Name of the next value. Precondition: directly inside an object.
  void key(std::string_view name);

  void value(std::int64_t number);
  void value(int number) { value(static_cast<std::int64_t>(number)); }
  void value(bool truth);
  /// Text is UTF-8; quotes, backslashes and control characters are escaped.
  void value(std::string_view text);
  void value(const char *text) { value(std::string_view(text)); }
  /// A number that is no integer. Precondition: `digits` are JSON already.
  void number(std::string_view digits);
  void null();

  template <typename T> void member(std::string_view name, const T &content) {
    key(name);
    value(content);
  }

private:
  struct Level {
    JsonLayout layout;
    bool empty;
  };

  void separate();
  void open(char bracket, JsonLayout layout);
  void close(char bracket);
  void breakLine();
  void quote(std::string_view text);
  void flushIfFull();

  std::ostream &stream;
  std::string buffer;
  std::vector<Level> levels;
  bool afterKey = false;
};

} // namespace redistc::view

#endif
