"""Transport: values of many kinds, changed in many ways, and read elsewhere.

A kind is a type, an initialiser, and what changes a value `x` by `k`; each is an
item's variable that one stage changes, a second changes in some other way, and a
third reads; or the state of a stage that is read after the loop. What is read
after the loop may be read by a reference, pointer or iterator from before it.
Receiving a value calls functions of the program, which may do more than they say.
"""
import dataclasses

from pipeline_case import Case, loop


@dataclasses.dataclass(frozen=True)
class Kind:
    name: str
    type: str
    alter: str            # statements that change `x` by `k`
    digest: str           # a number, of `x`
    init: str = "{}"      # what follows the name in a declaration
    decl: str = ""
    ways: tuple = ()      # more statements of the same sort
    copies: bool = True
    moves: bool = True
    each: str = ""        # for ranges: changes the element `e` by `k`


KINDS = []


def kind(name, type, alter, digest, **more):
    KINDS.append(Kind(name, type, alter, digest, **more))


SER = "template <class Ar> void serialize(Ar &ar) "
kind("long", "long", "x = (x * 3 + k) % M;", "x", ways=("x += k;", "++x;", "x -= 2 * k;", "x ^= k;"))
kind("double", "double", "x = x / 2 + k;", "long(x * 64)")
kind("bool", "bool", "x = (k + x) % 2;", "long(x)", ways=("x = !x;", "x |= k % 2;"))
kind("char", "char", "x = char('a' + (x + k) % 20);", "long(x)")
kind("enum", "E", "x = E((int(x) + k) % 3);", "long(x)", decl="enum class E { a, b, c };", init=" = E::a",
     ways=("if (k % 2) x = E::b; else x = E::c;", "switch (k % 3) { case 0: x = E::a; break; default: x = E::b; }"))
kind("plain_struct", "S", "x.a = (x.a * 3 + k) % M; x.b += k;", "x.a + long(x.b)", decl="struct S { long a; double b; };",
     ways=("auto &[p, q] = x; p += k; q = k;", "x = S{k, 2.5};", "x = {.a = k, .b = 3};"))
kind("nested_struct", "O", "x.s.a = (x.s.a * 3 + k) % M; x.c[1] += k;", "x.s.a + x.c[1]",
     decl="struct S { long a; }; struct O { S s; int c[3]; };", ways=("S &p = x.s; p.a += k;", "for (int &c : x.c) c += k;"))
kind("bit_fields", "S", "x.a = (x.a + k) % 8; x.b = x.a;", "x.a * 10 + x.b", decl="struct S { unsigned a : 4, b : 6; };")
kind("union", "U", "x.l = (x.l * 3 + k) % M;", "x.l", decl="union U { long l; char c[8]; };", ways=("x.c[0] = char(k);",))
kind("array", "long x_[3]", "x[1] = (x[1] * 3 + k) % M;", "x[0] + x[1] * 7 + x[2]", copies=False, moves=False, each="e += k;",
     ways=("for (long &e : x) e += k;", "std::fill(x, x + 3, k);", "long *p = x; *++p += k;"))
kind("two_arrays", "long x_[2][3]", "x[1][2] = (x[1][2] * 3 + k) % M;", "x[1][2] + x[0][1]", copies=False, moves=False,
     ways=("for (auto &r : x) for (long &e : r) e += k;", "long *p = x[1]; p[2] += k;"))
kind("std_array", "std::array<long, 3>", "x[1] = (x[1] * 3 + k) % M;", "x[0] + x[1] * 7 + x[2]", each="e += k;",
     ways=("x.fill(k);", "x.back() += k;", "auto &[a, b, c] = x; b += k + a + c;", "std::get<2>(x) += k;",
           "std::reverse(x.begin(), x.end()); x[2] += k;"))
kind("array_of_strings", "std::array<std::string, 2>", "x[1] += char('a' + k % 20);", "long(x[1].size()) + (x[0] + x[1]).back()",
     init="{{\"q\", \"r\"}}", each="e += 'z';")
kind("string", "std::string", "x += char('a' + k % 20);", "long(x.size()) * 31 + x.front() + x.back()", init=" = \"ab\"",
     each="e = char('a' + (e + k) % 20);",
     ways=("x.append(3, 'x');", "x[0] = char('a' + k % 20);", "x.insert(x.begin(), 'i');", "x = x.substr(1) + \"zz\";",
           "x.replace(0, 1, \"rr\");", "std::reverse(x.begin(), x.end()); x.push_back('p');", "x = std::to_string(k) + x;",
           "std::ostringstream o; o << x << k; x = o.str();", "x.data()[0] = 'd';", "std::swap(x.front(), x.back());",
           "x.resize(x.size() + 2, 'w');"))
kind("long_string", "std::string", "x[k % 50] = char('a' + k % 20);", "long(x[3]) + x[7] * 3 + x[21]", init="(60, 'q')")
kind("wide_string", "std::wstring", "x += wchar_t(L'a' + k);", "long(x.size()) + x.back()", init=" = L\"ab\"")
VEC = ("x.push_back(k);", "long(x.size()) * 31 + x.front() + x.back() * 3")
kind("vector", "std::vector<long>", *VEC, init="{1, 2}", each="e += k;",
     ways=("x.emplace_back(k);", "x.insert(x.begin(), k);", "x[0] += k;", "x.resize(x.size() + 1, k);", "x.erase(x.begin()); x.push_back(k);",
           "x.assign(3, k);", "std::sort(x.begin(), x.end()); x.push_back(k);", "std::reverse(x.begin(), x.end()); x[0] += k;",
           "std::iota(x.begin(), x.end(), k);", "std::fill(x.begin(), x.end(), k);", "for (auto t = x.begin(); t != x.end(); ++t) *t += k;",
           "std::transform(x.begin(), x.end(), x.begin(), [&](long e) { return e + k; });", "*x.data() = k;", "x.back() += k;",
           "std::generate(x.begin(), x.end(), [&] { return k; });", "std::back_inserter(x) = k;", "std::copy_n(&k, 1, std::back_inserter(x));",
           "std::partial_sum(x.begin(), x.end(), x.begin());", "std::for_each(x.begin(), x.end(), [&](long &e) { e += k; });",
           "std::span<long> v(x); v[0] += k;", "for (long &e : x | std::views::take(1)) e += k;", "std::ranges::sort(x); x.push_back(k);",
           "std::accumulate(x.begin(), x.end(), &x, [&](auto *p, long) { p->front() += k; return p; });", "x.front() = std::exchange(x.back(), k);",
           "std::rotate(x.begin(), x.begin() + 1, x.end()); x[0] += k;", "x = std::vector<long>(x.rbegin(), x.rend()); x[0] += k;",
           "std::erase_if(x, [](long e) { return e < 0; }); x.push_back(k);", "std::iter_swap(x.begin(), x.end() - 1); x[0] += k;",
           "std::next(x.begin())[0] += k;", "x.at(1) = k;", "std::swap(x[0], x[1]); x[1] += k;"))
kind("vector_of_bool", "std::vector<bool>", "x.push_back(k % 2);", "long(x.size()) * 3 + x.back()", init="{true}",
     ways=("x[0] = k % 2;", "x.flip();", "auto r = x[0]; r = k % 2;", "for (auto &&e : x) e = k % 2;"))
kind("vector_of_strings", "std::vector<std::string>", "x.push_back(std::to_string(k));", "long(x.size()) * 31 + x.back().back()",
     init="{\"q\"}", each="e += 'z';", ways=("x[0] += 'y';", "x.front().append(\"abc\");", "x.emplace_back(k % 5, 'c'); x.back() += 'q';"))
kind("vector_of_vectors", "std::vector<std::vector<long>>", "x[1].push_back(k);", "long(x.size()) + long(x[1].size()) * 31 + x[1].back()",
     init="{{1}, {2}}", each="e.push_back(k);", ways=("x[1][0] += k; x[1].back() += k;", "for (auto &r : x) for (auto &e : r) e += k;",
                                                       "x[0].swap(x[1]); x[1].push_back(k);", "auto &r = x[1]; r.push_back(k);",
                                                       "x.push_back(std::move(x[0])); x[0] = {k};"))
kind("vector_of_structs", "std::vector<S>", "x[0].a = (x[0].a * 3 + k) % M;", "x[0].a + x.back().b", decl="struct S { long a, b; };",
     init="{{1, 2}}", each="e.a += k; e.b = k;", ways=("x.push_back({k, k});", "x.front().b = k;", "for (auto &[a, b] : x) { a += k; b = a; }"))
