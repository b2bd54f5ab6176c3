//===- LiveValues.cpp - Variables that cross a cut -------------*- C++ -*-===//
//
// Liveness of the item's variables, from the last stage back to the first.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow.h"

#include "Common/Travel.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace redistc::sema {

/// Of redist::detail::static_range.
static constexpr std::int64_t handleBytes = 24;

/// In the order in which people meet them: of the header, of the item.
std::vector<ObjectId> PipelineFlow::candidates() const {
  std::vector<ObjectId> ids;
  const auto add = [&](ObjectId id) {
    if (!llvm::is_contained(ids, id))
      ids.push_back(id);
  };
  const auto addDeclared = [&](const ValueDecl *decl) {
    for (ObjectId id = 0; id < objects.size(); ++id)
      if (objects[id].kind == ObjectKind::Variable &&
          objects[id].decl == decl->getCanonicalDecl())
        add(id);
  };
  if (headerKind == plan::HeaderKind::FirstStage) {
    for (const ValueDecl *decl : loopOrder)
      addDeclared(decl);
    for (const Access &access : header.all)
      if ((access.use & Write) && ownerOf(access.object) == Owner::Outside &&
          !isWrittenByStage(access.object))
        add(access.object);
  }
  // References that refer to something else are not written themselves; one to
  // a temporary is a variable.
  for (const ItemVariable &item : items)
    addDeclared(item.decl);
  for (const ObjectId id : elements)
    add(id);
  return ids;
}

bool PipelineFlow::isWrittenUpTo(std::size_t stage, ObjectId id) const {
  if (headerKind == plan::HeaderKind::FirstStage && find(header, id, Write))
    return true;
  for (const ItemVariable &item : items)
    if (item.isFromFirst && objects[id].decl == item.decl->getCanonicalDecl())
      return true;
  for (std::size_t k = 0; k <= stage; ++k)
    if (find(stages[k], id, Write))
      return true;
  return areElementsWrittenUpTo(stage, id);
}

void PipelineFlow::findCarried() {
  const std::vector<ObjectId> known = candidates();
  liveAfter.resize(stages.size());
  std::set<ObjectId> live;
  for (std::size_t k = stages.size(); k-- > 0;) {
    liveAfter[k] = live;
    for (const ObjectId id : stages[k].overwritten)
      live.erase(id);
    for (const Access &access : stages[k].all)
      // What the last writer leaves alone is what earlier ones have left.
      if (access.isExposed || isElement(access.object))
        live.insert(access.object);
  }
  for (std::size_t k = 0; k + 1 < stages.size(); ++k)
    for (const ObjectId id : known)
      if (liveAfter[k].count(id) && isWrittenUpTo(k, id)) {
        carried[k].push_back(id);
        if (carriedAnywhere.insert(id).second && !isPattern) {
          checkTravels(id, k);
          checkKept(id);
          checkReplaceable(id);
        }
      }
  for (std::size_t k = 0; k < stages.size(); ++k)
    for (const ObjectId id : carried[k]) {
      if (isCarriedPointer(id)) {
        addCarriedElements(k, id);
        continue;
      }
      const Object &object = objects[id];
      const QualType type = object.type.getNonReferenceType();
      plan::CarriedVariable variable;
      variable.text =
          isElement(id) ? object.name
                        : (object.kind == ObjectKind::Member ? "this->" : "") +
                              object.decl->getNameAsString();
      variable.type = type.getAsString(context.ast.getPrintingPolicy());
      if (!type->isDependentType() && !type->isIncompleteType() &&
          travelsAsBytes(context, type, object.decl->getLocation()))
        variable.bytes =
            isStaticHandle(type)
                ? handleBytes
                : context.ast.getTypeSizeInChars(type).getQuantity();
      checkedStages[k].carried.push_back(variable);
      addCarriedElements(k, id);
    }
  warnUnusedCarries();
}

/// Whether stages after the cut use what the address in a variable is of.
bool PipelineFlow::isPointeeUsed(std::size_t cut, ObjectId id) {
  const ObjectIds held = roots.heldBy({id});
  const auto isBehind = [&](const Access &access) {
    const Object &object = objects[access.object];
    return (object.kind == ObjectKind::Pointee &&
            object.decl == objects[id].decl) ||
           llvm::is_contained(held, access.object);
  };
  for (std::size_t k = cut + 1; k < stages.size(); ++k)
    if (llvm::any_of(stages[k].all, isBehind))
      return true;
  return false;
}

