//===- RecentEntries.h - Least-recently-used cache -------------*- C++ -*-===//
//
// Entries in the order of their use, found by a hash of their key. A lookup of
// a missing entry does not compare it with all others, which have left the
// caches: that would take longer than making the entry. Comes in: hashes, and a
// predicate that selects among entries with the same hash.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_RECENTENTRIES_H
#define REDIST_RUNTIME_SUPPORT_RECENTENTRIES_H

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <unordered_map>
#include <utility>

namespace redist::runtime {

template <typename Entry> class RecentEntries {
public:
  std::size_t size() const { return entries.size(); }
  /// Null where there is none.
  Entry *newest() { return entries.empty() ? nullptr : &entries.front().value; }
  /// The one with this hash that `isWanted` accepts, the newest from now on;
  /// null where there is none.
  template <typename Predicate>
  Entry *find(std::uint64_t hash, Predicate isWanted) {
    Node *const found = look(hash, isWanted);
    return found ? &use(*found) : nullptr;
  }
  /// A new one, the newest.
  Entry &add(std::uint64_t hash, Entry value) {
    return use(addUnused(hash, std::move(value)));
  }

  // In two parts, for what may turn out not to be used after all.

  /// Of an entry, as long as that is there.
  class Node;
  /// As find(), but what was used last stays so.
  template <typename Predicate>
  Node *look(std::uint64_t hash, Predicate isWanted) {
    const auto [begin, end] = places.equal_range(hash);
    for (auto at = begin; at != end; ++at)
      if (isWanted(std::as_const(at->second->value)))
        return &*at->second;
    return nullptr;
  }
  /// A new one, the oldest.
  Node &addUnused(std::uint64_t hash, Entry value) {
    entries.emplace_back(std::move(value));
    try {
      entries.back().place = places.emplace(hash, std::prev(entries.end()));
    } catch (...) {
      entries.pop_back();
      throw;
    }
    return entries.back();
  }
  /// The newest from now on.
  Entry &use(Node &node) noexcept {
    entries.splice(entries.begin(), entries, node.place->second);
    return node.value;
  }
  void drop(Node &node) noexcept {
    const auto entry = node.place->second;
    places.erase(node.place);
    entries.erase(entry);
  }
  /// The newest first.
  template <typename Visit> void forEach(Visit visit) const {
    for (const Node &node : entries)
      visit(node.value);
  }
  /// Precondition of both: there are entries.
  const Entry &oldest() const { return entries.back().value; }
  void dropOldest() { drop(entries.back()); }

private:
  using Places = std::unordered_multimap<std::uint64_t,
                                         typename std::list<Node>::iterator>;

  std::list<Node> entries;
  Places places;
};

template <typename Entry> class RecentEntries<Entry>::Node {
public:
  explicit Node(Entry given) : value(std::move(given)) {}

  Entry value;

private:
  friend class RecentEntries;
  typename Places::iterator place;
};

} // namespace redist::runtime

#endif
