//===- Places.cpp - Edit positions in a pipeline's loop -------------------===//
//
// Braces, header and initialisers as offsets. Clang keeps no place of a ';' or
// of the brackets of `int x(e)`: these are found among the tokens.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Shape/Places.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace redistc::sema {

namespace {
class PlaceFinder {
public:
  PlaceFinder(InstanceContext &instance, const Stmt *whole)
      : context(instance), sources(instance.ast.getSourceManager()),
        options(instance.ast.getLangOpts()), loop(whole) {}

  plan::FileRange of(SourceRange tokens, const char *what) {
    if (tokens.isInvalid())
      return {};
    return ofCharacters(
        Lexer::makeFileCharRange(CharSourceRange::getTokenRange(tokens),
                                 sources, options),
        tokens.getBegin(), what);
  }

  plan::FileRange of(const Expr *expression, const char *what) {
    return expression ? of(expression->getSourceRange(), what)
                      : plan::FileRange();
  }

  /// Behind the first ';' of the header.
  plan::FileRange behindInit(const ForStmt *counting) {
    SourceLocation before = counting->getLParenLoc();
    if (const Stmt *init = counting->getInit()) {
      before = init->getEndLoc();
      if (isa<DeclStmt>(init) || isa<NullStmt>(init)) // ends with it
        return atEndOf(before);
    }
    return atEndOf(tokenBehind(before, tok::semi));
  }

  plan::FirstInitialiser initialiser(const VarDecl *variable) {
    plan::FirstInitialiser found;
    found.variable = variable->getNameAsString();
    found.isDeduced =
        variable->getTypeSourceInfo()->getType()->getContainedDeducedType() !=
        nullptr;
    if (variable->getInitStyle() != VarDecl::CInit) {
      found.form = plan::InitialiserForm::Construction;
      found.range = brackets(variable->getLocation());
      return found;
    }
    const Expr *initial = variable->getInit();
    found.range = of(initial, "an initialiser");
    const SourceLocation begin = sources.getFileLoc(initial->getBeginLoc());
    if (!found.isDeduced && *sources.getCharacterData(begin) == '{')
      found.form = plan::InitialiserForm::List;
    return found;
  }

private:
  plan::FileRange ofCharacters(CharSourceRange characters, SourceLocation near,
                               const char *what) {
    if (characters.isValid() &&
        sources.getFileID(characters.getBegin()) == sources.getMainFileID())
      return {sources.getFileOffset(characters.getBegin()),
              sources.getFileOffset(characters.getEnd())};
    const SecondPlace note{near.isValid() ? near : loop->getBeginLoc(),
                           DiagnosticKind::FromMacro, what};
    context.error(context.directive.range.getBegin(),
                  DiagnosticKind::NotEditable, note,
                  wordOf(context.directive.kind));
    return {};
  }

  plan::FileRange atEndOf(SourceLocation token) {
    const plan::FileRange range = of(SourceRange(token), "the loop's header");
    return {range.end, range.end};
  }

  /// The next token, where it is of the kind.
  SourceLocation tokenBehind(SourceLocation before, tok::TokenKind kind) {
    const auto next = Lexer::findNextToken(before, sources, options);
    return next && next->is(kind) ? next->getLocation() : SourceLocation();
  }

  /// From the bracket behind a name to the one that closes it.
  plan::FileRange brackets(SourceLocation name) {
    auto token = Lexer::findNextToken(name, sources, options);
    if (!token || !token->isOneOf(tok::l_paren, tok::l_brace))
      return ofCharacters({}, name, "an initialiser");
    const SourceLocation begin = token->getLocation();
    for (int depth = 0; token;
         token = Lexer::findNextToken(token->getLocation(), sources, options)) {
      if (token->isOneOf(tok::l_paren, tok::l_brace, tok::l_square))
        ++depth;
      else if (token->isOneOf(tok::r_paren, tok::r_brace, tok::r_square))
        --depth;
      if (depth == 0)
        return of({begin, token->getLocation()}, "an initialiser");
    }
    return ofCharacters({}, name, "an initialiser");
  }

  InstanceContext &context;
  const SourceManager &sources;
  const LangOptions &options;
  const Stmt *loop;
};
} // namespace

void findPlaces(InstanceContext &context, const PipelineShape &shape,
                llvm::ArrayRef<const VarDecl *> firstOnly,
                plan::PipelineLoop &loop) {
  PlaceFinder places(context, shape.loop);
  loop.bodyBegin = places.of(shape.body->getLBracLoc(), "the '{'").end;
  const plan::FileRange closing =
      places.of(shape.body->getRBracLoc(), "the '}'");
  loop.bodyEnd = closing.begin;
  loop.end = closing.end;
  if (loop.header != plan::HeaderKind::FirstStage)
    return;
  if (const auto *counting = dyn_cast<ForStmt>(shape.loop)) {
    loop.condition = counting->getCond()
                         ? places.of(counting->getCond(), "the condition")
                         : places.behindInit(counting);
    loop.increment = places.of(counting->getInc(), "the increment");
  } else if (const auto *repeated = dyn_cast<WhileStmt>(shape.loop)) {
    if (const VarDecl *declared = repeated->getConditionVariable()) {
      loop.condition = places.of(declared->getSourceRange(), "the condition");
      loop.declared = places.initialiser(declared);
    } else {
      loop.condition = places.of(repeated->getCond(), "the condition");
    }
  }
  for (const VarDecl *variable : firstOnly) {
    const plan::FirstInitialiser found = places.initialiser(variable);
    // Instances of a template have one text.
    if (llvm::none_of(loop.initialisers,
                      [&](const plan::FirstInitialiser &other) {
                        return other.range.begin == found.range.begin;
                      }))
      loop.initialisers.push_back(found);
  }
}

} // namespace redistc::sema
