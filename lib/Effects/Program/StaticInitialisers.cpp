//===- StaticInitialisers.cpp - Static variables in functions --*- C++ -*-===//
//
// Clang guards an initialiser by __cxa_guard_acquire; its code is what runs
// where the call returns another value than 0.
//
//===----------------------------------------------------------------------===//
#include "Program/StaticInitialisers.h"

#include "redistc/Effects/RankValues.h"

#include "clang/AST/DeclCXX.h"

#include "llvm/IR/CFG.h"

using namespace llvm;

namespace redistc::effects {

/// The first block of the initialiser and the first one behind it, to which the
/// branch behind the call leads. Null where there is no such branch.
static std::pair<const BasicBlock *, const BasicBlock *>
branchesOf(const CallBase &acquire) {
  const auto *branch =
      dyn_cast<BranchInst>(acquire.getParent()->getTerminator());
  if (!branch || !branch->isConditional())
    return {nullptr, nullptr};
  const auto *test = dyn_cast<ICmpInst>(branch->getCondition());
  if (!test || test->getPredicate() != CmpInst::ICMP_NE ||
      test->getOperand(0) != &acquire)
    return {nullptr, nullptr};
  return {branch->getSuccessor(0), branch->getSuccessor(1)};
}

static bool calls(const Instruction &one, StringRef name) {
  const auto *call = dyn_cast<CallBase>(&one);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == name;
}

/// What is registered there runs at the end of the program.
static bool isForLater(const Instruction *at) {
  return calls(*at, "__cxa_atexit");
}

/// Blocks from `begin` to `end`, and to where an exception leaves the code.
static DenseSet<const BasicBlock *> blocksBetween(const BasicBlock *begin,
                                                  const BasicBlock *end) {
  DenseSet<const BasicBlock *> blocks = {end};
  SmallVector<const BasicBlock *, 8> open = {begin};
  while (!open.empty()) {
    const BasicBlock *next = open.pop_back_val();
    const auto isLeft = [](const Instruction &one) {
      return calls(one, "__cxa_guard_abort");
    };
    if (blocks.insert(next).second && none_of(*next, isLeft))
      append_range(open, successors(next));
  }
  blocks.erase(end);
  return blocks;
}

/// The variable and its guard have one name behind "_Z" and "_ZGV".
static const GlobalVariable *guardedBy(const GlobalVariable *guard) {
  StringRef name = guard->getName();
  if (!name.consume_front("_ZGV"))
    return nullptr;
  return guard->getParent()->getNamedGlobal(("_Z" + name).str());
}

namespace {
struct Initialiser {
  const GlobalVariable *guard, *variable;
  DenseSet<const BasicBlock *> blocks;
};
} // namespace

static std::vector<Initialiser> findInitialisers(const Function &function) {
  std::vector<Initialiser> found;
  for (const BasicBlock &block : function)
    for (const Instruction &one : block) {
      if (!calls(one, "__cxa_guard_acquire"))
        continue;
      const auto &call = cast<CallBase>(one);
      const auto [begin, end] = branchesOf(call);
      const auto *guard = dyn_cast<GlobalVariable>(call.getArgOperand(0));
      if (begin && guard && guardedBy(guard))
        found.push_back({guard, guardedBy(guard), blocksBetween(begin, end)});
    }
  return found;
}

namespace {
/// Looks through one initialiser, and what it calls.
class ConstantCheck {
public:
  ConstantCheck(Program &analysed, const Function *function)
      : program(analysed), points(analysed.memory()) {
    for (InstanceId id = 0; id < program.allInstances().size(); ++id)
      if (program.allInstances()[id].function == function)
        outer.insert(id);
  }

  bool check(const Initialiser &);

private:
  bool hasOwnOperands(const DenseSet<const BasicBlock *> &);
  void enter(InstanceId);
  bool isOwn(NodeId, bool isRead);
  bool isOwnBehind(const CallAccess &);
  bool areOwn(InstanceId, const DenseSet<const BasicBlock *> *);

