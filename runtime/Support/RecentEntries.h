//===- RecentEntries.h - What has been used last, by its key ---*- C++ -*-===//
//
// Entries in the order of their use, found by a hash of their key. An entry
// that is not there is not looked for among all the others, which have long
// left the caches: that would take longer than to make it. Comes in: hashes,
// and who says which of the entries with one hash is meant.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_RECENTENTRIES_H
#define REDIST_RUNTIME_SUPPORT_RECENTENTRIES_H

#include <cstddef>
#include <cstdint>
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
    const auto [begin, end] = places.equal_range(hash);
    for (auto at = begin; at != end; ++at)
      if (isWanted(std::as_const(at->second->value))) {
        entries.splice(entries.begin(), entries, at->second);
        return newest();
      }
    return nullptr;
  }
  /// A new one, the newest.
  Entry &add(std::uint64_t hash, Entry value) {
    entries.push_front({std::move(value), {}});
    try {
      entries.front().place = places.emplace(hash, entries.begin());
    } catch (...) {
      entries.pop_front();
      throw;
    }
    return entries.front().value;
  }
  /// The newest first.
  template <typename Visit> void forEach(Visit visit) const {
    for (const Node &node : entries)
      visit(node.value);
  }
  /// Precondition of both: there are entries.
  const Entry &oldest() const { return entries.back().value; }
  void dropOldest() {
    places.erase(entries.back().place);
    entries.pop_back();
  }

private:
  struct Node;
  using Places = std::unordered_multimap<std::uint64_t,
                                         typename std::list<Node>::iterator>;
  struct Node {
    Entry value;
    typename Places::iterator place;
  };

  std::list<Node> entries;
  Places places;
};

} // namespace redist::runtime

#endif
