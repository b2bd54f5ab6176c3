//===- Summaries.cpp - What functions do to their arguments ---------------===//
#include "Accesses/Summaries.h"

#include "Accesses/Accesses.h"
#include "Common/StorageTraits.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <utility>

using namespace clang;

namespace redistc::sema {

/// Deeper calls and more functions than these are taken as not visible. The
/// programs that people write stay below.
static constexpr std::size_t maxDepth = 64, maxSummaries = 20000;

/// What C++ libraries have in headers is followed as the program's own; what
/// the standard library and C's do, is known by name.
static const FunctionDecl *visibleBody(const FunctionDecl *function,
                                       const SourceManager &sources) {
  const FunctionDecl *definition = nullptr;
  if (!function || !function->hasBody(definition) ||
      definition->isDependentContext() || isOfStd(definition) ||
      definition->hasAttr<WeakAttr>() || // another file may replace it
      (definition->isExternC() &&
       sources.isInSystemHeader(definition->getLocation())))
    return nullptr;
  return definition;
}

const Summary *Summaries::of(const FunctionDecl *function) {
  function = visibleBody(function, ast.getSourceManager());
  if (!function || depth > maxDepth ||
      known.size() + parts.size() > maxSummaries)
    return nullptr;
  if (const auto found = known.find(function); found != known.end())
    return &found->second;
  if (const auto found = open.find(function);
      found != open.end() && found->second.isCurrent) {
    lowest = std::min(lowest, found->second.lowest);
    return found->second.summary;
  }
  return find(function);
}

/// One that leads to none outside of its circle that is in progress completes
/// the circle.
const Summary *Summaries::find(const FunctionDecl *function) {
  const std::size_t own = depth++;
  const auto [entry, isNew] = open.try_emplace(function, Open{&empty});
  if (isNew)
    circles.push_back(function);
  const auto first = llvm::find(circles, function) - circles.begin();
  const std::size_t outer = std::exchange(lowest, notMet);
  for (std::size_t before = growths;; before = growths) {
    entry->second.isCurrent = true;
    entry->second.lowest = own;
    keep(entry->second, summarize(function));
    const bool isStable = lowest == notMet || growths == before;
    if (lowest < own || isStable)
      break;
    lowest = notMet;
    for (std::size_t i = first; i < circles.size(); ++i)
      open.at(circles[i]).isCurrent = false;
  }
  --depth;
  const std::size_t reached = std::exchange(lowest, outer);
  if (reached >= own)
    return close(first);
  lowest = std::min(lowest, reached);
  for (std::size_t i = first; i < circles.size(); ++i) {
    Open &member = open.at(circles[i]);
    member.lowest = std::min(member.lowest, reached);
  }
  return entry->second.summary;
}

Summary Summaries::summarize(const FunctionDecl *function) {
  Roots roots(*this, function);
  AccessWalker walker(*this, roots);
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
    for (const CXXCtorInitializer *initial : constructor->inits()) {
      if (const FieldDecl *field = initial->getMember())
        walker.bindMember(field, initial->getInit());
      else
        walker.walk(initial->getInit());
    }
  walker.walk(function->getBody());
  Summary summary;
  summary.returns = walker.returns;
  summary.accesses = walker.take();
  summary.holdings = roots.holdings();
  return summary;
}

/// Others may be reading the last one.
void Summaries::keep(Open &entry, Summary summary) {
  std::size_t size = summary.accesses.all.size() +
                     summary.accesses.unseen.size() + summary.returns.size();
  for (const auto &[holder, kept] : summary.holdings)
    size += kept.size();
  if (size > entry.size)
    ++growths;
  entry.size = std::max(entry.size, size);
  entry.summary = &parts.emplace_back(std::move(summary));
}

/// All that were opened since the first of the circle are in it.
const Summary *Summaries::close(std::size_t first) {
  const FunctionDecl *const outermost = circles[first];
  for (std::size_t i = first; i < circles.size(); ++i) {
    known[circles[i]] = *open.at(circles[i]).summary;
    open.erase(circles[i]);
  }
  circles.resize(first);
  if (depth == 0)
    parts.clear();
  return &known.at(outermost);
}

bool Summaries::ownsElements(const ValueDecl *decl) {
  const QualType type =
      decl->getType().getNonReferenceType().getCanonicalType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || type->isDependentType() || isOfStd(record))
    return false;
  if (!owners.contains(type.getTypePtr())) {
    const auto traits = storageTraitsOf(sema, type, decl->getLocation());
    owners[type.getTypePtr()] = traits && !traits->isFlat && traits->isOwner;
  }
  return owners.lookup(type.getTypePtr());
}

// Virtual functions.

namespace {
class OverriderFinder : public RecursiveASTVisitor<OverriderFinder> {
public:
  using Overriders = Summaries::Overriders;
  explicit OverriderFinder(Overriders &overriders) : found(overriders) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCXXMethodDecl(CXXMethodDecl *method) {
    if (method->isCanonicalDecl() && !method->getParent()->isDependentContext())
      add(method, method);
    return true;
  }

private:
  void add(const CXXMethodDecl *method, const CXXMethodDecl *overrider) {
    for (const CXXMethodDecl *overridden : method->overridden_methods()) {
      auto &known = found[overridden->getCanonicalDecl()];
      if (!llvm::is_contained(known, overrider))
        known.push_back(overrider);
      add(overridden, overrider);
    }
  }

  Overriders &found;
};
} // namespace

llvm::ArrayRef<const CXXMethodDecl *>
Summaries::overriders(const CXXMethodDecl *method) {
  if (!areOverridersKnown) {
    areOverridersKnown = true;
    OverriderFinder finder(overriding);
    const auto isStd = [](const Decl *decl) {
      const auto *space = dyn_cast<NamespaceDecl>(decl);
      return space && space->isStdNamespace();
    };
    for (Decl *decl : ast.getTranslationUnitDecl()->decls())
      if (!isStd(decl))
        finder.TraverseDecl(decl);
  }
  return overriding[method->getCanonicalDecl()];
}

} // namespace redistc::sema
