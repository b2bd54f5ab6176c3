//===- Lowering.cpp - Staged loops as LLVM's representation ---------------===//
//
// The code is that of the program, unoptimised, but for the marks.
//
//===----------------------------------------------------------------------===//
#include "Code/Lowering.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

#include <functional>

using namespace clang;

namespace redistc::effects {

namespace {
/// Puts marks into the loops, and takes them out again.
class Marker {
public:
  explicit Marker(ASTContext &context)
      : ast(context), marking(declare(markName)), carrying(declare(carryName)) {
  }
  ~Marker() {
    for (auto undo = undoes.rbegin(); undo != undoes.rend(); ++undo)
      (*undo)();
  }

  MarkedVariables mark(unsigned index, const StagedLoop &staged) {
    MarkedVariables marked;
    around = staged.function;
    std::vector<const ValueDecl *> all;
    const auto add = [&](std::vector<const ValueDecl *> &list,
                         const ValueDecl *decl) {
      list.push_back(decl);
      all.push_back(decl);
    };
    for (const VarDecl *item : staged.items)
      add(marked.items, item);
    for (const VarDecl *variable : staged.loopVariables)
      if (!variable->isImplicit())
        add(marked.loopVariables, variable);
    const auto addState = [&](const ValueDecl *decl) {
      const auto *variable = dyn_cast_or_null<VarDecl>(decl);
      if (variable && !variable->hasGlobalStorage() &&
          isVisible(variable, staged.function) &&
          !llvm::is_contained(marked.states, variable))
        add(marked.states, variable);
    };
    for (const BroughtState &state : staged.states)
      addState(state.decl);
    for (const BroughtState &count : staged.counts)
      addState(count.decl);
    for (const VarDecl *variable : staged.visible)
      addState(variable);
    for (const VarDecl *variable : staged.scratch)
      addState(variable);
    for (const auto &stage : staged.stated)
      if (stage)
        for (const StatedName &name : *stage)
          addState(name.decl);

    llvm::SmallVector<Stmt *, 16> body = {
        call(index, part::Items, {}, staged.location)};
    for (const Stmt *declaration : staged.declarations) {
      const bool isHeader = isOfFirst(staged, declaration);
      if (isHeader)
        body.push_back(call(index, part::Header, {}, staged.location));
      body.push_back(const_cast<Stmt *>(declaration));
      if (isHeader)
        body.push_back(call(index, part::Items, {}, staged.location));
    }
    for (unsigned k = 0; k < staged.received.size(); ++k)
      body.push_back(receipt(index, k, staged));
    for (unsigned k = 0; k < staged.stages.size(); ++k) {
      Stmt *stage = const_cast<Stmt *>(staged.stages[k]);
      body.push_back(call(index, part::Stage + k,
                          k == 0 ? llvm::ArrayRef(all)
                                 : llvm::ArrayRef<const ValueDecl *>(),
                          stage->getBeginLoc()));
      stage = markJumps(index, stage);
      body.push_back(stage);
      for (unsigned i = 0; i < staged.pointers.size(); ++i)
        if (staged.pointers[i].cuts.count(k))
          body.push_back(carry(index, k, i, staged));
    }
    body.push_back(call(index, part::Final, {}, staged.location));
    CompoundStmt *marks = CompoundStmt::Create(ast, body, FPOptionsOverride(),
                                               staged.body->getLBracLoc(),
                                               staged.body->getRBracLoc());
    Expr *header = call(index, part::Header, {}, staged.location);
    if (auto *loop = dyn_cast<ForStmt>(staged.loop)) {
      replace(loop->getBody(), marks, [=](Stmt *s) { loop->setBody(s); });
      if (Expr *condition = loop->getCond())
        replace(condition, before(header, condition),
                [=](Expr *e) { loop->setCond(e); });
      Expr *step = loop->getInc();
      replace(step, step ? before(header, step) : header,
              [=](Expr *e) { loop->setInc(e); });
    } else if (auto *repeated = dyn_cast<WhileStmt>(staged.loop)) {
      replace(repeated->getBody(), marks,
              [=](Stmt *s) { repeated->setBody(s); });
      VarDecl *variable = repeated->getConditionVariable();
      if (Expr *value = variable ? variable->getInit() : nullptr)
        replace(value, before(header, value),
                [=](Expr *e) { variable->setInit(e); });
      else
        replace(repeated->getCond(), before(header, repeated->getCond()),
                [=](Expr *e) { repeated->setCond(e); });
    } else if (auto *range = dyn_cast<CXXForRangeStmt>(staged.loop)) {
      replace(range->getBody(), marks, [=](Stmt *s) { range->setBody(s); });
      replace(range->getCond(), before(header, range->getCond()),
              [=](Expr *e) { range->setCond(e); });
      replace(range->getInc(), before(header, range->getInc()),
              [=](Expr *e) { range->setInc(e); });
    }
    return marked;
  }

private:
  /// void name(unsigned, unsigned, ...)
  FunctionDecl *declare(const char *name) {
    FunctionProtoType::ExtProtoInfo information;
    information.Variadic = true;
    const QualType type = ast.getFunctionType(
        ast.VoidTy, {ast.UnsignedIntTy, ast.UnsignedIntTy}, information);
    FunctionDecl *function = FunctionDecl::Create(
        ast, ast.getTranslationUnitDecl(), SourceLocation(), SourceLocation(),
        DeclarationName(&ast.Idents.get(name)), type, nullptr, SC_Extern);
    llvm::SmallVector<ParmVarDecl *, 2> parameters;
    for (unsigned i = 0; i < 2; ++i)
      parameters.push_back(ParmVarDecl::Create(
          ast, function, SourceLocation(), SourceLocation(), nullptr,
          ast.UnsignedIntTy, nullptr, SC_None, nullptr));
    function->setParams(parameters);
    function->setImplicit();
    function->addAttr(AsmLabelAttr::CreateImplicit(ast, name, true));
    return function;
  }

