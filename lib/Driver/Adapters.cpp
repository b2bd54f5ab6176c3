//===- Adapters.cpp - Storage of other libraries in a program --*- C++ -*-===//
#include "Adapters.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace redistc::driver {

/// A macro that the library defines when it is included.
struct Library {
  llvm::StringRef macro, adapter;
};
static constexpr Library libraries[] = {
    {"EIGEN_CORE_H", "redist/adapt/eigen.h"},
    {"KOKKOS_CORE_HPP", "redist/adapt/kokkos.h"},
    {"XTENSOR_FORWARD_HPP", "redist/adapt/xtensor.h"},
    {"BOOST_MULTI_ARRAY_HPP", "redist/adapt/multi_array.h"},
    {"OPENCV_CORE_MAT_HPP", "redist/adapt/opencv.h"},
    {"_GLIBCXX_VALARRAY", "redist/adapt/valarray.h"},
    {"_LIBCPP_VALARRAY", "redist/adapt/valarray.h"},
};

/// Of a class template with that name; "" where there is none.
static llvm::StringRef adapterOf(const ClassTemplateSpecializationDecl &made) {
  const llvm::StringRef name = made.getName();
  if (name == "mdspan")
    return "redist/adapt/mdspan.h";
  const TemplateArgumentList &arguments = made.getTemplateArgs();
  const bool isOfArray = made.isInStdNamespace() && arguments.size() > 0 &&
                         arguments[0].getKind() == TemplateArgument::Type &&
                         arguments[0].getAsType()->isIncompleteArrayType();
  return isOfArray && (name == "unique_ptr" || name == "shared_ptr")
             ? "redist/adapt/memory.h"
             : "";
}

std::vector<std::string> adaptersFor(const ASTContext &context,
                                     const Preprocessor &pp) {
  std::vector<std::string> found;
  const auto add = [&](llvm::StringRef adapter) {
    if (!adapter.empty() && !llvm::is_contained(found, adapter))
      found.push_back(adapter.str());
  };
  for (const Library &library : libraries)
    if (pp.getIdentifierInfo(library.macro)->hasMacroDefinition())
      add(library.adapter);
  // Questions about classes of a precompiled header add types.
  for (std::size_t i = 0; i < context.getTypes().size(); ++i)
    if (const auto *record = dyn_cast<RecordType>(context.getTypes()[i]))
      if (const auto *made =
              dyn_cast<ClassTemplateSpecializationDecl>(record->getDecl()))
        add(adapterOf(*made));
  return found;
}

} // namespace redistc::driver
