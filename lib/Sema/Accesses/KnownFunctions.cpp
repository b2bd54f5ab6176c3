//===- KnownFunctions.cpp - Effects of library functions -------*- C++ -*-===//
//
// Tables of names.
//
//===----------------------------------------------------------------------===//
#include "Accesses/KnownFunctions.h"

#include "Accesses/AccessedObjects.h"
#include "Common/Travel.h"

#include "redistc/Effects/RankValues.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace redistc::sema {

static llvm::StringRef plainName(const NamedDecl *decl) {
  return decl->getDeclName().isIdentifier() ? decl->getName()
                                            : llvm::StringRef();
}

/// A function of the C library, or of namespace std.
static bool isOfLibrary(const FunctionDecl *function) {
  return function->isExternC() || isOfStd(function) ||
         function->getBuiltinID() != 0;
}

static constexpr llvm::StringRef filesName = "the file system";

/// Finds the next file of a directory, in an order that only the system knows.
static bool isOfDirectory(const CXXMethodDecl *method) {
  return plainName(method->getParent()).ends_with("directory_iterator") &&
         (method->getOverloadedOperator() == OO_PlusPlus ||
          plainName(method) == "increment");
}

static bool asksFiles(const FunctionDecl *function) {
  return isOfFilesystem(function) &&
         llvm::StringSwitch<bool>(plainName(function))
             .Cases("exists", "status", "symlink_status", "is_directory", true)
             .Cases("is_regular_file", "file_size", "is_empty", "space", true)
             .Cases("last_write_time", "hard_link_count", true)
             .Default(false);
}

static constexpr llvm::StringRef clockName = "the clock";
static constexpr llvm::StringRef randomName = "the random device";
static constexpr llvm::StringRef processName = "the process";

/// A clock of std::chrono, or std::random_device.
static llvm::StringRef ofRankBy(const CXXMethodDecl *method) {
  const llvm::StringRef owner = plainName(method->getParent());
  if (plainName(method) == "now" && owner.ends_with("_clock"))
    return clockName;
  return owner == "random_device" && method->getOverloadedOperator() == OO_Call
             ? randomName
             : llvm::StringRef();
}

static bool isOfRank(llvm::StringRef hidden) {
  return hidden == clockName || hidden == randomName || hidden == processName;
}

bool differsBetweenRanks(const Object &object) {
  return object.kind == ObjectKind::Hidden && isOfRank(object.name);
}

/// What a function of C reads that each rank has for itself. Its rank is not
/// among it: code outside of loops depends on that, too.
static llvm::StringRef ofRankBy(llvm::StringRef function) {
  switch (effects::rankValueOf(function)) {
  case effects::RankValue::Clock:
    return clockName;
  case effects::RankValue::Random:
    return randomName;
  case effects::RankValue::Process:
    return processName;
  case effects::RankValue::Machine:
  case effects::RankValue::None:
    return "";
  }
  return "";
}

llvm::StringRef hiddenObjectOf(const FunctionDecl *function) {
  if (!isOfLibrary(function))
    return "";
  if (const auto *method = dyn_cast<CXXMethodDecl>(function))
    return isOfDirectory(method) ? filesName : ofRankBy(method);
  if (asksFiles(function))
    return filesName;
  return llvm::StringSwitch<llvm::StringRef>(plainName(function))
      .Cases("printf", "vprintf", "puts", "putchar", "putchar_unlocked",
             "wprintf", "putwchar", "standard output")
      .Cases("scanf", "vscanf", "getchar", "getchar_unlocked", "gets", "wscanf",
             "getwchar", "standard input")
      .Case("perror", "standard error")
      .Cases("rand", "srand", "random", "srandom", "initstate", "setstate",
             "the state of 'rand'")
      .Cases("drand48", "lrand48", "mrand48", "srand48", "seed48", "lcong48",
             "the state of 'drand48'")
      .Case("strtok", "the state of 'strtok'")
      .Cases("setenv", "putenv", "unsetenv", "clearenv", "the environment")
      .Cases("getenv", "secure_getenv", "the environment")
      .Case("chdir", "the working directory")
      .Case("setlocale", "the locale")
      .Default(ofRankBy(plainName(function)));
}

