//===- Assembly.cpp - Names that assembly defines -------------------------===//
//
// Assembly outside of functions may give a second name to a variable, or define
// a function that uses variables of the unit by name. In: a module. Out:
// whether it defines what the module uses, data that nothing changes left out.
//
//===----------------------------------------------------------------------===//
#include "Code/Lowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace redistc::effects {

static StringRef takeWord(StringRef &rest) {
  rest = rest.ltrim();
  const StringRef word = rest.take_until(
      [](char c) { return isSpace(c) || c == ',' || c == '=' || c == ':'; });
  rest = rest.drop_front(word.size());
  return word.trim('"');
}

/// `isData`: a place in a section, which may hold data.
static bool isUsed(const Module &module, StringRef name, bool isData) {
  const GlobalValue *used = module.getNamedValue(name);
  if (!used)
    used = module.getNamedValue(("\1" + name).str()); // by __asm__("name")
  const auto *variable = dyn_cast_or_null<GlobalVariable>(used);
  return used && !(isData && variable && variable->isConstant());
}

/// One label, assignment or instruction.
static bool definesUsed(const Module &module, StringRef statement) {
  StringRef word = takeWord(statement);
  while (statement.consume_front(":")) {
    if (isUsed(module, word, /*isData=*/true))
      return true;
    word = takeWord(statement);
  }
  if (statement.ltrim().starts_with("="))
    return isUsed(module, word, /*isData=*/false);
  // These make names of others.
  if (is_contained({".macro", ".rept", ".irp", ".irpc", ".include"}, word))
    return true;
  return is_contained(
             {".set", ".equ", ".equiv", ".eqv", ".comm", ".lcomm", ".weakref"},
             word) &&
         isUsed(module, takeWord(statement), /*isData=*/false);
}

bool assemblyDefinesUsed(const Module &module) {
  SmallVector<StringRef, 16> lines;
  SplitString(module.getModuleInlineAsm(), lines, "\n;");
  return any_of(lines,
                [&](StringRef line) { return definesUsed(module, line); });
}

} // namespace redistc::effects
