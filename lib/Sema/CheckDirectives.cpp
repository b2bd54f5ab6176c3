//===- CheckDirectives.cpp - Directives get their meaning ------*- C++ -*-===//
//
// For every directive: where it stands, then each instance of it, then what the
// instances have in common.
//
//===----------------------------------------------------------------------===//
#include "redistc/Sema/CheckDirectives.h"

#include "FindDirectives.h"
#include "Objects.h"
#include "Parameters.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using redist::schedule::StrategyKind;

namespace redistc::sema {

using directive::ParsedDirective;

static bool isMpiComm(QualType type, ASTContext &ast) {
  for (QualType sugar = type;;) {
    if (const auto *alias = sugar->getAs<TypedefType>())
      if (alias->getDecl()->getName() == "MPI_Comm")
        return true;
    const QualType inner = sugar.getSingleStepDesugaredType(ast);
    if (inner == sugar)
      break;
    sugar = inner;
  }
  const DeclarationName name = &ast.Idents.get("MPI_Comm");
  for (const NamedDecl *found : ast.getTranslationUnitDecl()->lookup(name))
    if (const auto *alias = dyn_cast<TypedefNameDecl>(found))
      return ast.hasSameUnqualifiedType(type, alias->getUnderlyingType());
  return false;
}

/// An MPI_Comm, or a class that turns into one by itself.
static void checkCommunicator(InstanceContext &context,
                              const directive::ParsedExpression &parsed) {
  const Expr *written = writtenExpression(context, parsed);
  if (!written) {
    context.hasError = true;
    return;
  }
  const QualType type = written->getType();
  if (written->isTypeDependent() || type->isDependentType() ||
      isMpiComm(type, context.ast))
    return;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (record && record->hasDefinition())
    for (const NamedDecl *found :
         record->getDefinition()->getVisibleConversionFunctions())
      if (const auto *conversion = dyn_cast<CXXConversionDecl>(found))
        if (!conversion->isExplicit() &&
            isMpiComm(conversion->getConversionType(), context.ast))
          return;
  context.error(parsed.range.getBegin(), DiagnosticKind::NotACommunicator,
                nullptr, type);
}

static StrategyKind checkStrategy(DiagnosticsEngine &engine,
                                  const directive::ParsedStrategy &parsed,
                                  bool &hasError) {
  if (const auto kind = redist::schedule::strategyFromName(parsed.name))
    return *kind;
  hasError = true;
  llvm::SmallVector<llvm::StringRef, 16> names;
  for (const std::string_view name : redist::schedule::strategyNames())
    names.push_back(name);
  const llvm::StringRef nearest = directive::nearestName(parsed.name, names);
  if (nearest.empty())
    directive::report(engine, parsed.location, DiagnosticKind::UnknownStrategy)
        << parsed.name << directive::quotedAlternatives(names);
  else
    directive::report(engine, parsed.location,
                      DiagnosticKind::UnknownStrategySuggest)
        << parsed.name << nearest
        << FixItHint::CreateReplacement(parsed.location, nearest);
  return StrategyKind::Auto;
}

/// The object as the runtime can take it.
static std::string textOf(const ObjectInfo &object) {
  return object.decays ? "&(" + object.parsed->text + ")[0]"
                       : object.parsed->text;
}

/// Fills what is the same in every instance, and returns what is not.
static plan::CheckedInstance checkInstance(InstanceContext &context,
                                           plan::CheckedRedistribute &checked) {
  const ParsedDirective &parsed = context.directive;
  plan::CheckedInstance instance;
  instance.context = context.instanceName;
  const ObjectInfo source = checkObject(context, parsed.object.name);
  instance.extent = checkExtent(context, *parsed.object.extent);
  if (parsed.from)
    instance.from = checkLayout(context, *parsed.from, instance.extent);
  else if (!context.hasError)
    context.error(parsed.range.getBegin(), DiagnosticKind::MissingClause,
                  nullptr, "from");
  instance.to = checkLayout(context, *parsed.to, instance.extent);
  std::optional<ObjectInfo> destination;
  if (parsed.into) {
    destination = checkObject(context, parsed.into->name);
    if (parsed.into->extent) {
      checked.intoExtent = checkExtent(context, *parsed.into->extent);
      if (checked.intoExtent->value && instance.extent.value &&
          *checked.intoExtent->value != *instance.extent.value)
        context.error(parsed.into->extent->range.getBegin(),
                      DiagnosticKind::ExtentsDiffer, nullptr,
                      std::to_string(*checked.intoExtent->value),
                      std::to_string(*instance.extent.value));
    }
  }
  if (parsed.communicator)
    checkCommunicator(context, *parsed.communicator);
  if (!context.hasError)
    checkStorage(context, source, destination ? &*destination : nullptr,
                 instance);
  checked.objectIsPointer |= source.isPointer;
  checked.intoIsPointer |= destination && destination->isPointer;
  checked.object = textOf(source);
  checked.into = destination ? textOf(*destination) : "";
  return instance;
}

/// Said to be computed by the compiler. Lambdas are constexpr where they can
/// be, unasked.
static bool isDeclaredConstant(const FunctionDecl *function) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  return function && (function->isConsteval() ||
                      (function->isConstexprSpecified() &&
                       !(method && method->getParent()->isLambda())));
}