/// A type that holds addresses, for messages.
static QualType addressIn(QualType type, const ASTContext &ast) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (record && record->hasDefinition())
    for (const FieldDecl *field : record->fields())
      if (field->getType()->isAnyPointerType())
        return field->getType();
  return ast.VoidPtrTy;
}

/// What can travel where it refers to literals and the like: pointers and views
/// of characters (redist/detail/pipeline/StaticAddress.h).
bool PipelineFlow::isStaticHandle(QualType type) {
  return (type->isPointerType() &&
          !type->getPointeeType().isVolatileQualified()) ||
         isStdClass(type, "basic_string_view");
}

/// Whether the variable of an item refers to static memory alone, which all
/// ranks have: generated code tells.
bool PipelineFlow::isToStatic(ObjectId id) {
  const Object &object = objects[id];
  const auto *variable = dyn_cast_or_null<VarDecl>(object.decl);
  if (object.kind != ObjectKind::Variable || !variable ||
      ownerOf(id) != Owner::Item || !isStaticHandle(variable->getType()))
    return false;
  if (facts.isAsked)
    return llvm::any_of(facts.handles, [&](const effects::StaticHandle &one) {
      return one.loop == shape.loop && one.function == function &&
             declaresSameEntity(one.variable, variable);
    });
  hasDoubtfulHandle = true;
  return true;
}

void PipelineFlow::checkTravels(ObjectId id, std::size_t cut) {
  const Object object = objects[id];
  if ((object.kind != ObjectKind::Variable &&
       object.kind != ObjectKind::Member) ||
      isCarriedPointer(id))
    return;
  const QualType type = object.type.getNonReferenceType();
  const SourceLocation declared = object.decl->getLocation();
  std::optional<Obstacle> obstacle = obstacleBesideCarried(id, type);
  if (!obstacle && type.isVolatileQualified())
    obstacle = Obstacle{ObstacleKind::Volatile, type};
  // A stage changes a constant by a mutable member. Initialisers that the rank
  // of stage 1 alone evaluates are checked with the header.
  if (!obstacle && context.ast.getBaseElementType(type).isConstQualified() &&
      llvm::any_of(llvm::ArrayRef(stages).take_front(cut + 1),
                   [&](const Accesses &one) { return find(one, id, Write); }))
    obstacle = Obstacle{ObstacleKind::Const, type};
  if (!obstacle && object.decl->getDeclName().isEmpty())
    obstacle = Obstacle{ObstacleKind::Nameless, type};
  if (!obstacle && type->isVariableArrayType())
    obstacle = Obstacle{ObstacleKind::Incomplete, type};
  if (!obstacle && isHandle(type) && !isStdClass(type, "shared_ptr"))
    obstacle = Obstacle{ObstacleKind::View, type};
  const bool hasCarried =
      llvm::any_of(carries, [id](const Carry &one) { return one.whole == id; });
  if (!obstacle && !type->isDependentType() && !hasCarried &&
      travelsAsBytes(context, type, declared) && isPointeeUsed(cut, id))
    obstacle = Obstacle{ObstacleKind::Pointer, addressIn(type, context.ast)};
  if (!obstacle || isToStatic(id))
    return;
  std::vector<SecondPlace> notes;
  std::size_t writer = 0, reader = cut + 1;
  const Access *write = nullptr, *read = nullptr;
  for (std::size_t k = 0; k <= cut && !write; ++k)
    if ((write = find(stages[k], id, Write)))
      writer = k;
  for (std::size_t k = cut + 1; k < stages.size() && !read; ++k)
    if ((read = find(stages[k], id, Read)))
      reader = k;
  if (!write)
    write = find(header, id, Write);
  if (write)
    notes.push_back({write->location, DiagnosticKind::WrittenHere,
                     describe(object) + " is written by stage " +
                         std::to_string(writer + 1)});
  if (const auto proposed = proposedSerialize(context, *obstacle, declared))
    notes.push_back(*proposed);
  context.error(read ? read->location : declared, DiagnosticKind::CannotFlow,
                llvm::ArrayRef<SecondPlace>(notes), describe(object), type,
                static_cast<int>(writer + 1), static_cast<int>(reader + 1),
                obstacle->type, static_cast<int>(obstacle->kind),
                obstacle->place());
}

