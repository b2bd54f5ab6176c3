//===- GeneratedWords.cpp - What generated code is written with -*- C++ -*-===//
//
// See GeneratedWords.h.
//
//===----------------------------------------------------------------------===//
#include "redistc/Directive/GeneratedWords.h"

#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <iterator>
#include <string_view>

using namespace clang;

namespace redistc::directive {

/// In alphabetic order.
static constexpr std::string_view generatedWords[] = {
    "accumulate_from_remote",
    "accumulate_into",
    "accumulate_parts_into",
    "also",
    "also_into",
    "at",
    "auto",
    "bandwidth",
    "begins",
    "bit_and",
    "bit_or",
    "bit_xor",
    "block",
    "bool",
    "break",
    "bytes",
    "capacity",
    "carry",
    "catch",
    "column",
    "const",
    "constexpr",
    "continue",
    "copies",
    "cost",
    "count",
    "cyclic",
    "data",
    "decltype",
    "depth",
    "directive",
    "double",
    "driven",
    "elements",
    "else",
    "embedded_schedule",
    "ends",
    "exact",
    "fail",
    "false",
    "finish",
    "for",
    "from",
    "gen_block",
    "halo",
    "if",
    "indirect",
    "initial",
    "int64_t",
    "into",
    "keep",
    "keep_pointee",
    "keep_view",
    "latency",
    "layout",
    "lead",
    "listed",
    "logical_and",
    "logical_or",
    "maximum",
    "minimum",
    "movable",
    "multiplies",
    "next",
    "noexcept",
    "nullptr",
    "objects",
    "of",
    "onto",
    "ordered",
    "partial",
    "pass",
    "permute",
    "pipeline",
    "pipeline_item",
    "pipeline_run",
    "pipeline_stage",
    "plus",
    "ranks",
    "redistribute_parts",
    "redistribute_parts_into",
    "reduce",
    "reducers",
    "reduction",
    "refer_to",
    "relabel",
    "remote",
    "replicate",
    "replicate_auto",
    "request",
    "return",
    "room",
    "root",
    "row",
    "runs",
    "section",
    "shift",
    "sizeof",
    "slice",
    "speeds",
    "stage_lines",
    "start",
    "start_accumulate_from_remote",
    "start_accumulate_into",
    "start_accumulate_parts_into",
    "start_redistribute",
    "start_redistribute_from_remote",
    "start_redistribute_into",
    "start_redistribute_parts",
    "start_redistribute_parts_into",
    "start_redistribute_to_remote",
    "start_reduce",
    "static",
    "static_cast",
    "std",
    "step",
    "storage_order",
    "stored",
    "this",
    "to",
    "transfers",
    "true",
    "try",
    "turns",
    "uint32_t",
    "undistributed",
    "uniform",
    "verifies",
    "wait",
    "watch",
    "watch_known",
    "watch_pointee",
    "whole",
    "width",
    "work",
};
static_assert(std::is_sorted(std::begin(generatedWords),
                             std::end(generatedWords)));

/// In front of the names that generated code declares, and of the runtime's.
static constexpr llvm::StringLiteral ownPrefix = "redist";

bool isGeneratedWord(llvm::StringRef word) {
  return word.starts_with(ownPrefix) ||
         std::binary_search(std::begin(generatedWords),
                            std::end(generatedWords), std::string_view(word));
}

bool isGeneratedWordMacro(const Preprocessor &pp) {
  return llvm::any_of(pp.macros(/*IncludeExternalMacros=*/false),
                      [](const auto &entry) {
                        return entry.first->hasMacroDefinition() &&
                               isGeneratedWord(entry.first->getName());
                      });
}

} // namespace redistc::directive
