"""Pipelines in which the library makes a number or a text of an address, or orders some.

Usage: library_numbers.py REDISTC FOLDER

Strings, containers, hashes and algorithms that are given the bytes of a pointer; which of
two pointers to distinct objects is the first, and what is chosen by that. What they
make is an error where it reaches another rank: programs of variables are in files of their
own, since one that makes numbers of addresses has more of its file followed. The same of a
number is accepted, in a file that makes such a number, too.
"""

import sys

import accepted

HEADERS = """
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
struct Link { long value = 0; const long *to = nullptr; };
struct Sample { int id = 0; double level = 0; char tag[4] = {}; };
struct Named { char name[16] = {}; const long *to = nullptr; };
"""

# What is read of the item: its bytes, eight of them; of an address, or of a number.
OBJECTS = {
    "variable": ("&p", "&number"),
    "member": ("&link.to", "&link.value"),
    "allocated": ("&made->to", "&made->value"),
    "element": ("&pointers[0]", "&numbers[0]"),
}
BEFORE = "long table[4] = {1, 2, 3, 4};"
MADE = """const long *p = &table[i % 4]; long number = *p;
  Link link; link.to = p; link.value = number;
  const auto made = std::make_unique<Link>(link);
  std::vector<const long *> pointers(2, p); std::vector<long> numbers(2, number);
  (void)p; (void)number;
  const char *const bytes = reinterpret_cast<const char *>(OBJECT);
  """

# The type of the item `x`, how it is made of `bytes`, and the objects of which.
ALL = tuple(OBJECTS)
WAYS = {
    "append": ("std::string", "x.append(bytes, 8);", ALL),
    "append-range": ("std::string", "x.append(bytes, bytes + 8);", ALL),
    "append-view": ("std::string", "x.append(std::string_view(bytes, 8));", ALL),
    "add-view": ("std::string", "x += std::string_view(bytes, 8);", ALL),
    "add-string": ("std::string", "x += std::string(bytes, 8);", ALL),
    "assign": ("std::string", "x.assign(bytes, 8);", ALL),
    "assign-range": ("std::string", "x.assign(bytes, bytes + 8);", ALL),
    "insert": ("std::string", "x.insert(0, bytes, 8);", ALL),
    "construct": ("std::string", "x = std::string(bytes, 8);", ALL),
    "one-byte": ("std::string", "x.push_back(*bytes);",
                 ("variable", "member", "element")),
    "each-byte": ("std::string",
                  "for (int k = 0; k < 8; ++k) x += bytes[k];",
                  ("variable", "element")),
    "vector-insert": ("std::vector<char>", "x.insert(x.end(), bytes, bytes + 8);",
                      ALL),
    "vector-assign": ("std::vector<char>", "x.assign(bytes, bytes + 8);", ALL),
    "vector-each": ("std::vector<char>",
                    "for (int k = 0; k < 8; ++k) x.push_back(bytes[k]);",
                    ("variable", "element")),
    "vector-copy": ("std::vector<char>",
                    "x.resize(8); std::copy(bytes, bytes + 8, x.begin());", ALL),
    "vector-back": ("std::vector<char>",
                    "std::copy(bytes, bytes + 8, std::back_inserter(x));",
                    ("variable", "member", "element")),
    "array": ("std::array<char BRACED 8>",
              "std::copy(bytes, bytes + 8, x.begin());", ALL),
    "hash-of-view": ("std::size_t", "x = std::hash<std::string_view>{}("
                     "std::string_view(bytes, 8));", ALL),
    "hash-of-string": ("std::size_t",
                       "std::string s(bytes, 8); x = std::hash<std::string>{}(s);",
                       ALL),
    "hash-of-each": ("std::size_t", "std::string s; for (int k = 0; k < 8; ++k) "
                     "s.push_back(bytes[k]); x = std::hash<std::string>{}(s);",
                     ("variable", "element")),
    "hash-of-vector": ("std::size_t", "std::vector<char> s(bytes, bytes + 8); "
                       "x = std::hash<std::string_view>{}("
                       "std::string_view(s.data(), s.size()));", ALL),
    "hash-of-bytes": ("std::size_t", "x = std::_Hash_bytes(bytes, 8, 7);", ALL),
    "sum": ("unsigned", "x = std::accumulate(bytes, bytes + 8, 0u);",
            ("variable", "member", "element")),
}

# Copies whose length is no constant, of a number beside an address: these are
# rejected, too.
COPIED = ("vector-insert", "vector-assign", "vector-copy", "array", "hash-of-vector")
UNTOLD = {(name, way) for name in ("member", "allocated") for way in COPIED}
UNTOLD.add(("member", "hash-of-view"))

# Texts and records: the type of `x`, and how it is made.
HARMLESS = {
    "text": ("std::string", "const std::string name(3, 'a'); x += name; "
             "x.append(name.data(), name.size()); x.push_back('c');"),
    "text-to-bytes": ("std::vector<char>", "const std::string name(3, 'a'); "
                      "for (const char c : name) x.push_back(c); "
                      "x.insert(x.end(), name.begin(), name.end());"),
    "hash-of-text": ("std::size_t", "const std::vector<std::string> all(3, \"ab\"); "
                     "for (const std::string &one : all) "
                     "x += std::hash<std::string>{}(one);"),
    "record": ("std::string", "const Sample one{i, 2.5, \"ab\"}; "
               "x.append(reinterpret_cast<const char *>(&one), sizeof one);"),
    "records": ("std::vector<char>", "const std::vector<Sample> all(3); const auto "
                "*begin = reinterpret_cast<const char *>(all.data()); "
                "x.insert(x.end(), begin, begin + 3 * sizeof(Sample));"),
    "length": ("std::string", "const std::string name(3, 'a'); const std::size_t "
               "length = name.size(); x.append(reinterpret_cast<const char *>("
               "&length), sizeof length); x += name;"),
    "beside": ("std::string", "Named one; one.to = &table[0]; one.name[0] = 'a'; "
               "x.append(one.name, 16); x += one.name;"),
    "hash-beside": ("std::size_t", "Named one; one.to = &table[0]; "
                    "const std::size_t n = std::size_t(i) % 16; "
                    "x = std::hash<std::string_view>{}({one.name + 1, n});"),
    "allocated-beside": ("std::string", "const auto one = std::make_unique<Named>(); "
                         "one->to = &table[0]; x.append(one->name, 16);"),
}