kind("vector_of_optional", "std::vector<std::optional<long>>", "x[0] = x[0].value_or(2) * 3 % M + k;", "x[0].value_or(-1)", init="{{}, 3}",
     ways=("x[0].reset();", "x[0].emplace(k);", "for (auto &e : x) if (e) *e += k; else e = k;"))
kind("vector_of_pairs", "std::vector<std::pair<long, std::string>>", "x[0].first += k; x[0].second += 'a';",
     "x[0].first + long(x[0].second.size())", init="{{1, \"q\"}}", ways=("for (auto &[a, b] : x) { a += k; b += \"zz\"; }", "x[0] = {k, \"r\"};"))
kind("deque", "std::deque<long>", "x.push_front(k);", VEC[1], init="{1, 2}", each="e += k;", ways=("x.pop_back(); x.push_back(k);", "x[1] += k;"))
kind("list", "std::list<long>", "x.push_front(k);", VEC[1], init="{1, 2}", each="e += k;",
     ways=("x.reverse(); x.push_back(k);", "x.sort(); x.push_back(k);", "x.splice(x.end(), x, x.begin()); x.front() += k;",
           "std::list<long> o{k}; x.splice(x.begin(), o);", "*x.begin() += k;"))
kind("forward_list", "std::forward_list<long>", "x.push_front(k);", "x.front()", init="{1, 2}", each="e += k;")
kind("set", "std::set<long>", "x.insert(k);", "long(x.size()) * 31 + *x.rbegin()", init="{1}",
     ways=("x.erase(x.begin()); x.insert(k * 7);", "x.merge(std::set<long>{k});", "auto n = x.extract(x.begin()); n.value() += k; x.insert(std::move(n));",
           "std::copy_n(&k, 1, std::inserter(x, x.end()));", "x.emplace_hint(x.end(), k);"))
kind("multiset", "std::multiset<long>", "x.insert(k % 3);", "long(x.size()) * 31 + long(x.count(1))", init="{1}")
kind("unordered_set", "std::unordered_set<long>", "x.insert(k);", "long(x.size()) * 31 + long(x.count(3))", init="{1}")
kind("map", "std::map<long, long>", "x[k % 5] += k;", "long(x.size()) * 31 + x.begin()->second + x.rbegin()->first", init="{{1, 2}}", each="e.second += k;",
     ways=("x.emplace(k, k);", "x.insert({k, 2});", "x.insert_or_assign(1, k);", "for (auto &[a, b] : x) b += k;", "x.begin()->second = k;",
           "x.erase(x.begin()); x[k] = 1;", "auto &e = x[k]; e = 5;", "if (auto t = x.find(1); t != x.end()) t->second += k; else x[1] = k;",
           "x.at(x.begin()->first) = k;", "x.try_emplace(k, 4);", "x.merge(std::map<long, long>{{k, 1}});", "++x[k];"))
kind("map_of_vectors", "std::map<std::string, std::vector<long>>", "x[k % 2 ? \"a\" : \"b\"].push_back(k);",
     "long(x.size()) * 31 + x.begin()->second.back()", init="{{\"a\", {1}}}", each="e.second.push_back(k);",
     ways=("x[\"a\"].push_back(k);", "auto &v = x[\"a\"]; v.push_back(k); v[0] += k;", "x.begin()->second.assign(3, k);"))
kind("unordered_map", "std::unordered_map<std::string, long>", "x[\"a\"] += k;", "long(x.size()) * 31 + x.at(\"a\")", init="{{\"a\", 2}}", each="e.second += k;")
kind("multimap", "std::multimap<long, long>", "x.emplace(1, k);", "long(x.size()) * 31 + std::prev(x.end())->second", init="{{1, 2}}")
kind("queue", "std::queue<long>", "x.push(k); x.pop();", "x.front()", init="(std::deque<long>{1, 2})")
kind("stack", "std::stack<long>", "x.push(k);", "x.top() + long(x.size())", init="(std::deque<long>{1, 2})")
kind("priority_queue", "std::priority_queue<long>", "x.push(k * 7 % 11);", "x.top() + long(x.size())")
kind("pair", "std::pair<long, std::string>", "x.first += k; x.second += 'a';", "x.first + long(x.second.size())",
     ways=("auto &[a, b] = x; a += k; b += 'c';", "x = {k, \"q\"};", "x = std::make_pair(k, std::string(3, 'r'));", "std::get<0>(x) = k;",
           "std::tie(x.first, x.second) = std::make_tuple(k, \"t\");"))
kind("tuple", "std::tuple<long, std::string, double>", "std::get<0>(x) += k; std::get<1>(x) += 'a';", "std::get<0>(x) + long(std::get<1>(x).size())",
     ways=("auto &[a, b, c] = x; a += k; b += 'c'; c = a;", "std::apply([&](long &a, std::string &, double &) { a += k; }, x);", "x = {k, \"q\", 2.5};",
           "std::get<long>(x) = k;"))
kind("optional", "std::optional<long>", "x = x.value_or(4) * 3 % M + k;", "x.value_or(-1)",
     ways=("x.emplace(k);", "x.reset();", "if (x) *x += k; else x = k;", "x = std::nullopt;", "std::optional<long> o = k; x.swap(o);"))
kind("optional_struct", "std::optional<S>", "if (!x) x.emplace(); x->v.push_back(k);", "x ? long(x->v.size()) + x->v.back() : -1", decl="struct S { std::vector<long> v{1}; "
     + SER + "{ ar(v); } };", ways=("x = S(); x->v[0] = k;", "if (x) x->v.front() += k;"))
kind("variant", "std::variant<long, std::string>", "if (auto *p = std::get_if<long>(&x)) *p += k; else x = k;", "x.index() == 0 ? std::get<0>(x) : "
     "long(std::get<1>(x).size()) + 1000", ways=("x = std::to_string(k);", "x.emplace<1>(\"q\");", "x = k;",
                                                 "std::visit([&](auto &e) { if constexpr (std::is_same_v<std::decay_t<decltype(e)>, long>) e += k; else e += 'c'; }, x);",
                                                 "if (std::holds_alternative<long>(x)) std::get<0>(x) += k;"))
kind("unique", "std::unique_ptr<long>", "x = std::make_unique<long>(x ? *x + k : k);", "x ? *x : -1", copies=False,
     ways=("if (x) *x += k; else x.reset(new long(k));", "x.reset();", "x.reset(new long(k));", "auto p = std::move(x); x = std::make_unique<long>(p ? *p + k : 2);",
           "std::unique_ptr<long> p(new long(k)); x.swap(p);"))
kind("unique_struct", "std::unique_ptr<S>", "if (!x) x = std::make_unique<S>(); x->v.push_back(k);", "x ? long(x->v.size()) + x->v.back() : -1", copies=False,
     decl="struct S { std::vector<long> v{1}; " + SER + "{ ar(v); } };", ways=("if (x) x->v[0] += k;", "x = std::make_unique<S>(); x->v[0] = k;"))
kind("vector_of_unique", "std::vector<std::unique_ptr<long>>", "x.push_back(std::make_unique<long>(k));", "long(x.size()) + (x.empty() ? 0 : *x.back())",
     copies=False, each="*e += k;", ways=("if (!x.empty()) *x[0] += k;", "if (x.size() > 1) std::swap(x[0], x[1]); x.push_back(std::make_unique<long>(k));",
                                         "for (auto &p : x) p = std::make_unique<long>(*p + k);"))
kind("shared", "std::shared_ptr<long>", "if (x) *x += k; else x = std::make_shared<long>(k);", "x ? *x : -1",
     ways=("x = std::make_shared<long>(k);", "auto p = x; if (p) *p += k;", "x.reset();"))
kind("shared_twice", "std::vector<std::shared_ptr<long>>", "*x[0] += k;", "*x[0] * 3 + *x[1] + (x[0] == x[1])",
     init="(2, std::make_shared<long>(1))", ways=("*x[1] += k;", "x[1] = std::make_shared<long>(k);", "x.push_back(x[0]); *x.back() += k;", "std::swap(x[0], x[1]); *x[0] += k;"))
kind("shared_pair", "std::pair<std::shared_ptr<long>, std::shared_ptr<long>>", "*x.first += k;", "*x.second * 3 + *x.first",
     init=" = [] { auto p = std::make_shared<long>(1); return std::make_pair(p, p); }()", ways=("x.second = x.first; *x.second += k;", "x.first = std::make_shared<long>(k);"))
