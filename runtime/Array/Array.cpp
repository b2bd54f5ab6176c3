//===- Array.cpp - Type-erased distributed array --------------------------===//
//
// Storage, construction, and moves between the ranks' parts and the whole
// array. All moving is done by the calls behind the directives.
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/Array.h"

#include "Array/ArrayAgreement.h"
#include "Communicator/CommunicatorState.h"
#include "SharedMemory/SharedWindow.h"
#include "Support/ExceptionMessage.h"
#include "Support/Guard.h"

#include "redist/Redistribute.h"

#include <cstring>
#include <new>

namespace redist::detail {

using runtime::agreeOn;
using runtime::CommunicatorState;
using runtime::guarded;

void aligned_bytes::deleter::operator()(unsigned char *bytes) const {
  if (window)
    window->release(bytes, size);
  else
    ::operator delete[](bytes, std::align_val_t{alignment});
}

void aligned_bytes::reserve(std::size_t size) {
  if (size <= room)
    return;
  // The old room goes first: nothing of it is kept, and both might not fit.
  // Storage that cannot grow is empty afterwards, but never half of each.
  bytes.reset();
  room = 0;
  void *const shared = window ? window->allocate(size) : nullptr;
  void *const made =
      shared ? shared : ::operator new[](size, std::align_val_t{alignment});
  bytes = {static_cast<unsigned char *>(made),
           deleter{shared ? window : nullptr, size}};
  room = size;
}

void aligned_bytes::release() noexcept {
  bytes.reset();
  room = 0;
}

const array_shape &shape_of_nothing() noexcept {
  static const array_shape nothing;
  return nothing;
}

void throw_no_array() {
  throw error("the redist::array has no extents: it was made without, or moved "
              "from");
}

void require_room(std::int64_t size, std::int64_t needed) {
  if (size != unknown_size && size < needed)
    throw error("there is room for " + std::to_string(size) + " of " +
                std::to_string(needed) + " elements");
}

struct Argument {
  std::int64_t value;
  const char *name;
  std::int64_t dimension = -1; ///< -1: none
  std::string (*show)(std::int64_t) = runtime::showNumber;
};

/// What a constructor is given.
struct ArrayArguments {
  const std::int64_t *extents;
  std::size_t count;
  const redist::layout &layout;
  storage_order order;
  std::size_t elementSize;

