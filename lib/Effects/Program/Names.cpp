//===- Names.cpp - Memory and code in the words of the source --*- C++ -*-===//
//
// LLVM's names of local variables are those of the source with suffixes.
//
//===----------------------------------------------------------------------===//
#include "Program/Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace redistc::effects {

/// Whether the function has a variable of the name.
static bool hasVariable(const clang::DeclContext *function, StringRef name) {
  return any_of(function->decls(), [&](const clang::Decl *one) {
    const auto *variable = dyn_cast<clang::VarDecl>(one);
    return variable && variable->getIdentifier() && variable->getName() == name;
  });
}

/// "x1" of "x1.addr" and "x12", whichever the function has; empty of
/// temporaries.
std::string Names::nameOf(const AllocaInst &variable) const {
  StringRef name = variable.getName();
  name.consume_back(".addr");
  name = name.split(".sroa").first;
  if (name.contains('.') || name == "this" || name == "retval")
    return "";
  const auto *function = dyn_cast_or_null<clang::FunctionDecl>(
      program.lowered().declarationOf(*variable.getFunction()));
  const StringRef shortest = name.rtrim("0123456789");
  for (; function && name != shortest; name = name.drop_back())
    if (hasVariable(function, name))
      return name.str();
  return shortest.str();
}

/// Of a named variable; empty of all else.
std::string Names::plainName(const Object &object) const {
  if (object.kind == ObjectKind::Hidden)
    return object.name;
  if (object.kind == ObjectKind::Global) {
    const auto *decl = dyn_cast_or_null<clang::NamedDecl>(
        program.lowered().declarationOf(*cast<GlobalVariable>(object.site)));
    return decl && decl->getIdentifier() ? "'" + decl->getNameAsString() + "'"
                                         : "";
  }
  const auto *variable = dyn_cast_or_null<AllocaInst>(object.site);
  if (object.kind == ObjectKind::Local && variable)
    if (const std::string name = nameOf(*variable); !name.empty())
      return "'" + name + "'";
  if (object.kind == ObjectKind::Given && object.site &&
      !object.site->getName().empty())
    return object.site->getName() == "this"
               ? "'*this'"
               : "'" + object.site->getName().str() + "'";
  return "";
}

/// The nearest variable through which the object is reached.
std::string Names::holderOf(ObjectId wanted) {
  std::set<ObjectId> seen = {wanted};
  std::vector<ObjectId> open = {wanted};
  for (std::size_t at = 0; at < open.size(); ++at)
    for (const ObjectId id : program.holdersOf(open[at])) {
      if (!seen.insert(id).second)
        continue;
      open.push_back(id);
      const Object &object = program.memory().object(id);
      const bool isVariable =
          object.kind == ObjectKind::Global ||
          (object.kind == ObjectKind::Local && object.instance != none &&
           !program.isOfLibrary(
               program.allInstances()[object.instance].function));
      if (const std::string name = isVariable ? plainName(object) : "";
          !name.empty())
        return name;
    }
  return "";
}

std::string Names::of(ObjectId id) {
  const Object &object = program.memory().object(id);
  const std::string name = plainName(object);
  if (!name.empty())
    return name;
  switch (object.kind) {
  case ObjectKind::Unknown:
    return "memory that is not known";
  case ObjectKind::World:
    return "what unseen functions keep";
  case ObjectKind::Local:
    return "a temporary";
  case ObjectKind::Bits:
    return object.name;
  default:
    break;
  }
  const std::string holder = holderOf(id);
  return holder.empty() ? "allocated memory" : "what " + holder + " refers to";
}

std::string Names::calleeOf(const Access &access) const {
  const auto *call = dyn_cast_or_null<CallBase>(access.at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  const auto *decl = callee ? dyn_cast_or_null<clang::NamedDecl>(
                                  program.lowered().declarationOf(*callee))
                            : nullptr;
  if (!callee || (!callee->isDeclaration() && !callee->isInterposable()))
    return "";
  // What Clang calls by itself, as for a builtin function, is declared nowhere.
  return "'" + (decl ? decl->getNameAsString() : demangle(callee->getName())) +
         "'";
}

clang::SourceLocation Names::placeOf(const Instruction *at) {
  const DILocation *place = at ? at->getDebugLoc().get() : nullptr;
  if (!place || place->getLine() == 0)
    return {};
  clang::SourceManager &sources = ast.getSourceManager();
  SmallString<256> path(place->getFilename());
  if (!sys::path::is_absolute(path) && !place->getDirectory().empty()) {
    path = place->getDirectory();
    sys::path::append(path, place->getFilename());
  }
  clang::OptionalFileEntryRef file =
      sources.getFileManager().getOptionalFileRef(path);
  if (!file)
    file = sources.getFileManager().getOptionalFileRef(place->getFilename());
  if (!file)
    return {};
  const clang::FileID id = sources.translateFile(*file);
  return id.isValid()
             ? sources.translateLineCol(id, place->getLine(),
                                        std::max(1u, place->getColumn()))
             : clang::SourceLocation();
}

RoadStep Names::stepTo(const Instance &instance) {
  const auto *decl = dyn_cast_or_null<clang::NamedDecl>(
      program.lowered().declarationOf(*instance.function));
  return {placeOf(instance.site), decl ? "'" + decl->getNameAsString() + "'"
                                       : std::string("a function")};
}

std::vector<RoadStep> Names::roadTo(const Access &access, InstanceId from) {
  std::vector<RoadStep> road;
  road.push_back({placeOf(access.at), ""});
  InstanceId id = access.instance;
  while (id != none && id != from) {
    const Instance &instance = program.allInstances()[id];
    if (instance.site)
      road.push_back(stepTo(instance));
    id = instance.caller;
  }
  std::reverse(road.begin(), road.end());
  return road;
}

/// How many functions a function leads to, by calls and by addresses.
static std::size_t countBehind(const Function *first) {
  DenseSet<const Constant *> reached = {first};
  SmallVector<const Constant *> open = {first};
  std::size_t functions = 0;
  while (!open.empty()) {
    const Constant *at = open.pop_back_val();
    const auto reach = [&](const Use &use) {
      if (const auto *next = dyn_cast<Constant>(use.get());
          next && reached.insert(next).second)
        open.push_back(next);
    };
    for_each(at->operands(), reach);
    if (const auto *function = dyn_cast<Function>(at)) {
      ++functions;
      for (const BasicBlock &block : *function)
        for (const Instruction &instruction : block)
          for_each(instruction.operands(), reach);
    }
  }
  return functions;
}

std::vector<RoadStep> Names::roadToMostCode() {
  const std::vector<Instance> &all = program.allInstances();
  DenseSet<const Function *> seen;
  std::vector<RoadStep> most;
  std::size_t maxCount = 0;
  for (const Instance &one : all) {
    if (one.caller == none || program.isOfLibrary(all[one.caller].function) ||
        !seen.insert(one.function).second)
      continue;
    const std::size_t count = countBehind(one.function);
    const RoadStep step = stepTo(one);
    if (count <= maxCount || step.location.isInvalid() ||
        ast.getSourceManager().isInSystemHeader(step.location))
      continue;
    maxCount = count;
    most = {step};
  }
  return most;
}

} // namespace redistc::effects
