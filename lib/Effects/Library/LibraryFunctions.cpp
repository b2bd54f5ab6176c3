//===- LibraryFunctions.cpp - What functions of libraries do ---*- C++ -*-===//
//
// Tables of names. A C function that a header of the system declares keeps to
// what its arguments refer to, unless it stands here.
//
//===----------------------------------------------------------------------===//
#include "Library/LibraryFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace clang;

namespace redistc::effects {

bool isOfLibraryNamespace(const Decl *decl) {
  for (const DeclContext *context = decl->getDeclContext(); context;
       context = context->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context))
      if (space->getParent()->getRedeclContext()->isTranslationUnit())
        return space->getName() == "std" || space->getName() == "__gnu_cxx" ||
               space->getName() == "__cxxabiv1";
  return false;
}

/// A number, or a class of the library whose arguments are such.
static bool isOfLibraryAlone(QualType type) {
  type = type.getNonReferenceType();
  if (type->isAnyPointerType())
    return isOfLibraryAlone(type->getPointeeType());
  if (type->isArithmeticType() || type->isArrayType() || type->isVoidType())
    return true;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !isOfLibraryNamespace(record))
    return false;
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return !instance ||
         llvm::all_of(instance->getTemplateArgs().asArray(),
                      [](const TemplateArgument &argument) {
                        return argument.getKind() != TemplateArgument::Type ||
                               isOfLibraryAlone(argument.getAsType());
                      });
}

static bool isOfString(const FunctionDecl *function) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  const CXXRecordDecl *record = method ? method->getParent() : nullptr;
  if (record && !record->getIdentifier())
    return false;
  if (record && record->getName() == "_Alloc_hider")
    record = dyn_cast<CXXRecordDecl>(record->getDeclContext());
  if (!record || !record->getIdentifier() ||
      record->getName() != "basic_string" || !isOfLibraryNamespace(record) ||
      !isOfLibraryAlone(method->getASTContext().getRecordType(record)))
    return false;
  return llvm::all_of(method->parameters(), [](const ParmVarDecl *parameter) {
    return isOfLibraryAlone(parameter->getType());
  });
}

/// In a text that is in one piece of memory, by the library's traits.
static bool isOfRegex(const FunctionDecl *function) {
  if (!function || !function->getIdentifier() ||
      !isOfLibraryNamespace(function))
    return false;
  const auto isOfLibrary = [](const ParmVarDecl *parameter) {
    return isOfLibraryAlone(parameter->getType());
  };
  if (const auto *method = dyn_cast<CXXMethodDecl>(function)) {
    const CXXRecordDecl *record = method->getParent();
    return function->getName() == "_M_compile" && record->getIdentifier() &&
           record->getName() == "basic_regex" &&
           isOfLibraryAlone(function->getASTContext().getRecordType(record)) &&
           llvm::all_of(function->parameters(), isOfLibrary);
  }
  if (!function->getName().starts_with("__regex_algo_") ||
      function->getNumParams() < 4 ||
      !llvm::all_of(function->parameters().take_front(4), isOfLibrary))
    return false;
  const QualType text = function->getParamDecl(0)->getType();
  const CXXRecordDecl *record = text->getAsCXXRecordDecl();
  return text->isAnyPointerType() || (record && record->getIdentifier() &&
                                      record->getName() == "__normal_iterator");
}

bool isKnownWithBody(const FunctionDecl *function) {
  return isOfString(function) || isOfRegex(function);
}

llvm::StringRef hiddenObjectOf(llvm::StringRef variable) {
  return llvm::StringSwitch<llvm::StringRef>(variable)
      .Cases("_ZSt4cout", "_ZSt5wcout", "stdout", "standard output")
      .Cases("_ZSt3cin", "_ZSt4wcin", "stdin", "standard input")
      .Cases("_ZSt4cerr", "_ZSt5wcerr", "_ZSt4clog", "_ZSt5wclog", "stderr",
             "standard error")
      .Case("signgam", signOfLgamma)
      .Cases("error_message_count", "error_one_per_line",
             "error_print_progname", "standard error")
      .Cases("optarg", "optind", "opterr", "optopt", "the state of 'getopt'")
      .Cases("environ", "__environ", "the environment")
      .Cases("timezone", "daylight", "tzname", "the time zone")
      .Default("");
}

