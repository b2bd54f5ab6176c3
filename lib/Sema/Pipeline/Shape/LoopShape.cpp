//===- LoopShape.cpp - Shape of a pipeline's loop --------------*- C++ -*-===//
//
// The loop is the next sibling of the pipeline's injected statement; a stage's
// statement is the next sibling of the stage's.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Shape/LoopShape.h"

#include "redistc/Effects/Sharing.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace redistc::sema {

using directive::DirectiveKind;
using directive::DirectiveRecorder;
using directive::ParsedDirective;

std::optional<size_t> directiveOf(const Stmt *statement,
                                  const DirectiveRecorder &recorder) {
  const auto *compound = dyn_cast_or_null<CompoundStmt>(statement);
  if (!compound)
    return std::nullopt;
  const auto &directives = recorder.directives();
  for (size_t i = 0; i < directives.size(); ++i)
    if (directives[i].range.getBegin() == compound->getLBracLoc())
      return i;
  return std::nullopt;
}

std::string kindOfStatement(const Stmt *statement) {
  if (!statement)
    return "the end of the block";
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    return kindOfStatement(attributed->getSubStmt());
  const auto named = [](llvm::StringRef article, llvm::StringRef word) {
    return (article + " '" + word + "' statement").str();
  };
  switch (statement->getStmtClass()) {
  case Stmt::IfStmtClass:
    return named("an", "if");
  case Stmt::ForStmtClass:
  case Stmt::CXXForRangeStmtClass:
    return named("a", "for");
  case Stmt::WhileStmtClass:
    return named("a", "while");
  case Stmt::DoStmtClass:
    return named("a", "do");
  case Stmt::SwitchStmtClass:
    return named("a", "switch");
  case Stmt::CXXTryStmtClass:
    return named("a", "try");
  case Stmt::BreakStmtClass:
    return named("a", "break");
  case Stmt::ContinueStmtClass:
    return named("a", "continue");
  case Stmt::ReturnStmtClass:
    return named("a", "return");
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    return named("a", "goto");
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return "a label of a 'switch'";
  case Stmt::LabelStmtClass:
    return "a label";
  case Stmt::DeclStmtClass:
    return "a declaration";
  case Stmt::CompoundStmtClass:
    return "a block";
  case Stmt::NullStmtClass:
    return "';'";
  default:
    break;
  }
  if (const auto *expression = dyn_cast<Expr>(statement)) {
    const Expr *inner = expression->IgnoreUnlessSpelledInSource();
    if (isa<CXXOperatorCallExpr>(inner))
      return "an expression";
    if (isa<CallExpr>(inner))
      return "a call";
    if (const auto *binary = dyn_cast<BinaryOperator>(inner))
      return binary->isAssignmentOp() ? "an assignment" : "an expression";
    return "an expression";
  }
  return "a statement";
}

/// The statement after `statement` among those of its block; null at the end.
static const Stmt *nextOf(const CompoundStmt *parent, const Stmt *statement) {
  bool isNext = false;
  for (const Stmt *part : parent->body()) {
    if (isNext)
      return part;
    isNext = part == statement;
  }
  return nullptr;
}

static const Stmt *bodyOf(const Stmt *loop) {
  if (const auto *counting = dyn_cast<ForStmt>(loop))
    return counting->getBody();
  if (const auto *range = dyn_cast<CXXForRangeStmt>(loop))
    return range->getBody();
  if (const auto *repeated = dyn_cast<WhileStmt>(loop))
    return repeated->getBody();
  return nullptr;
}

/// What a declaration declares first, for messages.
static std::string declaredName(const DeclStmt *statement) {
  for (const Decl *declared : statement->decls()) {
    if (const auto *bound = dyn_cast<DecompositionDecl>(declared))
      return bound->bindings().empty()
                 ? "a structured binding"
                 : "'" + bound->bindings().front()->getNameAsString() + "'";
    if (const auto *used = dyn_cast<UsingDirectiveDecl>(declared))
      return "the names of '" +
             used->getNominatedNamespace()->getNameAsString() + "'";
    if (isa<StaticAssertDecl>(declared))
      return "a 'static_assert'";
    if (const auto *named = dyn_cast<NamedDecl>(declared);
        named && named->getDeclName())
      return "'" + named->getNameAsString() + "'";
  }
  return "nothing";
}

