//===- LiveValues.cpp - Variables live across a cut ------------*- C++ -*-===//
//
// Liveness of the item's variables, from the last stage back to the first.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/LiveValues.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace redistc::sema {

/// Of redist::detail::static_range.
static constexpr std::int64_t handleBytes = 24;

namespace {
class Liveness {
public:
  Liveness(LoopContext &around, const ItemObjects &objects,
           const LoopAccesses &found, const HeaderEvaluation &evaluated,
           const std::vector<InitialValue> &values)
      : loop(around), own(objects), uses(found), header(evaluated),
        initial(values) {}

  LiveValues run();

private:
  std::vector<ObjectId> candidates() const;
  void findLive();
  void findCarried();
  bool isWrittenUpTo(std::size_t stage, ObjectId) const;
  bool isPointeeUsed(std::size_t cut, ObjectId) const;
  bool isToStatic(ObjectId);
  std::optional<Obstacle> obstacleTo(ObjectId, std::size_t cut) const;
  void checkTravels(ObjectId, std::size_t cut);
  void reportObstacle(const Obstacle &, ObjectId, std::size_t cut) const;
  void checkKept(ObjectId) const;
  void checkReplaceable(ObjectId) const;
  plan::CarriedVariable describeVariable(ObjectId) const;
  plan::CarriedVariable describeElements(const Carry &) const;
  void describeCut(std::size_t cut);
  void warnUnusedCarries() const;

  LoopContext &loop;
  const ItemObjects &own;
  const LoopAccesses &uses;
  const HeaderEvaluation &header;
  const std::vector<InitialValue> &initial;
  LiveValues live;
};
} // namespace

/// In the order in which people meet them: of the header, of the item.
std::vector<ObjectId> Liveness::candidates() const {
  std::vector<ObjectId> ids;
  const auto add = [&](ObjectId id) {
    if (!llvm::is_contained(ids, id))
      ids.push_back(id);
  };
  const auto addDeclared = [&](const ValueDecl *decl) {
    for (ObjectId id = 0; id < loop.objects.size(); ++id)
      if (loop.objects[id].kind == ObjectKind::Variable &&
          loop.objects[id].decl == decl->getCanonicalDecl())
        add(id);
  };
  if (header.isByFirst()) {
    llvm::for_each(loop.loopVariables, addDeclared);
    for (const Access &access : uses.header.all)
      if ((access.use & Write) &&
          loop.ownerOf(access.object) == Owner::Outside &&
          !uses.isWrittenByStage(access.object))
        add(access.object);
  }
  // References that refer to something else are not written themselves; one to
  // a temporary is a variable.
  for (const ItemVariable &item : loop.items)
    addDeclared(item.decl);
  llvm::for_each(own.elements, add);
  return ids;
}

bool Liveness::isWrittenUpTo(std::size_t stage, ObjectId id) const {
  if (header.isByFirst() && findAccess(uses.header, id, Write))
    return true;
  for (std::size_t i = 0; i < initial.size(); ++i)
    if (initial[i].isFromFirst &&
        loop.objects[id].decl == loop.items[i].decl->getCanonicalDecl())
      return true;
  for (std::size_t k = 0; k <= stage; ++k)
    if (findAccess(uses.stages[k], id, Write))
      return true;
  // A stage that changes the elements writes what they are behind.
  return llvm::any_of(own.carries, [&](const Carry &carry) {
    return carry.whole == id && isWrittenUpTo(stage, carry.elements);
  });
}

/// From the last stage back to the first.
void Liveness::findLive() {
  const std::size_t count = uses.stages.size();
  live.liveAfter.resize(count);
  std::set<ObjectId> now;
  for (std::size_t k = count; k-- > 0;) {
    live.liveAfter[k] = now;
    for (const ObjectId id : uses.stages[k].overwritten)
      now.erase(id);
    for (const Access &access : uses.stages[k].all)
      // What the last writer leaves alone is what earlier ones have left.
      if (access.isExposed || loop.isElement(access.object))
        now.insert(access.object);
  }
}

void Liveness::findCarried() {
  const std::vector<ObjectId> known = candidates();
  live.carried.resize(uses.stages.size());
  for (std::size_t k = 0; k + 1 < uses.stages.size(); ++k)
    for (const ObjectId id : known) {
      if (!live.liveAfter[k].count(id) || !isWrittenUpTo(k, id))
        continue;
      live.carried[k].push_back(id);
      if (live.carriedAnywhere.insert(id).second && !loop.isPattern) {
        checkTravels(id, k);
        checkKept(id);
        checkReplaceable(id);
      }
    }
}

