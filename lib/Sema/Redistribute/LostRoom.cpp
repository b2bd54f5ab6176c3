//===- LostRoom.cpp - Room that from() does not mention -------------------===//
//
// Goes back from the directive, statement by statement, to the last one that
// gives the variable a layout or may do so. Statements in loops count as
// executed; those under other conditions end the search where they may change
// more than elements.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/LostRoom.h"

#include "Redistribute/LayoutValue.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace redistc::sema {

using directive::DirectiveKind;
using directive::ParsedDirective;
using directive::ParsedLayout;
using directive::ParsedObject;

namespace {

/// What a statement does to the storage of the variable.
enum class RoomUse { None, GivesRoom, Other };

/// Whether a statement may do more to a variable than change elements: give it
/// other storage or another size.
class ChangeFinder : public RecursiveASTVisitor<ChangeFinder> {
public:
  explicit ChangeFinder(const VarDecl *wanted) : variable(wanted) {}

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) {
    return markHarmless(element->getBase());
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) {
    return call->getOperator() != OO_Subscript || call->getNumArgs() == 0 ||
           markHarmless(call->getArg(0));
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) {
    const CXXMethodDecl *method = call->getMethodDecl();
    const bool isAccess =
        method && (method->isConst() ||
                   (method->getIdentifier() &&
                    llvm::StringSwitch<bool>(method->getName())
                        .Cases("data", "begin", "end", "at", true)
                        .Cases("front", "back", "rbegin", "rend", true)
                        .Default(false)));
    return !isAccess || markHarmless(call->getImplicitObjectArgument());
  }
  /// A value that is read, and what is passed as const.
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    const bool isRead = cast->getCastKind() == CK_LValueToRValue ||
                        cast->getCastKind() == CK_ArrayToPointerDecay ||
                        cast->getType().isConstQualified();
    return !isRead || markHarmless(cast->getSubExpr());
  }
  bool VisitDeclRefExpr(DeclRefExpr *name) {
    mayChange |= declaresSameEntity(name->getDecl(), variable) &&
                 !harmless.contains(name);
    return true;
  }

  bool mayChange = false;

private:
  bool markHarmless(const Expr *expression) {
    harmless.insert(expression->IgnoreParenImpCasts());
    return true;
  }

  const VarDecl *variable;
  llvm::SmallPtrSet<const Expr *, 8> harmless;
};

class RoomSearch {
public:
  RoomSearch(const InstanceContext &ofDirective,
             const std::vector<Occurrence> &occurrences,
             const directive::DirectiveRecorder &owner, const VarDecl *wanted)
      : context(ofDirective), all(occurrences), recorder(owner),
        variable(wanted) {}

  /// Of the statements of the block before `end`.
  RoomUse before(const CompoundStmt *block, const Stmt *end) {
    RoomUse use = RoomUse::None;
    bool isBefore = end == nullptr;
    for (const Stmt *statement : llvm::reverse(block->body())) {
      if (isBefore && use == RoomUse::None)
        use = of(statement);
      isBefore |= statement == end;
    }
    return use;
  }

  SourceLocation place() const { return room; }

private:
  RoomUse of(const Stmt *statement);
  RoomUse ofDirective(const Occurrence &);
  RoomUse ofLayout(const std::optional<ParsedLayout> &);
  bool names(const std::vector<ParsedObject> &, const Occurrence &) const;

  const InstanceContext &context;
  const std::vector<Occurrence> &all;
  const directive::DirectiveRecorder &recorder;
  const VarDecl *variable;
  SourceLocation room; ///< of the layout that has it
};

} // namespace

static const VarDecl *variableNamed(const InstanceContext &context,
                                    const ParsedObject &object) {
  const Expr *written = writtenExpression(context, object.name);
  const auto *name = dyn_cast_or_null<DeclRefExpr>(written);
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() ? variable : nullptr;
}

bool RoomSearch::names(const std::vector<ParsedObject> &objects,
                       const Occurrence &occurrence) const {
  const InstanceContext other{
      context.ast,          context.clangSema,
      context.reported,     recorder.directives()[occurrence.directive],
      occurrence.statement, ""};
  return llvm::any_of(objects, [&](const ParsedObject &object) {
    const VarDecl *found = variableNamed(other, object);
    return found && declaresSameEntity(found, variable);
  });
}

RoomUse RoomSearch::ofLayout(const std::optional<ParsedLayout> &layout) {
  if (!layout)
    return RoomUse::None;
  const bool hasRoom =
      llvm::any_of(layout->widths, [](const directive::ParsedWidth &width) {
        return width.before.text != "0" ||
               (width.after && width.after->text != "0");
      });
  if (!hasRoom)
    return RoomUse::Other;
  room = layout->range.getBegin();
  return RoomUse::GivesRoom;
}

RoomUse RoomSearch::ofDirective(const Occurrence &occurrence) {
  const ParsedDirective &parsed = recorder.directives()[occurrence.directive];
  if (parsed.kind == DirectiveKind::Reduce)
    return llvm::any_of(parsed.reduction->items,
                        [&](const directive::ParsedItem &item) {
                          return !item.section &&
                                 item.name.text == variable->getName();
                        })
               ? RoomUse::Other
               : RoomUse::None;
  if (parsed.kind != DirectiveKind::Redistribute)
    return RoomUse::None;
  const bool isInPlace = parsed.into.empty();
  if (!parsed.sends() &&
      names(isInPlace ? parsed.objects : parsed.into, occurrence))
    return ofLayout(parsed.to);
  return names(parsed.objects, occurrence) ? ofLayout(parsed.from)
                                           : RoomUse::None;
}

/// Null of all other statements.
static const Stmt *bodyOfLoop(const Stmt *statement) {
  if (const auto *counting = dyn_cast<ForStmt>(statement))
    return counting->getBody();
  if (const auto *whileLoop = dyn_cast<WhileStmt>(statement))
    return whileLoop->getBody();
  const auto *doLoop = dyn_cast<DoStmt>(statement);
  return doLoop ? doLoop->getBody() : nullptr;
}

RoomUse RoomSearch::of(const Stmt *statement) {
  for (const Occurrence &occurrence : all)
    if (occurrence.statement == statement)
      return ofDirective(occurrence);
  if (const auto *block = dyn_cast<CompoundStmt>(statement))
    return before(block, nullptr);
  const Stmt *body = bodyOfLoop(statement);
  if (const RoomUse use = body ? of(body) : RoomUse::None; use != RoomUse::None)
    return use;
  ChangeFinder finder(variable);
  for (const Stmt *part : statement->children())
    if (part && part != body)
      finder.TraverseStmt(const_cast<Stmt *>(part));
  return finder.mayChange ? RoomUse::Other : RoomUse::None;
}

void warnOfLostRoom(const InstanceContext &context,
                    const Occurrence &occurrence,
                    const std::vector<Occurrence> &all,
                    const directive::DirectiveRecorder &recorder) {
  const auto &from = context.directive.from;
  if (!from || from->isRemote || !from->widths.empty() || !occurrence.parent)
    return;
  for (const ParsedObject &object : context.directive.objects) {
    const VarDecl *variable = variableNamed(context, object);
    if (!variable || isDistributedArray(variable->getType()))
      continue;
    RoomSearch search(context, all, recorder, variable);
    if (search.before(occurrence.parent, occurrence.statement) ==
            RoomUse::GivesRoom &&
        context.report(from->range.getBegin(), DiagnosticKind::RoomNotSaid,
                       variable))
      directive::report(context.ast.getDiagnostics(), search.place(),
                        DiagnosticKind::RoomGivenHere)
          << variable;
  }
}

} // namespace redistc::sema