static bool checkPlacement(ASTContext &ast, const ParsedDirective &parsed,
                           const Occurrence &occurrence,
                           ReportedErrors &reported) {
  const SourceLocation location = parsed.range.getBegin();
  if (isDeclaredConstant(occurrence.function)) {
    if (reported.insert({DiagnosticKind::DirectiveInConstexpr, location})
            .second)
      directive::report(ast.getDiagnostics(), location,
                        DiagnosticKind::DirectiveInConstexpr)
          << occurrence.function->isConsteval();
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
  if (!isOther)
    builder << static_cast<int>(occurrence.placement)
            << FixItHint::CreateInsertion(location, "{\n")
            << FixItHint::CreateInsertion(parsed.range.getEnd(), "\n}");
  return false;
}

/// Whether Clang could make sense of every expression.
static bool isWhole(const ParsedDirective &parsed,
                    const CompoundStmt *statement) {
  if (statement->size() != parsed.slotCount)
    return false;
  return llvm::none_of(statement->body(), [](const Stmt *slot) {
    const auto *expression = dyn_cast<Expr>(slot);
    return !expression || expression->containsErrors();
  });
}

static bool isInstantiated(const FunctionDecl *function) {
  for (const DeclContext *context = function; context;
       context = context->getParent()) {
    if (const auto *inner = dyn_cast<FunctionDecl>(context)) {
      if (inner->isTemplateInstantiation())
        return true;
    } else if (const auto *record =
                   dyn_cast<ClassTemplateSpecializationDecl>(context)) {
      if (record->getSpecializationKind() != TSK_ExplicitSpecialization)
        return true;
    }
  }
  return false;
}

static std::string nameOf(const FunctionDecl *function,
                          const PrintingPolicy &policy) {
  std::string name;
  llvm::raw_string_ostream stream(name);
  function->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
  return name;
}

/// "f<16>"; for the body of a lambda that of the function around it, and the
/// template arguments of the lambda: "f<16>::(lambda)<int>".
static std::string instanceName(const FunctionDecl *function,
                                const ASTContext &ast) {
  if (!function || !isInstantiated(function))
    return "";
  const PrintingPolicy &policy = ast.getPrintingPolicy();
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (!method || !method->getParent()->isLambda())
    return nameOf(function, policy);
  const auto *outer =
      dyn_cast<FunctionDecl>(method->getParent()->getDeclContext());
  std::string name;
  if (outer)
    name = (isInstantiated(outer) ? instanceName(outer, ast)
                                  : nameOf(outer, policy)) +
           "::";
  name += "(lambda)";
  if (const auto *arguments = function->getTemplateSpecializationArgs()) {
    llvm::raw_string_ostream stream(name);
    printTemplateArgumentList(stream, arguments->asArray(), policy);
  }
  return name;
}

/// The occurrences that count: the template itself only if nobody
/// instantiates it here.
static std::vector<Occurrence>
relevantOccurrences(const std::vector<Occurrence> &all, size_t index,
                    bool &isTemplated) {
  std::vector<Occurrence> patterns, instances;
  for (const Occurrence &occurrence : all) {
    if (occurrence.directive != index)
      continue;
    const bool isPattern =
        occurrence.function && occurrence.function->isDependentContext();
    isTemplated |= isPattern;
    (isPattern ? patterns : instances).push_back(occurrence);
  }
  return instances.empty() ? patterns : instances;
}

static std::optional<plan::CheckedRedistribute>
checkDirective(ASTContext &ast, clang::Sema &clangSema,
               const ParsedDirective &parsed, size_t index,
               const std::vector<Occurrence> &all, ReportedErrors &reported) {
  plan::CheckedRedistribute checked;
  const std::vector<Occurrence> occurrences =
      relevantOccurrences(all, index, checked.isTemplated);
  DiagnosticsEngine &engine = ast.getDiagnostics();
  if (occurrences.empty()) {
    if (!engine.hasErrorOccurred())
      directive::report(engine, parsed.range.getBegin(),
                        DiagnosticKind::InternalFault)
          << "'#pragma redistribute' is in no code that redistc sees compiled";
    return std::nullopt;
  }
  bool hasError = false;
  for (const Occurrence &occurrence : occurrences) {
    hasError |= !checkPlacement(ast, parsed, occurrence, reported);
    if (!isWhole(parsed, occurrence.statement)) {
      hasError = true; // Clang has told the user
      continue;
    }
    InstanceContext context{ast,
                            clangSema,
                            reported,
                            parsed,
                            occurrence.statement,
                            instanceName(occurrence.function, ast)};
    checked.instances.push_back(checkInstance(context, checked));
    hasError |= context.hasError;
  }
  if (parsed.strategy)
    checked.strategy = checkStrategy(engine, *parsed.strategy, hasError);
  if (hasError)
    return std::nullopt;

  const PresumedLoc place =
      ast.getSourceManager().getPresumedLoc(parsed.range.getBegin());
  checked.id = index;
  checked.file = place.getFilename();
  checked.line = place.getLine();
  checked.spelling = parsed.spelling;
  checked.communicator =
      parsed.communicator ? parsed.communicator->text : "MPI_COMM_WORLD";
  return checked;
}

/// Generated code and the runtime's header need `::redist` as a namespace.
static void checkNamespace(ASTContext &ast, clang::Sema &clangSema) {
  const IdentifierInfo *name = &ast.Idents.get("redist");
  const auto refuse = [&](SourceLocation location, bool isMacro) {
    directive::report(ast.getDiagnostics(), location,
                      DiagnosticKind::NamespaceTaken)
        << isMacro;
  };
  if (const MacroInfo *macro = clangSema.getPreprocessor().getMacroInfo(name))
    refuse(macro->getDefinitionLoc(), true);
  for (const NamedDecl *found :
       ast.getTranslationUnitDecl()->lookup(DeclarationName(name)))
    if (!isa<NamespaceDecl>(found)) {
      refuse(found->getLocation(), false);
      return;
    }
}

std::vector<plan::CheckedRedistribute>
checkDirectives(ASTContext &ast, const directive::DirectiveRecorder &recorder,
                clang::Sema &clangSema) {
  const std::vector<Occurrence> occurrences = findDirectives(ast, recorder);
  std::vector<plan::CheckedRedistribute> result;
  ReportedErrors reported;
  if (!recorder.directives().empty())
    checkNamespace(ast, clangSema);
  for (size_t i = 0; i < recorder.directives().size(); ++i)
    if (auto checked = checkDirective(ast, clangSema, recorder.directives()[i],
                                      i, occurrences, reported))
      result.push_back(std::move(*checked));
  return result;
}

} // namespace redistc::sema
