"""Pipelines whose stages meet in something that each rank has of its own.

Usage: ranks_apart.py REDISTC FOLDER

Errors: a stage compares addresses of what shared_ptrs own; a lock that one stage
takes and another one gives back; an address in a state, which another member keeps
and code after the loop uses; a function that another file may replace; the number of
a file, a process or a thread that one stage passes to another; a jump out of a stage; a
static variable that is initialised by a clock; objects that are made in an array of bytes.
Each has accepted programs beside it that differ in that alone.
"""

import sys

import accepted

HEADERS = """
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>
#include <fcntl.h>
#include <new>
#include <random>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
struct Config {
  int k = 3;
};
using P = std::shared_ptr<Config>;
struct Pair { P one, two; };
struct Three { long a, b, c; };
struct Wide {
  double w[4] = {};
  std::array<int, 4> a{};
  std::vector<int> v = std::vector<int>(4);
  std::string name;
};
template <class A> void serialize(A &archive, Wide &x) {
  archive(x.a, x.v, x.name);
  for (double &one : x.w)
    archive(one);
}
struct Named { std::string name; int n = 0; };
template <class A> void serialize(A &archive, Named &x) { archive(x.name, x.n); }
template <class A> void serialize(A &archive, Pair &x) { archive(x.one, x.two); }
"""


def loop(first, second, items="", before="", after=""):
    return accepted.function(before, items, first, second, after)


POOL = "auto base = std::make_shared<Config>(), other = std::make_shared<Config>();"
COMPARED = {  # before the loop, and what the second stage does with the item `s`
    "equal": (POOL, "sum += s == base;"),
    "not-equal": (POOL, "sum += s != base;"),
    "less": (POOL, "sum += s < base;"),
    "get": (POOL, "sum += s.get() == base.get();"),
    "reference": (POOL, "sum += &*s == base.get();"),
    "owner": (POOL, "sum += !s.owner_before(base) && !base.owner_before(s);"),
    "hash": (POOL, "std::hash<const Config *> hash; "
             "sum += hash(s.get()) == hash(base.get());"),
    "number": (POOL, "sum += reinterpret_cast<std::size_t>(s.get()) == "
               "reinterpret_cast<std::size_t>(base.get());"),
    "found": (POOL + "std::vector<P> all = {base, other};",
              "sum += std::find(all.begin(), all.end(), s) - all.begin();"),
    "found-by": (POOL + "std::vector<P> all = {base, other};",
                 "sum += std::count_if(all.begin(), all.end(), "
                 "[&](const P &one) { return one.get() == s.get(); });"),
    "set": (POOL + "std::set<P> all = {base};", "sum += all.count(s);"),
    "table": (POOL + "std::unordered_set<P> all = {base};",
              "sum += all.count(s);"),
    "map": (POOL + "std::map<const Config *, int> all;",
            "++all[s.get()]; sum = all.size();"),
    "map-by-owner": (POOL + "std::map<P, int, std::owner_less<P>> all;"
                     "all[base] = 1;", "sum += all.count(s);"),
    "weak": (POOL + "std::weak_ptr<Config> weak = base;",
             "sum += weak.lock() == s;"),
    "bytes": (POOL, "const Config *a = s.get(), *b = base.get(); "
              "sum += std::memcmp(&a, &b, sizeof a) == 0;"),
    "difference": (POOL, "sum += reinterpret_cast<std::size_t>(s.get()) - "
                   "reinterpret_cast<std::size_t>(base.get()) == 0;"),
    "exclusive-or": (POOL, "sum += (reinterpret_cast<std::size_t>(s.get()) ^ "
                     "reinterpret_cast<std::size_t>(base.get())) == 0;"),
    "exchange": (POOL, "std::atomic<const Config *> now = base.get(); "
                 "const Config *wanted = s.get(); "
                 "sum += now.compare_exchange_strong(wanted, nullptr);"),
    "vectors": (POOL, "const std::vector<const Config *> a = {s.get()}, "
                "b = {base.get()}; sum += a == b;"),
    "function": (POOL + "auto same = [](const P &a, const P &b) "
                 "{ return a == b; };", "sum += same(s, base);"),
}
USED = {  # the same, without a comparison of what is owned
    "value": (POOL, "sum += s->k == base->k;"),
    "copy": (POOL + "Config last;", "last = *s; sum += last.k;"),
    "null": (POOL, "if (s && s != nullptr) sum += s->k;"),
    "another": (POOL, "sum += base == other; sum += s->k;"),
}
OWNED = {  # what a shared_ptr of the item owns, and how it is used
    "vector": ("std::vector<int>", "for (int a : *s) sum += a;"),
    "list": ("std::list<int>", "for (int a : *s) sum += a;"),
    "text": ("std::string", "sum += *s == \"x\";"),
    "map": ("std::map<int, int>", "for (auto &[a, b] : *s) sum += a + b;"),
    "found": ("std::map<int, int>", "sum += s->find(i) != s->end();"),
    "array": ("std::array<int, 8>", "for (int a : *s) sum += a;"),
    "searched": ("std::vector<int>",
                 "sum += std::find(s->begin(), s->end(), 3) != s->end();"),
    "table": ("std::unordered_map<int, int>", "sum += s->count(3);"),
}