  template <typename Node>
  void replace(Node *old, Node *made, std::function<void(Node *)> set) {
    set(made);
    undoes.push_back([=] { set(old); });
  }
  template <typename Node, typename Made, typename Set>
  void replace(Node *old, Made *made, Set set) {
    replace<Node>(old, static_cast<Node *>(made),
                  std::function<void(Node *)>(set));
  }

  /// A declaration that the rank of the first stage alone evaluates.
  static bool isOfFirst(const StagedLoop &staged, const Stmt *statement) {
    const auto *declaration = dyn_cast<DeclStmt>(statement);
    return declaration &&
           llvm::all_of(declaration->decls(), [&](const Decl *one) {
             const auto *variable = dyn_cast<VarDecl>(one);
             return variable && llvm::is_contained(staged.firstOnly, variable);
           });
  }

  static bool isCaptured(const VarDecl *variable,
                         const FunctionDecl *function) {
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    return method && method->getParent()->isLambda() &&
           llvm::any_of(method->getParent()->captures(),
                        [&](const LambdaCapture &capture) {
                          return capture.capturesVariable() &&
                                 capture.getCapturedVar() == variable;
                        });
  }

  /// Of the function itself, or captured by it.
  static bool isVisible(const VarDecl *variable, const FunctionDecl *function) {
    return isCaptured(variable, function) ||
           cast<Decl>(variable->getDeclContext())->getCanonicalDecl() ==
               function->getCanonicalDecl();
  }

  Expr *addressOf(const ValueDecl *decl, SourceLocation place) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    const bool isOutside = variable && isCaptured(variable, around);
    auto *value = const_cast<ValueDecl *>(decl);
    const QualType type = value->getType().getNonReferenceType();
    Expr *name =
        DeclRefExpr::Create(ast, NestedNameSpecifierLoc(), SourceLocation(),
                            value, isOutside, place, type, VK_LValue);
    return UnaryOperator::Create(ast, name, UO_AddrOf, ast.getPointerType(type),
                                 VK_PRValue, OK_Ordinary, place, false,
                                 FPOptionsOverride());
  }

  Expr *number(unsigned value, SourceLocation place) {
    return IntegerLiteral::Create(ast, llvm::APInt(32, value),
                                  ast.UnsignedIntTy, place);
  }

