//===- ProgramGiven.cpp - What unseen callers hand over --------*- C++ -*-===//
//
// A function with a pipeline that no visible code calls. Each parameter is an
// object of its own: whether two are one is judged by their types, in the Sema
// room. What they hold addresses of is one object, where types tell what it can
// be, with the static variables of these types; else it is unknown.
//
//===----------------------------------------------------------------------===//
#include "Program/Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace llvm;

namespace redistc::effects {

namespace {
/// The types of what the addresses in an object refer to.
class HeldTypes {
public:
  /// Adds what an object of the type holds; false where its type does not tell.
  bool add(clang::QualType);
  bool contains(clang::QualType type) const {
    return pointees.count(plain(type)) != 0;
  }
  bool isEmpty() const { return pointees.empty(); }
  /// Whether an object of the type is one of them, or has one as a part.
  bool isPartOf(clang::QualType) const;

private:
  static const clang::Type *plain(clang::QualType type) {
    return type.getCanonicalType().getTypePtr();
  }
  bool addPointee(clang::QualType);
  bool addRecord(const clang::CXXRecordDecl *);
  bool addLibrary(const clang::CXXRecordDecl *);

  std::set<const clang::Type *> pointees;
  std::set<const clang::CXXRecordDecl *> seen;
};
} // namespace

/// An address of a base may be one of any class, one of bytes of anything.
bool HeldTypes::addPointee(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (type->isVoidType() || type->isFunctionType() || type->isCharType() ||
      type->isIncompleteType() ||
      (record && record->isPolymorphic() && !record->isEffectivelyFinal()))
    return false;
  pointees.insert(plain(type));
  return add(type);
}

bool HeldTypes::add(clang::QualType type) {
  if (type.isNull() || type->isDependentType())
    return false;
  type = type.getCanonicalType();
  if (const auto *array = dyn_cast<clang::ArrayType>(type.getTypePtr()))
    return add(array->getElementType());
  if (type->isAnyPointerType() || type->isReferenceType())
    return pointees.count(plain(type->getPointeeType())) ||
           addPointee(type->getPointeeType());
  if (type->isMemberPointerType() || type->isVoidType() ||
      type->isFunctionType())
    return false;
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return !record || addRecord(record);
}

bool HeldTypes::addLibrary(const clang::CXXRecordDecl *record) {
  const StringRef name = record->getIdentifier() ? record->getName() : "";
  if (name.contains("stream"))
    return true;
  if (name.contains("function") || name == "any")
    return false;
  const bool refers = name.contains("shared_ptr") ||
                      name.contains("weak_ptr") || name.contains("iterator") ||
                      name.contains("_view") || name == "span" ||
                      name == "reference_wrapper" || name == "initializer_list";
  const auto addOne = [&](const clang::TemplateArgument &argument) {
    return argument.getKind() != clang::TemplateArgument::Type ||
           (refers ? addPointee(argument.getAsType())
                   : add(argument.getAsType()));
  };
  const auto *instance =
      dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  return !instance ||
         all_of(instance->getTemplateArgs().asArray(),
                [&](const clang::TemplateArgument &argument) {
                  return argument.getKind() == clang::TemplateArgument::Pack
                             ? all_of(argument.pack_elements(), addOne)
                             : addOne(argument);
                });
}

bool HeldTypes::addRecord(const clang::CXXRecordDecl *record) {
  record = record->getDefinition();
  if (!record)
    return false;
  if (!seen.insert(record).second)
    return true;
  if (isOfLibraryNamespace(record))
    return addLibrary(record);
  if (record->isPolymorphic() && !record->isEffectivelyFinal())
    return false;
  return all_of(record->bases(),
                [&](const clang::CXXBaseSpecifier &base) {
                  return add(base.getType());
                }) &&
         all_of(record->fields(), [&](const clang::FieldDecl *field) {
           return add(field->getType());
         });
}

bool HeldTypes::isPartOf(clang::QualType type) const {
  if (contains(type))
    return true;
  if (const auto *array =
          dyn_cast<clang::ArrayType>(type.getCanonicalType().getTypePtr()))
    return isPartOf(array->getElementType());
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  return record && (any_of(record->bases(),
                           [&](const clang::CXXBaseSpecifier &base) {
                             return isPartOf(base.getType());
                           }) ||
                    any_of(record->fields(), [&](const clang::FieldDecl *one) {
                      return isPartOf(one->getType());
                    }));
}

bool holdsForeignAddress(clang::QualType type) {
  HeldTypes held;
  return !held.add(type) || !held.isEmpty();
}

ObjectId Program::givenObject(InstanceId id, const Argument *site) {
  Object object;
  object.kind = ObjectKind::Given;
  object.site = site;
  object.instance = id;
  return points.makeObject(object);
}

/// What the parameters of a function point to, in source order, with *this.
static std::vector<clang::QualType>
givenTypes(clang::ASTContext &ast, const clang::FunctionDecl *decl) {
  std::vector<clang::QualType> types;
  if (const auto *method = dyn_cast<clang::CXXMethodDecl>(decl);
      method && !method->isStatic())
    types.push_back(ast.getRecordType(method->getParent()));
  for (const clang::ParmVarDecl *parameter : decl->parameters()) {
    const clang::QualType type = parameter->getType();
    types.push_back(type->isReferenceType() || type->isAnyPointerType()
                        ? type->getPointeeType()
                        : type);
  }
  return types;
}

/// What a caller hands over that the translation unit does not show.
void Program::giveUnseen(InstanceId id, const clang::FunctionDecl *decl) {
  const std::vector<clang::QualType> types = givenTypes(ast, decl);
  const Function *function = instances[id].function;
  const unsigned hiddenCount =
      static_cast<unsigned>(function->arg_size() - types.size());
  HeldTypes all;
  for (const clang::QualType type : types)
    all.add(type);
  ObjectId graph = none;
  const auto graphOf = [&](const Argument *given) {
    if (graph != none)
      return graph;
    graph = givenObject(id, given);
    const NodeId content = points.contentOf(points.placeOf(graph, anywhere));
    points.add(content, points.placeOf(graph, anywhere));
    for (const GlobalVariable &variable : unit.module->globals())
      if (const auto *one =
              dyn_cast_or_null<clang::VarDecl>(unit.declarationOf(variable));
          one && !variable.isConstant() && all.isPartOf(one->getType()))
        points.add(content, points.placeOf(globalObject(&variable), anywhere));
    return graph;
  };
  for (unsigned i = 0; i < function->arg_size(); ++i) {
    const Argument *given = function->getArg(i);
    const Operand operand = instances[id].body->operandOf(given);
    if (operand.isNone)
      continue;
    const bool isKnown = i >= hiddenCount;
    HeldTypes held;
    const bool isTold = isKnown && held.add(types[i - hiddenCount]);
    const bool isOfGraph = isTold && all.contains(types[i - hiddenCount]);
    const ObjectId whole = isOfGraph ? graphOf(given) : givenObject(id, given);
    const ObjectId owned = givenObject(id, given);
    const NodeId content = points.contentOf(points.placeOf(whole, anywhere));
    const NodeId inner = points.contentOf(points.placeOf(owned, anywhere));
    for (const NodeId node : {content, inner}) {
      points.add(node, points.placeOf(owned, anywhere));
      if (!isTold)
        points.add(node, points.placeOf(unknownObject, anywhere));
      else if (!held.isEmpty())
        points.add(node, points.placeOf(graphOf(given), anywhere));
    }
    points.add(nodeOf(instances[id], operand), points.placeOf(whole, anywhere));
  }
}

/// Whether code of other functions uses the value.
static bool isUsedBeside(const Value *value,
                         const DenseSet<const Function *> &known) {
  return any_of(value->users(), [&](const User *user) {
    if (const auto *code = dyn_cast<Instruction>(user))
      return known.count(code->getFunction()) == 0;
    return isa<Constant>(user) && isUsedBeside(user, known);
  });
}

/// Without `main`, functions that are not followed may be called before the
/// loop. Static variables that they set may then hold any address.
void Program::giveToVariables() {
  DenseSet<const Function *> known;
  for (const Instance &instance : instances)
    known.insert(instance.function);
  for (const GlobalVariable &variable : unit.module->globals()) {
    const auto *decl =
        dyn_cast_or_null<clang::VarDecl>(unit.declarationOf(variable));
    if (!decl || variable.isConstant() || isOfLibraryNamespace(decl) ||
        !holdsForeignAddress(decl->getType()) ||
        (variable.hasLocalLinkage() && !isUsedBeside(&variable, known)))
      continue;
    points.add(
        points.contentOf(points.placeOf(globalObject(&variable), anywhere)),
        points.placeOf(unknownObject, anywhere));
  }
  points.solve();
}

} // namespace redistc::effects