def identities():
    message = "compares the address of"
    wrong, right = {}, {}
    for case, (before, second) in COMPARED.items():
        wrong[f"compared, {case}"] = (loop(
            "s = i % 2 ? base : other;", second, "P s;", before), message)
    for case, second in {
            "two": "sum += a == b;",
            "two-of-three": "P c = a; sum += c == b;",
            "two-by-address": "sum += a.get() == b.get();"}.items():
        wrong[f"compared, {case}"] = (loop(
            "a = std::make_shared<Config>(); b = i % 2 ? a : nullptr;",
            second, "P a, b;"), message)
    wrong["compared, vector and pool"] = (loop(
        "s = {i % 2 ? base : other};", "sum += s[0] == base;",
        "std::vector<P> s;", POOL), message)
    wrong["compared, of earlier items"] = (loop(
        "if (i % 3 == 0) now = std::make_shared<Config>(); s = now;",
        "sum += s == last; last = s;", "P s;", "P now, last;"), message)
    for case, (before, second) in USED.items():
        right[f"used, {case}"] = loop(
            "s = i % 2 ? base : other;", second, "P s;", before)
    for kind in ("std::string", "std::vector<int>", "std::map<int, int>",
                 "Named"):
        right[f"chosen, {kind}"] = loop(
            "s = i % 2 ? base : other;", "sum += sizeof *s;",
            f"std::shared_ptr<const {kind}> s;",
            f"const auto base = std::make_shared<const {kind}>(), "
            f"other = std::make_shared<const {kind}>();")
    for case, second in {
            "array": "sum += p->w[i & 3];",
            "member": "sum += p->a[i & 3];",
            "vector": "sum += p->v[i & 3];",
            "text": "sum += p->name.size();"}.items():
        right[f"of a pool, {case}"] = loop(
            "p = pool[i & 3];", second, "std::shared_ptr<Wide> p;",
            "std::vector<std::shared_ptr<Wide>> pool; "
            "for (int k = 0; k < 4; ++k) pool.push_back(std::make_shared<Wide>());")
        right[f"of one, {case}"] = loop(
            "p = base;", second, "std::shared_ptr<Wide> p;",
            "std::shared_ptr<Wide> base(new Wide);")
    for case, (kind, second) in OWNED.items():
        right[f"owned, {case}"] = loop(
            f"s = std::make_shared<{kind}>();", second,
            f"std::shared_ptr<{kind}> s;")
    right["within one variable"] = loop(
        "s.push_back(std::make_shared<Config>()); s.push_back(s[0]);",
        "sum += s[0] == s[1];", "std::vector<P> s;")
    right["within one class"] = loop(
        "s.one = std::make_shared<Config>(); s.two = s.one;",
        "sum += s.one == s.two;", "Pair s;")
    right["in the first stage"] = loop(
        "s = i % 2 ? base : other; x = s == base;", "sum += s->k + x;",
        "P s; long x = 0;", POOL)
    return wrong, right


