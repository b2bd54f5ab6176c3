//===- Program.cpp - Functions in their calling contexts -------*- C++ -*-===//
//
// Instances are made from where the program begins: the constructors of static
// objects, main, and functions with pipelines that no visible code calls.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace redistc::effects {

/// More instances than this, and the analysis ends without a result.
static constexpr std::size_t maxInstances = 200000;
/// More calls through addresses than this on the way to an instance, outside
/// loops and in a part of a loop, and all such calls have one in common.
/// Destructors that end objects that end objects would have instances without
/// end.
static constexpr unsigned maxIndirect = 1, maxIndirectInLoops = 0;

Program::Program(clang::ASTContext &context, LoweredUnit &lowered,
                 const std::vector<StagedLoop> &stagedLoops, bool wide)
    : ast(context), unit(lowered), staged(stagedLoops), isWide(wide),
      points(lowered.module ? &layout() : nullptr) {
  Object one;
  one.kind = ObjectKind::Unknown;
  unknownObject = points.makeObject(one);
  one.kind = ObjectKind::World;
  worldObject = points.makeObject(one);
  givenBefore = points.makeNode();
  memoryBefore = points.makeNode();
  one.kind = ObjectKind::Function;
  one.isConstant = true;
  unseenFunction = points.makeObject(one);
  points.add(points.contentOf(points.placeOf(unknownObject, anywhere)),
             points.placeOf(unknownObject, anywhere));
}

const DataLayout &Program::layout() const {
  return unit.module->getDataLayout();
}

const clang::FunctionDecl *
Program::declarationOf(const Function *function) const {
  return dyn_cast_or_null<clang::FunctionDecl>(unit.declarationOf(*function));
}

bool Program::isOfLibrary(const Function *function) {
  const auto [found, isNew] = library.try_emplace(function, false);
  if (isNew) {
    const clang::FunctionDecl *decl = declarationOf(function);
    found->second = decl && isOfLibraryNamespace(decl);
  }
  return found->second;
}

bool Program::isKnownWithBody(const Function *function) {
  const auto [found, isNew] = knownWithBody.try_emplace(function, false);
  if (isNew)
    found->second = redistc::effects::isKnownWithBody(declarationOf(function));
  return found->second;
}

/// The variables of an item are made anew for each, whatever ends them.
void Program::findItems(const Function *function) {
  for (auto &[index, region] : regions[function]) {
    if (!region.variables)
      continue;
    const std::vector<const clang::ValueDecl *> &items =
        unit.marked[index].items;
    for (unsigned i = 0; i < items.size(); ++i)
      if (const auto *variable =
              dyn_cast<AllocaInst>(region.variables->getArgOperand(2 + i)))
        for (auto *known : {&region.locals, &region.items})
          known->insert(variable);
  }
}

/// The stages that execute an instruction, or are executed before it.
When Program::whenAt(InstanceId id, const Instruction *at) const {
  if (instances[id].loop != none)
    return instances[id].when;
  const auto [loop, parts] = loopAt(id, at);
  return loop == none
             ? When{}
             : whenOf(loop, parts, loops[loop].region->done.lookup(at));
}

When Program::whenOf(unsigned loop, Parts parts, Parts done) const {
  When when;
  when.loop = loop;
  const auto count =
      static_cast<unsigned>(staged[loops[loop].staged].stages.size());
  const Parts stages = parts >> part::Stage;
  const bool isInStages = stages != 0 && (parts & part::ofAll) == 0;
  const bool isItems = parts == Parts(1) << part::Items;
  if (stages >> count != 0 || !(isInStages || isItems))
    return when;
  if (isInStages)
    when.earliest = static_cast<unsigned>(countr_zero(stages)) + 1;
  const Parts last = isItems ? done >> part::Stage : stages;
  when.latest = last == 0 ? 0 : static_cast<unsigned>(Log2_64(last)) + 1;
  for (unsigned *stage : {&when.earliest, &when.latest})
    if (*stage >= count)
      *stage = none; // all of them
  return when;
}

/// Functions that call each other.
void Program::findCircles() {
  CallGraph graph(*unit.module);
  unsigned number = 0;
  for (auto circle = scc_begin(&graph); !circle.isAtEnd(); ++circle, ++number)
    if (circle.hasCycle())
      for (const CallGraphNode *node : *circle)
        if (const Function *function = node->getFunction())
          circles[function] = number;
}

/// Functions that other translation units may call, and that lead to one by
/// visible calls; itself among them.
static SetVector<const Function *> entriesTo(const Function *wanted) {
  SetVector<const Function *> ways, entries;
  ways.insert(wanted);
  for (unsigned i = 0; i < ways.size(); ++i) { // grows
    if (!ways[i]->hasLocalLinkage())
      entries.insert(ways[i]);
    for (const User *user : ways[i]->users())
      if (const auto *call = dyn_cast<CallBase>(user))
        ways.insert(call->getFunction());
  }
  return entries;
}