  /// Calls visit(Argument) for all that is to be the same on every rank.
  template <typename Visit> void forEach(Visit visit) const;
  std::vector<std::int64_t> words() const;
  runtime::NamedWord nameOf(std::size_t word) const;
};

template <typename Visit> void ArrayArguments::forEach(Visit visit) const {
  const auto number = [](auto value) {
    return static_cast<std::int64_t>(value);
  };
  visit(Argument{number(count), "the number of dimensions"});
  visit(Argument{number(elementSize), "the size of an element"});
  visit(Argument{number(order), "the storage order", -1, runtime::showOrder});
  for (std::size_t k = 0; k < count; ++k) {
    const distribution &one = layout.dimensions[k];
    visit(Argument{extents[k], "the extent", number(k)});
    visit(Argument{number(one.kind), "the kind of distribution", number(k),
                   runtime::showKind});
    visit(Argument{one.block, "the block size", number(k)});
    visit(Argument{one.shifted, "the shift", number(k)});
    visit(Argument{number(one.size_count), "the number of sizes", number(k)});
    for (std::size_t i = 0; i < one.size_count; ++i)
      visit(Argument{one.size_at(one.sizes, i), "a size", number(k)});
  }
  visit(
      Argument{number(layout.grid_count), "the number of extents of the grid"});
  for (std::size_t i = 0; i < layout.grid_count; ++i)
    visit(Argument{layout.grid[i], "an extent of the grid"});
  visit(Argument{number(layout.holder_count),
                 "how often there are copies or parts"});
  for (std::size_t i = 0; i < layout.holder_count; ++i) {
    const grid_holders &one = layout.holders[i];
    visit(Argument{one.ranks, "the number of copies or parts"});
    visit(Argument{number(one.place), "the place of copies or parts"});
    visit(Argument{number(one.role), "what ranks hold", -1, runtime::showRole});
    visit(Argument{number(one.op), "the operator of the parts", -1,
                   runtime::showOperator});
  }
  visit(Argument{layout.first_rank, "the first rank"});
  visit(Argument{number(layout.map.count),
                 "the number of ranks that are listed"});
  for (std::size_t i = 0; i < layout.map.count; ++i)
    visit(Argument{layout.map.rank_of[i], "a rank that is listed"});
  visit(Argument{number(layout.width_count), "the number of widths"});
  for (std::size_t k = 0; k < layout.width_count; ++k) {
    visit(Argument{layout.widths[k].before, "a width", number(k)});
    visit(Argument{layout.widths[k].after, "a width", number(k)});
  }
}

std::vector<std::int64_t> ArrayArguments::words() const {
  std::vector<std::int64_t> words;
  forEach([&](const Argument &one) { words.push_back(one.value); });
  return words;
}

runtime::NamedWord ArrayArguments::nameOf(std::size_t word) const {
  runtime::NamedWord found{"an argument", runtime::showNumber};
  std::size_t next = 0;
  forEach([&](const Argument &one) {
    if (next++ != word)
      return;
    found = {one.name, one.show};
    if (one.dimension >= 0 && count > 1)
      found.name += " of dimension " + std::to_string(one.dimension);
  });
  return found;
}

/// Precondition: array_shape::problem_of() has found nothing.
void array_core::describe(const std::int64_t *extents, std::size_t count,
                          const redist::layout &given, storage_order how,
                          int rank) {
  own_shape.reserve(count, rank_count);
  spare_shape.reserve(count, rank_count);
  own_shape.describe(extents, count, given, how, rank);
  try {
    current.reserve(bytes());
  } catch (const std::bad_alloc &) {
    throw error("no memory for " + std::to_string(own_shape.local_size()) +
                " elements on rank " + std::to_string(rank));
  }
}

/// A call of the library that is no directive of the user's.
static constexpr directive callOf(const char *member) {
  return {nullptr, 0, member, "auto", nullptr, 0};
}
static constexpr const char noun[] = "call";

/// Runs `step` where nothing is wrong yet; what it throws is this rank's
/// problem, to be told to all.
template <typename Step> static void attempt(std::string &problem, Step step) {
  if (!problem.empty())
    return;
  try {
    problem = step();
  } catch (...) {
    problem = runtime::messageOfException();
    if (problem.empty())
      problem = "unknown problem";
  }
}

std::unique_ptr<array_core>
array_core::make(const std::int64_t *extents, std::size_t count,
                 const redist::layout &given, MPI_Comm communicator,
                 storage_order how, std::size_t elementSize) {
  static constexpr directive call = callOf("redist::array");
  return guarded(call, noun, [&] {
    std::unique_ptr<array_core> made;
    std::string problem;
    attempt(problem, [&] {
      made = std::make_unique<array_core>(communicator, elementSize);
      return std::string();
    });
    CommunicatorState &state = CommunicatorState::of(communicator);
    state.requireOneGroup(call.text, call);
    state.enterCall(call.text, call, true);
    const auto &window = state.provideWindow();
    attempt(problem, [&] {
      made->communicator_life = state.life();
      made->rank_count = state.size();
      made->current = aligned_bytes(window);
      made->spare = aligned_bytes(window);
      std::string found =
          array_shape::problem_of(extents, count, given, state.size());
      if (found.empty())
        made->describe(extents, count, given, how, state.rank());
      return found;
    });
    const ArrayArguments arguments{extents, count, given, how, elementSize};
    std::vector<std::int64_t> words;
    attempt(problem, [&] {
      words = arguments.words();
      return std::string();
    });
    agreeOn(state.communicator(), problem, call.text, words,
            [&](std::size_t word) { return arguments.nameOf(word); });
    return made;
  });
}

CommunicatorState &array_core::state(const char *member) const {
  CommunicatorState::requireMpi();
  if (communicator_life.expired())
    throw error(std::string(member) +
                ": the communicator of the array has been freed");
  CommunicatorState &known = CommunicatorState::of(own_communicator);
  known.enterCall(member, callOf(member));
  return known;
}

array_core::array_core(const array_core &other)
    : own_communicator(other.own_communicator),
      communicator_life(other.communicator_life), rank_count(other.rank_count),
      bytes_per_element(other.bytes_per_element), current(other.current.like()),
      spare(other.spare.like()) {
  const std::size_t count = other.own_shape.dimension_count();
  own_shape.reserve(count, rank_count);
  spare_shape.reserve(count, rank_count);
  own_shape.describe(other.own_shape);
  current.reserve(bytes());
  if (bytes() > 0)
    std::memcpy(data(), other.data(), bytes());
}

std::size_t array_core::bytes() const {
  return static_cast<std::size_t>(own_shape.local_size()) * bytes_per_element;
}

object_layout array_core::describe_layout() const {
  object_layout result;
  result.current = &own_shape.layout();
  result.order = own_shape.order();
  result.dimension_count = own_shape.dimension_count();
  result.extents = own_shape.extents();
  result.communicator = own_communicator;
  result.is_orphaned = communicator_life.expired();
  return result;
}

void *array_core::provide_spare(std::int64_t elements,
                                const object_layout &next) {
  spare_shape.describe(next.extents.data(), next.dimension_count, *next.current,
                       next.order, own_shape.rank(), next.ranks);
  spare.reserve(static_cast<std::size_t>(elements) * bytes_per_element);
  return spare.data();
}

void array_core::adopt_spare() noexcept {
  std::swap(own_shape, spare_shape);
  std::swap(current, spare);
}

void array_core::throw_not_here(const std::int64_t *index) const {
  const std::size_t count = own_shape.dimension_count();
  const std::string element = "element " + text_of_index(index, count);
  if (!own_shape.contains(index))
    throw error(element + " is not in the array, which has " +
                text_of_extents(own_shape.extents().data(), count) +
                " elements");
  throw error(element + " is on rank " +
              std::to_string(own_shape.owner(index)) + ", not on rank " +
              std::to_string(own_shape.rank()));
}

/// Whole sections of an array.
static redistribution wholeOf(const array_shape &shape) {
  redistribution what({});
  what.dimension_count = shape.dimension_count();
  for (std::size_t k = 0; k < shape.dimension_count(); ++k)
    what.source_sections[k] = whole(shape.extents()[k]);
  return what;
}

void array_core::redistribute(const redist::layout &to) {
  redistribution what = wholeOf(own_shape).to(to);
  what.order = own_shape.order();
  object_entry entry;
  entry.element_size = bytes_per_element;
  entry.source = entry.target = data();
  entry.source_size = entry.target_size = own_shape.local_size();
  entry.container = this;
  entry.hooks = &array_hooks<array_core>::hooks;
  entry.in_place = entry.source_knows = entry.target_knows = true;
  entry.source_layout = entry.target_layout = describe_layout();
  redistribute_entries(callOf("redist::array::redistribute"), what,
                       own_communicator, &entry, 1);
}

/// All dimensions on one rank; the outermost is the one that is dealt there.
static redist::layout wholeOn(int root, const array_shape &shape) {
  redist::layout result;
  result.dimension_count = shape.dimension_count();
  result.dimensions[0] = redist::block();
  return result.onto({1}).at(root);
}

static std::string problemOfRoot(int root, int rankCount) {
  return root >= 0 && root < rankCount
             ? std::string()
             : "rank " + std::to_string(root) +
                   " is not in a communicator of " + std::to_string(rankCount);
}

void array_core::gather(int root,
                        const std::function<void *()> &makeRoom) const {
  static constexpr directive call = callOf("redist::array::gather");
  guarded(call, noun, [&] {
    const bool isRoot = own_shape.rank() == root;
    std::string problem = problemOfRoot(root, rank_count);
    void *target = nullptr;
    if (isRoot)
      attempt(problem, [&] {
        target = makeRoom();
        return target || own_shape.size() == 0
                   ? std::string()
                   : "there is only a null pointer for the elements";
      });
    agreeOn(state(call.text).communicator(), problem, call.text, "the root",
            root);
    const redistribution what = wholeOf(own_shape)
                                    .from(own_shape.layout())
                                    .to(wholeOn(root, own_shape));
    object_entry entry;
    entry.element_size = bytes_per_element;
    entry.source = data();
    entry.source_size = own_shape.local_size();
    entry.source_knows = true;
    entry.source_layout = describe_layout();
    entry.target = target;
    entry.target_size = isRoot ? own_shape.size() : 0;
    redistribute_entries(call, what, own_communicator, &entry, 1);
  });
}

void array_core::scatter(int root, const void *all, std::int64_t elements) {
  static constexpr directive call = callOf("redist::array::scatter");
  guarded(call, noun, [&] {
    const bool isRoot = own_shape.rank() == root;
    std::string problem = problemOfRoot(root, rank_count);
    if (isRoot && elements != unknown_size && elements != own_shape.size())
      problem = "there are " + std::to_string(elements) + " elements for the " +
                std::to_string(own_shape.size()) + " of the array";
    else if (isRoot && !all && own_shape.size() > 0)
      problem = "there is only a null pointer for the elements";
    agreeOn(state(call.text).communicator(), problem, call.text, "the root",
            root);
    redistribution what = wholeOf(own_shape)
                              .from(wholeOn(root, own_shape))
                              .to(own_shape.layout());
    object_entry entry;
    entry.element_size = bytes_per_element;
    entry.source = isRoot ? all : nullptr;
    entry.source_size = isRoot ? own_shape.size() : 0;
    entry.target = data();
    entry.target_size = own_shape.local_size();
    entry.target_knows = true;
    entry.target_layout = describe_layout();
    redistribute_entries(call, what, own_communicator, &entry, 1);
  });
}

} // namespace redist::detail
