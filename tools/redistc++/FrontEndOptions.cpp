//===- FrontEndOptions.cpp - Which options redistc has to see ------------===//
//
// Room: tools/redistc++. The tables of FrontEndOptions.h.
//
//===----------------------------------------------------------------------===//
#include "FrontEndOptions.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace redistc::command {

bool takesNextWord(StringRef option) {
  static constexpr StringRef names[] = {"-o",           "-x",
                                        "-D",           "-U",
                                        "-I",           "-L",
                                        "-l",           "-F",
                                        "-B",           "-A",
                                        "-T",           "-u",
                                        "-z",           "-e",
                                        "-MF",          "-MT",
                                        "-MQ",          "-MJ",
                                        "-include",     "-imacros",
                                        "-isystem",     "-iquote",
                                        "-idirafter",   "-iprefix",
                                        "-iwithprefix", "-isysroot",
                                        "-imultilib",   "-iwithprefixbefore",
                                        "--sysroot",    "--param",
                                        "-Xlinker",     "-Xassembler",
                                        "-Xclang",      "-mllvm",
                                        "-target",      "-Xpreprocessor",
                                        "-arch",        "-aux-info",
                                        "-dumpbase",    "-dumpbase-ext",
                                        "-dumpdir",     "-wrapper",
                                        "-specs",       "-Tbss",
                                        "-Tdata",       "-Ttext",
                                        "-rpath",       "-cxx-isystem",
                                        "-soname",      "--version-script",
                                        "-ivfsoverlay"};
  return llvm::is_contained(names, option);
}

bool isLinkerOption(StringRef option) {
  static constexpr StringRef prefixes[] = {"-l", "-L", "-Wl,", "-Xlinker",
                                           "-T", "-u", "-z",   "-rpath"};
  static constexpr StringRef names[] = {
      "-shared",     "-static",        "-pie",
      "-no-pie",     "-rdynamic",      "-s",
      "-static-pie", "-static-libgcc", "-static-libstdc++"};
  return option != "-undef" && (llvm::is_contained(names, option) ||
                                llvm::any_of(prefixes, [&](StringRef p) {
                                  return option.starts_with(p);
                                }));
}

/// -f options that both compilers know and that change macros or the language,
/// each also with "no-".
static bool isFrontEndFeature(StringRef name) {
  static constexpr StringRef names[] = {"access-control",
                                        "associative-math",
                                        "builtin",
                                        "char8_t",
                                        "coroutines-ts",
                                        "dollars-in-identifiers",
                                        "exceptions",
                                        "fast-math",
                                        "finite-math-only",
                                        "freestanding",
                                        "gnu-keywords",
                                        "hosted",
                                        "math-errno",
                                        "ms-extensions",
                                        "openmp",
                                        "openmp-simd",
                                        "operator-names",
                                        "pic",
                                        "pie",
                                        "PIC",
                                        "PIE",
                                        "reciprocal-math",
                                        "rtti",
                                        "short-enums",
                                        "short-wchar",
                                        "signed-char",
                                        "signed-zeros",
                                        "sized-deallocation",
                                        "stack-protector",
                                        "threadsafe-statics",
                                        "trapping-math",
                                        "unsafe-math-optimizations",
                                        "unsigned-char",
                                        "wrapv",
                                        "aligned-allocation",
                                        "aligned-new"};
  static constexpr StringRef valued[] = {
      "constexpr-depth=", "constexpr-steps=", "template-depth=", "abi-version=",
      "bracket-depth="};
  if (llvm::any_of(valued, [&](StringRef v) { return name.starts_with(v); }))
    return true;
  name.consume_front("no-");
  return llvm::is_contained(names, name);
}

/// -m options that select instruction sets: they define macros, and headers
/// with intrinsics need them.
static bool isMachineFeature(StringRef name) {
  if (name == "32" || name == "64" || name == "x32" ||
      name.starts_with("arch=") || name.starts_with("cpu="))
    return true;
  name.consume_front("no-");
  static constexpr StringRef families[] = {
      "sse",  "ssse3", "avx",    "fma",     "bmi",   "f16c", "popcnt",
      "aes",  "vaes",  "pclmul", "vpclmul", "lzcnt", "adx",  "sha",
      "gfni", "movbe", "rdrnd",  "rdseed",  "xsave", "cx16", "mmx"};
  // -mavx256-split-unaligned-load and the like tune code only, GCC alone.
  return !name.starts_with("avx256") &&
         llvm::any_of(families,
                      [&](StringRef f) { return name.starts_with(f); });
}

bool concernsFrontEnd(StringRef option) {
  static constexpr StringRef names[] = {
      "-nostdinc", "-nostdinc++", "-nostdlibinc", "-undef",   "-ansi",
      "-pthread",  "-trigraphs",  "-target",      "--sysroot"};
  static constexpr StringRef prefixes[] = {"-D",
                                           "-U",
                                           "-I",
                                           "-isystem",
                                           "-iquote",
                                           "-idirafter",
                                           "-include",
                                           "-imacros",
                                           "-iprefix",
                                           "-iwithprefix",
                                           "-isysroot",
                                           "--sysroot=",
                                           "-std=",
                                           "--std=",
                                           "-stdlib=",
                                           "--target=",
                                           "--gcc-toolchain=",
                                           "--gcc-install-dir=",
                                           "-cxx-isystem",
                                           "-Wno-redist-",
                                           "-O"};
  if (llvm::is_contained(names, option) ||
      llvm::any_of(prefixes,
                   [&](StringRef p) { return option.starts_with(p); }))
    return true;
  if (option.consume_front("-f"))
    return isFrontEndFeature(option);
  if (option.consume_front("-m"))
    return isMachineFeature(option);
  return false;
}

} // namespace redistc::command