LOCKS = {  # before the loop, one call, and the other one
    "mutex": ("std::mutex m;", "m.lock();", "m.unlock();"),
    "recursive": ("std::recursive_mutex m;", "m.lock();", "m.unlock();"),
    "shared": ("std::shared_mutex m;", "m.lock_shared();", "m.unlock_shared();"),
    "alone": ("std::shared_mutex m;", "m.lock();", "m.unlock();"),
    "tried": ("std::mutex m;", "if (m.try_lock())", "m.unlock();"),
    "posix": ("static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
              "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"),
    "function": ("std::mutex m; auto take = [&m] { m.lock(); };",
                 "take();", "m.unlock();"),
    "released": ("std::mutex m;", "std::unique_lock(m).release();",
                 "m.unlock();"),
}


def locks():
    wrong, right = {}, {}
    for case, (before, lock, unlock) in LOCKS.items():
        wrong[f"lock of one stage, {case}"] = (loop(
            f"{lock} x = i;", f"sum += x; {unlock}", "long x = 0;", before),
            "each rank has a lock of its own")
        if case != "tried":
            right[f"lock of each stage, {case}"] = loop(
                f"{lock} x = i; {unlock}", f"{lock} sum += x; {unlock}",
                "long x = 0;", before)
    right["guards"] = loop(
        "std::lock_guard<std::mutex> hold(m); x = i;",
        "std::unique_lock<std::mutex> hold(m); sum += x;",
        "long x = 0;", "std::mutex m;")
    return wrong, right


STATES = {  # the state, an address in it, what the second stage does
    "vector": ("std::vector<int> m = std::vector<int>(5)", "&m[1]", "m[x % 5] += x;"),
    "map": ("std::map<int, int> m", "&m[1]", "m[x % 5] += x;"),
    "list": ("std::list<int> m = std::list<int>(3)", "&m.front()",
             "m.front() += x;"),
    "deque": ("std::deque<int> m = std::deque<int>(3)", "&m.front()",
              "m.front() += x;"),
    "unique": ("std::unique_ptr<int> m = std::make_unique<int>(3)", "m.get()",
               "*m += x;"),
    "vectors": ("std::vector<std::vector<int>> m = "
                "std::vector<std::vector<int>>(2, std::vector<int>(3))",
                "&m[1][1]", "m[1][1] += x;"),
}
ENGINE = """struct Engine_NAME {{
  {state};
  int *cursor = nullptr, *other = nullptr;
  long spare = 0;
  {constructor}
  long go(int count);
}};
"""


def members():
    """The address is kept by another member of the object that has the state."""
    wrong, right = {}, {}
    for case, (state, address, use) in STATES.items():
        for user in ("later", "none", "spare"):
            text = ENGINE.format(
                state=state,
                constructor=f"Engine_NAME() {{ cursor = {address}; }}"
            ) + loop("x = i * 2;", use, "int x = 0;").replace(
                "long NAME(", "long Engine_NAME::go(") + f"""
long NAME(int count) {{
  Engine_NAME engine;
  engine.go(count);
  return {'*engine.cursor' if user == 'later' else
          'engine.spare' if user == 'spare' else '0'};
}}"""
            if user == "later":
                wrong[f"kept beside, {case}"] = (
                    text, "is taken before the loop and used behind it")
            else:
                right[f"kept beside, {case}, {user}"] = text
    return wrong, right


REPLACED = {
    "function": ("__attribute__((weak)) int f_NAME(int x) {{ {body} }}", "f_NAME"),
    "declared": ("int f_NAME(int) __attribute__((weak));"
                 "int f_NAME(int x) {{ {body} }}", "f_NAME"),
    "pragma": ("int f_NAME(int x);\n#pragma weak f_NAME\n"
               "int f_NAME(int x) {{ {body} }}", "f_NAME"),
    "member": ("struct S_NAME {{ __attribute__((weak)) static int f(int x); }};"
               "int S_NAME::f(int x) {{ {body} }}", "S_NAME::f"),
    "alias": ("extern \"C\" {{ int g_NAME(int x) {{ {body} }}"
              "int f_NAME(int) __attribute__((weak, alias(\"g_NAME\"))); }}",
              "f_NAME"),
}


def weak():
    wrong, right = {}, {}
    for case, (made, name) in REPLACED.items():
        made = made.format(body="return x + 1;")
        wrong[f"replaced, {case}"] = (made + "\n" + loop(
            f"x = {name}(i);", f"sum += x + {name}(1);", "int x = 0;"),
            "cannot see what")
        strong = made.replace("__attribute__((weak))", "").replace("weak, ", "")
        strong = strong.replace("#pragma weak f_NAME", "")
        right[f"not replaced, {case}"] = strong + "\n" + loop(
            f"x = {name}(i);", f"sum += x + {name}(1);", "int x = 0;")
    return wrong, right