static LibraryFunction intrinsic(const llvm::Function &function) {
  using namespace llvm;
  switch (function.getIntrinsicID()) {
  case Intrinsic::vastart:
  case Intrinsic::vacopy:
    return {LibraryRule::Variadic, "", false};
  case Intrinsic::threadlocal_address:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ptrmask:
  case Intrinsic::ptr_annotation:
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::ssa_copy:
    return {LibraryRule::Same, "", false};
  default:
    break;
  }
  const StringRef name = function.getName();
  if (name.contains("mxcsr"))
    return {LibraryRule::Hidden, "the floating-point environment",
            name.contains("stmxcsr")};
  // Vectors of addresses are no arguments.
  if (name.contains("scatter") || name.contains("gather"))
    return {};
  // Marks of the optimiser, arithmetic, the stack: they say so themselves.
  const bool isHarmless =
      function.doesNotAccessMemory() ||
      function.onlyAccessesInaccessibleMemory() ||
      function.isDeclaration() == false ||
      Intrinsic::getName(function.getIntrinsicID()).starts_with("llvm.dbg") ||
      Intrinsic::getName(function.getIntrinsicID())
          .starts_with("llvm.lifetime") ||
      Intrinsic::getName(function.getIntrinsicID()).starts_with("llvm.stack") ||
      Intrinsic::getName(function.getIntrinsicID())
          .starts_with("llvm.invariant") ||
      function.getIntrinsicID() == Intrinsic::vaend ||
      function.getIntrinsicID() == Intrinsic::prefetch ||
      function.getIntrinsicID() == Intrinsic::eh_typeid_for ||
      function.getIntrinsicID() == Intrinsic::trap ||
      function.getIntrinsicID() == Intrinsic::experimental_noalias_scope_decl;
  return {isHarmless                         ? LibraryRule::Nothing
          : function.onlyAccessesArgMemory() ? LibraryRule::Arguments
                                             : LibraryRule::Unknown,
          "", false};
}

/// Functions of the C++ ABI and its library's implementation, by the names that
/// the linker sees.
static std::optional<LibraryFunction> ofRuntime(llvm::StringRef name) {
  using Found = std::optional<LibraryFunction>;
  const auto is = [](LibraryRule rule) { return Found({rule, "", false}); };
  if (name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv") ||
      name.starts_with(sharedRelease))
    return is(LibraryRule::Nothing);
  if (name.starts_with("_Znw") || name.starts_with("_Zna") ||
      name.starts_with(sharedAllocation))
    return is(LibraryRule::Allocates);
  if (name.starts_with("_ZSt") && name.contains("__throw_"))
    return is(LibraryRule::Nothing);
  return llvm::StringSwitch<Found>(name)
      .Cases("__cxa_guard_acquire", "__cxa_guard_release", "__cxa_guard_abort",
             "__cxa_end_catch", "__cxa_pure_virtual", "__cxa_deleted_virtual",
             "__cxa_free_exception", is(LibraryRule::Nothing))
      .Case("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv",
            is(LibraryRule::Releases))
      .Case("__cxa_init_primary_exception", is(LibraryRule::Throws))
      .Case("__cxa_rethrow", is(LibraryRule::Rethrows))
      .Cases("_ZSt9terminatev", "__cxa_throw_bad_array_new_length",
             "__cxa_bad_cast", "__cxa_bad_typeid", is(LibraryRule::Nothing))
      .Case("_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
            is(LibraryRule::Rethrows))
      .Cases("_ZNSt15__exception_ptr13exception_ptrC1EPv",
             "_ZNSt15__exception_ptr13exception_ptrC2EPv",
             is(LibraryRule::Stores))
      .Case("__cxa_allocate_exception", is(LibraryRule::Allocates))
      .Case("__cxa_throw", is(LibraryRule::Throws))
      .Cases("__cxa_begin_catch", "__cxa_get_exception_ptr",
             "_ZSt17current_exceptionv", is(LibraryRule::Catches))
      .Cases("__cxa_atexit", "__cxa_thread_atexit", is(LibraryRule::Starts))
      .Case("__dynamic_cast", is(LibraryRule::Within))
      .Cases("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
             "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
             "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
             "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
             is(LibraryRule::Walks))
      .Cases(
          "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
          "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
          is(LibraryRule::Links))
      .Default(std::nullopt);
}