namespace {
/// Reads the body of a loop from top to bottom.
class BodyReader {
public:
  BodyReader(InstanceContext &instance, const DirectiveRecorder &directives,
             PipelineShape &result)
      : context(instance), recorder(directives), shape(result) {}

  void read() {
    for (const Stmt *statement : shape.body->body())
      readStatement(statement);
    if (isStagePending)
      context.error(placeOf(shape.stages.back().directive),
                    DiagnosticKind::StageWithoutStatement, nullptr,
                    "the end of the loop's body");
    if (!context.hasError && shape.stages.size() < 2)
      tooFew();
    if (shape.stages.size() > effects::maxStages)
      tooMany();
  }

private:
  SourceLocation placeOf(size_t index) const {
    return recorder.directives()[index].range.getBegin();
  }

  void tooFew() {
    const SourceLocation location = context.directive.range.getBegin();
    if (shape.stages.empty())
      context.error(location, DiagnosticKind::TooFewStages, nullptr, 0);
    else
      context.error(location, DiagnosticKind::TooFewStages,
                    SecondPlace{placeOf(shape.stages.front().directive),
                                DiagnosticKind::StageHere, "the only stage"},
                    1);
  }

  void tooMany() {
    context.error(placeOf(shape.stages[effects::maxStages].directive),
                  DiagnosticKind::TooManyStages,
                  SecondPlace{context.directive.range.getBegin(),
                              DiagnosticKind::PipelineHere, "the pipeline"},
                  static_cast<unsigned>(effects::maxStages),
                  static_cast<unsigned>(shape.stages.size()));
  }

  void readStatement(const Stmt *statement) {
    if (const auto index = directiveOf(statement, recorder))
      return readDirective(*index, cast<CompoundStmt>(statement));
    const auto *declaration = dyn_cast<DeclStmt>(statement);
    if (isStagePending) {
      isStagePending = false;
      shape.stages.back().statement = statement;
      if (declaration)
        context.error(declaration->getBeginLoc(),
                      DiagnosticKind::StageIsDeclaration,
                      SecondPlace{placeOf(shape.stages.back().directive),
                                  DiagnosticKind::StageHere, "the stage"},
                      declaredName(declaration));
      return;
    }
    if (isa<NullStmt>(statement))
      return;
    // The text of two stages is in two blocks: what the first declares, types
    // and aliases too, would be unknown in the second.
    if (declaration && shape.stages.empty())
      shape.items.push_back(declaration);
    else if (declaration)
      context.error(declaration->getBeginLoc(),
                    DiagnosticKind::DeclarationAfterStage,
                    SecondPlace{placeOf(shape.stages.front().directive),
                                DiagnosticKind::StageHere, "the first stage"},
                    declaredName(declaration));
    else
      context.error(statement->getBeginLoc(),
                    DiagnosticKind::StatementOutsideStage,
                    SecondPlace{context.directive.range.getBegin(),
                                DiagnosticKind::PipelineHere, "the pipeline"},
                    kindOfStatement(statement));
  }

  void readDirective(size_t index, const CompoundStmt *slots) {
    const ParsedDirective &found = recorder.directives()[index];
    if (isStagePending)
      context.error(placeOf(shape.stages.back().directive),
                    DiagnosticKind::StageWithoutStatement, nullptr,
                    std::string("'#pragma ") + wordOf(found.kind) + "'");
    isStagePending = found.kind == DirectiveKind::PipelineStage;
    if (isStagePending)
      shape.stages.push_back({index, slots, nullptr});
    else
      context.error(placeOf(index), DiagnosticKind::DirectiveInPipeline,
                    SecondPlace{context.directive.range.getBegin(),
                                DiagnosticKind::PipelineHere, "the pipeline"},
                    wordOf(found.kind));
  }

