//===- Watched.cpp - What REDIST_VERIFY=1 compares -------------*- C++ -*-===//
//
// The plan in words that a run can be held against: which variables there are,
// outside the loop and of the item, and which stages read and write each. Left
// out is what has no value to compare, or no name where the run is told of it.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow.h"

#include "Common/Travel.h"

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
bool PipelineFlow::canBeCompared(const ValueDecl *decl, QualType type) {
  const IdentifierInfo *name = decl->getIdentifier();
  if (!name || name->hadMacroDefinition() || decl->isImplicit() ||
      decl->isInvalidDecl() || isBitField(decl) || isOfPack(decl, function))
    return false;
  type = type.getNonReferenceType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return !type.isVolatileQualified() && !type->isVariablyModifiedType() &&
         !type->isIncompleteType() && !type->isFunctionType() &&
         !isHandle(type) && !(record && record->isLambda()) &&
         !findObstacleToCompare(context, type, decl->getLocation());
}

/// Whether no code of the user is run to save it.
static bool isBuiltin(QualType type) {
  return !type.getNonReferenceType()
              ->getBaseElementTypeUnsafe()
              ->isRecordType();
}

/// Maybe: through a pointer of which nothing is known.
PipelineFlow::Writes PipelineFlow::writes(const Accesses &accesses,
                                          ObjectId id) const {
  Writes found = Writes::No;
  for (const Access &access : accesses.all) {
    if (!(access.use & Write))
      continue;
    const Object &written = objects[access.object];
    const Overlap kind = overlap(access.object, id);
    if (kind == Overlap::Same)
      return Writes::Yes;
    if (kind == Overlap::Maybe || (written.kind == ObjectKind::Pointee &&
                                   mayBePointedTo(written, objects[id])))
      found = Writes::Maybe;
  }
  return found;
}

/// Whether a change that the plan does not count on does no harm: nobody reads
/// it on another rank, or it comes along.
bool PipelineFlow::mayStay(std::size_t stage, ObjectId id) const {
  if (ownerOf(id) != Owner::Outside)
    return !liveAfter[stage].count(id) ||
           llvm::is_contained(carried[stage], id);
  for (std::size_t k = 0; k < stages.size(); ++k)
    if (k != stage && find(stages[k], id, Modify))
      return false;
  return true;
}

std::set<int> PipelineFlow::readersOf(ObjectId id) const {
  std::set<int> readers;
  for (std::size_t k = 0; k < stages.size(); ++k)
    if (llvm::any_of(stages[k].all, [id](const Access &access) {
          return access.object == id && access.isExposed;
        }))
      readers.insert(static_cast<int>(k) + 1);
  return readers;
}

/// What the loop does before its first item.
Accesses PipelineFlow::loopOnce() {
  if (const auto *loop = dyn_cast<ForStmt>(shape.loop))
    return accessesOf({loop->getInit()});
  if (const auto *range = dyn_cast<CXXForRangeStmt>(shape.loop))
    return accessesOf({range->getInit(), range->getRangeStmt(),
                       range->getBeginStmt(), range->getEndStmt()});
  return {};
}

std::set<int> PipelineFlow::writersOf(ObjectId id, const Accesses &once) const {
  std::set<int> writers;
  const auto isBetween = [&](const Accesses &accesses) {
    return writes(accesses, id) != Writes::No;
  };
  if (isBetween(header) || isBetween(once) ||
      llvm::any_of(items, [&](const ItemVariable &item) {
        return isBetween(item.initial) || isBetween(item.final);
      }))
    writers.insert(0);
  for (std::size_t k = 0; k < stages.size(); ++k) {
    const Writes found = writes(stages[k], id);
    if (found == Writes::Yes || (found == Writes::Maybe && mayStay(k, id)))
      writers.insert(static_cast<int>(k) + 1);
  }
  return writers;
}

