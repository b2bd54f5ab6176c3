"""Pipelines that copy objects of classes with numbers beside addresses.

Usage: copied_numbers.py REDISTC FOLDER [--all]

Clang copies neighbouring members together, and in allocated memory it is not
known which element an address belongs to. A number that is copied so is accepted,
whatever the class has beside it, and an error if the program has stored an address
in it: each class, in each kind of memory, with each way to copy.
"""

import sys

import accepted

HEADERS = """
#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
static long other;
struct Flag {
  int v = 0;
  Flag() = default;
  Flag(const Flag &o) : v(o.v) {}
  Flag &operator=(const Flag &o) { v = o.v; return *this; }
};
template <class T> static T same(T x) { return x; }
"""

# Members, and the number that is read of an object: 0, or an address.
CLASSES = {
    "longs": ("std::uintptr_t id = 0; long level = 2; std::string text = \"x\";",
              "{}.id"),
    "behind": ("std::string text = \"x\"; long level = 2; std::uintptr_t id = 0;",
               "{}.id"),
    "nested": ("struct { short a; std::uintptr_t b; } in{}; std::string text;",
               "{}.in.b"),
    "array": ("std::uintptr_t v[3] = {}; std::string text = \"x\";", "{}.v[1]"),
    "library-array": ("std::array<std::uintptr_t, 3> v{}; std::string text;",
                      "{}.v[2]"),
    "pair": ("std::pair<std::uintptr_t, long> both; std::string text;",
             "{}.both.first"),
    "few-bytes": ("char tag[4] = {}; std::uintptr_t id = 0; bool is = true; "
                  "std::string text;", "{}.id"),
    "real": ("double x = 1; std::uintptr_t id = 0; std::complex<double> z; "
             "std::string text;", "{}.id"),
    "behind-flag": ("Flag f; int k = 0; std::uintptr_t id = 0; "
                    "std::string text;", "{}.id"),
    "number-and-array": ("long n = 0; std::uintptr_t v[2] = {};", "{}.v[0]"),
    "array-and-text": ("long n = 0; std::uintptr_t v[2] = {}; std::string text;",
                       "{}.v[1]"),
    "pointer": ("const long *beside = &other; std::uintptr_t id = 0; long n = 1;",
                "{}.id"),
    "two-pointers": ("const long *beside = &other; std::uintptr_t id = 0; "
                     "std::vector<long> n{1};", "{}.id"),
    "optional": ("std::optional<std::uintptr_t> id = 0; std::string text;", "*{}.id"),
}

# Where the objects are, and one of them.
HOLDERS = {
    "vector": ("std::vector<Job> jobs(20);", "jobs[std::size_t(i) % 20]"),
    "deque": ("std::deque<Job> jobs(20);", "jobs[std::size_t(i) % 20]"),
    "array": ("std::array<Job, 20> jobs;", "jobs[std::size_t(i) % 20]"),
    "plain": ("Job jobs[20];", "jobs[i % 20]"),
    "made": ("const std::unique_ptr<Job[]> jobs(new Job[20]);", "jobs[i % 20]"),
    "map": ("std::map<int, Job> jobs{{0, {}}, {1, {}}};", "jobs.at(i % 2)"),
    "list": ("std::list<Job> jobs(2);", "jobs.front()"),
    "alone": ("const auto jobs = std::make_unique<Job>();", "(*jobs)"),
}

# Code before, and the copy.
COPIES = {
    "none": ("", "from"),
    "made": ("const Job job = from;", "job"),
    "assigned": ("Job job; job = from;", "job"),
    "returned": ("", "same(from)"),
    "kept": ("std::vector<Job> some; some.push_back(from);", "some[0]"),
    "swapped": ("Job a = from, b; std::swap(a, b);", "b"),
    "invoked": ("", "std::invoke([](Job x) { return x; }, from)"),
    "emplaced": ("std::map<int, Job> some; some.emplace(2, from);", "some.at(2)"),
    "moved": ("Job job = from; Job next = std::move(job);", "next"),
}

# How an address comes there.
STORES = {
    "number": "{} = reinterpret_cast<std::uintptr_t>(&other);",
    "bytes": "const void *p = &other; std::memcpy(&({}), &p, 8);",
    "library": "const void *p = &other; "
               "std::copy_n((const char *)&p, 8, (char *)&({}));",
}


def function(members, holder, copy, store=""):
    declared, number = CLASSES[members]
    before, one = HOLDERS[holder]
    copied, found = COPIES[copy]
    stored = STORES[store].format(number.format("from")) if store else ""
    return accepted.function(
        f"struct Job {{ {declared} }}; {before} "
        f"{{ const int i = count; auto &from = {one}; {stored} }}",
        "std::uintptr_t v = 0;",
        f"const auto &from = {one}; {copied} v = {number.format(found)};",
        "sum += v == 5;")


def cases(are_all):
    """Each pair of a class and a kind of memory, or a way to copy."""
    for i, members in enumerate(CLASSES):
        for j, holder in enumerate(HOLDERS):
            for k, copy in enumerate(COPIES):
                if are_all or (i + j) % len(COPIES) == k or holder == "vector":
                    yield members, holder, copy, list(STORES)[(i + k) % len(STORES)]


def main():
    right, wrong = {}, {}
    for members, holder, copy, store in cases("--all" in sys.argv):
        case = f"{members}, {holder}, {copy}"
        right[case] = function(members, holder, copy)
        wrong[f"{case}, {store}"] = (function(members, holder, copy, store),
                                     "which is none on another rank")
    accepted.check(sys.argv[1], sys.argv[2], HEADERS, wrong, right, most=80)


main()