/// A large value moves into the link: what the header declares would be lost to
/// it. (What is declared outside the loop is a state, which is copied.)
void PipelineFlow::checkKept(ObjectId id) {
  const Object object = objects[id];
  if (ownerOf(id) != Owner::Loop || object.type->isDependentType() ||
      object.type.isTriviallyCopyableType(context.ast))
    return;
  for (const Access &access : header.all)
    if (access.object == id && access.isExposed)
      context.error(access.location, DiagnosticKind::HeaderKeeps, nullptr,
                    describe(object));
}

/// The value that arrives replaces one that other ranks have made.
void PipelineFlow::checkReplaceable(ObjectId id) {
  for (const ItemVariable &item : items) {
    const std::string name = "'" + item.decl->getNameAsString() + "'";
    if (item.decl->getCanonicalDecl() == objects[id].decl &&
        item.needsFirstAt.isValid() &&
        item.decl->getType().getNonReferenceType().isConstQualified())
      context.error(item.needsFirstAt, DiagnosticKind::ConstNeedsFirst,
                    SecondPlace{item.decl->getLocation(),
                                DiagnosticKind::DeclaredHere, name},
                    name, item.needed);
  }
}

/// What a pointer of the item refers to is on the rank that wrote it, where the
/// pointer itself is not written by a stage.
void PipelineFlow::checkItemPointees() {
  for (std::size_t i = 0; i < stages.size(); ++i)
    for (const Access &write : stages[i].all) {
      if (!(write.use & Write) || !isPointee(write.object) ||
          ownerOf(write.object) == Owner::Outside)
        continue;
      const ValueDecl *decl = objects[write.object].decl;
      for (std::size_t j = i + 1; j < stages.size(); ++j) {
        const Access *other = find(stages[j], write.object, Modify);
        if (!other)
          continue;
        bool travels = true;
        for (std::size_t k = i; k < j; ++k)
          travels &= llvm::any_of(carried[k], [&](ObjectId id) {
            return objects[id].decl == decl;
          });
        if (travels)
          continue;
        context.error(other->location, DiagnosticKind::PointeeCannotFlow,
                      SecondPlace{write.location, DiagnosticKind::WrittenHere,
                                  describe(objects[write.object]) +
                                      " is written by stage " +
                                      std::to_string(i + 1)},
                      describe(objects[write.object]), static_cast<int>(j + 1),
                      "'" + decl->getNameAsString() + "'");
      }
    }
}

/// The variable whose value is replaced as a whole where it arrives, so that a
/// reference to it stays good; null of a part of one.
static const ValueDecl *wholeVariable(const Expr *initial) {
  initial = initial->IgnoreParenImpCasts();
  if (const auto *unary = dyn_cast<UnaryOperator>(initial);
      unary && unary->getOpcode() == UO_AddrOf)
    initial = unary->getSubExpr()->IgnoreParenImpCasts();
  const auto *name = dyn_cast<DeclRefExpr>(initial);
  return name ? name->getDecl() : nullptr;
}

/// References and views of the item into a variable whose elements are replaced
/// where it arrives.
void PipelineFlow::checkItemAliases() {
  for (const ItemVariable &item : items) {
    const auto *variable = dyn_cast<VarDecl>(item.decl);
    if (!variable || !variable->hasInit() ||
        !(item.isReference || isHandle(variable->getType())))
      continue;
    const Expr *initial = variable->getInit();
    if (wholeVariable(initial))
      continue;
    const ObjectIds into =
        item.isReference ? roots.ofLvalue(initial) : roots.ofPointer(initial);
    const ObjectId alias = objects.variable(variable);
    for (const ObjectId id : into) {
      const Object object = objects[id];
      if (ownerOf(id) != Owner::Item || object.kind != ObjectKind::Variable ||
          object.decl == variable->getCanonicalDecl() ||
          object.type->isDependentType() ||
          object.type.isTriviallyCopyableType(context.ast))
        continue;
      for (std::size_t k = 0; k + 1 < stages.size(); ++k)
        for (std::size_t j = k + 1;
             j < stages.size() && llvm::is_contained(carried[k], id); ++j)
          if (const Access *use = find(stages[j], alias, Modify))
            context.error(use->location, DiagnosticKind::AliasCannotFlow,
                          SecondPlace{variable->getLocation(),
                                      DiagnosticKind::DeclaredHere,
                                      "'" + variable->getNameAsString() + "'"},
                          "'" + variable->getNameAsString() + "'",
                          describe(object), static_cast<int>(j + 1));
    }
  }
}

} // namespace redistc::sema
