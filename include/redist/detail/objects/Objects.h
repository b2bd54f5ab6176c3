//===- Objects.h - Type-erased objects of a call --------------------------===//
//
// Erases the type of the user's objects: reads pointer, size and element size,
// and provides resizing of containers. The result has no type and is passed to
// the compiled runtime (Redistribute.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_OBJECTS_OBJECTS_H
#define REDIST_DETAIL_OBJECTS_OBJECTS_H

#include "redist/Redistribution.h"
#include "redist/detail/objects/Storage.h"
#include "redist/detail/reduce/BuiltinReduction.h"
#include "redist/detail/reduce/Leaf.h"

#include <mpi.h>

#include <memory>

namespace redist {
namespace detail {

/// What an object that knows its layout (redist::array) tells of itself.
struct object_layout {
  const layout *current = nullptr;
  rank_map ranks; ///< of a layout that is to come, where it is relabelled
  storage_order order = storage_order::row;
  std::size_t dimension_count = 0;
  std::array<std::int64_t, max_dimensions> extents{}; ///< whole, global
  /// Of what is to be made room for: this rank's part, one a dimension.
  const std::int64_t *local_extents = nullptr;
  MPI_Comm communicator = MPI_COMM_NULL;
  bool is_orphaned = false; ///< that communicator has been freed
};

/// How a container makes room for what it shall hold. The runtime keeps a spare
/// container of each type with the communicator, so that directives which are
/// executed again allocate nothing.
struct container_hooks {
  /// An empty container like `object`; null: the object has its own spare.
  void *(*make_spare)(const void *object);
  void (*free_spare)(void *spare);
  /// A spare may serve other objects of the type, and outlive this one.
  bool is_shared;
  /// Elements that the spare can take without allocating.
  std::int64_t (*capacity)(const void *spare);
  /// Room for exactly `elements` elements, apart from the object's storage;
  /// `next` is the layout that they will have. May throw.
  void *(*provide)(void *object, void *spare, std::int64_t elements,
                   const object_layout &next);
  /// What was provided becomes the object's storage. Must not throw.
  void (*finish)(void *object, void *spare);
};

/// How elements that arrive are combined with those of the target
/// (Accumulate.h): by an operator and on numbers that the runtime knows, else
/// by `run`.
struct element_combiner {
  bool is_used = false; ///< else they replace them
  builtin_operator op{};
  builtin_type type{};
  /// For each of `count` runs of `run_bytes` bytes, strides in bytes apart;
  /// null: the operator could not be kept.
  void (*run)(void *context, std::byte *to, std::int64_t to_stride,
              const std::byte *from, std::int64_t from_stride,
              std::int64_t run_bytes, std::int64_t count) = nullptr;
  void *context = nullptr; ///< the operator
};

/// One object of a call: this rank's storage before and after. Sizes are in
/// elements.
struct object_entry {
  std::size_t element_size = 0; ///< bytes
  const void *source = nullptr;
  std::int64_t source_size = unknown_size;
  void *target = nullptr; ///< the same as `source`: in place
  std::int64_t target_size = unknown_size;
  /// The target is this container, which can make room; null: storage of fixed
  /// size.
  void *container = nullptr;
  const container_hooks *hooks = nullptr;
  bool in_place = false;
  element_combiner combiner;
  element_combiner parts; ///< how parts of an element are combined (Parts.h)
  builtin_type number{};  ///< that elements consist of; none: not of numbers
  /// The size may be that of the local part exactly; not where the type fixes
  /// it, so that it is the most of any rank.
  bool source_tells_extents = true, target_tells_extents = true;
  bool source_knows = false, target_knows = false;
  object_layout source_layout, target_layout; ///< where they know it
  /// Of objects with a shape of their own (storage_traits); else null.
  const void *source_object = nullptr, *target_object = nullptr;
  storage_shape (*source_shape)(const void *object) = nullptr;
  storage_shape (*target_shape)(const void *object) = nullptr;
  /// Of objects whose rows lie apart; else null. The runtime gives such an
  /// entry the addresses of memory of its own.
  const row_hooks *source_rows = nullptr, *target_rows = nullptr;
};

template <typename Object, typename = void>
struct knows_layout : std::false_type {};
/// Such objects have
///   object_layout describe_layout() const;
///   T *provide_spare(std::int64_t elements, const object_layout &next);
///     storage for so many elements apart from data(), and
///   void adopt_spare() noexcept;
///     after which that is the data, and `next` (of which it has copied what it
///     needs: pointers in it are valid in provide_spare() alone) the layout.
template <typename Object>
struct knows_layout<
    Object, std::void_t<decltype(std::declval<Object &>().describe_layout())>>
    : std::true_type {};

/// Whether a spare container of this type may be kept after the object is gone:
/// its allocator refers to nothing.
template <typename Container, typename = void>
struct outlives : std::true_type {};
template <typename Container>
struct outlives<Container, std::void_t<typename Container::allocator_type>>
    : std::allocator_traits<
          typename Container::allocator_type>::is_always_equal {};

template <typename Container, typename = void>
struct has_capacity : std::false_type {};
template <typename Container>
struct has_capacity<
    Container,
    std::void_t<decltype(std::declval<const Container &>().capacity())>>
    : std::true_type {};

/// Hooks of a container with resize().
template <typename Container> struct resizable_hooks {
  static void *make_spare(const void *object) {
    return new Container(empty_like(*static_cast<const Container *>(object)));
  }
  static void free_spare(void *spare) {
    delete static_cast<Container *>(spare);
  }
  static std::int64_t capacity(const void *spare) {
    const auto &container = *static_cast<const Container *>(spare);
    if constexpr (has_capacity<Container>::value)
      return static_cast<std::int64_t>(container.capacity());
    else
      return size_of(container);
  }
  static void *provide(void *, void *spare, std::int64_t elements,
                       const object_layout &) {
    auto &container = *static_cast<Container *>(spare);
    container.resize(static_cast<std::size_t>(elements));
    return data_of(container);
  }
  static void finish(void *object, void *spare) {
    using std::swap;
    swap(*static_cast<Container *>(object), *static_cast<Container *>(spare));
  }
  static constexpr container_hooks hooks = {
      &make_spare, &free_spare, outlives<Container>::value,
      &capacity,   &provide,    &finish};
};

template <typename Object> storage_shape shape_of_object(const void *object) {
  return shape_of(*static_cast<const Object *>(object));
}

/// Hooks of an object whose storage_traits can make room.
template <typename Object> struct traits_hooks {
  using traits = storage_traits<Object>;

  static void *make_spare(const void *) { return new Object(); }
  static void free_spare(void *spare) { delete static_cast<Object *>(spare); }
  static std::int64_t capacity(const void *spare) {
    return size_of(*static_cast<const Object *>(spare));
  }
  static void *provide(void *, void *spare, std::int64_t elements,
                       const object_layout &next) {
    auto &made = *static_cast<Object *>(spare);
    if constexpr (has_shape<Object>::value)
      traits::resize(made, next.local_extents, next.dimension_count);
    else
      traits::resize(made, &elements, 1);
    return data_of(made);
  }
  static void finish(void *object, void *spare) {
    using std::swap;
    swap(*static_cast<Object *>(object), *static_cast<Object *>(spare));
  }
  static constexpr container_hooks hooks = {
      &make_spare, &free_spare, outlives<Object>::value,
      &capacity,   &provide,    &finish};
};

/// Hooks of an object whose rows lie apart, which can make room.
template <typename Object> struct resizable_rows {
  using access = row_access<Object>;
  struct spare_rows {
    std::vector<typename access::element> block;
    Object rows;
  };

  static void *make_spare(const void *) { return new spare_rows(); }
  static void free_spare(void *spare) {
    delete static_cast<spare_rows *>(spare);
  }
  static std::int64_t capacity(const void *spare) {
    return static_cast<std::int64_t>(
        static_cast<const spare_rows *>(spare)->block.capacity());
  }
  static void *provide(void *, void *spare, std::int64_t elements,
                       const object_layout &next) {
    auto &made = *static_cast<spare_rows *>(spare);
    made.block.resize(static_cast<std::size_t>(elements));
    access::resize(made.rows, next.local_extents[0], next.local_extents[1]);
    return made.block.data();
  }
  static void finish(void *object, void *spare) {
    auto &made = *static_cast<spare_rows *>(spare);
    rows_of<Object>::scatter(
        &made.rows, reinterpret_cast<const std::byte *>(made.block.data()));
    using std::swap;
    swap(*static_cast<Object *>(object), made.rows);
  }
  static constexpr container_hooks hooks = {
      &make_spare, &free_spare, outlives<Object>::value,
      &capacity,   &provide,    &finish};
};

/// Hooks of an object that knows its layout, which has a spare of its own.
template <typename Array> struct array_hooks {
  static void *provide(void *object, void *, std::int64_t elements,
                       const object_layout &next) {
    return static_cast<Array *>(object)->provide_spare(elements, next);
  }
  static void finish(void *object, void *) {
    static_cast<Array *>(object)->adopt_spare();
  }
  static constexpr container_hooks hooks = {nullptr, nullptr,  false,
                                            nullptr, &provide, &finish};
};

/// Elements that the storage of `object` holds where its directive has
/// `dimensions` brackets.
template <typename Object>
std::int64_t size_with_brackets(Object &object, std::size_t dimensions) {
  using element = typename checked_element<Object>::type;
  std::int64_t size = unknown_size;
  if constexpr (has_rows<Object>::value)
    size = rows_of<std::remove_cv_t<Object>>::shape(&object).elements();
  else
    size = size_of(object);
  if (size == unknown_size)
    return unknown_size;
  return size *
         static_cast<std::int64_t>(sizeof(element) /
                                   element_size_after<element>(dimensions - 1));
}

template <typename Object>
void enter_source(object_entry &entry, Object &object,
                  const redistribution &what) {
  using element = typename checked_element<Object>::type;
  const std::size_t dimensions = what.dimension_count;
  entry.element_size =
      element_size_after<element>(dimensions > 0 ? dimensions - 1 : 0);
  entry.number =
      builtin_type_of_number<typename leaf_of<redist::plus, element>::type>();
  if constexpr (!has_rows<Object>::value)
    entry.source = data_of(object);
  entry.source_size = size_with_brackets(object, dimensions);
  entry.source_tells_extents = !has_constant_size<Object>::value;
  if constexpr (knows_layout<Object>::value) {
    entry.source_knows = true;
    entry.source_layout = object.describe_layout();
  } else if constexpr (has_rows<Object>::value) {
    using rows = rows_of<std::remove_cv_t<Object>>;
    entry.source_object = entry.source = &object;
    entry.source_shape = &rows::shape;
    entry.source_rows = &rows::hooks;
  } else if constexpr (has_shape<Object>::value) {
    entry.source_object = &object;
    entry.source_shape = &shape_of_object<std::remove_cv_t<Object>>;
  }
}

template <typename Object>
void enter_target(object_entry &entry, Object &object,
                  const redistribution &what) {
  static_assert(!std::is_const<typename moved_element<Object>::type>::value,
                "the target of a redistribution cannot be const");
  if constexpr (!has_rows<Object>::value)
    entry.target = data_of(object);
  entry.target_size = size_with_brackets(object, what.has_target_sections
                                                     ? what.target_section_count
                                                     : what.dimension_count);
  entry.target_tells_extents = !has_constant_size<Object>::value;
  if constexpr (knows_layout<Object>::value) {
    entry.target_knows = true;
    entry.target_layout = object.describe_layout();
    entry.hooks = &array_hooks<Object>::hooks;
    entry.container = &object;
  } else if constexpr (has_rows<Object>::value) {
    entry.target = &object;
    entry.target_object = &object;
    entry.target_shape = &rows_of<Object>::shape;
    entry.target_rows = &rows_of<Object>::hooks;
    if constexpr (row_access<Object>::can_resize) {
      entry.hooks = &resizable_rows<Object>::hooks;
      entry.container = &object;
    }
  } else if constexpr (has_storage_traits<Object>::value) {
    if constexpr (has_shape<Object>::value) {
      entry.target_object = &object;
      entry.target_shape = &shape_of_object<Object>;
    }
    if constexpr (can_resize<Object>::value && !has_strides<Object>::value) {
      entry.hooks = &traits_hooks<Object>::hooks;
      entry.container = &object;
    }
  } else if constexpr (is_resizable<Object>::value) {
    entry.hooks = &resizable_hooks<Object>::hooks;
    entry.container = &object;
  }
}

template <typename Object>
object_entry source_entry(Object &object, const redistribution &what) {
  object_entry entry;
  enter_source(entry, object, what);
  return entry;
}
template <typename Object>
object_entry target_entry(Object &object, const redistribution &what) {
  using element = typename checked_element<Object>::type;
  const std::size_t dimensions = what.dimension_count;
  object_entry entry;
  entry.element_size =
      element_size_after<element>(dimensions > 0 ? dimensions - 1 : 0);
  enter_target(entry, object, what);
  return entry;
}

/// An object that is source and target.
template <typename Object>
object_entry entry_of(Object &object, const redistribution &what) {
  object_entry entry;
  enter_source(entry, object, what);
  enter_target(entry, object, what);
  entry.in_place = true;
  return entry;
}

/// A source and its target.
template <typename Source, typename Target>
object_entry entry_of(Source &source, Target &target,
                      const redistribution &what) {
  using from = typename checked_element<Source>::type;
  using to = typename checked_element<Target>::type;
  static_assert(std::is_same<std::remove_all_extents_t<from>,
                             std::remove_all_extents_t<to>>::value,
                "object and destination must have the same element type");
  object_entry entry;
  enter_source(entry, source, what);
  enter_target(entry, target, what);
  return entry;
}

} // namespace detail
} // namespace redist

#endif