/// States that come to all ranks, and what else stages, or the code around,
/// use by a name that is known before the loop.
std::vector<plan::WatchedVariable>
PipelineFlow::watchedOutside(const Accesses &once) {
  llvm::SmallPtrSet<const Decl *, 16> named;
  addNamed(shape.loop, named);
  std::vector<plan::WatchedVariable> found;
  std::set<ObjectId> seen;
  const auto add = [&](ObjectId id) {
    const Object object = objects[id];
    // Its elements are as far as the stages of the rank have come.
    if (llvm::any_of(elements,
                     [&](ObjectId one) { return objects[one].owner == id; }))
      return;
    if (!object.decl || !seen.insert(id).second ||
        ownerOf(id) != Owner::Outside || isa<FunctionDecl>(object.decl))
      return;
    plan::StateVariable place;
    if (!isNameable(object, place))
      return;
    const bool isState =
        llvm::any_of(states, [&](const plan::StateVariable &state) {
          return state.travels && state.text == place.text &&
                 state.form == place.form;
        });
    const QualType type = object.decl->getType();
    const auto *variable = dyn_cast<VarDecl>(object.decl);
    const bool isGlobal = variable && variable->isFileVarDecl();
    const bool isPlace = object.kind == ObjectKind::Variable ||
                         object.kind == ObjectKind::Member ||
                         object.kind == ObjectKind::Part;
    if (!isState && (!isPlace || type.isConstQualified() ||
                     (!isGlobal && !named.contains(object.decl)) ||
                     context.ast.getSourceManager().isInSystemHeader(
                         object.decl->getLocation())))
      return;
    const bool isOfTemplate = llvm::StringRef(place.text).contains('<');
    if (place.form == plan::StateForm::View || (isOfTemplate && !isState) ||
        (isPlace && !canBeCompared(object.decl, type)))
      return;
    found.push_back(
        {place.text,
         type.getNonReferenceType().getUnqualifiedType().getAsString(
             context.ast.getPrintingPolicy()),
         place.form, false, isState || isBuiltin(type), readersOf(id),
         writersOf(id, once)});
  };
  for (const Access &access : header.all)
    add(access.object);
  for (const Accesses &stage : stages)
    for (const Access &access : stage.all)
      add(access.object);
  // What the code around uses, and a stage should not have changed.
  llvm::SmallVector<const VarDecl *, 8> globals;
  if (function)
    addGlobals(function->getBody(), globals);
  for (const VarDecl *variable : globals)
    add(objects.variable(variable));
  return found;
}

/// A reference is what it refers to, unless that is its own.
std::vector<plan::WatchedVariable>
PipelineFlow::watchedOfItem(const Accesses &once) {
  std::vector<plan::WatchedVariable> found;
  const auto add = [&](const ValueDecl *decl, bool isReference) {
    const ObjectId id = objects.variable(decl);
    const bool isCarried = carriedAnywhere.count(id) != 0;
    // Of a variable that is not used, the program's compiler tells.
    if ((isReference && !isCarried) || !decl->isReferenced() ||
        hasCarriedBytes(id) || !canBeCompared(decl, decl->getType()))
      return;
    found.push_back(
        {decl->getNameAsString(),
         decl->getType().getNonReferenceType().getUnqualifiedType().getAsString(
             context.ast.getPrintingPolicy()),
         plan::StateForm::Variable, true,
         isCarried || isBuiltin(decl->getType()), readersOf(id),
         writersOf(id, once)});
  };
  for (const ValueDecl *decl : loopOrder)
    add(decl, decl->getType()->isReferenceType());
  for (const ItemVariable &item : items)
    add(item.decl, item.isReference);
  return found;
}

/// Of several instances, what is known in all of them; what one reads or
/// writes, all may.
void PipelineFlow::findWatched(plan::CheckedPipeline &checked) {
  std::vector<plan::WatchedVariable> found;
  if (!isPattern) {
    const Accesses once = loopOnce();
    found = watchedOutside(once);
    llvm::append_range(found, watchedOfItem(once));
    llvm::append_range(found, watchedElements(once));
  }
  const auto isSaved = [&found](const plan::WatchedVariable &variable) {
    return llvm::any_of(found, [&](const plan::WatchedVariable &other) {
      return other.isSaved && other.type == variable.type;
    });
  };
  if (!function || !function->isTemplateInstantiation())
    for (plan::WatchedVariable &variable : found)
      variable.isSaved = isSaved(variable);
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
