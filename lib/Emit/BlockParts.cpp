//===- BlockParts.cpp - What all blocks are made of ------------*- C++ -*-===//
//
// See BlockParts.h.
//
//===----------------------------------------------------------------------===//
#include "BlockParts.h"

#include "redistc/Emit/BlockText.h"

namespace redistc::emit {

static constexpr std::size_t columnLimit = 80;

std::string comment(const std::string &indent, std::string text) {
  for (char &c : text)
    if (c == '\n' || c == '\r')
      c = ' ';
  if (!text.empty() && text.back() == '\\')
    text += " .";
  return indent + "// " + text + '\n';
}

std::string sentence(const std::string &indent, std::string_view text) {
  std::string lines;
  for (std::size_t end; (end = text.find("; ")) != std::string_view::npos;
       text.remove_prefix(end + 2))
    lines += comment(indent, std::string(text.substr(0, end + 1)));
  return lines + comment(indent, std::string(text));
}

std::string afterWord(const std::string &spelling, std::string_view word) {
  const std::size_t at = spelling.find(word);
  if (at == std::string::npos)
    return spelling;
  const std::size_t begin = spelling.find_first_not_of(" \t", at + word.size());
  return begin == std::string::npos ? "" : spelling.substr(begin);
}

/// The words of one schedule or tree, in lines of at most 80 columns.
static std::string wordTable(const std::vector<std::uint32_t> &words,
                             const std::string &name,
                             const std::string &indent) {
  std::string text =
      indent + "static constexpr ::std::uint32_t " + name + "[] = {\n";
  const std::string lineStart = indent + "    ";
  std::string line = lineStart;
  for (const std::uint32_t word : words) {
    const std::string item = std::to_string(word) + "u,";
    const bool isFirst = line.size() == lineStart.size();
    if (!isFirst && line.size() + 1 + item.size() > columnLimit) {
      text += line + '\n';
      line = lineStart + item;
    } else {
      line += (isFirst ? "" : " ") + item;
    }
  }
  return text + line + '\n' + indent + "};\n";
}

static std::string wordsName(const std::string &suffix, std::size_t index) {
  return "redistWords" + suffix + std::to_string(index);
}

std::string scheduleTables(const WordTables &tables, const std::string &suffix,
                           const std::string &indent) {
  if (tables.empty())
    return "";
  std::string text;
  for (std::size_t i = 0; i < tables.size(); ++i)
    text += wordTable(*tables[i], wordsName(suffix, i), indent);
  text += indent +
          "static constexpr ::redist::embedded_schedule redistSchedules" +
          suffix + "[] = {\n";
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::string name = wordsName(suffix, i);
    text += indent + "    {" + name + ", sizeof(" + name + ") / sizeof(" +
            name + "[0])},\n";
  }
  return text + indent + "};\n";
}

std::string directiveValue(const DirectiveValue &value,
                           const std::string &suffix,
                           const std::string &indent) {
  std::string text = indent +
                     "static constexpr ::redist::directive redistDirective" +
                     suffix + " = {\n";
  text += indent + "    " + stringLiteral(value.file) + ", " +
          std::to_string(value.line) + ",\n";
  text += indent + "    " + stringLiteral(value.quote) + ",\n";
  text += indent + "    \"" + value.strategy + "\", ";
  return text +
         (value.tableCount == 0 ? "nullptr" : "redistSchedules" + suffix) +
         ", " + std::to_string(value.tableCount) + "};\n";
}

} // namespace redistc::emit