  Program &program;
  PointsTo &points;
  std::set<ObjectId> own;
  std::set<InstanceId> inner;
  std::set<const Value *> temporaries; ///< of the function itself
  std::set<InstanceId> outer;          ///< the instances of the function
  bool isRecursive = false;
};
} // namespace

void ConstantCheck::enter(InstanceId id) {
  if (!inner.insert(id).second)
    return;
  const Instance &instance = program.allInstances()[id];
  isRecursive |= outer.count(id) != 0;
  for (const Callee &callee : instance.callees)
    if (!isForLater(callee.at))
      enter(callee.instance);
}

/// Says how owners are counted, and not what.
static bool isOfCounting(const Object &object) {
  const auto *variable = dyn_cast_or_null<GlobalVariable>(object.site);
  return variable && variable->getName() == "__libc_single_threaded";
}

bool ConstantCheck::isOwn(NodeId address, bool isRead) {
  if (address == none)
    return true;
  for (const PlaceId place : points[address]) {
    const ObjectId id = points.place(place).object;
    const Object &object = points.object(id);
    const bool isOfInner =
        object.instance != none &&
        ((inner.count(object.instance) != 0 &&
          !program.allInstances()[object.instance].isShared) ||
         (outer.count(object.instance) != 0 &&
          temporaries.count(object.site) != 0));
    const bool isMade = object.kind == ObjectKind::Local ||
                        object.kind == ObjectKind::Heap ||
                        object.kind == ObjectKind::Internal;
    if (!(isMade && isOfInner) && own.count(id) == 0 &&
        object.kind != ObjectKind::Function &&
        !(isRead && (object.isConstant || isOfCounting(object))))
      return false;
  }
  return true;
}

/// What makes the same value of the same arguments on every rank, unlike
/// std::random_device or locale(""): what compiles a regular expression, copies
/// of the locale in it, and virtual functions of what these have made.
static bool makesSameValue(const Program &program, const Instruction *at) {
  const auto *call = dyn_cast<CallBase>(at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (call && call->isIndirectCall())
    return true;
  const auto *method = dyn_cast_or_null<clang::CXXMethodDecl>(
      callee ? program.lowered().declarationOf(*callee) : nullptr);
  const clang::CXXRecordDecl *record = method ? method->getParent() : nullptr;
  const auto isOfRecord = [](const clang::ParmVarDecl *parameter) {
    return parameter->getType().getNonReferenceType()->isRecordType();
  };
  return record && isOfLibraryNamespace(record) && record->getIdentifier() &&
         (isKnownWithBody(method) ||
          (record->getName() == "locale" &&
           all_of(method->parameters(), isOfRecord)));
}

/// What the library has made for the object is the object's.
bool ConstantCheck::isOwnBehind(const CallAccess &access) {
  if (!makesSameValue(program, access.at))
    return false;
  std::set<PlaceId> reached;
  std::vector<NodeId> open = {access.address};
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    if (!isOwn(node, !access.isWrite))
      return false;
    for (const PlaceId place : points[node])
      if (reached.insert(place).second)
        append_range(open, points.contentsAt(place));
  }
  return true;
}

/// Whether a call returns another value on each rank.
static bool differsBetweenRanks(const Instruction &at) {
  const auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  const StringRef name = callee ? callee->getName() : "";
  return (name.starts_with("_ZNSt6chrono") && name.ends_with("3nowEv")) ||
         name.starts_with("llvm.readcyclecounter") ||
         name.starts_with("llvm.readsteadycounter") ||
         name.starts_with("llvm.x86.rd") ||
         rankValueOf(name) != RankValue::None;
}

/// Whether all that the instance touches, in some blocks, is the initialiser's
/// own.
bool ConstantCheck::areOwn(InstanceId id,
                           const DenseSet<const BasicBlock *> *blocks) {
  const Instance &instance = program.allInstances()[id];
  const auto isMeant = [&](const Instruction *at) {
    return !isForLater(at) && (!blocks || blocks->contains(at->getParent()));
  };
  for (const Operation &operation : instance.body->operations) {
    if (!isMeant(operation.at))
      continue;
    if (operation.kind == OperationKind::Unknown ||
        differsBetweenRanks(*operation.at) ||
        !isOwn(program.nodeOf(instance, addressRead(operation)), true) ||
        !isOwn(program.nodeOf(instance, addressWritten(operation)), false))
      return false;
  }
  return all_of(instance.accesses, [&](const CallAccess &one) {
    return !isMeant(one.at) ||
           (one.isDeep ? isOwnBehind(one) : isOwn(one.address, !one.isWrite));
  });
}

/// Whether nothing comes from the function around the initialiser.
bool ConstantCheck::hasOwnOperands(const DenseSet<const BasicBlock *> &blocks) {
  const auto isInside = [&](const User *user) {
    return blocks.contains(cast<Instruction>(user)->getParent());
  };
  const auto isOwn = [&](const Value *operand) {
    const auto *variable = dyn_cast<AllocaInst>(operand);
    if (variable && all_of(variable->users(), isInside))
      return temporaries.insert(variable), true;
    const auto *made = dyn_cast<Instruction>(operand);
    return !isa<Argument>(operand) &&
           (!made || blocks.contains(made->getParent()));
  };
  return all_of(blocks, [&](const BasicBlock *block) {
    return all_of(*block, [&](const Instruction &one) {
      return all_of(one.operands(), isOwn);
    });
  });
}

bool ConstantCheck::check(const Initialiser &code) {
  const ObjectId variable = program.globalObject(code.variable);
  own = {program.globalObject(code.guard), variable};
  for (const NodeId node :
       points.contentsAt(points.placeOf(variable, anywhere)))
    for (const PlaceId place : points[node])
      if (points.object(points.place(place).object).kind ==
          ObjectKind::Internal)
        own.insert(points.place(place).object);
  if (!hasOwnOperands(code.blocks))
    return false;
  for (const InstanceId id : outer)
    for (const Callee &callee : program.allInstances()[id].callees)
      if (code.blocks.contains(callee.at->getParent()) &&
          !isForLater(callee.at))
        enter(callee.instance);
  const auto isOwn = [&](const DenseSet<const BasicBlock *> *blocks) {
    return [this, blocks](InstanceId id) { return areOwn(id, blocks); };
  };
  return !isRecursive && all_of(outer, isOwn(&code.blocks)) &&
         all_of(inner, isOwn(nullptr));
}

bool StaticInitialisers::contains(InstanceId id, const Instruction *at) {
  const Function *function = program.allInstances()[id].function;
  const auto [found, isNew] = constant.try_emplace(function);
  if (isNew)
    for (const Initialiser &one : findInitialisers(*function))
      if (ConstantCheck(program, function).check(one))
        found->second.insert(one.blocks.begin(), one.blocks.end());
  return found->second.contains(at->getParent());
}

} // namespace redistc::effects