bool onlyReadsHidden(const FunctionDecl *function) {
  const llvm::StringRef hidden = hiddenObjectOf(function);
  return plainName(function).ends_with("getenv") || hidden == filesName ||
         isOfRank(hidden);
}

bool isErrnoPlace(const FunctionDecl *function) {
  return function->isExternC() && plainName(function) == "__errno_location";
}

bool maySetErrno(const FunctionDecl *function) {
  if (!isOfStd(function))
    return !isErrnoPlace(function) && !function->isImplicit() &&
           !function->isDefaulted();
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return method && plainName(method->getParent()).contains("stream");
}

llvm::StringRef hiddenObjectOf(const VarDecl *variable) {
  if (!variable->hasGlobalStorage() || variable->isStaticLocal() ||
      variable->isStaticDataMember())
    return "";
  const llvm::StringRef name = plainName(variable);
  if (isOfStd(variable))
    return llvm::StringSwitch<llvm::StringRef>(name)
        .Cases("cout", "wcout", "standard output")
        .Cases("cin", "wcin", "standard input")
        .Cases("cerr", "wcerr", "clog", "wclog", "standard error")
        .Default("");
  if (!variable->isExternC())
    return "";
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("stdout", "standard output")
      .Case("stdin", "standard input")
      .Case("stderr", "standard error")
      .Default("");
}

bool handsOn(const FunctionDecl *function) {
  // Of three parameters, it is the algorithm.
  if (plainName(function) == "move" && function->getNumParams() != 1)
    return false;
  return isOfStd(function) && !isa<CXXMethodDecl>(function) &&
         llvm::StringSwitch<bool>(plainName(function))
             .Cases("move", "forward", "forward_like", "as_const",
                    "move_if_noexcept", "addressof", "launder", "to_address",
                    true)
             .Cases("ref", "cref", "tie", "forward_as_tuple", "get", "get_if",
                    "any_cast", true)
             .Cases("begin", "end", "cbegin", "cend", "rbegin", "rend",
                    "crbegin", "crend", "data", true)
             .Cases("next", "prev", "make_move_iterator", "back_inserter",
                    "front_inserter", "inserter", "make_reverse_iterator", true)
             .Cases("min", "max", "minmax", "clamp", "size", "ssize", "empty",
                    "distance", true)
             .Cases("static_pointer_cast", "dynamic_pointer_cast",
                    "const_pointer_cast", "reinterpret_pointer_cast", true)
             .Default(false);
}

/// std::ranges::sort is an object of the class __sort_fn.
static llvm::StringRef algorithmName(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (!method)
    return plainName(function);
  if (method->getOverloadedOperator() != OO_Call)
    return "";
  llvm::StringRef name = plainName(method->getParent());
  name.consume_front("__");
  name.consume_back("_fn");
  return name;
}

RangeUse rangeUseOf(const FunctionDecl *function) {
  if (!isOfStd(function))
    return RangeUse::Writes;
  return llvm::StringSwitch<RangeUse>(algorithmName(function))
      .Cases("_Begin", "_End", "_CBegin", "_CEnd", "_Size", "_SSize", "_Empty",
             "_Data", "_CData", RangeUse::Reads)
      .Cases("distance", "next", "prev", "max", "min", "minmax", "contains",
             RangeUse::Reads)
      .Cases("visit", "invoke", "invoke_r", "apply", RangeUse::AsCallable)
      .Cases("for_each", "for_each_n", RangeUse::AsCallable)
      .Cases("accumulate", "reduce", "inner_product", "transform_reduce",
             "count", "count_if", RangeUse::Reads)
      .Cases("find", "find_if", "find_if_not", "find_first_of", "find_end",
             "adjacent_find", "search", "mismatch", RangeUse::Reads)
      .Cases("all_of", "any_of", "none_of", "equal", "is_sorted",
             "lexicographical_compare", "is_permutation", RangeUse::Reads)
      .Cases("max_element", "min_element", "minmax_element", "lower_bound",
             "upper_bound", "equal_range", "binary_search", "includes",
             RangeUse::Reads)
      .Cases("copy", "copy_n", "copy_if", "copy_backward", "transform",
             "replace_copy", "remove_copy", "remove_copy_if", "unique_copy",
             RangeUse::WritesLast)
      .Cases("reverse_copy", "rotate_copy", "partial_sum", "merge", "set_union",
             "set_intersection", "set_difference", "adjacent_difference",
             "exclusive_scan", "inclusive_scan", RangeUse::WritesLast)
      .Case("sample", RangeUse::WritesLast)
      .Default(RangeUse::Writes);
}

