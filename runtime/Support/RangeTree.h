//===- RangeTree.h - Overlap of memory ranges ------------------*- C++ -*-===//
//
// Room Runtime. A search tree of ranges of memory, which may overlap: all that
// share a byte with another range are found without a look at the rest. The
// nodes belong to the caller: the tree allocates nothing. Knows nothing of what
// the ranges are for.
//
// A treap: ordered by where ranges begin, a heap by numbers that look random
// and are the same in every run. With n ranges insert and erase take O(log n)
// steps, a search O(log n) for each range that it finds, both as a mean.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_RANGETREE_H
#define REDIST_RUNTIME_SUPPORT_RANGETREE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace redist::runtime {

/// Bytes from `begin` up to `end`, which is not one of them.
struct MemoryRange {
  const std::byte *begin = nullptr;
  const std::byte *end = nullptr;

  bool isEmpty() const { return begin == end; }
  static MemoryRange of(const void *first, std::int64_t bytes) {
    const auto *const begin = static_cast<const std::byte *>(first);
    return {begin, begin ? begin + std::max<std::int64_t>(bytes, 0) : begin};
  }
};

template <typename Owner> class RangeTree {
public:
  /// Stays where it is while it is in a tree.
  class Node {
  public:
    Node(MemoryRange ownRange, Owner *rangeOwner)
        : range(ownRange), owner(rangeOwner), lastEnd(ownRange.end) {}

  private:
    friend class RangeTree;
    MemoryRange range;
    Owner *owner;
    const std::byte *lastEnd; ///< of all ranges below, and of this one
    std::uint64_t priority = 0;
    Node *left = nullptr, *right = nullptr;
  };

  /// Precondition: the range is not empty, the node is in no tree.
  void insert(Node &node) {
    node.priority = nextPriority();
    node.left = node.right = nullptr;
    const auto [before, after] = split(root, node);
    root = join(join(before, update(node)), after);
  }
  /// Precondition: the node is in this tree.
  void erase(Node &node) { root = without(root, node); }
  /// Calls visit(owner) for each range that shares a byte with this one.
  template <typename Visit> void visitOverlaps(MemoryRange range, Visit visit) {
    if (!range.isEmpty())
      visitBelow(root, range, visit);
  }

private:
  static bool isBefore(const Node &a, const Node &b) {
    const std::less<const void *> before;
    return a.range.begin == b.range.begin
               ? before(&a, &b)
               : before(a.range.begin, b.range.begin);
  }

  static Node *update(Node &node) {
    node.lastEnd = node.range.end;
    for (const Node *const below : {node.left, node.right})
      if (below && std::less<>()(node.lastEnd, below->lastEnd))
        node.lastEnd = below->lastEnd;
    return &node;
  }

  /// What is before the node, and what is after it.
  static std::pair<Node *, Node *> split(Node *tree, const Node &at) {
    if (!tree)
      return {nullptr, nullptr};
    if (isBefore(*tree, at)) {
      const auto [before, after] = split(tree->right, at);
      tree->right = before;
      return {update(*tree), after};
    }
    const auto [before, after] = split(tree->left, at);
    tree->left = after;
    return {before, update(*tree)};
  }

  /// Precondition: all of `a` is before all of `b`.
  static Node *join(Node *a, Node *b) {
    if (!a || !b)
      return a ? a : b;
    if (a->priority < b->priority) {
      b->left = join(a, b->left);
      return update(*b);
    }
    a->right = join(a->right, b);
    return update(*a);
  }

  static Node *without(Node *tree, const Node &node) {
    if (tree == &node)
      return join(tree->left, tree->right);
    Node *&below = isBefore(node, *tree) ? tree->left : tree->right;
    below = without(below, node);
    return update(*tree);
  }

  template <typename Visit>
  static void visitBelow(Node *tree, const MemoryRange &range, Visit &visit) {
    const std::less<const std::byte *> before;
    if (!tree || !before(range.begin, tree->lastEnd))
      return;
    visitBelow(tree->left, range, visit);
    if (!before(tree->range.begin, range.end))
      return;
    if (before(range.begin, tree->range.end))
      visit(*tree->owner);
    visitBelow(tree->right, range, visit);
  }

  /// SplitMix64.
  std::uint64_t nextPriority() {
    std::uint64_t mixed = counter += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

  Node *root = nullptr;
  std::uint64_t counter = 0;
};

} // namespace redist::runtime

#endif