# Two pointers to objects that are not in one array: the type of `x`, how it is made by
# their order, and in the same way by the order of two numbers.
PAIRS = {
    "apart": ("long table[4] = {1, 2, 3, 4}; long other[4] = {5, 6, 7};",
              "const long *p = &table[i % 4], *q = &other[0];"),
    "allocated": ("long table[4] = {1, 2, 3, 4};",
                  "const auto a = std::make_unique<long>(i), "
                  "b = std::make_unique<long>(3); "
                  "const long *p = a.get(), *q = b.get();"),
}
ORDERS = {
    "less": ("bool", "x = p < q;", "x = *p < *q;"),
    "less-object": ("bool", "x = std::less<const long *>{}(p, q);",
                    "x = std::less<long>{}(*p, *q);"),
    "less-any": ("bool", "x = std::less<>{}(p, q);", "x = std::less<>{}(*p, *q);"),
    "greater": ("bool", "x = std::greater<const long *>{}(p, q);",
                "x = std::greater<long>{}(*p, *q);"),
    "three-way": ("bool", "x = (p <=> q) < 0;", "x = (*p <=> *q) < 0;"),
    "owners": ("bool", "const auto c = std::make_unique<long>(1), "
               "d = std::make_unique<long>(2); x = c < d;",
               "const auto c = std::make_unique<long>(1), "
               "d = std::make_unique<long>(2); x = *c < *d;"),
    "pair": ("bool", "x = std::pair(p, 1) < std::pair(q, 2);",
             "x = std::pair(*p, 1) < std::pair(*q, 2);"),
    "minimum": ("long", "x = *std::min(p, q);", "x = std::min(*p, *q);"),
    "maximum": ("long", "x = *std::max(p, q);", "x = std::max(*p, *q);"),
    "choice": ("long", "x = *(p < q ? p : q);", "x = *(*p < *q ? p : q);"),
    "branch": ("long", "if (p < q) x = 1; else x = 2;",
               "if (*p < *q) x = 1; else x = 2;"),
}

# What does not depend on the order of objects, though it is asked for.
UNORDERED = {
    "in-array": ("long", "x = std::min(p, p + 1) - p;"),
    "loop": ("long", "for (const long *e = p; e < p + 1; ++e) x += *e;"),
    "iterators": ("long", "std::vector<long> v(9, *q); "
                  "for (auto e = v.begin(); e < v.end(); ++e) x += *e;"),
    "sorted": ("long", "std::vector<long> v{*q, *p}; "
               "std::sort(v.data(), v.data() + v.size()); x = v[0];"),
    "sorted-by-value": ("long", "std::vector<const long *> v{q, p}; std::sort("
                        "v.begin(), v.end(), [](auto *m, auto *n) { return *m < *n; "
                        "}); x = *v[0];"),
    "seen": ("long", "std::set<const long *> seen; for (auto *e : {p, q, p}) "
             "if (seen.insert(e).second) x += *e;"),
    "counted": ("long", "std::set<const long *> seen{p, q}; x = long(seen.size() + "
                "seen.count(p));"),
    "mapped": ("long", "std::map<const long *, int> by; by[p] = 1; by[q] = 2; "
               "x = by[p] + by.at(q);"),
    "same": ("bool", "x = p == q || p != q;"),
}


def reaching(kind, text, before=BEFORE):
    return accepted.function(
        f"using T = {kind.replace(' BRACED', ',')}; {before}", "T x{};", text,
        "sum += x == T{};")


def main():
    wrong, right = {}, {}
    right["an address as a number"] = accepted.function(
        BEFORE, "bool y = false;",
        "y = reinterpret_cast<std::uintptr_t>(&table[i % 4]) % 16 < 16 || true;",
        "sum += 1;")
    for way, (kind, text, objects) in WAYS.items():
        for name, (address, number) in OBJECTS.items():
            if name in objects:
                wrong[f"{way}, {name}"] = (
                    reaching(kind, MADE.replace("OBJECT", address) + text),
                    "which is none on another rank")
            if (name, way) not in UNTOLD:
                right[f"{way}, {name}"] = reaching(
                    kind, MADE.replace("OBJECT", number) + text)
    for way, (kind, text) in HARMLESS.items():
        right[way] = reaching(kind, text)
    for objects, (before, made) in PAIRS.items():
        for way, (kind, ordered, number) in ORDERS.items():
            wrong[f"{way}, {objects}"] = (reaching(kind, made + ordered, before),
                                          "which is none on another rank")
            right[f"{way}, {objects}, number"] = reaching(kind, made + number, before)
        for way, (kind, text) in UNORDERED.items():
            right[f"{way}, {objects}"] = reaching(kind, made + text, before)
    alone = {case: one for case, one in wrong.items()
             if case.endswith((", variable", ", apart"))}
    others = {case: one for case, one in wrong.items() if case not in alone}
    accepted.check(sys.argv[1], sys.argv[2] + "/alone", HEADERS, alone, {}, most=1)
    accepted.check(sys.argv[1], sys.argv[2], HEADERS, others, right)


main()