  InstanceContext &context;
  const DirectiveRecorder &recorder;
  PipelineShape &shape;
  bool isStagePending = false; ///< a stage's directive waits for its statement
};

/// Finds directives inside the statement of a stage, lambdas included: ranks
/// that do not run it would not take part.
class DirectiveInStage {
public:
  DirectiveInStage(InstanceContext &instance,
                   const DirectiveRecorder &directives)
      : context(instance), recorder(directives) {}

  void find(const Stmt *statement, SourceLocation stage) {
    if (!statement)
      return;
    if (const auto index = directiveOf(statement, recorder)) {
      const ParsedDirective &found = recorder.directives()[*index];
      // A stage in a stage is told of as such.
      if (found.kind != DirectiveKind::PipelineStage)
        context.error(
            found.range.getBegin(), DiagnosticKind::DirectiveInStage,
            SecondPlace{stage, DiagnosticKind::StageHere, "the stage"},
            wordOf(found.kind));
      return;
    }
    if (const auto *lambda = dyn_cast<LambdaExpr>(statement))
      return find(lambda->getBody(), stage);
    for (const Stmt *part : statement->children())
      find(part, stage);
  }

private:
  InstanceContext &context;
  const DirectiveRecorder &recorder;
};
} // namespace

/// Whether the tokens of a line, or of a _Pragma, are those of '#pragma omp'.
static bool isOpenMp(llvm::ArrayRef<Token> line) {
  const auto word = [&](size_t at) {
    return at < line.size() && line[at].is(tok::raw_identifier)
               ? line[at].getRawIdentifier()
               : llvm::StringRef();
  };
  if (line.size() >= 3 && word(0) == "_Pragma" &&
      line[2].is(tok::string_literal)) {
    const StringRef text(line[2].getLiteralData(), line[2].getLength());
    return text.drop_front().ltrim().starts_with("omp");
  }
  return !line.empty() && line[0].is(tok::hash) && word(1) == "pragma" &&
         word(2) == "omp";
}

/// Where OpenMP would share out the turns of the loop between threads; invalid
/// where it does not. Clang is not told of OpenMP (CompileCommand.cpp).
static SourceLocation openMpBefore(const Stmt *loop, SourceLocation directive,
                                   const SourceManager &sources,
                                   const LangOptions &language) {
  const auto [file, begin] = sources.getDecomposedExpansionLoc(directive);
  const auto [same, end] =
      sources.getDecomposedExpansionLoc(loop->getBeginLoc());
  if (file != same || end < begin)
    return SourceLocation();
  const StringRef text = sources.getBufferData(file);
  Lexer lexer(sources.getLocForStartOfFile(file), language, text.begin(),
              text.begin() + begin, text.end());
  llvm::SmallVector<Token, 8> line;
  for (;;) {
    Token token;
    const bool isAtEnd = lexer.LexFromRawLexer(token) ||
                         sources.getFileOffset(token.getLocation()) >= end;
    const bool isNext = isAtEnd || token.isAtStartOfLine() ||
                        (token.is(tok::raw_identifier) &&
                         token.getRawIdentifier() == "_Pragma");
    if (isNext && isOpenMp(line))
      return line.front().getLocation();
    if (isAtEnd)
      return SourceLocation();
    if (isNext)
      line.clear();
    line.push_back(token);
  }
}