kind("shared_struct", "S", "*x.a += k; ++*x.b;", "*x.a * 3 + *x.b", decl="struct S { std::shared_ptr<long> a = std::make_shared<long>(1), b = a; " + SER + "{ ar(a, b); } };",
     ways=("x.b = std::make_shared<long>(k);", "std::swap(x.a, x.b); *x.a += k;"))
kind("shared_list", "std::shared_ptr<N>", "x = std::make_shared<N>(N{k, x});", "x ? x->v + (x->next ? x->next->v : 0) : -1",
     decl="struct N { long v = 0; std::shared_ptr<N> next; " + SER + "{ ar(v, next); } };", ways=("if (x) x->v += k;", "if (x && x->next) x->next->v += k;", "if (x) x = x->next;"))
kind("owned_tree", "std::unique_ptr<N>", "x = put(std::move(x), k * 7 % 13);", "sum(x.get())", copies=False,
     decl="struct N { long v = 0; std::unique_ptr<N> l, r; " + SER + "{ ar(v, l, r); } };\ninline std::unique_ptr<N> put(std::unique_ptr<N> n, long k) { if (!n) { n = "
     "std::make_unique<N>(); n->v = k; } else if (k < n->v) n->l = put(std::move(n->l), k); else n->r = put(std::move(n->r), k); return n; }\n"
     "inline long sum(const N *n) { return n ? n->v + 2 * sum(n->l.get()) + 3 * sum(n->r.get()) : 0; }", ways=("if (x) x->v += k;", "if (x) std::swap(x->l, x->r);"))
kind("class_serialize", "C", "x.put(k);", "x.sum()", decl="class C { std::vector<long> v{1}; long n = 0; public: void put(long k) { v.push_back(k); n += k; } "
     "long sum() const { return n + long(v.size()) * 31 + v.back(); } C &more(long k) { put(k); return *this; } long &first() { return v[0]; } std::vector<long> &all() { return v; } "
     + SER + "{ ar(v, n); } };", ways=("x.more(k).more(k + 1);", "x.first() += k; x.put(2);", "x.all().push_back(k);", "x = C(); x.put(k);"))
kind("class_save_load", "C", "x.v = (x.v * 3 + k) % M; x.t += 'a';", "x.v + long(x.t.size())", decl="struct C { long v = 0; std::string t; template <class Ar> void save(Ar &ar) const { "
     "ar(v + 1, t); } template <class Ar> void load(Ar &ar) { ar(v, t); --v; } };")
kind("class_free_serialize", "C", "x.v = (x.v * 3 + k) % M; x.t += 'a';", "x.v + long(x.t.size())", decl="struct C { long v = 0; std::string t; }; template <class Ar> void serialize(Ar &ar, C &c) { ar(c.v, c.t); }")
kind("class_nested_serialize", "O", "x.c.v.push_back(k); x.m[k % 3] += k;", "long(x.c.v.size()) * 31 + x.m.begin()->second",
     decl="struct O { struct I { std::vector<long> v; " + SER + "{ ar(v); } }; I c; std::map<long, long> m{{1, 2}}; " + SER + "{ ar(c, m); } };",
     ways=("O::I &i2 = x.c; i2.v.assign(2, k);", "auto &[c, m] = x; c.v.push_back(k); m[1] = k;"))
kind("class_no_serialize", "C", "x.v = (x.v * 3 + k) % M; x.t += 'a'; x.w.push_back(k);", "x.v + long(x.t.size()) * 7 + long(x.w.size())",
     decl="struct C { long v = 0; std::string t; std::vector<long> w; };", ways=("auto &[a, b, c] = x; a += k; b += 'q'; c.push_back(a);", "x = C{k, \"r\", {1}};"))
kind("class_derived", "D", "x.v = (x.v * 3 + k) % M; x.t += 'a';", "x.v + long(x.t.size())", decl="struct B { long v = 0; " + SER + "{ ar(v); } }; struct D : B { std::string t; " + SER
     + "{ ar(static_cast<B &>(*this), t); } };", ways=("B &b = x; b.v += k;",))
kind("class_template", "C<long>", "x.put(k);", "x.sum()", decl="template <class T> struct C { std::vector<T> v{1}; void put(T k) { v.push_back(k); } T sum() const { return T(v.size()) * 31 + v.back(); } "
     + SER + "{ ar(v); } };")
kind("class_cache", "C", "x.put(k);", "x.sum()", decl="struct C { std::vector<long> v{1}; mutable long known = -1; void put(long k) { v.push_back(k); known = -1; } long sum() const { if (known < 0) { known = 0; "
     "for (long e : v) known += e; } return known; } " + SER + "{ ar(v, known); } };", ways=("x.v[0] += k; x.known = -1;",))
kind("self_pointer", "S", "*x.p = (*x.p * 3 + k) % M;", "x.k + *x.p * 3", decl="struct S { long k = 0; long *p = &k; };", copies=False, moves=False)
kind("self_pointer_safe", "S", "*x.p = (*x.p * 3 + k) % M;", "x.k + *x.p * 3", decl="struct S { long k = 0; long *p = &k; S() {} S(const S &o) : k(o.k) {} S &operator=(const S &o) { k = o.k; return *this; } "
     + SER + "{ ar(k); } };")
kind("pointer_into_vector", "S", "x.v[0] += k; *x.p += 1;", "x.v[0] + *x.p * 3", decl="struct S { std::vector<long> v{1, 2}; long *p = &v[1]; };", copies=False, moves=False)
kind("iterator_kept", "S", "*x.t += k; x.l.push_back(k);", "x.l.front() + *x.t * 3", decl="struct S { std::list<long> l{1, 2}; std::list<long>::iterator t = l.begin(); };", copies=False, moves=False)
kind("view_kept", "S", "x.t[0] = char('a' + k % 20);", "x.t[0] + x.v[0] * 3", decl="struct S { std::string t = \"abcdefghijklmnopqrstuvwxyz\"; std::string_view v = t; };", copies=False, moves=False)
kind("bitset", "std::bitset<40>", "x.flip(k % 40);", "long(x.count()) * 3 + x[2]", ways=("x[3] = k % 2;", "x <<= 1; x.set(0);"))
kind("complex", "std::complex<double>", "x = x / 2.0 + std::complex<double>(k, 1);", "long(x.real() * 16 + x.imag())")
kind("valarray", "std::valarray<long>", "x[1] += k;", "x[0] + x[1] * 3 + x.sum()", init="(1L, 3)", ways=("x += k;", "x[std::slice(0, 2, 1)] = k;"))
kind("chrono", "std::chrono::milliseconds", "x += std::chrono::milliseconds(k);", "long(x.count())", init="(3)")
kind("atomic", "std::atomic<long>", "x = (x * 3 + k) % M;", "x.load()", init="{0}", copies=False, moves=False)
kind("any", "std::any", "x = std::any_cast<long>(x) * 3 % M + k;", "std::any_cast<long>(x)", init=" = 3L")
kind("function", "std::function<long(long)>", "x = [k](long e) { return e + k; };", "x(3)", init=" = [](long e) { return e; }")
kind("stream", "std::ostringstream", "x << k % 10;", "long(x.str().size()) * 31 + x.str().back()", init="(\"ab\", std::ios::ate)", copies=False)
kind("random_engine", "std::mt19937", "x.discard(k % 5);", "long(std::mt19937(x)() % M)", init="(7)")
kind("weak", "std::pair<std::shared_ptr<long>, std::weak_ptr<long>>", "if (auto p = x.second.lock()) *p += k;", "*x.first",
     init=" = [] { auto p = std::make_shared<long>(1); return std::pair<std::shared_ptr<long>, std::weak_ptr<long>>(p, p); }()")
kind("polymorphic", "std::unique_ptr<B>", "x->put(k);", "x->get()", init=" = std::make_unique<D>()", copies=False,
     decl="struct B { virtual ~B() {} virtual void put(long) = 0; virtual long get() const = 0; }; struct D : B { long n = 0; void put(long k) override { n = (n * 3 + k) % M; } long get() const override { return n; } };")
