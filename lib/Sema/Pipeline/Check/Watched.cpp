//===- Watched.cpp - Variables compared by REDIST_VERIFY=1 -----*- C++ -*-===//
//
// Left out is what has no value to compare, or no name where the run is told of
// it.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Check/Watched.h"

#include "Pipeline/Flow/Aliases.h"
#include "Pipeline/Flow/Names.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace redistc::sema {

/// Variables and members of `this` that the code itself names as they are.
static void addNamed(const Stmt *code,
                     llvm::SmallPtrSetImpl<const Decl *> &named) {
  if (!code)
    return;
  if (const auto *name = dyn_cast<DeclRefExpr>(code);
      name && !name->hasQualifier())
    named.insert(name->getDecl()->getCanonicalDecl());
  if (const auto *member = dyn_cast<MemberExpr>(code);
      member && !member->hasQualifier() &&
      isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
    named.insert(member->getMemberDecl()->getCanonicalDecl());
  for (const Stmt *part : code->children())
    addNamed(part, named);
}

/// Variables of namespaces and classes that the code names.
static void addGlobals(const Stmt *code,
                       llvm::SmallVectorImpl<const VarDecl *> &globals) {
  if (!code)
    return;
  if (const auto *name = dyn_cast<DeclRefExpr>(code))
    if (const auto *variable = dyn_cast<VarDecl>(name->getDecl());
        variable && variable->isFileVarDecl() &&
        !llvm::is_contained(globals, variable->getCanonicalDecl()))
      globals.push_back(variable->getCanonicalDecl());
  for (const Stmt *part : code->children())
    addGlobals(part, globals);
}

static bool isBitField(const ValueDecl *decl) {
  if (const auto *binding = dyn_cast<BindingDecl>(decl))
    return binding->getBinding() && binding->getBinding()->refersToBitField();
  const auto *field = dyn_cast<FieldDecl>(decl);
  return field && field->isBitField();
}

/// The name of a parameter pack stands for none of its elements.
static bool isOfPack(const ValueDecl *decl, const FunctionDecl *function) {
  const FunctionDecl *pattern =
      function ? function->getTemplateInstantiationPattern() : nullptr;
  const auto *variable = dyn_cast<VarDecl>(decl);
  return (variable && variable->isInitCapture()) ||
         (isa<ParmVarDecl>(decl) && pattern &&
          llvm::any_of(pattern->parameters(), [&](const ParmVarDecl *one) {
            return one->isParameterPack() &&
                   one->getDeclName() == decl->getDeclName();
          }));
}

/// Whether a value of the variable can be compared, and its name said.
static bool canBeCompared(const LoopContext &loop, const ValueDecl *decl) {
  const IdentifierInfo *name = decl->getIdentifier();
  if (!name || name->hadMacroDefinition() || decl->isImplicit() ||
      decl->isInvalidDecl() || isBitField(decl) ||
      isOfPack(decl, loop.function))
    return false;
  const QualType type = decl->getType().getNonReferenceType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return !type.isVolatileQualified() && !type->isVariablyModifiedType() &&
         !type->isIncompleteType() && !type->isFunctionType() &&
         !isHandle(type) && !(record && record->isLambda()) &&
         !findObstacleToCompare(loop.context, type, decl->getLocation());
}

/// Whether no code of the user is run to save it.
static bool isBuiltin(QualType type) {
  return !type.getNonReferenceType()
              ->getBaseElementTypeUnsafe()
              ->isRecordType();
}

namespace {
class WatchedVariables {
public:
  WatchedVariables(LoopContext &around, const PipelineFlow &found)
      : loop(around), flow(found), once(loop.accessesOf(loop.header.once)) {}

  std::vector<plan::WatchedVariable> find();

private:
  enum class Writes { No, Maybe, Yes };
  Writes writes(const Accesses &, ObjectId) const;
  bool mayStay(std::size_t stage, ObjectId) const;
  std::set<int> readersOf(ObjectId) const;
  std::set<int> writersOf(ObjectId) const;
  bool isState(const StateName &) const;
  bool isHeldBack(const Object &, const StateName &) const;
  void addOutside(ObjectId);
  void addAllOutside();
  void addOfItem(const ValueDecl *, bool isReference);
  void addElements(const Carry &);
  std::string typeOf(const ValueDecl *) const;

  LoopContext &loop;
  const PipelineFlow &flow;
  const Accesses once; ///< what the header does before the first item
  llvm::SmallPtrSet<const Decl *, 16> named;
  std::set<ObjectId> seen;
  std::vector<plan::WatchedVariable> result;
};
} // namespace

/// Maybe: through a pointer of which nothing is known.
WatchedVariables::Writes WatchedVariables::writes(const Accesses &accesses,
                                                  ObjectId id) const {
  Writes found = Writes::No;
  for (const Access &access : accesses.all) {
    if (!(access.use & Write))
      continue;
    const Object &written = loop.objects[access.object];
    const Alias kind = aliasOf(loop, access.object, id);
    if (kind == Alias::Must)
      return Writes::Yes;
    if (kind == Alias::May || (written.kind == ObjectKind::Pointee &&
                               mayBePointedTo(loop, written, loop.objects[id])))
      found = Writes::Maybe;
  }
  return found;
}

/// Whether a change that the plan does not count on does no harm: nobody reads
/// it on another rank, or it comes along.
bool WatchedVariables::mayStay(std::size_t stage, ObjectId id) const {
  if (loop.ownerOf(id) != Owner::Outside)
    return !flow.live.liveAfter[stage].count(id) ||
           llvm::is_contained(flow.live.carried[stage], id);
  for (std::size_t k = 0; k < flow.uses.stages.size(); ++k)
    if (k != stage && findAccess(flow.uses.stages[k], id, Modify))
      return false;
  return true;
}

std::set<int> WatchedVariables::readersOf(ObjectId id) const {
  std::set<int> readers;
  for (std::size_t k = 0; k < flow.uses.stages.size(); ++k)
    if (llvm::any_of(flow.uses.stages[k].all, [id](const Access &access) {
          return access.object == id && access.isExposed;
        }))
      readers.insert(static_cast<int>(k) + 1);
  return readers;
}

/// From 1; 0: the code between stages.
std::set<int> WatchedVariables::writersOf(ObjectId id) const {
  std::set<int> writers;
  const auto isBetween = [&](const Accesses &accesses) {
    return writes(accesses, id) != Writes::No;
  };
  if (isBetween(flow.uses.header) || isBetween(once) ||
      llvm::any_of(flow.uses.items, [&](const ItemAccesses &item) {
        return isBetween(item.initial) || isBetween(item.final);
      }))
    writers.insert(0);
  for (std::size_t k = 0; k < flow.uses.stages.size(); ++k) {
    const Writes found = writes(flow.uses.stages[k], id);
    if (found == Writes::Yes || (found == Writes::Maybe && mayStay(k, id)))
      writers.insert(static_cast<int>(k) + 1);
  }
  return writers;
}

std::string WatchedVariables::typeOf(const ValueDecl *decl) const {
  return decl->getType().getNonReferenceType().getUnqualifiedType().getAsString(
      loop.context.ast.getPrintingPolicy());
}

/// One that comes to all ranks.
bool WatchedVariables::isState(const StateName &name) const {
  return llvm::any_of(flow.states.all, [&](const plan::StateVariable &state) {
    return state.travels && state.text == name.text && state.form == name.form;
  });
}

/// Whether the object has no value to compare, or a name that does not mean it
/// where the run is told of it.
bool WatchedVariables::isHeldBack(const Object &object,
                                  const StateName &name) const {
  const auto *variable = dyn_cast<VarDecl>(object.decl);
  const bool isPlace = object.kind == ObjectKind::Variable ||
                       object.kind == ObjectKind::Member ||
                       object.kind == ObjectKind::Part;
  if (!isState(name)) {
    const bool isGlobal = variable && variable->isFileVarDecl();
    if (!isPlace || object.decl->getType().isConstQualified() ||
        (!isGlobal && !named.contains(object.decl)) ||
        loop.context.ast.getSourceManager().isInSystemHeader(
            object.decl->getLocation()) ||
        llvm::StringRef(name.text).contains('<')) // of a template
      return true;
  }
  return name.form == plan::StateForm::View ||
         (isPlace && !canBeCompared(loop, object.decl));
}

/// States that come to all ranks, and what else stages, or the code around,
/// use by a name that is known before the loop.
void WatchedVariables::addOutside(ObjectId id) {
  const Object object = loop.objects[id];
  // Its elements are as far as the stages of the rank have come.
  if (llvm::any_of(flow.own.elements,
                   [&](ObjectId one) { return loop.objects[one].owner == id; }))
    return;
  if (!object.decl || !seen.insert(id).second ||
      loop.ownerOf(id) != Owner::Outside || isa<FunctionDecl>(object.decl))
    return;
  const StateName name = nameOfState(loop, flow.uses, object);
  if (!name.isNamed || isHeldBack(object, name))
    return;
  result.push_back({name.text, typeOf(object.decl), name.form, false,
                    isState(name) || isBuiltin(object.decl->getType()),
                    readersOf(id), writersOf(id)});
}

void WatchedVariables::addAllOutside() {
  addNamed(loop.shape.loop, named);
  for (const Access &access : flow.uses.header.all)
    addOutside(access.object);
  for (const Accesses &stage : flow.uses.stages)
    for (const Access &access : stage.all)
      addOutside(access.object);
  // What the code around uses, and a stage should not have changed.
  llvm::SmallVector<const VarDecl *, 8> globals;
  if (loop.function)
    addGlobals(loop.function->getBody(), globals);
  for (const VarDecl *variable : globals)
    addOutside(loop.objects.variable(variable));
}

/// A reference is what it refers to, unless that is its own.
void WatchedVariables::addOfItem(const ValueDecl *decl, bool isReference) {
  const ObjectId id = loop.objects.variable(decl);
  const bool isCarried = flow.live.carriedAnywhere.count(id) != 0;
  // Of a variable that is not used, the program's compiler tells.
  if ((isReference && !isCarried) || !decl->isReferenced() ||
      hasCarriedBytes(loop, flow.own, id) || !canBeCompared(loop, decl))
    return;
  result.push_back(
      {decl->getNameAsString(), typeOf(decl), plan::StateForm::Variable, true,
       isCarried || isBuiltin(decl->getType()), readersOf(id), writersOf(id)});
}

/// Who changes the number of elements, or the pointer, changes what there is.
void WatchedVariables::addElements(const Carry &carry) {
  if (flow.live.carriedAnywhere.count(carry.whole) == 0)
    return;
  plan::WatchedVariable watched;
  watched.text = carry.text();
  watched.type =
      carry.pointee.getAsString(loop.context.ast.getPrintingPolicy());
  watched.isOfItem = true;
  watched.isSaved = true;
  watched.elements = static_cast<int>(carry.index);
  watched.readers = readersOf(carry.whole);
  ObjectIds parts = {carry.whole, carry.elements};
  for (const Access &access : loop.accessesOf({carry.counting}).all)
    addTo(parts, access.object);
  for (const ObjectId id : parts)
    watched.writers.merge(writersOf(id));
  result.push_back(std::move(watched));
}

std::vector<plan::WatchedVariable> WatchedVariables::find() {
  addAllOutside();
  for (const ValueDecl *decl : loop.loopVariables)
    addOfItem(decl, decl->getType()->isReferenceType());
  for (const ItemVariable &item : loop.items)
    addOfItem(item.decl, item.isReference);
  for (const Carry &carry : flow.own.carries)
    addElements(carry);
  return std::move(result);
}

std::vector<plan::WatchedVariable> findWatched(LoopContext &loop,
                                               const PipelineFlow &flow) {
  std::vector<plan::WatchedVariable> found;
  if (!loop.isPattern)
    found = WatchedVariables(loop, flow).find();
  const auto isSaved = [&found](const plan::WatchedVariable &variable) {
    return llvm::any_of(found, [&](const plan::WatchedVariable &other) {
      return other.isSaved && other.type == variable.type;
    });
  };
  if (!loop.function || !loop.function->isTemplateInstantiation())
    for (plan::WatchedVariable &variable : found)
      variable.isSaved = isSaved(variable);
  return found;
}

void uniteWatched(std::vector<plan::WatchedVariable> found,
                  plan::CheckedPipeline &checked) {
  if (checked.instances.empty()) {
    checked.watched = std::move(found);
    return;
  }
  std::erase_if(checked.watched, [&](plan::WatchedVariable &known) {
    const auto same = llvm::find_if(found, [&](const auto &other) {
      return other.text == known.text && other.form == known.form &&
             other.isOfItem == known.isOfItem;
    });
    if (same == found.end())
      return true;
    known.isSaved = known.isSaved && same->isSaved;
    known.readers.insert(same->readers.begin(), same->readers.end());
    known.writers.insert(same->writers.begin(), same->writers.end());
    return false;
  });
}

} // namespace redistc::sema