plan::CarriedVariable Liveness::describeVariable(ObjectId id) const {
  const Object &object = loop.objects[id];
  InstanceContext &context = loop.context;
  const QualType type = object.type.getNonReferenceType();
  plan::CarriedVariable variable;
  variable.text = loop.isElement(id)
                      ? object.name
                      : (object.kind == ObjectKind::Member ? "this->" : "") +
                            object.decl->getNameAsString();
  variable.type = type.getAsString(context.ast.getPrintingPolicy());
  if (!type->isDependentType() && !type->isIncompleteType() &&
      travelsAsBytes(context, type, object.decl->getLocation()))
    variable.bytes = isStaticHandle(type)
                         ? handleBytes
                         : context.ast.getTypeSizeInChars(type).getQuantity();
  return variable;
}

plan::CarriedVariable Liveness::describeElements(const Carry &carry) const {
  InstanceContext &context = loop.context;
  plan::CarriedVariable variable;
  variable.text = carry.text();
  variable.type = carry.pointee.getAsString(context.ast.getPrintingPolicy());
  variable.elements = static_cast<int>(carry.index);
  if (carry.count.value &&
      travelsAsBytes(context, carry.element, carry.location))
    variable.bytes =
        *carry.count.value *
        context.ast.getTypeSizeInChars(carry.element).getQuantity();
  return variable;
}

/// The elements behind a variable come after it.
void Liveness::describeCut(std::size_t cut) {
  auto &described = live.described.emplace_back();
  for (const ObjectId id : live.carried[cut]) {
    if (!own.isCarriedPointer(id))
      described.push_back(describeVariable(id));
    for (const Carry &carry : own.carries)
      if (carry.whole == id)
        described.push_back(describeElements(carry));
  }
}

void Liveness::warnUnusedCarries() const {
  for (const Carry &carry : own.carries)
    if (live.carriedAnywhere.count(carry.whole) == 0 && !loop.isPattern)
      loop.context.report(carry.location, DiagnosticKind::CarryUnused,
                          carry.name);
}

LiveValues Liveness::run() {
  findLive();
  findCarried();
  for (std::size_t k = 0; k < uses.stages.size(); ++k)
    describeCut(k);
  warnUnusedCarries();
  return std::move(live);
}

LiveValues findLiveValues(LoopContext &loop, const ItemObjects &own,
                          const LoopAccesses &uses,
                          const HeaderEvaluation &header,
                          const std::vector<InitialValue> &initial) {
  return Liveness(loop, own, uses, header, initial).run();
}