OPENED = {  # the item, and what the first stage opens
    "open": ("int file = -1;", "file = open(\"/dev/null\", O_WRONLY);"),
    "dup": ("int file = -1;", "file = dup(1);"),
    "socket": ("int file = -1;", "file = socket(AF_INET, SOCK_STREAM, 0);"),
    "accept": ("int file = -1;", "file = accept(3, nullptr, nullptr);"),
    "pipe": ("int pair[2]; int file = -1;",
             "file = pipe(pair) ? -1 : pair[1];"),
    "of-a-file": ("int file = -1;", "file = fileno(stdout);"),
    "in-a-vector": ("std::vector<int> files;",
                    "files.push_back(open(\"/dev/null\", O_WRONLY));"),
    "in-a-class": ("struct { int n; int file; } one{};",
                   "one.file = open(\"/dev/null\", O_WRONLY);"),
    "by-a-function": ("int file = -1;", "file = opened_NAME();"),
}


def descriptors():
    wrong, right = {}, {}
    for case, (items, first) in OPENED.items():
        file = ("files[0]" if "files" in items else
                "one.file" if "one" in items else "file")
        made = ("static int opened_NAME() { return open(\"/dev/null\", O_WRONLY); }\n"
                if "opened_NAME" in first else "")
        wrong[f"opened, {case}"] = (made + loop(
            first, f"sum += write({file}, \"x\", 1); close({file});", items),
            "a file descriptor, which is none on another rank")
        right[f"opened and used, {case}"] = made + loop(
            f"{items} {first} x = write({file}, \"x\", 1); close({file});",
            "sum += x;", "long x = 0;")
    right["opened before the loop"] = loop(
        "x = i;", "sum += write(file, \"x\", 1) + x;", "long x = 0;",
        "const int file = open(\"/dev/null\", O_WRONLY);", "close(file);")
    return wrong, right


NUMBERED = {  # the item, and what the first stage puts there
    "process": ("int id = 0;", "id = getpid();"),
    "parent": ("int id = 0;", "id = getppid();"),
    "thread": ("std::thread::id id;", "id = std::this_thread::get_id();"),
    "posix-thread": ("pthread_t id{};", "id = pthread_self();"),
    "child": ("int id = 0;", "id = fork(); if (id == 0) _exit(0);"),
    "in-a-vector": ("std::vector<int> id;", "id.push_back(getpid());"),
    "difference": ("int id = 0;", "id = getpid() - 1;"),
}


def processes():
    """Numbers of processes and threads, and processes that a stage starts."""
    wrong, right = {}, {}
    for case, (items, first) in NUMBERED.items():
        kind = items.split(" id")[0]
        wrong[f"numbered, {case}"] = (loop(
            first, f"sum += id == {kind}();", items),
            "the number of a process or a thread, which is none")
        right[f"numbered and used, {case}"] = loop(
            f"{items} {first} const auto other = id; x = id == other;",
            "sum += x;", "long x = 0;")
    right["numbered before the loop"] = loop(
        "x = mine == getpid();", "sum += x + (mine == getpid());", "bool x = 0;",
        "const int mine = getpid();")
    wrong["waits for another stage's process"] = (loop(
        "x = i; if (fork() == 0) _exit(0);",
        "int status = 0; wait(&status); sum += x + status;", "long x = 0;"),
        "the processes that this one has started")
    right["waits for its process"] = loop(
        "int status = 0; const int child = fork(); if (child == 0) _exit(0); "
        "waitpid(child, &status, 0); x = status;", "sum += x;", "long x = 0;")
    return wrong, right


JUMPS = {  # before the loop, the second stage
    "out": ("std::jmp_buf there; if (setjmp(there)) return -1;",
            "sum += x; if (x == 3) std::longjmp(there, 1);"),
    "from a function": (
        "static std::jmp_buf there; if (setjmp(there)) return -1; "
        "auto leave = [] { std::longjmp(there, 1); };",
        "sum += x; if (x == 3) leave();"),
    "with signals": ("static sigjmp_buf there; if (sigsetjmp(there, 1)) return -1;",
                     "sum += x; if (x == 3) siglongjmp(there, 1);"),
}