/// Functions that a program may define, and that all code calls to allocate.
static bool isAllocator(StringRef name) {
  return name.starts_with("_Znw") || name.starts_with("_Zna") ||
         name.starts_with("_Zdl") || name.starts_with("_Zda") ||
         name == "malloc" || name == "calloc" || name == "realloc" ||
         name == "free" || name == "aligned_alloc" || name == "posix_memalign";
}

/// What some code of the unit does, so that other code may depend on it.
void Program::setSwitches() {
  const auto has = [this](std::initializer_list<StringRef> names) {
    return any_of(names, [this](StringRef name) {
      return unit.module->getFunction(name);
    });
  };
  changesRounding =
      has({"fesetround", "fesetenv", "feupdateenv", "llvm.x86.sse.ldmxcsr"});
  looksAtExceptions = has(
      {"fetestexcept", "fegetexceptflag", "fegetenv", "llvm.x86.sse.stmxcsr"});
  changesLocale = has({"setlocale", "uselocale", "_ZNSt6locale6globalERKS_"});
  changesDirectory =
      has({"chdir", "fchdir"}) || any_of(*unit.module, [](const Function &one) {
        return one.getName().contains("10filesystem12current_pathERK");
      });
}

void Program::analyse() {
  simplify();
  choosers = findChoosers(*unit.module);
  findCircles();
  setSwitches();
  for (const Function &function : *unit.module)
    if (!function.isDeclaration() && isAllocator(function.getName()))
      allocators.push_back(&function);
  for (Function &function : *unit.module)
    if (!function.isDeclaration())
      if (auto found = findRegions(function); !found.empty()) {
        callAllocatorsIn(found);
        regions[&function] = std::move(found);
        findItems(&function);
      }

  const auto start = [&](const Function *function) {
    if (function && !function->isDeclaration())
      return enter(function, none, nullptr);
    return InstanceId(none);
  };
  // Functions of which there are versions: those that the resolver returns.
  for (const GlobalIFunc &chosen : unit.module->ifuncs())
    if (const InstanceId resolver = start(chosen.getResolverFunction());
        resolver != none)
      points.copy(instances[resolver].base + number::Returned,
                  constantNode(&chosen));
  if (const GlobalVariable *made =
          unit.module->getNamedGlobal("llvm.global_ctors"))
    if (const auto *list =
            dyn_cast_or_null<ConstantArray>(made->getInitializer()))
      for (const Use &entry : list->operands())
        start(
            dyn_cast<Function>(cast<Constant>(entry)->getAggregateElement(1u)));
  const Function *main = unit.module->getFunction("main");
  start(main);
  points.solve();
  const auto startUnseen = [&](const Function *function) {
    giveUnseen(enter(function, none, nullptr), declarationOf(function));
    points.solve();
  };
  const auto isReached = [this](const Function *function) {
    return any_of(instances, [&](const Instance &one) {
      return one.function == function;
    });
  };
  // What no visible code calls, and where other translation units may.
  for (const Function &function : *unit.module) {
    if (!regions.count(&function) || (main && isReached(&function)))
      continue;
    for (const Function *entry : entriesTo(&function))
      if (entry != main && (!main || !isReached(entry)))
        startUnseen(entry);
    if (!isReached(&function))
      startUnseen(&function);
  }
  if (!main)
    giveToVariables();
  findLost();
}

/// The runtime allocates memory, whatever stage is under way: operators of the
/// program are called from all of them, where the mark is.
void Program::callAllocatorsIn(std::map<unsigned, Region> &found) {
  if (allocators.empty())
    return;
  for (auto &[index, region] : found)
    for (std::size_t k = 0; region.variables && k < staged[index].stages.size();
         ++k)
      region.parts[region.variables] |=
          Parts(1) << (part::Stage + static_cast<Parts>(k));
}

bool Program::isInAllocator(InstanceId id) const {
  for (; !allocators.empty() && id != none; id = instances[id].caller)
    if (is_contained(allocators, instances[id].function))
      return true;
  return false;
}

const std::vector<ObjectId> &Program::holdersOf(ObjectId wanted) {
  if (holders.empty()) {
    holders.resize(points.objectCount());
    for (ObjectId id = 0; id < points.objectCount(); ++id)
      for (const auto &[offset, place] : points.object(id).places)
        if (const NodeId content = points.place(place).content;
            content != none && !points.object(id).isVersion)
          for (const PlaceId held : points[content])
            if (auto &known = holders[points.place(held).object];
                known.empty() || known.back() != id)
              known.push_back(id);
  }
  return holders[wanted];
}

// Instances.