  Expr *call(unsigned loop, unsigned part,
             llvm::ArrayRef<const ValueDecl *> variables, SourceLocation place,
             std::optional<unsigned> which = std::nullopt) {
    llvm::SmallVector<Expr *, 8> arguments = {number(loop, place),
                                              number(part, place)};
    if (which)
      arguments.push_back(number(*which, place));
    for (const ValueDecl *variable : variables)
      arguments.push_back(addressOf(variable, place));
    return call(marking, arguments, place);
  }

  Expr *call(FunctionDecl *function, llvm::ArrayRef<Expr *> arguments,
             SourceLocation place) {
    Expr *name = DeclRefExpr::Create(ast, NestedNameSpecifierLoc(),
                                     SourceLocation(), function, false, place,
                                     function->getType(), VK_LValue);
    Expr *callee = ImplicitCastExpr::Create(
        ast, ast.getPointerType(function->getType()), CK_FunctionToPointerDecay,
        name, nullptr, VK_PRValue, FPOptionsOverride());
    return CallExpr::Create(ast, callee, arguments, ast.VoidTy, VK_PRValue,
                            place, FPOptionsOverride());
  }

  /// Where the variable arrives; members of *this have no address here.
  Expr *receipt(unsigned loop, unsigned which, const StagedLoop &staged) {
    const auto *variable =
        dyn_cast_or_null<VarDecl>(staged.received[which].decl);
    const bool isItem = llvm::is_contained(staged.items, variable);
    llvm::SmallVector<const ValueDecl *, 1> named;
    if (variable &&
        (isItem || isVisible(variable, staged.function) ||
         (variable->hasGlobalStorage() && !variable->isStaticLocal())))
      named.push_back(variable);
    return call(loop, part::Receipt, named,
                isItem ? variable->getLocation() : staged.location, which);
  }

  /// Where a pointer, in a variable, leaves the stage with its elements.
  Expr *carry(unsigned loop, unsigned stage, unsigned which,
              const StagedLoop &staged) {
    const CarriedPointer &pointer = staged.pointers[which];
    const SourceLocation place = pointer.count->getBeginLoc();
    Expr *made = call(carrying,
                      {number(loop, place), number(stage, place),
                       number(which, place), addressOf(pointer.variable, place),
                       const_cast<Expr *>(pointer.count)},
                      place);
    return ExprWithCleanups::Create(ast, made, /*CleanupsHaveSideEffects=*/true,
                                    {});
  }

  Expr *before(Expr *first, Expr *second) {
    return BinaryOperator::Create(
        ast, first, second, BO_Comma, second->getType(), second->getValueKind(),
        second->getObjectKind(), second->getExprLoc(), FPOptionsOverride());
  }

  /// Ways out of a stage end it.
  Stmt *markJumps(unsigned index, Stmt *stage) {
    return markIn(index, stage, /*isInLoop=*/false, /*isInSwitch=*/false);
  }

  Stmt *markIn(unsigned index, Stmt *statement, bool isInLoop,
               bool isInSwitch) {
    if (!statement || isa<Expr>(statement))
      return statement;
    const bool leaves = (isa<ContinueStmt>(statement) && !isInLoop) ||
                        (isa<BreakStmt>(statement) && !isInLoop && !isInSwitch);
    if (leaves)
      return CompoundStmt::Create(
          ast,
          {call(index, part::Final, {}, statement->getBeginLoc()), statement},
          FPOptionsOverride(), statement->getBeginLoc(),
          statement->getEndLoc());
    isInLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement);
    isInSwitch |= isa<SwitchStmt>(statement);
    for (Stmt *&child : statement->children())
      if (child && !isa<Expr, DeclStmt>(child))
        if (Stmt *made = markIn(index, child, isInLoop, isInSwitch);
            made != child)
          replace(child, made, [&child](Stmt *s) { child = s; });
    return statement;
  }

  ASTContext &ast;
  FunctionDecl *marking, *carrying;
  const FunctionDecl *around = nullptr; ///< of the loop that is marked
  std::vector<std::function<void()>> undoes;
};
} // namespace