kind("literal", "const char *", "x = k % 2 ? \"odd\" : \"even\";", "long(std::strlen(x))", init=" = \"q\"")
kind("pointer_to_const", "const long *", "x = &table[k % 3];", "*x", init=" = table", decl="const long table[3] = {4, 5, 6};")
kind("function_pointer", "F", "x = k % 2 ? one : two;", "x(3)", init=" = one", decl="using F = long (*)(long); inline long one(long k) { return k; } inline long two(long k) { return 2 * k; }")
kind("long_double", "long double", "x = x / 2 + k;", "long(x * 64)")
kind("int128", "__int128", "x = (x * 3 + k) % M;", "long(x)")
kind("empty_struct", "S", "(void)x;", "long(sizeof(x))", decl="struct S {};")
kind("const_member", "C", "x.v += k;", "x.v + x.c", decl="struct C { const long c = 4; long v = 0; C() {} C(const C &o) : v(o.v) {} " + SER + "{ ar(v); } };", moves=False, copies=False)

# Roads by which any value may be changed; $a is what changes `x` by `k`.
ROADS = {
    "direct": "$a", "helper": "alter(x, k);", "helper_pointer": "alter_at(&x, k);", "template_helper": "pass([](auto &e, long d) { alter(e, d); }, x, k);",
    "lambda": "[&] { $a }();", "lambda_argument": "[](auto &e, long d) { alter(e, d); }(x, k);", "reference": "auto &y = x; alter(y, k);",
    "pointer": "auto *p = &x; alter(*p, k);", "ref": "alter(std::ref(x).get(), k);", "struct": "Box<decltype(x)> b{x}; b.go(k);",
    "bind": "std::bind([](auto &e, long d) { alter(e, d); }, std::ref(x), k)();", "function": "std::function<void(long)> f = [&](long d) { alter(x, d); }; f(k);",
    "tie": "auto t = std::tie(x); alter(std::get<0>(t), k);", "apply": "std::apply([](auto &e, long d) { alter(e, d); }, std::tuple<decltype((x)), long>(x, k));",
    "invoke": "std::invoke([](auto &e, long d) { alter(e, d); }, x, k);", "addressof": "alter(*std::addressof(x), k);", "for_each": "std::for_each(&x, &x + 1, [&](auto &e) { alter(e, k); });",
    "thread": "std::thread t([&] { alter(x, k); }); t.join();", "recursive": "deep(x, k, 3);", "loop": "for (int j = 0; j < 2; ++j) { $a }", "condition": "if (k % 2) { $a }",
    "try": "try { $a throw 1; } catch (int) {}", "switch": "switch (k % 2) { case 0: { $a break; } default: break; }", "wrapped": "Outer<decltype(x)> o{{x}}; alter(o.inner.r, k);",
    "do_while": "int j = 0; do { $a } while (++j < 2);", "forward": "forwarded(x, k);", "vector_of_pointers": "std::vector<decltype(&x)> v{&x}; alter(*v[0], k);",
    "ternary": "alter(k > -1 ? x : x, k);", "comma": "alter(((void)k, x), k);", "guard": "{ At<decltype(x)> g{x, k}; }", "initialiser_list": "for (auto *p : {&x}) alter(*p, k);",
}
MOVED = {
    "move_back": "auto y = std::move(x); alter(y, k); x = std::move(y);", "exchange": "auto y = std::exchange(x, make()); alter(y, k); x = std::move(y);",
    "swap": "auto y = make(); alter(y, k); std::swap(x, y);", "assigned": "x = make(); alter(x, k);", "by_value": "x = altered(std::move(x), k);",
    "moved_into_vector": "std::vector<T> v; v.push_back(std::move(x)); alter(v[0], k); x = std::move(v.back());", "moved_from": "auto y = make(); alter(y, k); x = std::move(y);",
    "optional": "std::optional<T> o(std::move(x)); alter(*o, k); x = std::move(*o);", "lambda_moved": "auto f = [y = std::move(x), k]() mutable { alter(y, k); return std::move(y); }; x = f();",
    "tuple_assigned": "std::tie(x, std::ignore) = std::make_tuple(altered(std::move(x), k), 1);", "pair": "std::pair<T, int> p(std::move(x), 1); alter(p.first, k); x = std::move(p.first);",
}
COPIED = {
    "copy_back": "auto y = x; alter(y, k); x = y;", "altered": "x = altered(x, k);", "async": "x = std::async(std::launch::deferred, [y = x, k]() mutable { alter(y, k); return y; }).get();",
    "fill": "auto y = x; alter(y, k); std::fill(&x, &x + 1, y);", "copy": "auto y = x; alter(y, k); std::copy(&y, &y + 1, &x);",
}
HELPERS = """template <class X> void alter_at(X *x, long k) { alter(*x, k); }
template <class F, class... A> void pass(F f, A &...a) { f(a...); }
template <class X> struct Box { X &r; void go(long k) { alter(r, k); } };
template <class X> struct In { X &r; }; template <class X> struct Outer { In<X> inner; };
template <class X> struct At { X &r; long k; ~At() { alter(r, k); } };
template <class X> void deep(X &x, long k, int d) { if (d) deep(x, k, d - 1); else alter(x, k); }
template <class X, class... K> void forwarded(X &&x, K &&...k) { alter(std::forward<X>(x), std::forward<K>(k)...); }
"""


def declared(kind, name="x"):
    if "x_" in kind.type:
        return kind.type.replace("x_", name) + kind.init + ";"
    return f"{kind.type} {name}{kind.init};"


def declarations(kind):
    """What the roads use: the type, how it is changed, and a digest."""
    if "x_" in kind.type:
        text = f"using T = std::remove_reference_t<decltype([]() -> auto & {{ static {declared(kind)} return x; }}())>;"
    else:
        text = f"using T = {kind.type};"
    text += f"\ninline void alter(T &x, long k) {{ {kind.alter} (void)k; }}"
    text += f"\ninline long digest(const T &x) {{ return {kind.digest}; }}\n"
    if kind.moves:
        text += f"inline T make() {{ {declared(kind)} return x; }}\ninline T altered(T x, long k) {{ alter(x, k); return x; }}\n"
    return kind.decl + "\n" + text + HELPERS


def all_ways(kind):
    """Names and statements that change `x` by `k`."""
    ways = {name: text.replace("$a", kind.alter) for name, text in ROADS.items()}
    if kind.moves:
        ways.update(MOVED)
        if kind.type == "bool":  # its vector has no elements to refer to
            del ways["moved_into_vector"]
    if kind.moves and kind.copies:
        ways.update(COPIED)
    if kind.each:
        ways["range_for"] = f"for (auto &e : x) {{ {kind.each} }}"
        ways["iterator"] = f"for (auto t = std::begin(x); t != std::end(x); ++t) {{ auto &e = *t; {kind.each} }}"
        ways["each"] = f"std::for_each(std::begin(x), std::end(x), [&](auto &e) {{ {kind.each} }});"
        ways["first"] = f"if (std::begin(x) != std::end(x)) {{ auto &e = *std::begin(x); {kind.each} }}"
    for number, text in enumerate(kind.ways):
        ways[f"own{number}"] = text
    return ways


def cases_of(kind, pick, share):
    ways = all_ways(kind)
    names = list(ways)
    decl = declarations(kind)

    def case(name, body, more=""):
        return Case(f"t_{kind.name}_{name}", "transport", kind.name, decl + more, body)

    def change(name, amount):
        return f"{{ const long k = {amount}; {ways[name]} }}"

    for name in names:
        if name not in ("direct",) and not name.startswith("own") and pick.random() > share:
            continue
        other = pick.choice(names)
        yield case(f"item_{name}", f"long s = 0;\n" + loop(pick, declared(kind), [
            change(name, "i"), change(other, "i + 1"), "s = (s * 7 + digest(x)) % M;"]) + "\nsay(s);")
        if pick.random() < 0.5:
            yield case(f"state_{name}", f"long s = 0; {declared(kind)}\n" + loop(pick, "long y = 0;", [
                "y = i * 2;", change(name, "y"), "s = (s * 7 + y) % M;"]) + "\nsay(s); later(digest(x));")
        if pick.random() < 0.4:
            yield case(f"two_{name}", f"long s = 0;\n" + loop(pick, declared(kind), [
                change(name, "i"), f"s = (s * 7 + digest(x)) % M; {change(other, 'i')} s = (s * 7 + digest(x)) % M;"]) + "\nsay(s);")
        if pick.random() < 0.3 and kind.copies and kind.moves:
            yield case(f"state_out_{name}", f"long s = 0; {declared(kind, 'z')}\n" + loop(pick, declared(kind), [
                f"auto &w = z; {{ auto &x = w; {change(name, 'i')} }} x = z;", "s = (s * 7 + digest(x)) % M;"]) +
                "\nsay(s); later(digest(z));")
        if pick.random() < 0.3 and kind.moves:
            yield case(f"moved_on_{name}", "long s = 0;\n" + loop(pick, declared(kind) + " " + declared(kind, "z"), [
                change(name, "i"), "z = std::move(x); alter(z, i);", "s = (s * 7 + digest(z)) % M;"]) + "\nsay(s);")
        if pick.random() < 0.2:
            yield case(f"member_{name}", "P0 p; p.go(); p.tell();",
                       f"struct P0 {{ {declared(kind)} long s = 0;\nvoid go() {{\n" + loop(pick, "long y = 0;", [
                           "y = i * 2;", change(name, "y"), "s = (s * 7 + y) % M;"]) +
                       "\n} void tell() { say(s); later(digest(x)); } };" if "auto" not in kind.init and "(" not in kind.init and "[]" not in kind.init
                       else f"struct P0 {{ T *x0; long s = 0; void go() {{ T &x = *x0;\n" + loop(pick, "long y = 0;", [
                           "y = i * 2;", change(name, "y"), "s = (s * 7 + y) % M;"]) +
                       f"\n}} void tell() {{ say(s); later(digest(*x0)); delete_later(); }} P0() {{ static {declared(kind)} x0 = &x; }} void delete_later() {{}} }};")