const Body *Program::bodyOf(const Function *function, const Choice &choice) {
  std::unique_ptr<Body> &body = bodies[{function, choice}];
  if (!body && choice.empty())
    body =
        std::make_unique<Body>(describeBody(*function, followedIn(function)));
  else if (!body)
    body = std::make_unique<Body>(
        withChoice(*bodyOf(function, {}), *function, choice));
  return body.get();
}

/// An instance of the function on the way to another one, or that one.
InstanceId Program::around(InstanceId id, const Function *function,
                           const Choice &choice) const {
  for (; id != none; id = instances[id].caller)
    if (instances[id].function == function && instances[id].choice == choice)
      return id;
  return none;
}

/// The loop, and its parts, that a place in the code belongs to.
std::pair<unsigned, Parts> Program::loopAt(InstanceId id,
                                           const Instruction *at) const {
  const Instance &instance = instances[id];
  if (instance.loop == none && regions.count(instance.function))
    for (unsigned i = 0; i < loops.size(); ++i)
      if (loops[i].instance == id && loops[i].region)
        if (const auto found = loops[i].region->parts.find(at);
            found != loops[i].region->parts.end())
          return {i, found->second};
  return {instance.loop, instance.parts};
}

/// Of functions that call each other, the instance through which they are
/// entered; none where the call is not one of theirs.
InstanceId Program::entryOf(const Function *function, InstanceId caller) const {
  const auto circle = circles.find(function);
  if (caller == none || circle == circles.end())
    return none;
  const auto other = circles.find(instances[caller].function);
  return other != circles.end() && other->second == circle->second
             ? instances[caller].entry
             : none;
}

InstanceId Program::enter(const Function *function, InstanceId caller,
                          const Instruction *site, bool isUnseen) {
  const auto *call = dyn_cast_or_null<CallBase>(site);
  Instance made;
  made.function = function;
  made.caller = caller;
  made.site = site;
  if (call && !isUnseen)
    made.choice =
        choiceOf(*call, *function, choosers, instances[caller].choice);
  if (const InstanceId known = around(caller, function, made.choice);
      known != none) {
    instances[known].isShared = true;
    if (regions.count(function)) // an item inside an item
      points.forgetStages();
    return known;
  }
  if (caller != none)
    std::tie(made.loop, made.parts) = loopAt(caller, site);
  const bool isIndirect = call && call->isIndirectCall();
  if (caller != none)
    made.indirectDepth = instances[caller].indirectDepth + isIndirect;
  made.isShared =
      isIndirect && made.indirectDepth >
                        (made.loop == none ? maxIndirect : maxIndirectInLoops);
  made.entry = entryOf(function, caller);
  const auto key = std::make_tuple(made.isShared ? none : made.entry, function,
                                   made.choice, made.loop, made.parts);
  const bool mayBeKnown = made.isShared || made.entry != none;
  if (mayBeKnown)
    if (const auto found = shared.find(key); found != shared.end())
      return found->second;
  made.isShared |= isUnseen;
  if (made.loop != none) // several calls may share it
    made.when = mayBeKnown || isUnseen
                    ? whenOf(made.loop, made.parts, ~Parts(0))
                    : whenAt(caller, site);
  const InstanceId id = make(std::move(made));
  if (mayBeKnown)
    shared[key] = id;
  describe(id);
  return id;
}

InstanceId Program::make(Instance made) {
  const auto id = static_cast<InstanceId>(instances.size());
  if (id == maxInstances)
    points.stop();
  made.body = bodyOf(made.function, made.choice);
  made.base = points.makeNode();
  for (unsigned i = 1; i < made.body->valueCount; ++i)
    points.makeNode();
  if (made.entry == none)
    made.entry = id;
  if (const auto found = regions.find(made.function); found != regions.end())
    for (const auto &[index, region] : found->second)
      loops.push_back({index, id, &region});
  instances.push_back(std::move(made));
  return id;
}

/// Arithmetic on floating-point numbers, and functions of them, depend on how
/// results are rounded, and tell of exceptions.
void Program::roundNumbers(InstanceId id) {
  const NodeId mode =
      objectNode(hiddenObject("the floating-point environment"));
  const auto isNumber = [](const Value *value) {
    return value->getType()->isFPOrFPVectorTy();
  };
  for (const BasicBlock &block : *instances[id].function)
    for (const Instruction &at : block)
      if (!isa<LoadInst, StoreInst, PHINode, AllocaInst>(at) &&
          (isNumber(&at) || any_of(at.operands(), isNumber)))
        access(id, &at, mode, changesRounding, looksAtExceptions, false);
}

/// A directive becomes calls of the runtime when the analysis is done.
void Program::communicate(InstanceId id) {
  const Function *function = instances[id].function;
  const clang::FunctionDecl *decl =
      staged.empty() || staged.front().communicating.empty()
          ? nullptr
          : declarationOf(function);
  if (decl &&
      is_contained(staged.front().communicating, decl->getCanonicalDecl()))
    access(id, &function->getEntryBlock().front(),
           objectNode(hiddenObject(messagesOfMpi)), true, true, false);
}