static bool isNodeOfList(llvm::StringRef name) {
  return name.contains("_List_node_base") || name.contains("_Rb_tree_");
}

static std::optional<LibraryFunction> ofStd(const FunctionDecl *decl,
                                            const llvm::Function &function) {
  const llvm::StringRef linked = function.getName();
  const auto is = [](LibraryRule rule) {
    return std::optional<LibraryFunction>({rule, "", false});
  };
  const llvm::StringRef name =
      decl->getDeclName().isIdentifier() ? decl->getName() : "";
  if (linked.contains("_M_start_thread") || name == "__call_once_proxy")
    return is(LibraryRule::Starts);
  if (isNodeOfList(linked))
    return is(linked.contains("ncrement") || linked.contains("ecrement")
                  ? LibraryRule::Walks
                  : LibraryRule::Links);
  if (name == "now" || name.starts_with("__throw_") || name == "sleep_for" ||
      name == "__sleep_for" || name == "hardware_concurrency")
    return is(LibraryRule::Nothing);
  const bool isResource =
      name == "new_delete_resource" || name == "null_memory_resource" ||
      (name == "get_default_resource" &&
       !function.getParent()->getFunction(
           "_ZNSt3pmr20set_default_resourceEPNS_15memory_resourceE"));
  if (isResource)
    return LibraryFunction{LibraryRule::Hidden, memoryResources, true};
  const llvm::StringRef hidden =
      llvm::StringSwitch<llvm::StringRef>(name)
          .Cases("set_new_handler", "set_terminate", "get_new_handler",
                 "get_terminate", "set_default_resource",
                 "get_default_resource", "the handlers of the library")
          .Case("xalloc", "the numbers of 'xalloc'")
          .Case("sync_with_stdio", "the mode of the standard streams")
          .Cases("uncaught_exceptions", "uncaught_exception",
                 "the exceptions under way")
          .Case("current_path", "the working directory")
          .Case("global", isa<CXXMethodDecl>(decl) ? "the locale" : "")
          .Default("");
  if (!hidden.empty())
    return std::optional<LibraryFunction>(
        {LibraryRule::Hidden, hidden,
         name.starts_with("get_") || name.starts_with("uncaught_")});
  // What other threads and exceptions need calls no code of the program.
  const bool isPlain =
      linked.contains("futex") || linked.contains("condition_variable") ||
      linked.contains("exception_ptr") || linked.contains("_error") ||
      linked.contains("exception") ||
      (linked.starts_with("_ZNSt6thread") && !linked.contains("_M_start"));
  if (isPlain)
    return is(LibraryRule::Arguments);
  return is(LibraryRule::StdObject);
}

LibraryFunction libraryFunctionOf(const llvm::Function &function,
                                  const FunctionDecl *decl, ASTContext &ast) {
  if (function.isIntrinsic())
    return intrinsic(function);
  if (const auto known = ofRuntime(function.getName()))
    return *known;
  if (!decl) // a builtin under the name of its function
    return ofC(function).value_or(LibraryFunction{});
  if (isOfString(decl))
    return {LibraryRule::String, "", false};
  if (isOfRegex(decl))
    return {isa<CXXMethodDecl>(decl) ? LibraryRule::StdObject
                                     : LibraryRule::Searches,
            "", false};
  if (isOfLibraryNamespace(decl))
    return *ofStd(decl, function);
  const bool isC = decl->isExternC() || decl->getBuiltinID() != 0;
  const std::optional<LibraryFunction> known =
      isC ? ofC(function) : std::nullopt;
  if (known)
    return *known;
  if (const unsigned builtin = decl->getBuiltinID();
      builtin && (ast.BuiltinInfo.isConst(builtin) ||
                  ast.BuiltinInfo.isConstWithoutErrnoAndExceptions(builtin)))
    return {LibraryRule::Nothing, "", false};
  else if (builtin)
    return {LibraryRule::Arguments, "", false};
  if (isC && (decl->isImplicit() ||
              ast.getSourceManager().isInSystemHeader(decl->getLocation())))
    return {LibraryRule::System, "", false};
  if (decl->hasAttr<ConstAttr>())
    return {LibraryRule::Nothing, "", false};
  if (decl->hasAttr<PureAttr>())
    return {LibraryRule::Hidden, "memory that unseen code reads", true};
  return {};
}

} // namespace redistc::effects