# States that are read after the loop by what was taken before it: declarations,
# what the stage does, what is read.
AFTER = {
    "vector_reference": ("std::vector<long> a{1, 2, 3}; long &p = a[1];", "a[1] += i;", "p"),
    "vector_pointer": ("std::vector<long> a{1, 2, 3}; long *p = &a[1];", "a[1] += i;", "*p"),
    "vector_iterator": ("std::vector<long> a{1, 2, 3}; auto p = a.begin() + 1;", "a[1] += i;", "*p"),
    "vector_data": ("std::vector<long> a{1, 2, 3}; long *p = a.data();", "a[1] += i;", "p[1]"),
    "vector_span": ("std::vector<long> a{1, 2, 3}; std::span<long> p(a);", "a[1] += i;", "p[1]"),
    "vector_const_span": ("std::vector<long> a{1, 2, 3}; std::span<const long> p(a);", "a[1] += i;", "p[1]"),
    "vector_reserved": ("std::vector<long> a{1}; a.reserve(100); long &p = a[0];", "a.push_back(i); a[0] += i;", "p"),
    "vector_of_vector": ("std::vector<std::vector<long>> a(2, {1, 2}); auto &p = a[1];", "a[1][0] += i;", "p[0]"),
    "vector_of_string": ("std::vector<std::string> a{\"q\", \"r\"}; auto &p = a[1];", "a[1] += 'c';", "p"),
    "vector_of_unique": ("std::vector<std::unique_ptr<long>> a; a.push_back(std::make_unique<long>(1)); long *p = a[0].get();", "*a[0] += i;", "*p"),
    "vector_all": ("std::vector<long> a{1, 2}; auto &p = a;", "a.push_back(i);", "p.size()"),
    "vector_reverse": ("std::vector<long> a{1, 2}; auto p = a.rbegin();", "a[1] += i;", "*p"),
    "vector_view": ("std::vector<long> a{1, 2}; auto p = a | std::views::drop(1);", "a[1] += i;", "*p.begin()"),
    "vector_bool": ("std::vector<bool> a(4); auto p = a[1];", "a[1] = i % 3 == 2;", "bool(p)"),
    "deque_reference": ("std::deque<long> a{1, 2}; long &p = a[1];", "a[1] += i; a.push_back(i);", "p"),
    "list_reference": ("std::list<long> a{1, 2}; long &p = a.back();", "a.back() += i;", "p"),
    "list_iterator": ("std::list<long> a{1, 2}; auto p = a.begin();", "a.front() += i; a.push_back(i);", "*p"),
    "map_iterator": ("std::map<int, long> a{{1, 2}}; auto p = a.find(1);", "a[1] += i; a[i] += 1;", "p->second"),
    "map_reference": ("std::map<int, long> a{{1, 2}}; long &p = a[1];", "a[1] += i; a[i] += 1;", "p"),
    "map_pointer": ("std::map<std::string, long> a{{\"k\", 2}}; long *p = &a[\"k\"];", "a[\"k\"] += i;", "*p"),
    "map_of_vector": ("std::map<int, std::vector<long>> a{{1, {2}}}; auto &p = a[1];", "a[1].push_back(i);", "p.size()"),
    "map_erased_after": ("std::map<int, long> a{{1, 2}}; auto p = a.begin();", "a[1] += i;", "(p = a.erase(p), a.size())"),
    "set_iterator": ("std::set<long> a{1}; auto p = a.begin();", "a.insert(i + 2);", "*std::next(p, 1)"),
    "unordered_reference": ("std::unordered_map<int, long> a{{1, 2}}; long &p = a[1];", "a[1] += i;", "p"),
    "unordered_pointer": ("std::unordered_map<int, long> a{{1, 2}}; auto *p = &*a.find(1);", "a[1] += i; a[i + 9] = 1;", "p->second"),
    "forward_list": ("std::forward_list<long> a{1}; long &p = a.front();", "a.front() += i;", "p"),
    "string_view": ("std::string a(30, 'q'); std::string_view p = a;", "a[3] = char('a' + i % 20);", "p"),
    "string_reference": ("std::string a(30, 'q'); char &p = a[3];", "a[3] = char('a' + i % 20);", "p"),
    "string_c_str": ("std::string a(30, 'q'); const char *p = a.c_str();", "a[3] = char('a' + i % 20);", "p"),
    "short_string_view": ("std::string a(3, 'q'); std::string_view p = a;", "a[1] = char('a' + i % 20);", "p"),
    "unique_raw": ("auto a = std::make_unique<long>(1); long *p = a.get();", "*a += i;", "*p"),
    "unique_reference": ("auto a = std::make_unique<long>(1); long &p = *a;", "*a += i;", "p"),
    "unique_renewed": ("auto a = std::make_unique<long>(1);", "a = std::make_unique<long>(*a + i);", "*a"),
    "unique_array": ("auto a = std::make_unique<long[]>(3); long *p = a.get();", "a[1] += i;", "p[1]"),
    "unique_struct": ("auto a = std::make_unique<Counter>(); long &p = a->n;", "a->add(i);", "p"),
    "shared_raw": ("auto a = std::make_shared<long>(1); long *p = a.get();", "*a += i;", "*p"),
    "shared_copy": ("auto a = std::make_shared<long>(1); auto p = a;", "*a += i;", "*p"),
    "shared_weak": ("auto a = std::make_shared<long>(1); std::weak_ptr<long> p = a;", "*a += i;", "(p.expired() ? -1 : *p.lock())"),
    "shared_renewed": ("auto a = std::make_shared<long>(1); auto p = a;", "a = std::make_shared<long>(*a + i);", "*p + *a"),
    "shared_in_two": ("std::vector<std::shared_ptr<long>> a(2, std::make_shared<long>(1));", "*a[0] += i;", "(*a[1] += 1, *a[0])"),
    "shared_in_two_states": ("auto q = std::make_shared<long>(1); std::vector<std::shared_ptr<long>> a{q}; std::map<int, std::shared_ptr<long>> b{{1, q}};", "*a[0] += i;", "*b[1] + *q"),
    "optional_pointer": ("std::optional<long> a = 1; long *p = &*a;", "*a += i;", "*p"),
    "optional_renewed": ("std::optional<long> a = 1;", "a.emplace(*a + i);", "*a"),
    "variant_pointer": ("std::variant<long, std::string> a = 1L; long *p = std::get_if<long>(&a);", "std::get<0>(a) += i;", "*p"),
    "variant_string": ("std::variant<long, std::string> a = std::string(40, 'q'); auto &p = std::get<1>(a);", "std::get<1>(a)[1] = char('a' + i % 20);", "p"),
    "any_pointer": ("std::any a = 1L; long *p = std::any_cast<long>(&a);", "*std::any_cast<long>(&a) += i;", "*p"),
    "struct_member": ("Counter a; long &p = a.n;", "a.add(i);", "p"),
    "struct_vector": ("S a; long &p = a.v[1];", "a.v[1] += i;", "p"),
    "struct_serialized": ("C a; long &p = a.v[1];", "a.v[1] += i;", "p"),
    "array_pointer": ("long a[3] = {}; long *p = a + 1;", "a[1] += i;", "*p"),
    "array_end": ("long a[3] = {}; long *p = a;", "*p++ = i; if (p == a + 3) p = a;", "(p - a) * 100 + *p"),
    "position_in_vector": ("std::vector<long> a(50); auto p = a.begin();", "*p++ = i;", "p - a.begin() + *(p - 1)"),
    "position_in_list": ("std::list<long> a(50); auto p = a.begin();", "*p = i; ++p;", "std::distance(a.begin(), p) + *std::prev(p)"),
    "position_in_map": ("std::map<int, long> a{{1, 2}, {3, 4}}; auto p = a.begin();", "p->second += i; if (++p == a.end()) p = a.begin();", "p->first"),
    "pointer_as_state": ("long b = 0, c = 0; long *a = &b;", "*a += i; a = a == &b ? &c : &b;", "*a + b * 3 + c"),
    "reference_wrapper_state": ("long b = 0, c = 0; std::reference_wrapper<long> a = b;", "a.get() += i; a = i % 2 ? std::ref(b) : std::ref(c);", "a.get() + b * 3 + c"),
    "max_pointer": ("std::vector<long> d{4, 9, 2}; const long *a = nullptr;", "const long *p = &d[i % 3]; if (!a || *p > *a) a = p;", "*a + (a - d.data())"),
    "self_pointer": ("S2 a;", "*a.p += i;", "a.k + (*a.p += 1) + a.k"),
    "self_pointer_class": ("S3 a;", "*a.p += i;", "a.k + (*a.p += 1) + a.k"),
    "list_with_tail": ("L a;", "a.put(i);", "(a.put(7), a.sum())"),
    "cycle": ("N a, b; a.o = &b; b.o = &a;", "a.v += i; a.o->v += 1;", "a.o->o->v + b.v"),
    "tree_with_parents": ("T2 a; a.kids.push_back(std::make_unique<T2>()); a.kids[0]->up = &a;", "a.kids[0]->v += i; a.v += 1;", "a.kids[0]->up->v * 1000 + a.kids[0]->v"),
    "observer": ("Counter a; std::vector<Counter *> p{&a};", "a.add(i);", "p[0]->n"),
    "lambda_reads": ("long a = 0; auto p = [&] { return a; };", "a += i;", "p()"),
    "function_reads": ("std::vector<long> a{1}; std::function<long()> p = [&] { return a.back(); };", "a.push_back(i);", "p()"),
    "lambda_state": ("auto a = [n = 0L](long k) mutable { return n += k; };", "a(i);", "a(0)"),
    "function_state": ("std::function<long(long)> a = [n = 0L](long k) mutable { return n += k; };", "a(i);", "a(0)"),
    "generator": ("std::mt19937 a(3);", "a();", "a() % M"),
    "stringstream": ("std::stringstream a;", "a << i << ' ';", "a.str().size()"),
    "stream_read": ("std::istringstream a(\"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41\");", "long k; a >> k;", "a.tellg()"),
    "priority_queue": ("std::priority_queue<long> a;", "a.push(i * 7 % 11); if (a.size() > 5) a.pop();", "a.top() * 100 + long(a.size())"),
    "bitset": ("std::bitset<64> a; auto p = a[3];", "a.flip(i % 7);", "bool(p) + a.count() * 2"),
    "moved_after": ("std::vector<long> a{1}; const long *p = nullptr;", "a.push_back(i);", "[&] { auto b = std::move(a); p = b.data(); return p[0] + long(b.size()); }()"),
    "swapped_after": ("std::vector<long> a{1}, b{2};", "a.push_back(i);", "(std::swap(a, b), long(a.size()) * 100 + long(b.size()))"),
    "swapped_in_stage": ("std::vector<long> a{1}, b{2, 3}; std::vector<long> &p = a;", "a.swap(b); a.push_back(i);", "p.size() * 100 + b.size()"),
    "swapped_elements": ("std::vector<long> a{1}, b{2}; long &p = a[0];", "a.swap(b); a[0] += i;", "p + a[0] * 3"),
    "spliced_in_stage": ("std::list<long> a{1}, b{2}; long &p = a.front();", "a.splice(a.end(), b); b.splice(b.end(), a, a.begin()); b.front() += i;", "p + a.front() * 3"),
    "moved_to_state": ("std::unique_ptr<long> a = std::make_unique<long>(1), b; long *p = a.get();", "if (i == 5) b = std::move(a); if (b) *b += i;", "*p + (a ? 1 : 2)"),
    "moved_to_vector": ("std::vector<std::unique_ptr<long>> a; std::unique_ptr<long> c = std::make_unique<long>(1); long *p = c.get();",
                        "if (c) a.push_back(std::move(c)); *a[0] += i;", "*p + long(a.size())"),
    "taken_from": ("std::vector<long> a{1, 2, 3}; std::vector<long> b;", "if (i == 3) b = std::move(a);  else if (b.size()) b.push_back(i);", "b.size() * 10 + a.size()"),
    "static_local": ("long &p = inst();", "inst() += i;", "p + inst()"),
    "singleton": ("One &p = One::get();", "One::get().n += i;", "p.n + One::get().n"),
    "static_member": ("long &p = One::k;", "One::k += i;", "p + One::k"),
    "static_in_function": ("", "next();", "next()"),
    "counter_class": ("", "Id t; (void)t;", "Id().id"),
    "private_static": ("Pr a;", "a.up(i);", "a.get()"),
    "global_vector": ("long &p = gv[1];", "gv[1] += i;", "p + gv[1]"),
    "global_pointer": ("static long q = 0; gp = &q;", "*gp += i;", "q + *gp"),
    "thread_local": ("", "tl += i;", "tl"),
    "pimpl": ("Pi a;", "a.up(i);", "a.get()"),
    "copy_on_write": ("Cow a, b = a;", "a.up(i);", "a.get() * 100 + b.get()"),
    "flyweight": ("Fly a;", "a.at(i % 3) += i;", "a.at(0) + a.at(1) * 3"),
}
AFTER_DECL = """struct S { std::vector<long> v{1, 2}; };
struct C { std::vector<long> v{1, 2}; template <class Ar> void serialize(Ar &ar) { ar(v); } };
struct S2 { long k = 0; long *p = &k; };
struct S3 { long k = 0; long *p = &k; S3() {} S3(const S3 &o) : k(o.k) {} S3 &operator=(const S3 &o) { k = o.k; return *this; } template <class Ar> void serialize(Ar &ar) { ar(k); } };
struct L { struct E { long v; std::unique_ptr<E> next; }; std::unique_ptr<E> head; E *tail = nullptr;
  void put(long k) { auto e = std::make_unique<E>(E{k, nullptr}); E *p = e.get(); if (tail) tail->next = std::move(e); else head = std::move(e); tail = p; }
  long sum() const { long s = 0; for (E *e = head.get(); e; e = e->next.get()) s = (s * 3 + e->v) % M; return s; } };
struct N { long v = 0; N *o = nullptr; };
struct T2 { long v = 0; T2 *up = nullptr; std::vector<std::unique_ptr<T2>> kids; };
inline long &inst() { static long n = 1; return n; }
struct One { long n = 0; static inline long k = 0; static One &get() { static One o; return o; } };
inline long next() { static long n = 0; return n = (n * 3 + 1) % M; }
struct Id { static inline long last = 0; long id = ++last; };
class Pr { static inline long n = 0; public: void up(long k) { n += k; } long get() const { return n; } };
inline std::vector<long> gv{1, 2};
inline long *gp = nullptr;
inline thread_local long tl = 0;
class Pi { struct I { long n = 0; }; std::unique_ptr<I> i = std::make_unique<I>(); public: void up(long k) { i->n += k; } long get() const { return i->n; } };
class Cow { std::shared_ptr<long> p = std::make_shared<long>(1); public: void up(long k) { if (p.use_count() > 1) p = std::make_shared<long>(*p); *p += k; } long get() const { return *p; } };
class Fly { std::map<long, std::shared_ptr<long>> m; public: long &at(long k) { auto &p = m[k]; if (!p) p = std::make_shared<long>(0); return *p; } };
"""