void Program::describe(InstanceId id) {
  if (!isComplete())
    return;
  const Body &body = *instances[id].body;
  for (const Operation &operation : body.operations)
    this->operation(id, operation);
  if (changesRounding || looksAtExceptions)
    roundNumbers(id);
  communicate(id);
}

NodeId Program::nodeOf(const Instance &instance, const Operand &operand) {
  if (operand.isNone)
    return none;
  return operand.constant ? constantNode(operand.constant)
                          : instance.base + operand.local;
}

unsigned Program::loopOf(const Instance &instance,
                         const Instruction *at) const {
  if (instance.loop != none)
    return instance.loop;
  const auto *variable = dyn_cast<AllocaInst>(at);
  for (unsigned i = 0; i < loops.size(); ++i) {
    const Region *region = loops[i].region;
    if (&instances[loops[i].instance] != &instance || !region)
      continue;
    if (variable ? region->locals.contains(variable)
                 : region->parts.contains(at))
      return i;
  }
  return none;
}

ObjectId Program::localObject(InstanceId id, const Instruction *at,
                              ObjectKind kind) {
  Object object;
  object.kind = kind;
  object.site = at;
  object.instance = id;
  object.loop = loopOf(instances[id], at);
  const auto *variable = dyn_cast<AllocaInst>(at);
  object.isStaged = object.loop != none &&
                    (!variable || instances[id].loop != none ||
                     loops[object.loop].region->items.contains(variable));
  if (variable) {
    if (object.isStaged)
      object.replaced = replacedIn(loops[object.loop], variable);
    object.isPlain = !variable->getAllocatedType()->isArrayTy() &&
                     !variable->isArrayAllocation();
    object.type = variable->getAllocatedType();
    object.size = layout().getTypeAllocSize(object.type);
  } else if (const auto *call = dyn_cast<CallBase>(at);
             call && kind == ObjectKind::Heap) {
    if (const auto size = sizeOfAllocation(*call, instances[id].choice)) {
      object.isPlain = true;
      object.size = *size;
    }
  }
  return points.makeObject(object);
}

NodeId Program::objectNode(ObjectId id) {
  const auto [found, isNew] = addresses.try_emplace(id, none);
  if (isNew) {
    const NodeId node = points.makeNode();
    addresses[id] = node;
    points.add(node,
               points.placeOf(id, points.object(id).isPlain ? 0 : anywhere));
    return node;
  }
  return found->second;
}

/// The addresses in a value of `bytes` bytes: there are several in values of
/// vectors and 128-bit numbers.
void Program::forEachAddress(NodeId first, std::int64_t bytes,
                             function_ref<void(NodeId)> use) {
  use(first);
  for (std::int64_t at = 8; at < bytes; at += 8) {
    const NodeId next = points.makeNode();
    points.offset(first, next, at);
    use(next);
  }
}

void Program::operation(InstanceId id, const Operation &operation) {
  const NodeId from = nodeOf(instances[id], operation.from);
  const NodeId to = nodeOf(instances[id], operation.to);
  const When when = whenAt(id, operation.at);
  switch (operation.kind) {
  case OperationKind::Copy:
    return points.copy(from, to);
  case OperationKind::Offset:
    return points.offset(from, to, operation.amount);
  case OperationKind::Load:
    return from == none || to == none ? void() : load(id, operation);
  case OperationKind::Store:
    if (from == none || to == none)
      return;
    forEachAddress(to, operation.amount,
                   [&](NodeId part) { points.store(from, part, when); });
    return storeNumber(id, operation);
  case OperationKind::Move:
    return move(id, operation);
  case OperationKind::Distance: // measured when all addresses are known
  case OperationKind::Fill:
    return;
  case OperationKind::Local:
    return points.add(
        to,
        points.placeOf(localObject(id, operation.at, ObjectKind::Local), 0));
  case OperationKind::Unknown:
    access(id, operation.at, objectNode(unknownObject), true, true, false);
    if (to != none)
      points.add(to, points.placeOf(unknownObject, anywhere));
    return;
  case OperationKind::Call:
    if (const auto *made = dyn_cast<CallBase>(operation.at))
      return call(id, made);
    if (to != none) // a landing pad
      points.load(objectNode(exceptionOf(id, operation.at)), to);
    return;
  }
}

void Program::access(InstanceId id, const Instruction *at, NodeId address,
                     bool isRead, bool isWrite, bool isDeep,
                     std::int64_t size) {
  if (address != none)
    instances[id].accesses.push_back(
        {address, isRead, isWrite, isDeep, size, at});
}

} // namespace redistc::effects
