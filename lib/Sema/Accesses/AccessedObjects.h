//===- AccessedObjects.h - Objects that stages may share -------*- C++ -*-===//
//
// Private to the Sema room: the objects that reads and writes are attributed
// to. Elements and members count as their variable; members of `*this` are
// objects of their own, and so is what a pointer of unknown value points to.
//
//   v[i].x        Variable v
//   this->count   Member count
//   stats.read    Part read of Variable stats, where stages use different
//                 members
//   p->next       Pointee of p, unless it is known what p points to
//   std::cout     Hidden "standard output"
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_ACCESSES_ACCESSEDOBJECTS_H
#define REDISTC_LIB_SEMA_ACCESSES_ACCESSEDOBJECTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"

#include "llvm/ADT/SmallVector.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace redistc::sema {

enum class ObjectKind {
  Variable, ///< a variable, parameter or structured binding
  Member,   ///< a field of *this
  Part,     ///< the field `decl` of the object `owner`
  /// The element of the object `owner`, the array `decl`, that is the item's.
  Element,
  Whole,   ///< *this
  Pointee, ///< what `decl` points to; of *this where decl is null
  Result,  ///< what the function `decl` returns a reference to
  /// What the lambda `decl` has captured by copy. As something that is kept:
  /// the function `decl`, or all callables in a member or parameter, or,
  /// where `decl` is null, in *this.
  Closure,
  Hidden, ///< what functions share without naming it
};

/// In the order in which objects are first met.
using ObjectId = unsigned;
using ObjectIds = llvm::SmallVector<ObjectId, 2>;

struct Object {
  ObjectKind kind = ObjectKind::Variable;
  const clang::ValueDecl *decl = nullptr; ///< canonical
  /// Of Hidden; of a Part, an Element, or a Pointee of a member, as it is
  /// written.
  std::string name;
  clang::QualType type; ///< null where not known
  /// Of a Pointee: other pointers may point to the same.
  bool isShared = false;
  ObjectId owner = 0; ///< of a Part, an Element
};

class ObjectTable {
public:
  ObjectId intern(const Object &);
  ObjectId variable(const clang::ValueDecl *);
  /// A variable, or a member of *this.
  ObjectId named(const clang::ValueDecl *);
  ObjectId hidden(llvm::StringRef name);
  ObjectId part(ObjectId owner, const clang::FieldDecl *);
  /// The object that a Part is of; any other object itself.
  const Object &whole(const Object &object) const {
    return object.kind == ObjectKind::Part ? objects[object.owner] : object;
  }
  const Object &operator[](ObjectId id) const { return objects[id]; }
  std::size_t size() const { return objects.size(); }

private:
  using Key =
      std::tuple<ObjectKind, const clang::ValueDecl *, std::string, ObjectId>;
  std::vector<Object> objects;
  std::map<Key, ObjectId> ids; ///< looked up only: the order does not matter
};

/// The object that `errno` stands for.
inline constexpr char errnoName[] = "'errno'";
bool isErrno(const Object &);
/// A mutex: it has no value.
bool isLock(const Object &);

/// Adds what is not there.
void addTo(ObjectIds &, ObjectId);
void addTo(ObjectIds &, const ObjectIds &);

/// "'x'", "what 'p' points to", "standard output", for messages.
std::string describe(const Object &);

/// A pointer, or a class of the standard library that refers to elements of
/// another object: iterators, views, shared pointers.
bool isHandle(clang::QualType);

/// A handle that travels with what it refers to.
bool isOwningHandle(clang::QualType);

/// What a handle refers to, as far as its type tells; null otherwise.
clang::QualType pointeeOf(clang::QualType handle);

/// Whether elements cannot be written through the handle.
bool isConstHandle(clang::QualType);

/// Whether an object of the type may keep an address, of the target.
bool mayHold(clang::QualType holder, clang::QualType target);
bool mayHoldAddresses(clang::QualType);

/// std::function and its kin: which functions are called, no type tells.
bool isCallableOfStd(clang::QualType);

/// Callables of which the callers of a function know.
bool isGivenCallable(const Object &);

/// A member of `*this`, or all of it.
bool isOfThis(const Object &);

/// std::istream_iterator and its kin: to move it, or to read through it, takes
/// from the stream that it refers to.
bool isOfStream(clang::QualType handle);

/// In namespace std, or where its implementation lives.
bool isOfStd(const clang::Decl *);

/// Whether objects of the two types may be one.
bool areCompatible(clang::QualType, clang::QualType);

} // namespace redistc::sema

#endif