def after_cases(pick):
    for name, (setup, change, read) in AFTER.items():
        for shape, stages in (("second", ["x = i * 2;", change + " s = (s * 5 + x) % M;"]), ("first", [change + " x = i;", "s = (s * 5 + x) % M;"]),
                              ("middle", ["x = i;", change + " x += 1;", "s = (s * 5 + x) % M;"])):
            yield Case(f"t_after_{name}_{shape}", "transport", "after_" + name, AFTER_DECL,
                       f"long s = 0; {setup}\n{loop(pick, 'long x = 0;', stages)}\nsay(s); later({read});")


# Values that items share with each other or with a state.
SHARED = {
    "kept_by_first": ("std::shared_ptr<Counter> last = std::make_shared<Counter>();", "std::shared_ptr<Counter> c;", ["last->add(i); c = last;", "s = (s * 5 + c->n) % M;"]),
    "kept_by_both": ("std::shared_ptr<Counter> last; std::vector<std::shared_ptr<Counter>> all;", "std::shared_ptr<Counter> c;",
                     ["if (last) last->add(i); last = std::make_shared<Counter>(); last->add(i); c = last;", "all.push_back(c); for (auto &p : all) s = (s * 5 + p->n) % M;"]),
    "kept_by_second": ("std::vector<std::shared_ptr<Counter>> all;", "std::shared_ptr<Counter> c = std::make_shared<Counter>();",
                       ["c->add(i);", "all.push_back(c); all[0]->add(i); for (auto &p : all) s = (s * 5 + p->n) % M;"]),
    "shared_pool": ("std::vector<std::shared_ptr<Counter>> pool; for (int k = 0; k < 3; ++k) pool.push_back(std::make_shared<Counter>());", "std::shared_ptr<Counter> c;",
                    ["c = pool[i % 3]; c->add(i);", "s = (s * 5 + c->n) % M; c->add(1);"]),
    "linked_items": ("std::shared_ptr<N> head;", "std::shared_ptr<N> c;", ["auto n = std::make_shared<N>(); n->v = i; n->next = head; head = n; c = n;",
                                                                           "c->v *= 2; for (auto p = c; p; p = p->next) s = (s * 5 + p->v) % M;"]),
    "two_variables": ("", "std::shared_ptr<Counter> a = std::make_shared<Counter>(), b = a;", ["a->add(i);", "b->add(1); s = (s * 5 + a->n) % M;"]),
    "two_variables_later": ("", "std::shared_ptr<Counter> a, b;", ["a = std::make_shared<Counter>(); b = a; a->add(i);", "b->add(1);", "s = (s * 5 + a->n) % M;"]),
    "item_and_outside": ("auto o = std::make_shared<Counter>();", "auto a = o;", ["a->add(i);", "s = (s * 5 + i) % M;"]),
    "promise": ("", "std::promise<long> p; std::future<long> f = p.get_future();", ["p.set_value(i);", "s = (s * 5 + f.get()) % M;"]),
    "promise_outside": ("std::promise<long> p; auto f = p.get_future();", "long x = 0;", ["if (i == 0) p.set_value(i + 4); x = i;", "if (i == 1) s += f.get(); s += x;"]),
    "packaged_task": ("", "std::packaged_task<long()> p([] { return 4L; }); auto f = p.get_future();", ["p();", "s = (s * 5 + f.get() + i) % M;"]),
    "shared_future": ("std::promise<long> p; std::shared_future<long> f = p.get_future().share();", "long x = 0;", ["if (i == 0) p.set_value(4); x = i;", "s = (s * 5 + x + f.get()) % M;"]),
    "stop_token": ("std::stop_source src; auto tok = src.get_token();", "long x = 0;", ["x = i; if (i == 7) src.request_stop();", "if (!tok.stop_requested()) s += x;"]),
    "jthread_token": ("std::stop_source a; std::stop_source b = a;", "long x = 0;", ["x = i; if (i == 7) a.request_stop();", "s = (s * 5 + b.stop_requested()) % M;"]),
    "condition": ("std::mutex m; std::condition_variable cv; bool ready = false;", "long x = 0;", ["{ std::lock_guard<std::mutex> l(m); ready = true; } cv.notify_one(); x = i;",
                                                                                                    "std::unique_lock<std::mutex> l(m); s = (s * 5 + x + ready) % M;"]),
    "latch_by_atomic": ("std::atomic<long> a = 0;", "long x = 0;", ["a += i; x = i;", "s = (s * 5 + x + a) % M;"]),
    "exception_pointer": ("std::exception_ptr e;", "long x = 0;", ["if (i == 5) e = std::make_exception_ptr(5); x = i;", "s = (s * 5 + x + (e ? 1 : 0)) % M;"]),
    "weak_and_shared": ("auto a = std::make_shared<Counter>(); std::weak_ptr<Counter> w = a;", "long x = 0;", ["a->add(i); x = i;", "if (auto p = w.lock()) s = (s * 5 + p->n + x) % M;"]),
    "reset_elsewhere": ("auto a = std::make_shared<Counter>(); std::weak_ptr<Counter> w = a;", "long x = 0;", ["if (i == 7) a.reset(); x = i;", "s = (s * 5 + w.expired() + x) % M;"]),
    "use_count": ("auto a = std::make_shared<Counter>(); std::vector<std::shared_ptr<Counter>> all;", "long x = 0;", ["all.push_back(a); x = i;", "s = (s * 5 + x + a.use_count()) % M;"]),
    "thread_kept": ("std::atomic<long> a = 0; std::vector<std::thread> all;", "long x = 0;", ["all.emplace_back([&a] { ++a; }); all.back().join(); x = i;", "s = (s * 5 + x + a) % M;"]),
    "copy_on_write": ("Cow a, b = a;", "long x = 0;", ["a.up(i); x = i;", "s = (s * 5 + x + b.get()) % M;"]),
    "span_of_item": ("", "std::vector<long> v(4); std::span<long> p(v);", ["for (long &e : v) e = i;", "s = (s * 5 + p[1]) % M;"]),
    "view_of_item": ("", "std::string t(30, 'q'); std::string_view p(t);", ["t[3] = char('a' + i % 20);", "s = (s * 5 + p[3]) % M;"]),
    "iterator_of_item": ("", "std::vector<long> v(4); auto p = v.begin();", ["*p = i;", "s = (s * 5 + v[0]) % M;"]),
    "pointer_to_item": ("", "long v = 0; long *p = &v;", ["*p = i;", "s = (s * 5 + v) % M;"]),
    "pointer_moved_in_item": ("", "long v[2] = {1, 2}; long *p = v;", ["p = v + i % 2; *p = i;", "s = (s * 5 + *p + v[0]) % M;"]),
    "pointer_to_outside": ("std::vector<long> o{1, 2, 3};", "const long *p = nullptr;", ["p = &o[i % 3];", "s = (s * 5 + *p) % M;"]),
    "reference_to_outside": ("std::vector<long> o(3);", "long &p = o[i % 3];", ["p += i;", "s = (s * 5 + i) % M;"]),
    "index_of_outside": ("std::vector<long> o{1, 2, 3};", "long p = 0;", ["p = i % 3;", "s = (s * 5 + o[p]) % M;"]),
    "string_view_of_outside": ("std::string o = \"alpha beta gamma\";", "std::string_view p;", ["p = std::string_view(o).substr(i % 5, 3);", "s = (s * 5 + p[0]) % M;"]),
    "uninitialised": ("", "long v;", ["v = i;", "s = (s * 5 + v) % M;"]),
    "sometimes_written": ("", "long v = 3;", ["if (i % 3 == 0) v = i;", "s = (s * 5 + v) % M;"]),
    "initialised_by_outside": ("long o = 4;", "long v = o;", ["v += i;", "s = (s * 5 + v) % M;"]),
    "initialised_by_item": ("", "long v = i * 2, w = v + 1;", ["v += w;", "w += v;", "s = (s * 5 + v + w) % M;"]),
    "continue_in_first": ("", "long v = 0;", ["if (i % 3 == 0) continue; v = i;", "s = (s * 5 + v) % M;"]),
    "continue_in_second": ("long c = 0;", "long v = 0;", ["v = i;", "if (v % 3 == 0) continue; ++c;", "s = (s * 5 + v) % M;"]),
    "break_in_first": ("", "long v = 0;", ["if (i == 9) break; v = i;", "s = (s * 5 + v) % M;"]),
    "scratch": ("std::vector<long> buffer;", "long v = 0;", ["buffer.assign(3, i); v = buffer[1];", "buffer.assign(2, v); s = (s * 5 + buffer[0]) % M;"]),
    "members_apart": ("struct { long a = 0, b = 0; } c;", "long v = 0;", ["c.a += i; v = c.a;", "c.b += v; s = (s * 5 + c.b) % M;"]),
    "elements_apart": ("long c[2] = {};", "long v = 0;", ["c[0] += i; v = c[0];", "c[1] += v; s = (s * 5 + c[1]) % M;"]),
    "in_place_elements": ("std::vector<long> c(50);", "", ["c[i] = i * 3;", "c[i] += 4; s = (s * 5 + c[i]) % M;"]),
    "two_names_of_state": ("Counter c; Counter &d = c;", "long v = 0;", ["v = i;", "c.add(v); d.add(1); s = (s * 5 + d.n) % M;"]),
}


