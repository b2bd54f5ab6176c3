//===- LayoutAnswers.cpp - Reaching layouts at a directive ----------------===//
#include "Redistribute/LayoutFlow.h"

#include "Redistribute/LayoutValue.h"

#include "redistc/Directive/Diagnostics.h"

#include "clang/AST/ASTContext.h"

#include <algorithm>

using namespace clang;
using redistc::directive::DiagnosticKind;

namespace redistc::sema {

/// What may reach all objects together: they share the directive's layouts.
KnownLayouts LayoutFlow::reaching(const Query &query,
                                  const LayoutState &state) const {
  std::optional<KnownLayouts> all;
  for (const ValueDecl *object : query.objects) {
    const auto index = uses.indexOf(object);
    const KnownLayouts one = index ? state[*index] : unknownLayout();
    if (!all || (all->mayBeOther && !one.mayBeOther) ||
        (all->mayBeOther == one.mayBeOther && !one.origins.empty() &&
         (all->origins.empty() || one.origins.size() < all->origins.size())))
      all = one;
  }
  return all.value_or(unknownLayout());
}

static bool sameLayout(const plan::CheckedLayout &a,
                       const plan::CheckedLayout &b) {
  return layoutText(a) == layoutText(b);
}

/// Whether no layout that can reach the objects is this one.
bool LayoutFlow::mustDiffer(const Query &query, const KnownLayouts &known,
                            const plan::CheckedLayout &layout) const {
  return !known.mayBeOther && !known.origins.empty() &&
         llvm::all_of(known.origins, [&](std::size_t origin) {
           return provablyDiffer(origins[origin].layout, layout,
                                 query.placed.instance->sections);
         });
}

/// Where the objects' layouts come from, behind an error.
void LayoutFlow::noteOrigins(const Query &query,
                             const KnownLayouts &known) const {
  for (const std::size_t origin : known.origins)
    directive::report(ast.getDiagnostics(), origins[origin].location,
                      DiagnosticKind::LayoutGivenHere)
        << layoutText(origins[origin].layout);
  const std::string &context = query.placed.instance->context;
  if (!context.empty())
    directive::report(
        ast.getDiagnostics(),
        recorder.directives()[query.placed.directive->id].range.getBegin(),
        DiagnosticKind::InInstance)
        << context;
}

/// from() of an array: an error where no layout that can reach it is the same.
void LayoutFlow::checkFrom(const Query &query,
                           const KnownLayouts &known) const {
  const plan::CheckedInstance &instance = *query.placed.instance;
  if (!mustDiffer(query, known, *instance.from))
    return;
  const directive::ParsedDirective &parsed =
      recorder.directives()[query.placed.directive->id];
  const LayoutOrigin &first = origins[*known.origins.begin()];
  directive::report(ast.getDiagnostics(), parsed.from->range.getBegin(),
                    DiagnosticKind::NotTheLayout)
      << parsed.objects.front().name.text << layoutText(first.layout)
      << layoutText(*instance.from);
  noteOrigins(query, known);
}

/// A section in place stays where it is: an error where the array surely has
/// another layout than to() says.
void LayoutFlow::checkPartInPlace(const Query &query,
                                  const KnownLayouts &known) const {
  const directive::ParsedDirective &parsed =
      recorder.directives()[query.placed.directive->id];
  const directive::ParsedObject &object = parsed.objects.front();
  const auto part = llvm::find_if(
      object.sections, [](const auto &section) { return !section.extent; });
  if (!parsed.into.empty() || part == object.sections.end() ||
      !mustDiffer(query, known, query.placed.instance->to))
    return;
  directive::report(ast.getDiagnostics(), part->range.getBegin(),
                    DiagnosticKind::SectionInPlace)
      << "'" + object.name.text + "'";
  noteOrigins(query, known);
}

void LayoutFlow::answer(const Query &query, const LayoutState &state) const {
  plan::CheckedInstance &instance = *query.placed.instance;
  const KnownLayouts known = reaching(query, state);
  if (query.placed.directive->receives())
    return;
  if (instance.from)
    return checkFrom(query, known);
  if (query.placed.directive->sends())
    return;
  checkPartInPlace(query, known);
  for (const std::size_t origin : known.origins) {
    const plan::CheckedLayout &layout = origins[origin].layout;
    const bool isNew = std::none_of(
        instance.reaching.begin(), instance.reaching.end(),
        [&](const auto &other) { return sameLayout(other, layout); });
    if (isNew)
      instance.reaching.push_back(layout);
  }
}

} // namespace redistc::sema
