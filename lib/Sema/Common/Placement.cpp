//===- Placement.cpp - Where a directive may stand --------------*- C++ -*-===//
#include "Common/Placement.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace redistc::sema {

using directive::ParsedDirective;

/// Whether `constexpr` stands between the brackets of a lambda and its body.
static bool saysConstexpr(const ASTContext &ast, const FunctionDecl *lambda) {
  const SourceManager &sources = ast.getSourceManager();
  const Stmt *body = lambda->getBody();
  if (!body)
    return false;
  const auto [file, begin] =
      sources.getDecomposedLoc(sources.getFileLoc(lambda->getLocation()));
  const SourceLocation end = sources.getFileLoc(body->getBeginLoc());
  const StringRef text = sources.getBufferData(file);
  Lexer lexer(sources.getLocForStartOfFile(file), ast.getLangOpts(),
              text.begin(), text.begin() + begin, text.end());
  int depth = 0;
  Token token;
  for (lexer.LexFromRawLexer(token);
       token.isNot(tok::eof) && token.getLocation() < end;
       lexer.LexFromRawLexer(token)) {
    depth += token.isOneOf(tok::l_square, tok::l_paren, tok::l_brace);
    depth -= token.isOneOf(tok::r_square, tok::r_paren, tok::r_brace);
    if (depth == 0 && token.is(tok::raw_identifier) &&
        token.getRawIdentifier() == "constexpr")
      return true;
  }
  return false;
}

/// Said to be computed by the compiler. Lambdas are constexpr where they can
/// be, unasked.
static bool isDeclaredConstant(const ASTContext &ast,
                               const FunctionDecl *function) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  return function && (function->isConsteval() ||
                      (function->isConstexprSpecified() &&
                       !(method && method->getParent()->isLambda() &&
                         !saysConstexpr(ast, function))));
}

bool checkPlacement(ASTContext &ast, const ParsedDirective &parsed,
                    const Occurrence &occurrence, ReportedErrors &reported) {
  const SourceLocation location = parsed.range.getBegin();
  if (isDeclaredConstant(ast, occurrence.function)) {
    if (reported.insert({DiagnosticKind::DirectiveInConstexpr, location})
            .second)
      directive::report(ast.getDiagnostics(), location,
                        DiagnosticKind::DirectiveInConstexpr)
          << occurrence.function->isConsteval() << wordOf(parsed.kind);
    return false;
  }
  if (occurrence.placement == PlacementKind::InCompound)
    return true;
  const bool isOther = occurrence.placement == PlacementKind::Other;
  const DiagnosticKind kind = isOther ? DiagnosticKind::DirectiveIsFunctionBody
                                      : DiagnosticKind::DirectiveIsLoneBody;
  if (!reported.insert({kind, location}).second)
    return false;
  auto builder = directive::report(ast.getDiagnostics(), location, kind);
  if (isOther)
    builder << wordOf(parsed.kind);
  else
    builder << static_cast<int>(occurrence.placement) << wordOf(parsed.kind)
            << FixItHint::CreateInsertion(location, "{\n")
            << FixItHint::CreateInsertion(parsed.range.getEnd(), "\n}");
  return false;
}

} // namespace redistc::sema
