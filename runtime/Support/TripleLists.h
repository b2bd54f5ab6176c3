//===- TripleLists.h - Lists of triples of numbers -------------*- C++ -*-===//
//
// Many triples of numbers, in lists, as they come and without gaps. Most have
// small numbers, and the third is a length of 1: the triples of a list take two
// or three words of 32 bits each where all of them fit, else six.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_TRIPLELISTS_H
#define REDIST_RUNTIME_SUPPORT_TRIPLELISTS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace redist::runtime {

using Triple = std::array<std::int64_t, 3>;

class TripleLists {
public:
  using Word = std::int32_t;

  /// Of a list: how many triples, and the words of each: 2, 3 or 6.
  struct Shape {
    std::int64_t count = 0, words = 2;

    std::int64_t size() const { return count * words; }
    /// Makes room for one more.
    void note(const Triple &triple) {
      const auto isShort = [](std::int64_t number) {
        return number == static_cast<Word>(number);
      };
      ++count;
      if (!isShort(triple[0]) || !isShort(triple[1]) || !isShort(triple[2]))
        words = 6;
      else if (words == 2 && triple[2] != 1)
        words = 3;
    }
  };

  /// The triples of a list, which are made as they are read.
  class Range {
  public:
    class Iterator {
    public:
      Iterator(const Word *first, std::int64_t wordsOfEach)
          : at(first), words(wordsOfEach) {}
      Triple operator*() const { return read(at, words); }
      Iterator &operator++() {
        at += words;
        return *this;
      }
      bool operator==(const Iterator &other) const { return at == other.at; }

    private:
      const Word *at;
      std::int64_t words;
    };

    Range(const Word *first, Shape ofList) : begins(first), shape(ofList) {}
    std::size_t size() const { return static_cast<std::size_t>(shape.count); }
    Triple operator[](std::size_t i) const {
      return read(begins + static_cast<std::int64_t>(i) * shape.words,
                  shape.words);
    }
    /// The sum of the third numbers.
    std::int64_t total() const {
      if (shape.words == 2)
        return shape.count;
      std::int64_t sum = 0;
      for (const Triple &one : *this)
        sum += one[2];
      return sum;
    }
    Iterator begin() const { return {begins, shape.words}; }
    Iterator end() const { return {begins + shape.size(), shape.words}; }

  private:
    const Word *begins;
    Shape shape;
  };

  TripleLists() = default;
  /// Calls fill(add) twice, with add(list, triple) for the same triples in the
  /// same order: to count them, and to take them. Those of a list keep their
  /// order.
  template <typename Fill> TripleLists(std::size_t lists, Fill fill);
  /// Room for lists of these shapes, for words() to be filled.
  explicit TripleLists(std::vector<Shape> ofLists);
  /// Of lists whose shapes are known: calls fill(add) once.
  template <typename Fill>
  TripleLists(std::vector<Shape> ofLists, Fill fill)
      : TripleLists(std::move(ofLists)) {
    take(fill);
  }

  std::size_t size() const { return shapes.size(); }
  Range of(std::int64_t list) const {
    const auto i = static_cast<std::size_t>(list);
    return {all.get() + begins[i], shapes[i]};
  }
  Shape shapeOf(std::size_t list) const { return shapes[list]; }
  /// Where a list begins in words().
  std::int64_t beginOf(std::size_t list) const { return begins[list]; }
  /// The lists `chosen`, in that order; -1: an empty one.
  TripleLists select(const std::vector<std::int64_t> &chosen) &&;
  /// Of all lists.
  Word *words() { return all.get(); }
  const Word *words() const { return all.get(); }

private:
  static Triple read(const Word *from, std::int64_t words) {
    if (words < 6)
      return {from[0], from[1], words == 3 ? from[2] : 1};
    Triple triple;
    std::memcpy(triple.data(), from, sizeof triple);
    return triple;
  }
  static void write(const Triple &triple, std::int64_t words, Word *into) {
    if (words == 6) {
      std::memcpy(into, triple.data(), sizeof triple);
      return;
    }
    into[0] = static_cast<Word>(triple[0]);
    into[1] = static_cast<Word>(triple[1]);
    if (words == 3)
      into[2] = static_cast<Word>(triple[2]);
  }
  void makeRoom();
  template <typename Fill> void take(Fill fill);

  std::vector<Shape> shapes;
  std::vector<std::int64_t> begins; ///< by list, in words
  std::unique_ptr<Word[]> all;
};

template <typename Fill>
TripleLists::TripleLists(std::size_t lists, Fill fill) : shapes(lists) {
  fill([&](auto list, const Triple &triple) {
    shapes[static_cast<std::size_t>(list)].note(triple);
  });
  makeRoom();
  take(fill);
}

template <typename Fill> void TripleLists::take(Fill fill) {
  std::vector<Word *> next;
  for (const std::int64_t begin : begins)
    next.push_back(all.get() + begin);
  fill([&](auto list, const Triple &triple) {
    const auto i = static_cast<std::size_t>(list);
    write(triple, shapes[i].words, next[i]);
    next[i] += shapes[i].words;
  });
}

} // namespace redist::runtime

#endif