static bool isAssociative(const CXXRecordDecl *record) {
  const llvm::StringRef name = plainName(record);
  return name == "map" || name == "unordered_map";
}

bool isAccessor(const CXXMethodDecl *method) {
  if (!isOfStd(method))
    return false;
  switch (method->getOverloadedOperator()) {
  case OO_Subscript: {
    // What is no reference is a proxy that is assigned to.
    const QualType given = method->getReturnType();
    return !isAssociative(method->getParent()) && // they insert
           (given->isReferenceType() || isHandle(given));
  }
  case OO_Star:
  case OO_Arrow:
    return true;
  default:
    break;
  }
  return llvm::StringSwitch<bool>(plainName(method))
      .Cases("at", "front", "back", "data", "top", "get", "value", true)
      .Cases("begin", "end", "rbegin", "rend", "cbegin", "cend", true)
      .Cases("find", "lower_bound", "upper_bound", "equal_range", true)
      .Default(false);
}

/// Whether an assignment that the compiler writes replaces every part: none has
/// one of its own, which may keep some of the old value.
static bool assignsAllParts(const CXXRecordDecl *record) {
  record = record ? record->getDefinition() : nullptr;
  if (!record || isOfStd(record))
    return true;
  const auto isOwn = [](const CXXMethodDecl *method) {
    return method->isUserProvided() && (method->isCopyAssignmentOperator() ||
                                        method->isMoveAssignmentOperator());
  };
  const auto isWhole = [&](QualType type) {
    const auto *part = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return !part || (assignsAllParts(part) &&
                     (isOfStd(part) || llvm::none_of(part->methods(), isOwn)));
  };
  return llvm::all_of(record->bases(),
                      [&](const CXXBaseSpecifier &base) {
                        return isWhole(base.getType());
                      }) &&
         llvm::all_of(record->fields(), [&](const FieldDecl *field) {
           return isWhole(field->getType());
         });
}

bool replacesWhole(const CXXMethodDecl *method) {
  if (method->getOverloadedOperator() == OO_Equal)
    // A valarray keeps its length where a number is assigned.
    return isOfStd(method) ? plainName(method->getParent()) != "valarray"
                           : !method->isUserProvided() &&
                                 assignsAllParts(method->getParent());
  return isOfStd(method) &&
         (plainName(method) == "clear" || plainName(method) == "assign");
}

bool onlyReadsVariadic(const FunctionDecl *function) {
  const llvm::StringRef name = plainName(function);
  return name.ends_with("printf");
}

bool isHarmless(const FunctionDecl *function) {
  if (isOfStd(function) || function->getBuiltinID() != 0)
    return true;
  return function->isExternC() &&
         llvm::StringSwitch<bool>(plainName(function))
             .Cases("usleep", "nanosleep", "sleep", "clock_nanosleep",
                    "sched_yield", true)
             .Cases("clock_gettime", "gettimeofday", "time", "clock", "getpid",
                    "getenv", "__errno_location", true)
             .Cases("qsort", "bsearch", "strtol", "strtoul", "strtoll",
                    "strtoull", "strtod", "strtof", "atoi", "atol", true)
             .Cases("atoll", "atof", "abs", "labs", "llabs", "div", "ldiv",
                    "lldiv", "rand_r", "strtok_r", true)
             .Default(false);
}

} // namespace redistc::sema