def shared_cases(pick):
    for name, (setup, items, stages) in SHARED.items():
        for again in (1, 2):
            yield Case(f"t_shared_{name}_{again}", "transport", "shared_" + name, AFTER_DECL.replace("struct N { long v = 0; N *o = nullptr; };", (
                "struct N { long v = 0; std::shared_ptr<N> next; " + SER + "{ ar(v, next); } };"
                if name == "linked_items" else "struct N { long v = 0; N *o = nullptr; };")),
                f"long s = 0; {setup}\n{loop(pick, items, stages)}\nsay(s);")


# What receiving a value calls: the class, with DO in one of its functions, the
# value's type, and what fills the value.
RECEIPTS = {
    "compare": ("struct C { bool operator()(long a, long b) const { DO return a < b; } };", "std::set<long, C>", "x.insert({i, i * 7 % 5, 3});"),
    "compare_map": ("struct C { bool operator()(long a, long b) const { DO return a < b; } };", "std::map<long, std::string, C>", "x[i] = \"a\"; x[3] = \"b\"; x[i * 5 % 7] = \"c\";"),
    "compare_in_vector": ("struct C { bool operator()(long a, long b) const { DO return b < a; } };", "std::vector<std::set<long, C>>", "x.resize(2); x[1].insert({i, 3, 4});"),
    "compare_queue": ("struct C { bool operator()(long a, long b) const { DO return a < b; } };", "std::priority_queue<long, std::vector<long>, C>",
                      "x.push(i); x.push(3); x.push(i * 5 % 7);"),
    "less": ("struct K { long v = 0; bool operator<(const K &o) const { DO return v < o.v; } " + SER + "{ ar(v); } };", "std::set<K>", "x.insert(K{i}); x.insert(K{4}); x.insert(K{5});"),
    "spaceship": ("struct K { long v = 0; auto operator<=>(const K &o) const { DO return v <=> o.v; } };", "std::set<K>", "x.insert(K{i}); x.insert(K{4}); x.insert(K{5});"),
    "less_void": ("struct K { long v = 0; friend bool operator<(const K &a, const K &b) { DO return a.v < b.v; } };", "std::set<K, std::less<>>", "x.insert(K{i}); x.insert(K{4});"),
    "equal": ("struct K { long v = 0; bool operator==(const K &o) const { DO return v == o.v; } };\nstruct H { std::size_t operator()(const K &k) const { return std::size_t(k.v % 2); } };",
              "std::unordered_set<K, H>", "x.insert(K{i}); x.insert(K{4}); x.insert(K{6});"),
    "hash": ("struct H { std::size_t operator()(long k) const { DO return std::size_t(k); } };", "std::unordered_map<long, long, H>", "x[i] = 3; x[2] = 5;"),
    "made": ("struct K { long v = 0; K() { DO } K(long k) : v(k) {} " + SER + "{ ar(v); } };", "std::vector<K>", "x.push_back(K(i)); x.push_back(K(4));"),
    "made_plain": ("struct K { long v; K() : v(0) { DO } K(long k) : v(k) {} };", "std::vector<K>", "x.push_back(K(i)); x.push_back(K(4));"),
    "made_behind": ("struct K { long v = 0; K() { DO } K(long k) : v(k) {} " + SER + "{ ar(v); } };", "std::unique_ptr<K>", "x = std::make_unique<K>(i);"),
    "made_in_optional": ("struct K { long v = 0; std::string t; K() { DO } K(long k) : v(k) {} " + SER + "{ ar(v, t); } };", "std::optional<K>", "x = K(i);"),
    "made_in_member": ("struct P { long v = 0; P() { DO } P(long k) : v(k) {} " + SER + "{ ar(v); } };\nstruct K { std::map<long, P> all; };", "K", "x.all.emplace(i, P(4));"),
    "made_in_base": ("struct B { long v = 0; B() { DO } B(long k) : v(k) {} };\nstruct K : B { K() {} K(long k) : B(k) {} " + SER + "{ ar(v); } };", "std::list<K>", "x.push_back(K(i));"),
    "ended": ("struct K { long v = 0; K() = default; K(long k) : v(k) {} K(const K &) = default; K &operator=(const K &) = default; ~K() { DO } " + SER + "{ ar(v); } };",
              "std::map<long, K>", "x.emplace(i, K(i));"),
    "moved": ("struct K { long v = 0; K() = default; K(long k) : v(k) {} K(K &&o) : v(o.v) { DO } K &operator=(K &&o) { v = o.v; DO return *this; } " + SER + "{ ar(v); } };",
              "std::map<long, K>", "x.emplace(i, K(i));"),
    "copied": ("struct K { long v = 0; K() = default; K(long k) : v(k) {} K(const K &o) : v(o.v) { DO } K &operator=(const K &o) { v = o.v; DO return *this; } " + SER + "{ ar(v); } };",
               "std::map<long, K>", "x.emplace(i, K(i));"),
    "allocated": ("template <class E> struct A { using value_type = E; A() = default; template <class O> A(const A<O> &) {} E *allocate(std::size_t n) { DO return std::allocator<E>().allocate(n); }\n"
                  "  void deallocate(E *p, std::size_t n) { std::allocator<E>().deallocate(p, n); } bool operator==(const A &) const { return true; } };",
                  "std::list<long, A<long>>", "x.push_back(i); x.push_back(3);"),
    "own_new": ("struct K { long v = 0; static void *operator new(std::size_t n) { DO return ::operator new(n); } static void operator delete(void *p) { ::operator delete(p); } "
                + SER + "{ ar(v); } };", "std::unique_ptr<K>", "x.reset(new K); x->v = i;"),
    "template": ("template <class E> struct K { E v{}; K() { DO } K(E k) : v(k) {} " + SER + "{ ar(v); } };", "std::deque<K<long>>", "x.push_back(K<long>(i));"),
}
DOES = {"counts": "++made;", "adds": "made = (made * 3 + 1) % M;", "keeps": "log_.push_back(1);", "calls": "note();", "prints": "LATER << 'x';", "atomic": "count_++;",
        "adds_atomic": "count_.fetch_add(2, std::memory_order_relaxed);", "through": "*where += 2;", "first": "static bool is_first = true; made += is_first; is_first = false;", "nothing": "",
        "own": "long t = 4; t += 1; std::vector<long> w(2, t); (void)w;", "reads": "(void)(made + 1);"}