def jumps():
    wrong = {f"jumps, {case}": (loop("x = i;", second, "long x = 0;", before),
                                "may jump out of the stage")
             for case, (before, second) in JUMPS.items()}
    right = {"jumps inside": loop(
        "std::jmp_buf here; if (!setjmp(here)) { x = i; "
        "if (i == 2) std::longjmp(here, 1); }", "sum += x;", "long x = 0;")}
    return wrong, right


CLOCK = "std::chrono::steady_clock"


def clocks():
    """Static variables of functions that the first call initialises."""
    wrong, right = {}, {}
    passed = f"static long passed_NAME() {{ static const auto start = {CLOCK}::now(); " \
        f"return ({CLOCK}::now() - start).count(); }}\n"
    seeded = "static int seed_NAME() { static const int seed = " \
        "std::random_device{}(); return seed; }\n"
    constant = "static int seed_NAME() { static const int seed = 42; return seed; }\n"
    for case, made, call in (("clock", passed, "passed_NAME()"),
                             ("random", seeded, "seed_NAME()")):
        wrong[f"static, {case}"] = (made + loop(
            f"x = {call};", f"sum += {call} - x;", "long x = 0;"),
            "by stage 2, but stage 1 writes it")
        right[f"static, {case}, of one stage"] = made + loop(
            f"x = {call};", "sum += x;", "long x = 0;")
    right["static, constant"] = constant + loop(
        "x = seed_NAME();", "sum += seed_NAME() - x;", "long x = 0;")
    return wrong, right


def files():
    """Memory that a file writes to."""
    opened = "char text[64] = {}; FILE *file = fmemopen(text, sizeof text, \"w\");"
    written = "std::fputs(\"x\", file); std::fflush(file);"
    return {}, {
        "memory of a file, behind the loop": loop(
            "x = i;", f"{written} sum += x;", "long x = 0;", opened,
            "sum += text[0];"),
        "memory of a file, of one stage": loop(
            f"{opened} {written} std::fclose(file); x = text[0];",
            "sum += x;", "long x = 0;")}


PLACED = """struct Slots_NAME {{
  {room}
  int count = 0;
  void push(std::string text) {{
    new ({place} + count++ * sizeof(std::string)) std::string(std::move(text));
  }}
  std::string &at(int k) {{
    return *std::launder(reinterpret_cast<std::string *>(
        {place} + k * sizeof(std::string)));
  }}
}};
"""
ROOMS = {
    "chars": ("alignas(std::string) unsigned char room[3 * sizeof(std::string)];",
              "room"),
    "bytes": ("alignas(std::string) std::byte room[3 * sizeof(std::string)];",
              "room"),
    "array": ("alignas(std::string) std::array<char, 96> room;", "room.data()"),
    "numbers": ("long room[12];", "reinterpret_cast<char *>(room)"),
}


def placed():
    """Objects with addresses, in memory of a type without any."""
    message = "which is none on another rank"
    wrong, right = {}, {}
    for case, (room, place) in ROOMS.items():
        made = PLACED.format(room=room, place=place)
        wrong[f"placed in an item, {case}"] = (made + loop(
            "all.push(std::string(20 + i, 'q'));", "sum += all.at(0).size();",
            "Slots_NAME all;"), message)
        wrong[f"placed in a state, {case}"] = (made + loop(
            "x = i;", "all.push(\"b\"); sum += all.at(0).size() + x;",
            "long x = 0;", "Slots_NAME all;"), message)
        right[f"placed in a stage, {case}"] = made + loop(
            "Slots_NAME all; all.push(\"b\"); x = all.at(0).size();",
            "sum += x;", "long x = 0;")
        right[f"bytes alone, {case}"] = made.replace("std::string", "Three") + loop(
            "all.push({i, 2, 3}); x = all.at(0).a;", "sum += all.at(0).b + x;",
            "Slots_NAME all; long x = 0;")
    return wrong, right


def main():
    wrong, right = {}, {}
    for kind in (identities, locks, members, weak, descriptors, processes, jumps, clocks,
                 files, placed):
        bad, good = kind()
        wrong.update(bad)
        right.update(good)
    accepted.check(sys.argv[1], sys.argv[2], HEADERS, wrong, right)


main()