/// Whether stages after the cut use what the address in a variable is of.
bool Liveness::isPointeeUsed(std::size_t cut, ObjectId id) const {
  const ObjectIds held = loop.roots.heldBy({id});
  const auto isBehind = [&](const Access &access) {
    return (loop.isPointee(access.object) &&
            loop.objects[access.object].decl == loop.objects[id].decl) ||
           llvm::is_contained(held, access.object);
  };
  for (std::size_t k = cut + 1; k < uses.stages.size(); ++k)
    if (llvm::any_of(uses.stages[k].all, isBehind))
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

bool isStaticHandle(QualType type) {
  return (type->isPointerType() &&
          !type->getPointeeType().isVolatileQualified()) ||
         isStdClass(type, "basic_string_view");
}

/// Whether the variable of an item refers to static memory alone, which all
/// ranks have: generated code tells.
bool Liveness::isToStatic(ObjectId id) {
  const Object &object = loop.objects[id];
  const auto *variable = dyn_cast_or_null<VarDecl>(object.decl);
  if (object.kind != ObjectKind::Variable || !variable ||
      loop.ownerOf(id) != Owner::Item || !isStaticHandle(variable->getType()))
    return false;
  if (loop.facts.isAsked)
    return llvm::any_of(
        loop.facts.handles, [&](const effects::StaticHandle &one) {
          return one.loop == loop.shape.loop && one.function == loop.function &&
                 declaresSameEntity(one.variable, variable);
        });
  live.hasDoubtfulHandle = true;
  return true;
}

/// What keeps a variable from travelling over the cut.
std::optional<Obstacle> Liveness::obstacleTo(ObjectId id,
                                             std::size_t cut) const {
  InstanceContext &context = loop.context;
  const Object object = loop.objects[id];
  const QualType type = object.type.getNonReferenceType();
  if (auto obstacle = obstacleBesideCarried(loop, own, id))
    return obstacle;
  if (type.isVolatileQualified())
    return Obstacle{ObstacleKind::Volatile, type};
  // A stage changes a constant by a mutable member. Initialisers that the rank
  // of stage 1 alone evaluates are checked with the header.
  if (context.ast.getBaseElementType(type).isConstQualified() &&
      llvm::any_of(
          llvm::ArrayRef(uses.stages).take_front(cut + 1),
          [&](const Accesses &one) { return findAccess(one, id, Write); }))
    return Obstacle{ObstacleKind::Const, type};
  if (object.decl->getDeclName().isEmpty())
    return Obstacle{ObstacleKind::Nameless, type};
  if (type->isVariableArrayType())
    return Obstacle{ObstacleKind::Incomplete, type};
  if (isHandle(type) && !isStdClass(type, "shared_ptr"))
    return Obstacle{ObstacleKind::View, type};
  const bool hasCarried = llvm::any_of(
      own.carries, [id](const Carry &one) { return one.whole == id; });
  if (!type->isDependentType() && !hasCarried &&
      travelsAsBytes(context, type, object.decl->getLocation()) &&
      isPointeeUsed(cut, id))
    return Obstacle{ObstacleKind::Pointer, addressIn(type, context.ast)};
  return std::nullopt;
}

void Liveness::checkTravels(ObjectId id, std::size_t cut) {
  const ObjectKind kind = loop.objects[id].kind;
  if ((kind != ObjectKind::Variable && kind != ObjectKind::Member) ||
      own.isCarriedPointer(id))
    return;
  const auto obstacle = obstacleTo(id, cut);
  if (obstacle && !isToStatic(id))
    reportObstacle(*obstacle, id, cut);
}

static std::string writtenBy(const LoopContext &loop, ObjectId id,
                             std::size_t stage) {
  return describe(loop.objects[id]) + " is written by stage " +
         std::to_string(stage + 1);
}

void Liveness::reportObstacle(const Obstacle &obstacle, ObjectId id,
                              std::size_t cut) const {
  const Object &object = loop.objects[id];
  const SourceLocation declared = object.decl->getLocation();
  std::size_t writer = 0, reader = cut + 1;
  const Access *write = nullptr, *read = nullptr;
  for (std::size_t k = 0; k <= cut && !write; ++k)
    if ((write = findAccess(uses.stages[k], id, Write)))
      writer = k;
  for (std::size_t k = cut + 1; k < uses.stages.size() && !read; ++k)
    if ((read = findAccess(uses.stages[k], id, Read)))
      reader = k;
  if (!write)
    write = findAccess(uses.header, id, Write);
  std::vector<SecondPlace> notes;
  if (write)
    notes.push_back({write->location, DiagnosticKind::WrittenHere,
                     writtenBy(loop, id, writer)});
  if (const auto proposed = proposedSerialize(loop.context, obstacle, declared))
    notes.push_back(*proposed);
  loop.context.error(
      read ? read->location : declared, DiagnosticKind::CannotFlow,
      llvm::ArrayRef<SecondPlace>(notes), describe(object),
      object.type.getNonReferenceType(), static_cast<int>(writer + 1),
      static_cast<int>(reader + 1), obstacle.type,
      static_cast<int>(obstacle.kind),
      obstacle.place() + (object.decl && obstacle.kind == ObstacleKind::Pointer
                              ? proposedCarry(loop, *object.decl)
                              : ""));
}

/// A large value moves into the link: what the header declares would be lost to
/// it. (What is declared outside the loop is a state, which is copied.)
void Liveness::checkKept(ObjectId id) const {
  const Object &object = loop.objects[id];
  if (loop.ownerOf(id) != Owner::Loop || object.type->isDependentType() ||
      object.type.isTriviallyCopyableType(loop.context.ast))
    return;
  for (const Access &access : uses.header.all)
    if (access.object == id && access.isExposed)
      loop.context.error(access.location, DiagnosticKind::HeaderKeeps, nullptr,
                         describe(object));
}

/// The value that arrives replaces one that other ranks have made.
void Liveness::checkReplaceable(ObjectId id) const {
  for (std::size_t i = 0; i < initial.size(); ++i) {
    const ValueDecl *decl = loop.items[i].decl;
    const InitialValue &value = initial[i];
    const std::string name = "'" + decl->getNameAsString() + "'";
    if (decl->getCanonicalDecl() == loop.objects[id].decl &&
        value.needsFirstAt.isValid() &&
        decl->getType().getNonReferenceType().isConstQualified())
      loop.context.error(
          value.needsFirstAt, DiagnosticKind::ConstNeedsFirst,
          SecondPlace{decl->getLocation(), DiagnosticKind::DeclaredHere, name},
          name, value.needed);
  }
}

/// Whether the variable crosses all cuts from one stage to a later one.
static bool travels(const LoopContext &loop, const LiveValues &live,
                    const ValueDecl *decl, std::size_t first,
                    std::size_t last) {
  return llvm::all_of(llvm::ArrayRef(live.carried).slice(first, last - first),
                      [&](const std::vector<ObjectId> &cut) {
                        return llvm::any_of(cut, [&](ObjectId id) {
                          return loop.objects[id].decl == decl;
                        });
                      });
}

/// What a pointer of the item refers to is on the rank that wrote it, where the
/// pointer itself is not written by a stage.
void checkItemPointees(const LoopContext &loop, const LoopAccesses &uses,
                       const LiveValues &live) {
  for (std::size_t i = 0; i < uses.stages.size(); ++i)
    for (const Access &write : uses.stages[i].all) {
      if (!(write.use & Write) || !loop.isPointee(write.object) ||
          loop.ownerOf(write.object) == Owner::Outside)
        continue;
      const Object &pointee = loop.objects[write.object];
      for (std::size_t j = i + 1; j < uses.stages.size(); ++j) {
        const Access *other = findAccess(uses.stages[j], write.object, Modify);
        if (other && !travels(loop, live, pointee.decl, i, j))
          loop.context.error(other->location, DiagnosticKind::PointeeCannotFlow,
                             SecondPlace{write.location,
                                         DiagnosticKind::WrittenHere,
                                         writtenBy(loop, write.object, i)},
                             describe(pointee), static_cast<int>(j + 1),
                             "'" + pointee.decl->getNameAsString() + "'",
                             proposedCarry(loop, *pointee.decl));
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

/// Of a variable whose elements are replaced where it arrives: a use of the
/// alias behind the cut.
static void checkAlias(const LoopContext &loop, const LoopAccesses &uses,
                       const LiveValues &live, const VarDecl *variable,
                       ObjectId alias, ObjectId into) {
  const Object &object = loop.objects[into];
  if (loop.ownerOf(into) != Owner::Item ||
      object.kind != ObjectKind::Variable ||
      object.decl == variable->getCanonicalDecl() ||
      object.type->isDependentType() ||
      object.type.isTriviallyCopyableType(loop.context.ast))
    return;
  const std::string name = "'" + variable->getNameAsString() + "'";
  for (std::size_t k = 0; k + 1 < uses.stages.size(); ++k)
    for (std::size_t j = k + 1;
         j < uses.stages.size() && llvm::is_contained(live.carried[k], into);
         ++j)
      if (const Access *use = findAccess(uses.stages[j], alias, Modify))
        loop.context.error(use->location, DiagnosticKind::AliasCannotFlow,
                           SecondPlace{variable->getLocation(),
                                       DiagnosticKind::DeclaredHere, name},
                           name, describe(object), static_cast<int>(j + 1));
}

void checkItemAliases(LoopContext &loop, const LoopAccesses &uses,
                      const LiveValues &live) {
  for (const ItemVariable &item : loop.items) {
    const auto *variable = dyn_cast<VarDecl>(item.decl);
    if (!variable || !variable->hasInit() ||
        !(item.isReference || isHandle(variable->getType())))
      continue;
    const Expr *initial = variable->getInit();
    if (wholeVariable(initial))
      continue;
    const ObjectIds into = item.isReference ? loop.roots.ofLvalue(initial)
                                            : loop.roots.ofPointer(initial);
    const ObjectId alias = loop.objects.variable(variable);
    for (const ObjectId id : into)
      checkAlias(loop, uses, live, variable, alias, id);
  }
}

} // namespace redistc::sema