def receipt_cases(pick, share):
    for name, (decl, type, fill) in RECEIPTS.items():
        for does, code in DOES.items():
            if pick.random() > share:
                continue
            more = ("inline long made = 0; inline long *where = &made; inline std::vector<long> log_; inline std::atomic<long> count_{0};\n"
                    "inline void note() { made += 3; }\n")
            reads = "s = (s * 5 + sum(x)) % M;"
            total = ("inline long sum(const auto &x) { long s = 0; if constexpr (requires { x.top(); }) s = long(x.size()); else if constexpr (requires { x.all.size(); }) s = long(x.all.size());\n"
                     "  else if constexpr (requires { x.begin(); }) s = long(std::distance(x.begin(), x.end())); else s = long(x->v); return s; }\n")
            state = pick.random() < 0.3
            stages = (["y = i * 2;", f"if (i < 9) {{ {fill} }} s = (s * 7 + y) % M;"] if state else
                      [fill, reads] if pick.random() < 0.7 else ["y = i;", fill, reads])
            items = "long y = 0;" if state else f"{type} x; long y = 0;"
            before = f"{type} x; " if state else ""
            after = " later(sum(x));" if state else ""
            yield Case(f"t_receipt_{name}_{does}", "transport", "receipt_" + name, more + total + decl.replace("DO", code),
                       f"long s = 0; {before}\n{loop(pick, items, stages)}\nsay(s, made, log_.size(), count_.load());{after}")


def cases(pick, count):
    share = 0.25 if count and count < 3000 else 1
    made = [*after_cases(pick), *shared_cases(pick),
            *receipt_cases(pick, share)]
    for kind in KINDS:
        made += cases_of(kind, pick, share)
    again = 1
    while count and len(made) < count:
        again += 1
        made += [dataclasses.replace(case, name=f"{case.name}_{again}") for kind in KINDS for case in cases_of(kind, pick, 1)]
    return made