/// Asks for the code of functions that the unit may not call itself.
static std::vector<llvm::WeakTrackingVH>
require(CodeGenerator &generator,
        const std::vector<const FunctionDecl *> &functions) {
  std::vector<llvm::WeakTrackingVH> found;
  for (const FunctionDecl *function : functions) {
    GlobalDecl wanted(function);
    if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
      wanted = GlobalDecl(constructor, Ctor_Complete);
    else if (const auto *destructor = dyn_cast<CXXDestructorDecl>(function))
      wanted = GlobalDecl(destructor, Dtor_Complete);
    found.emplace_back(
        generator.GetAddrOfGlobal(wanted, /*isForDefinition=*/false));
  }
  return found;
}

/// Events may be added meanwhile: Clang reads what it needs of a precompiled
/// header when it needs it, and tells the consumer.
static void replay(CodeGenerator &generator, ASTContext &ast,
                   const CodeEvents &events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const CodeEvent event = events[i];
    if (const auto *group = std::get_if<DeclGroupRef>(&event))
      generator.HandleTopLevelDecl(*group);
    else if (auto *const *function = std::get_if<FunctionDecl *>(&event))
      generator.HandleInlineFunctionDefinition(*function);
    else if (const auto *table = std::get_if<NeededTable>(&event)) {
      // Others are emitted with the constructors that need them.
      const CXXMethodDecl *key = ast.getCurrentKeyFunction(table->record);
      const FunctionDecl *body = nullptr;
      if (key && key->hasBody(body) && !body->isInlined())
        generator.HandleVTable(table->record);
    } else
      generator.HandleCXXStaticMemberVarInstantiation(
          std::get<VarDecl *>(event));
  }
}

LoweredUnit lower(clang::Sema &sema, const CodeEvents &events,
                  const std::vector<StagedLoop> &loops) {
  ASTContext &ast = sema.getASTContext();
  LoweredUnit unit;
  unit.hasCoroutines = sema.StdCoroutineTraitsCache != nullptr;
  if (unit.hasCoroutines)
    return unit;
  unit.context = std::make_unique<llvm::LLVMContext>();
  Marker marker(ast);
  for (unsigned i = 0; i < loops.size(); ++i)
    unit.marked.push_back(marker.mark(i, loops[i]));

  // Of functions that may also be defined elsewhere, bodies are emitted only
  // where something is optimised.
  CodeGenOptions options;
  options.OptimizationLevel = 1;
  options.DisableLLVMPasses = true;
  options.setDebugInfo(llvm::codegenoptions::LocTrackingOnly);
  options.DebugColumnInfo = true;
  options.CXXCtorDtorAliases = false;
  options.MergeAllConstants = false; // local constants are not static
  options.RelaxedAliasing = false;   // copies of objects list their members
  Preprocessor &preprocessor = sema.getPreprocessor();
  // What Clang cannot generate code for, the program's compiler may.
  DiagnosticsEngine engine(new DiagnosticIDs, new DiagnosticOptions,
                           new IgnoringDiagConsumer);
  engine.setSourceManager(&ast.getSourceManager());
  unit.generator.reset(CreateLLVMCodeGen(
      engine, "redistc",
      &ast.getSourceManager().getFileManager().getVirtualFileSystem(),
      preprocessor.getHeaderSearchInfo().getHeaderSearchOpts(),
      preprocessor.getPreprocessorOpts(), options, *unit.context));
  unit.generator->Initialize(ast);
  replay(*unit.generator, ast, events);
  for (const StagedLoop &loop : loops) {
    std::vector<ReceiptFunctions> &receipts = unit.receipts.emplace_back();
    for (const ReceivedVariable &variable : loop.received)
      receipts.push_back({require(*unit.generator, variable.made),
                          require(*unit.generator, variable.serving)});
  }
  unit.generator->HandleTranslationUnit(ast);
  unit.module =
      engine.hasErrorOccurred() ? nullptr : unit.generator->GetModule();
  unit.hasAssembly = unit.module && assemblyDefinesUsed(*unit.module);
  if (unit.hasAssembly)
    unit.module = nullptr;
  return unit;
}

const Decl *LoweredUnit::declarationOf(const llvm::GlobalValue &value) const {
  return generator->GetDeclForMangledName(value.getName());
}

} // namespace redistc::effects