std::optional<PipelineShape>
findPipelineShape(InstanceContext &context, const Occurrence &occurrence,
                  const DirectiveRecorder &recorder) {
  PipelineShape shape;
  const SourceLocation location = context.directive.range.getBegin();
  const Stmt *next = occurrence.parent
                         ? nextOf(occurrence.parent, occurrence.statement)
                         : nullptr;
  const auto nextDirective = directiveOf(next, recorder);
  const Stmt *body = next && !nextDirective ? bodyOf(next) : nullptr;
  if (!body) {
    context.error(next ? next->getBeginLoc() : location,
                  DiagnosticKind::ExpectedLoop, nullptr,
                  nextDirective
                      ? std::string("'#pragma ") +
                            wordOf(recorder.directives()[*nextDirective].kind) +
                            "'"
                      : kindOfStatement(next));
    return std::nullopt;
  }
  if (const SourceLocation shared =
          openMpBefore(next, location, context.ast.getSourceManager(),
                       context.ast.getLangOpts());
      shared.isValid()) {
    context.error(shared, DiagnosticKind::ExpectedLoop, nullptr,
                  "'#pragma omp'");
    return std::nullopt;
  }
  shape.loop = next;
  shape.body = dyn_cast<CompoundStmt>(body);
  if (!shape.body) {
    context.error(body->getBeginLoc(), DiagnosticKind::ExpectedLoopBody,
                  nullptr, kindOfStatement(body));
    return std::nullopt;
  }
  BodyReader(context, recorder, shape).read();
  for (const StageShape &stage : shape.stages)
    DirectiveInStage(context, recorder)
        .find(stage.statement,
              recorder.directives()[stage.directive].range.getBegin());
  if (context.hasError)
    return std::nullopt;
  return shape;
}

/// Whether the body of a loop that a pipeline stands before is this block.
static bool isPipelineBody(const CompoundStmt *block,
                           const std::vector<Occurrence> &all,
                           const DirectiveRecorder &recorder) {
  return llvm::any_of(all, [&](const Occurrence &occurrence) {
    if (recorder.directives()[occurrence.directive].kind !=
            DirectiveKind::Pipeline ||
        !occurrence.parent)
      return false;
    const Stmt *next = nextOf(occurrence.parent, occurrence.statement);
    return next && bodyOf(next) == block;
  });
}

static bool contains(const Stmt *whole, const Stmt *part) {
  if (!whole)
    return false;
  if (whole == part)
    return true;
  if (const auto *lambda = dyn_cast<LambdaExpr>(whole))
    return contains(lambda->getBody(), part);
  return llvm::any_of(whole->children(), [part](const Stmt *child) {
    return contains(child, part);
  });
}

/// The stage around a statement: the last directive before it in the body of
/// the loop that contains it.
static std::optional<size_t> stageAround(const Stmt *part,
                                         const std::vector<Occurrence> &all,
                                         const DirectiveRecorder &recorder) {
  for (const Occurrence &occurrence : all) {
    if (recorder.directives()[occurrence.directive].kind !=
            DirectiveKind::PipelineStage ||
        !occurrence.parent || occurrence.statement == part)
      continue;
    const Stmt *governed = nextOf(occurrence.parent, occurrence.statement);
    if (governed && governed != part && contains(governed, part))
      return occurrence.directive;
  }
  return std::nullopt;
}

/// Whether the last pipeline before a place has a syntax error.
static bool followsBrokenPipeline(SourceLocation place,
                                  const SourceManager &sources,
                                  const DirectiveRecorder &recorder) {
  const auto isBefore = [&](SourceLocation one, SourceLocation other) {
    return sources.isBeforeInTranslationUnit(one, other);
  };
  SourceLocation last;
  for (const SourceLocation broken : recorder.brokenPipelines())
    if (isBefore(broken, place))
      last = broken;
  return last.isValid() &&
         llvm::none_of(recorder.directives(), [&](const auto &directive) {
           const SourceLocation other = directive.range.getBegin();
           return directive.kind == DirectiveKind::Pipeline &&
                  isBefore(last, other) && isBefore(other, place);
         });
}

void checkStageIsInPipeline(InstanceContext &context,
                            const Occurrence &occurrence,
                            const std::vector<Occurrence> &all,
                            const DirectiveRecorder &recorder) {
  const SourceLocation location = context.directive.range.getBegin();
  if (occurrence.parent && isPipelineBody(occurrence.parent, all, recorder))
    return;
  if (const auto outer = stageAround(occurrence.statement, all, recorder))
    context.error(location, DiagnosticKind::StageInStage,
                  SecondPlace{recorder.directives()[*outer].range.getBegin(),
                              DiagnosticKind::StageHere, "the other stage"});
  else if (!followsBrokenPipeline(location, context.ast.getSourceManager(),
                                  recorder))
    context.error(location, DiagnosticKind::StageOutsidePipeline, nullptr);
}

} // namespace redistc::sema
