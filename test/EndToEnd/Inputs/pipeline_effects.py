"""Effects: code that no stage names changes what another stage reads.

An effect is a statement in which something of the program's own is called
without being named: a constructor, a comparison, a deleter. What it does there,
`$e`, changes a variable of outside, or reads it. The variable is a global one, a
static member, a static variable of a function, or what a pointer leads to.
"""
import dataclasses

from pipeline_case import Case, loop


@dataclasses.dataclass(frozen=True)
class Effect:
    name: str
    decl: str       # with $e, a statement
    stmt: str       # may use i, and set x
    setup: str = ""  # before the loop
    item: str = ""  # declarations of the loop's body with the same effect
    alone: bool = False


EFFECTS = []


def effect(name, decl, stmt, **more):
    EFFECTS.append(Effect(name, decl, stmt, **more))


CTOR = "struct T { long v = 1; T() { $e } };"
INT = "struct T { long v; T(long v = 0) : v(v) { $e } };"
COPY = ("struct T { long v = 0; T() {} explicit T(long v) : v(v) {} T(const T &o) : v(o.v) "
        "{ $e } T &operator=(const T &o) { v = o.v; $e return *this; } };")
MOVE = ("struct T { long v = 0; T() {} explicit T(long v) : v(v) {} T(T &&o) noexcept : v(o.v) "
        "{ $e } T &operator=(T &&o) noexcept { v = o.v; $e return *this; } };")
DTOR = "struct T { long v = 0; T() {} explicit T(long v) : v(v) {} T(const T &) = default; ~T() { $e } };"
LESS = ("struct T { long v = 0; friend bool operator<(const T &a, const T &b) { $e return a.v < b.v; "
        "} friend bool operator==(const T &a, const T &b) { $e return a.v == b.v; } };")
THREE = "const long n3 = 3;"
# Constructors.
effect("constructor", CTOR, "T t; x += t.v;", item="T t;")
effect("constructor_new", CTOR, "T *t = new T; x += t->v; delete t;")
effect("constructor_array", CTOR, "T t[3]; x += t[1].v;", item="T t[2];")
effect("constructor_temporary", CTOR, "x += T().v;")
effect("constructor_conversion", INT + " long get(T t) { return t.v; }", "x += get(i);")
effect("constructor_of_member", CTOR + " struct S { T t; };", "S s; x += s.t.v;", item="S o;")
effect("constructor_of_base", CTOR + " struct S : T {};", "S s; x += s.v;", item="S o;")
effect("constructor_of_virtual_base", CTOR + " struct S : virtual T {};", "S s; x += s.v;")
effect("constructor_delegating", "struct T { long v; T(long v) : v(v) { $e } T() : T(4) {} };",
       "T t; x += t.v;", item="T t;")
effect("constructor_aggregate", CTOR + " struct S { long k; T t; };", "S s{1, {}}; x += s.k;")
effect("constructor_inherited", INT + " struct S : T { using T::T; };", "S s(4); x += s.v;")
effect("constructor_template", "struct T { template <class U> T(U) { $e } };", "T t(4); (void)t;")
effect("constructor_list", "struct T { T(std::initializer_list<int>) { $e } };", "T t{1, 2}; (void)t;")
effect("member_initialiser", "long hidden() { $e return 3; } struct T { long v = hidden(); };",
       "T t; x += t.v;", item="T t;")
effect("default_argument", "long hidden() { $e return 3; } long f(long k, long d = hidden()) "
       "{ return k + d; }", "x += f(i);")
effect("default_template_functor", "struct F { long operator()(long k) const { $e return k; } }; "
       "template <class G = F> long f(long k, G g = G()) { return g(k); }", "x += f(i);")
for name, stmt, item in (
        ("vector_of_count", "std::vector<T> v(3); x += v[0].v;", "std::vector<T> v(2);"),
        ("vector_resize", "std::vector<T> v; v.resize(3); x += v[0].v;", ""),
        ("vector_emplace", "std::vector<T> v; v.emplace_back(); x += v[0].v;", ""),
        ("deque_resize", "std::deque<T> v; v.resize(2); x += v[0].v;", ""),
        ("list_emplace", "std::list<T> v; v.emplace_front(); x += v.front().v;", ""),
        ("map_index", "std::map<int, T> m; x += m[3].v;", ""),
        ("unordered_index", "std::unordered_map<int, T> m; x += m[3].v;", ""),
        ("map_try_emplace", "std::map<int, T> m; m.try_emplace(1);", ""),
        ("array", "std::array<T, 2> v; x += v[0].v;", "std::array<T, 2> v;"),
        ("pair", "std::pair<int, T> p; x += p.second.v;", "std::pair<int, T> p;"),
        ("tuple", "std::tuple<int, T> p; x += std::get<1>(p).v;", "std::tuple<int, T> p;"),
        ("optional_emplace", "std::optional<T> o; o.emplace(); x += o->v;", ""),
        ("optional_in_place", "std::optional<T> o(std::in_place); x += o->v;",
         "std::optional<T> o(std::in_place);"),
        ("variant", "std::variant<T, int> o; x += o.index();", "std::variant<T, int> o;"),
        ("variant_emplace", "std::variant<int, T> o; o.emplace<1>(); x += o.index();", ""),
        ("any_emplace", "std::any o; o.emplace<T>();", ""),
        ("make_unique", "auto p = std::make_unique<T>(); x += p->v;", ""),
        ("make_shared", "auto p = std::make_shared<T>(); x += p->v;", ""),
        ("allocate_shared", "auto p = std::allocate_shared<T>(std::allocator<T>()); x += p->v;", ""),
        ("unique_array", "auto p = std::make_unique<T[]>(2); x += p[0].v;", ""),
        ("construct_at", "std::optional<int> o; alignas(T) char b[sizeof(T)]; "
         "x += std::construct_at(reinterpret_cast<T *>(b))->v;", ""),
        ("placement_new", "alignas(T) char b[sizeof(T)]; x += (new (b) T)->v;", ""),
        ("uninitialized", "alignas(T) char b[3 * sizeof(T)]; T *p = reinterpret_cast<T *>(b); "
         "std::uninitialized_default_construct(p, p + 3); x += p->v;", ""),
        ("value_or", "std::optional<T> o; x += o.value_or(T()).v;", ""),
        ("generate_n", "std::vector<long> v(2); std::generate_n(v.begin(), 2, [] { return T().v; });",
         ""),
        ("async", "x += std::async(std::launch::deferred, [] { return T().v; }).get();", ""),
        ("lambda_default", "auto f = [] { T t; return t.v; }; x += f();", ""),
        ("ternary", "x += i % 2 ? T().v : 0;", ""),
        ("range_for", "for (int k = 0; const T &t : std::vector<T>(2)) x += t.v + k;", ""),
        ("static_local", "static T t; x += t.v;", ""),
        ("thread_local", "thread_local T t; x += t.v;", ""),
        ("exception", "try { throw T(); } catch (const T &t) { x += t.v; }", "")):
    effect("constructor_in_" + name, CTOR, stmt, item=item)
for name, stmt in (
        ("vector_push", "std::vector<T> v; v.push_back(i);"),
        ("vector_assign", "long w[] = {1, 2}; std::vector<T> v(w, w + 2); x += v[0].v;"),
        ("initializer_list", "std::vector<T> v{1, 2}; x += v[0].v;"),
        ("map_insert", "std::map<int, T> m; m.insert({1, i});"),
        ("copy", "long w[] = {1, 2}; std::vector<T> v; std::copy(w, w + 2, std::back_inserter(v));"),
        ("accumulate", "long w[] = {1, 2}; T t = std::accumulate(w, w + 2, T(0), [](T a, long k) "
         "{ return T(a.v + k); }); x += t.v;"),
        ("optional_assign", "std::optional<T> o; o = 4L; x += o->v;"),
        ("variant_assign", "std::variant<std::string, T> o; o = 4L; x += o.index();"),
        ("apply", "x += std::apply([](T a) { return a.v; }, std::tuple<long>(4));"),
        ("make_from_tuple", "x += std::make_from_tuple<T>(std::tuple<long>(4)).v; // std::tuple\n"),
        ("function_argument", "std::function<long(T)> f = [](T t) { return t.v; }; x += f(4L);"),
        ("function_result", "std::function<T(long)> f = [](long k) { return k; }; x += f(4).v;"),
        ("fill", "T w[3]; std::fill(w, w + 3, 4L); x += w[1].v;"),
        ("back_emplace", "std::stack<T> v; v.emplace(4L); x += v.top().v;"),
        ("count_if", "std::vector<long> v{1, 2}; x += std::count_if(v.begin(), v.end(), "
         "[](T t) { return t.v > 1; });")):
    effect("conversion_in_" + name, INT, stmt)
# Copies, moves, assignments, destructors.
for name, stmt in (
        ("plain", "T t, u(t); x += u.v;"), ("argument", "T t; x += get(t);"),
        ("assignment", "T t, u; u = t; x += u.v;"), ("capture", "T t; auto f = [t] { return t.v; }; x += f();"),
        ("capture_copied", "T t; auto f = [t] { return t.v; }; auto g2 = f; x += g2();"),
        ("vector_push", "T t; std::vector<T> v; v.push_back(t);"),
        ("vector_grow", "std::vector<T> v(1); v.reserve(8); x += v[0].v;"),
        ("vector_copy", "std::vector<T> v(1), w = v; x += w[0].v;"),
        ("vector_insert", "std::vector<T> v(2); v.insert(v.begin(), T(4));"),
        ("vector_erase", "std::vector<T> v(2); v.erase(v.begin());"),
        ("vector_assign", "std::vector<T> v(2), w(2); v = w;"),
        ("vector_fill", "std::vector<T> v(3, T(4));"),
        ("initializer_list", "std::vector<T> v{T(4), T(5)};"),
        ("map", "std::map<int, T> m{{1, T(4)}}; auto n = m; x += n.size();"),
        ("map_insert", "T t; std::map<int, T> m; m.emplace(1, t);"),
        ("pair", "T t; auto p = std::make_pair(1, t); x += p.first;"),
        ("tuple", "T t; auto p = std::make_tuple(1, t); x += std::get<0>(p);"),
        ("optional", "std::optional<T> o = T(4), p = o; x += p->v;"),
        ("variant", "std::variant<int, T> o = T(4), p; p = o; x += p.index();"),
        ("any", "T t; std::any o = t; auto p = o; x += p.has_value();"),
        ("array", "std::array<T, 2> v, w = v; x += w[0].v;"),
        ("struct", "S s, t = s; x += t.k;"), ("swap", "T t, u; std::swap(t, u);"),
        ("exchange", "T t; x += std::exchange(t, T(3)).v;"),
        ("fill", "T v[2]; T t; std::fill(v, v + 2, t);"),
        ("std_copy", "T v[2], w[2]; std::copy(v, v + 2, w);"),
        ("reverse", "T v[2]; std::reverse(v, v + 2);"), ("rotate", "T v[3]; std::rotate(v, v + 1, v + 3);"),
        ("sort", "T v[3] = {T(3), T(1), T(2)}; std::sort(v, v + 3, [](const T &a, const T &b) "
         "{ return a.v < b.v; }); x += v[0].v;"),
        ("bind", "T t; auto f = std::bind([](const T &u) { return u.v; }, t); x += f();"),
        ("function", "T t; std::function<long()> f = [t] { return t.v; }; auto h = f; x += h();"),
        ("thrown", "T t; try { throw t; } catch (T u) { x += u.v; }"),
        ("range_for", "std::vector<T> v(2); for (T t : v) x += t.v;"),
        ("return", "x += make(i).v;"), ("value_or", "T t; std::optional<T> o; x += o.value_or(t).v;"),
        ("max", "T t; x += std::max({t, T(4)}, [](const T &a, const T &b) { return a.v < b.v; }).v;"),
        ("thread_argument", "T t(0); std::thread h([](const T &) {}, t); h.join();"),
        ("async_result", "x += std::async(std::launch::deferred, [] { return T(4); }).get().v;"),
        ("promise", "std::promise<T> p; p.set_value(T(4)); x += p.get_future().get().v;"),
        ("queue", "std::queue<T> q; T t; q.push(t); q.pop();"),
        ("bound_by_value", "T v[2]; auto [a, b] = v; x += a.v + b.v;")):
    effect("copy_" + name, COPY + " long get(T t) { return t.v; } struct S { long k = 1; T t; }; "
           "T make(long k) { T t(k); T u(t); return k % 2 ? t : u; }", stmt)
for name, stmt in (
        ("plain", "T t, u(std::move(t)); x += u.v;"), ("assignment", "T t, u; u = std::move(t);"),
        ("vector_push", "std::vector<T> v; v.push_back(T(4));"),
        ("vector_grow", "std::vector<T> v(1); v.reserve(9);"),
        ("vector_erase", "std::vector<T> v(3); v.erase(v.begin());"),
        ("swap", "T t, u; std::swap(t, u);"), ("exchange", "T t; std::exchange(t, T(4));"),
        ("sort", "T v[3] = {T(3), T(1), T(2)}; std::sort(v, v + 3, [](const T &a, const T &b) "
         "{ return a.v < b.v; }); x += v[0].v;"),
        ("optional", "std::optional<T> o = T(4), p = std::move(o); x += p->v;"),
        ("variant", "std::variant<int, T> o = T(4); x += o.index();"),
        ("pair", "std::pair<int, T> p(1, T(4)), q = std::move(p);"),
        ("unique_value", "auto p = std::make_unique<T>(T(4)); x += p->v;"),
        ("map_insert", "std::map<int, T> m; m.emplace(1, T(4));"),
        ("std_move", "T v[2], w[2]; std::move(v, v + 2, w); // std::copy\n"),
        ("remove_if", "std::vector<T> v(3); v[0].v = 1; std::erase_if(v, [](const T &t) "
         "{ return t.v == 1; });"),
        ("return", "x += make(i).v;"), ("iter_swap", "T v[2]; std::iter_swap(v, v + 1);"),
        ("capture", "T t; auto f = [t = std::move(t)] { return t.v; }; x += f();")):
    effect("move_" + name, MOVE + " T make(long k) { T t(k), u; return k % 2 ? std::move(t) : "
           "std::move(u); }", stmt)
for name, stmt in (
        ("plain", "T t; x += t.v;"), ("delete", "T *t = new T; delete t;"),
        ("unique", "std::unique_ptr<T> p(new T); x += p->v;"),
        ("unique_reset", "auto p = std::make_unique<T>(); p.reset();"),
        ("unique_assigned", "std::unique_ptr<T> p(new T); p = nullptr;"),
        ("shared", "auto p = std::make_shared<T>(); auto q = p; x += q->v;"),
        ("vector", "std::vector<T> v(1); x += v[0].v;"), ("vector_clear", "std::vector<T> v(2); v.clear();"),
        ("vector_of_unique", "std::vector<std::unique_ptr<T>> v; v.push_back(std::make_unique<T>());"),
        ("map_erase", "std::map<int, T> m; m[1]; m.erase(1);"), ("list_pop", "std::list<T> l(1); l.pop_back();"),
        ("optional_reset", "std::optional<T> o(std::in_place); o.reset();"),
        ("variant_other", "std::variant<int, T> o = T(1); o = 3; x += o.index();"),
        ("any_reset", "std::any o = T(1); o.reset();"), ("tuple", "std::tuple<int, T> t; x += std::get<0>(t);"),
        ("temporary", "T(); x += 1;"), ("member", "struct S { T t; } s; x += s.t.v;"),
        ("base", "struct S : T {} s; x += s.v;"),
        ("destroy_at", "alignas(T) char b[sizeof(T)]; T *p = new (b) T; std::destroy_at(p);"),
        ("explicit_call", "alignas(T) char b[sizeof(T)]; T *p = new (b) T; p->~T();"),
        ("lambda_capture", "auto f = [t = T()] { return t.v; }; x += f();"),
        ("function", "std::function<long()> f = [t = T()] { return t.v; }; x += f();"),
        ("exception", "try { T t; throw 1; } catch (int) { x += 1; }"),
        ("early_exit", "[&] { T t; if (i % 2) return; x += 1; }();"),
        ("array", "T t[2]; x += t[0].v;"), ("swap_out", "std::vector<T> v(2); std::vector<T>().swap(v);"),
        ("weak", "std::weak_ptr<T> w; { auto p = std::make_shared<T>(); w = p; } x += w.expired();"),
        ("thread", "std::thread h([] { T t; (void)t; }); h.join();"),
        ("queue", "std::queue<T> q; q.emplace(); q.pop();")):
    effect("destructor_" + name, DTOR, stmt, item=stmt.split(";")[0] + ";" if name in (
        "plain", "unique", "vector") else "")
effect("destructor_of_base_pointer", "struct B { virtual ~B() {} }; struct T : B { ~T() { $e } };",
       "std::unique_ptr<B> p = std::make_unique<T>();")
effect("destructor_of_shared_base", "struct B {}; struct T : B { ~T() { $e } };",
       "std::shared_ptr<B> p = std::make_shared<T>();")
effect("destructor_of_void", "struct T { ~T() { $e } };", "std::shared_ptr<void> p = std::make_shared<T>();")
effect("virtual_through_unique", "struct B { virtual ~B() {} virtual long f() = 0; }; struct T : B "
       "{ long f() override { $e return 3; } };", "std::unique_ptr<B> p = std::make_unique<T>(); x += p->f();")
effect("virtual_in_base_method", "struct B { virtual ~B() {} virtual long f() = 0; long go() { return "
       "f(); } }; struct T : B { long f() override { $e return 3; } };", "T t; x += t.go();")
effect("virtual_from_list", "struct B { virtual ~B() {} virtual long f() = 0; }; struct T : B "
       "{ long f() override { $e return 3; } }; std::vector<std::shared_ptr<B>> all() { return "
       "{std::make_shared<T>()}; }", "for (auto &p : all()) x += p->f();")
effect("scope_guard", "template <class F> struct G { F f; ~G() { f(); } }; template <class F> G(F) -> "
       "G<F>;", "G t{[] { $e }}; x += 1;")
effect("scope_guard_function", "struct G { std::function<void()> f; ~G() { f(); } };",
       "G t{[] { $e }}; x += 1;")
effect("deleter_functor", "struct D { void operator()(long *p) const { $e delete p; } };",
       "std::unique_ptr<long, D> p(new long(3)); x += *p;")
effect("deleter_function", "void del(long *p) { $e delete p; }",
       "std::unique_ptr<long, void (*)(long *)> p(new long(3), del); x += *p;")
effect("deleter_lambda", "", "std::shared_ptr<long> p(new long(3), [](long *q) { $e delete q; }); x += *p;")
effect("deleter_specialised", "struct T { long v = 2; }; } namespace std { template <> struct "
       "default_delete<c_$n::T> { void operator()(c_$n::T *p) const; }; } namespace c_$n { ",
       "std::unique_ptr<T> p(new T); x += p->v;", alone=True)
# Comparison, hash, arithmetic, other operators.
for name, stmt in (
        ("plain", "T a{3}, b{i}; x += a < b;"), ("sort", "std::vector<T> v{{3}, {i}, {2}}; "
         "std::sort(v.begin(), v.end()); x += v[0].v;"),
        ("stable_sort", "std::vector<T> v{{3}, {i}, {2}}; std::stable_sort(v.begin(), v.end());"),
        ("partial_sort", "std::vector<T> v{{3}, {i}, {2}}; std::partial_sort(v.begin(), v.begin() + 1, v.end());"),
        ("nth_element", "std::vector<T> v{{3}, {i}, {2}}; std::nth_element(v.begin(), v.begin() + 1, v.end());"),
        ("max_element", "std::vector<T> v{{3}, {i}}; x += std::max_element(v.begin(), v.end())->v;"),
        ("max", "T a{3}, b{i}; x += std::max(a, b).v;"), ("min_list", "x += std::min({T{3}, T{i}}).v;"),
        ("minmax", "T a{3}, b{i}; x += std::minmax(a, b).first.v;"),
        ("clamp", "T a{3}, b{i}, c{5}; x += std::clamp(b, a, c).v;"),
        ("lower_bound", "std::vector<T> v{{1}, {4}}; x += std::lower_bound(v.begin(), v.end(), T{i}) - v.begin();"),
        ("binary_search", "std::vector<T> v{{1}, {4}}; x += std::binary_search(v.begin(), v.end(), T{i});"),
        ("find", "std::vector<T> v{{1}, {4}}; x += std::find(v.begin(), v.end(), T{i}) - v.begin();"),
        ("count", "std::vector<T> v{{1}, {4}}; x += std::count(v.begin(), v.end(), T{4});"),
        ("equal", "std::vector<T> v{{1}, {4}}, w = v; x += std::equal(v.begin(), v.end(), w.begin());"),
        ("vector_equal", "std::vector<T> v{{1}, {4}}, w = v; x += v == w;"),
        ("vector_less", "std::vector<T> v{{1}, {4}}, w = v; x += v < w;"),
        ("unique", "std::vector<T> v{{1}, {1}}; x += std::unique(v.begin(), v.end()) - v.begin();"),
        ("remove", "std::vector<T> v{{1}, {4}}; x += std::remove(v.begin(), v.end(), T{4}) - v.begin();"),
        ("set", "std::set<T> s; s.insert(T{i}); s.insert(T{3}); x += s.size();"),
        ("set_find", "std::set<T> s{{1}, {2}}; x += s.count(T{i});"),
        ("map", "std::map<T, int> m; m[T{i}] = 1; m[T{2}] = 2; x += m.size();"),
        ("multiset", "std::multiset<T> s{{1}, {2}}; x += s.size();"),
        ("priority_queue", "std::priority_queue<T> q; q.push({3}); q.push({i}); x += q.top().v;"),
        ("heap", "std::vector<T> v{{1}, {4}, {i}}; std::make_heap(v.begin(), v.end()); x += v[0].v;"),
        ("pair", "std::pair<int, T> p{1, {2}}, q{1, {i}}; x += p < q;"),
        ("tuple", "std::tuple<int, T> p{1, {2}}, q{1, {i}}; x += p < q;"),
        ("optional", "std::optional<T> p = T{2}, q = T{i}; x += p < q;"),
        ("variant", "std::variant<int, T> p = T{2}, q = T{i}; x += p == q;"),
        ("array", "std::array<T, 2> p{}, q{}; x += p == q;"),
        ("merge", "std::vector<T> p{{1}}, q{{2}}, r; std::merge(p.begin(), p.end(), q.begin(), q.end(), "
         "std::back_inserter(r)); x += r.size();"),
        ("lexicographical", "std::vector<T> p{{1}}, q{{2}}; x += std::lexicographical_compare(p.begin(), "
         "p.end(), q.begin(), q.end());"),
        ("is_sorted", "std::vector<T> p{{1}, {i}}; x += std::is_sorted(p.begin(), p.end());"),
        ("next_permutation", "std::vector<T> p{{1}, {2}}; std::next_permutation(p.begin(), p.end());"),
        ("list_sort", "std::list<T> l{{3}, {1}}; l.sort(); x += l.front().v;"),
        ("list_merge", "std::list<T> l{{3}}, m{{1}}; l.merge(m); x += l.front().v;"),
        ("search", "std::vector<T> v{{1}, {4}}, w{{4}}; x += std::search(v.begin(), v.end(), w.begin(), "
         "w.end()) - v.begin();"),
        ("ranges_find", "std::vector<T> v{{1}, {4}}; x += std::ranges::find(v, T{4}) - v.begin();"),
        ("std_less", "x += std::less<T>()(T{1}, T{i}); // std::less\n"),
        ("void_less", "x += std::less<>()(T{1}, T{i});"),
        ("mismatch", "std::vector<T> v{{1}, {4}}, w = v; x += std::mismatch(v.begin(), v.end(), w.begin()).first "
         "- v.begin();")):
    effect("compare_" + name, LESS, stmt)
effect("spaceship", "struct T { long v; std::strong_ordering operator<=>(const T &o) const { $e return "
       "v <=> o.v; } bool operator==(const T &o) const = default; };",
       "std::vector<T> v{{3}, {i}}; std::sort(v.begin(), v.end()); x += v[0].v;")
effect("spaceship_of_member", "struct T { long v; std::strong_ordering operator<=>(const T &o) const "
       "{ $e return v <=> o.v; } bool operator==(const T &o) const { $e return v == o.v; } }; struct S "
       "{ T t; auto operator<=>(const S &) const = default; };", "S a{{1}}, b{{i}}; x += a < b;")
F2 = "struct F { bool operator()(long a, long b) const { $e return a < b; } };"
for name, stmt in (
        ("sort", "std::vector<long> v{3, i, 2}; std::sort(v.begin(), v.end(), F{}); x += v[0];"),
        ("set", "std::set<long, F> s{3, i}; x += *s.begin();"), ("map", "std::map<long, int, F> s; s[3]; s[i]; x += s.size();"),
        ("priority_queue", "std::priority_queue<long, std::vector<long>, F> q; q.push(i); q.push(3); x += q.top();"),
        ("max", "x += std::max(3L, long(i), F{});"),
        ("ranges_sort", "std::vector<long> v{3, i}; std::ranges::sort(v, F{}); x += v[0];"),
        ("function", "std::function<bool(long, long)> f = F{}; x += f(3, i);"),
        ("function_sort", "std::function<bool(long, long)> f = F{}; std::vector<long> v{3, i}; "
         "std::sort(v.begin(), v.end(), f); x += v[0];"),
        ("bind", "auto f = std::bind(F{}, std::placeholders::_1, 4); x += f(i);"),
        ("not_fn", "x += std::not_fn(F{})(3, i);"), ("invoke", "x += std::invoke(F{}, 3, i);"),
        ("apply", "x += std::apply(F{}, std::tuple<long, long>(3, i));"),
        ("unique", "std::vector<long> v{3, i}; x += std::unique(v.begin(), v.end(), F{}) - v.begin();"),
        ("equal_range", "std::vector<long> v{3, 4}; x += std::equal_range(v.begin(), v.end(), i, F{}).first - v.begin();"),
        ("accumulate", "std::vector<long> v{3, i}; x += std::accumulate(v.begin(), v.end(), 0L, F{});"),
        ("transform", "std::vector<long> v{3, i}, w(2); std::transform(v.begin(), v.end(), v.begin(), w.begin(), F{});"),
        ("adjacent", "std::vector<long> v{3, i}; x += std::adjacent_find(v.begin(), v.end(), F{}) - v.begin();"),
        ("inner_product", "std::vector<long> v{3, i}; x += std::inner_product(v.begin(), v.end(), v.begin(), 0L, "
         "std::plus<long>(), F{});"),
        ("partial_sum", "std::vector<long> v{3, i}, w(2); std::partial_sum(v.begin(), v.end(), w.begin(), F{});"),
        ("reduce", "std::vector<long> v{3, 4}; x += std::reduce(v.begin(), v.end(), 0L, F{}) * 0;"),
        ("list_sort", "std::list<long> v{3, i}; v.sort(F{}); x += v.front();"),
        ("set_union", "std::vector<long> v{3}, w{4}, u; std::set_union(v.begin(), v.end(), w.begin(), w.end(), "
         "std::back_inserter(u), F{});"),
        ("heap", "std::vector<long> v{3, 4}; std::make_heap(v.begin(), v.end(), F{}); std::push_heap(v.begin(), v.end(), F{});")):
    effect("functor_in_" + name, F2, stmt)
F1 = "struct F { long operator()(long a) const { $e return a % 3; } };"
for name, stmt in (
        ("function_type", "x += f(i);"), ("for_each", "std::vector<long> v{3}; std::for_each(v.begin(), v.end(), F{});"),
        ("transform", "std::vector<long> v{3}; std::transform(v.begin(), v.end(), v.begin(), F{}); x += v[0];"),
        ("find_if", "std::vector<long> v{3}; x += std::find_if(v.begin(), v.end(), F{}) - v.begin();"),
        ("count_if", "std::vector<long> v{3}; x += std::count_if(v.begin(), v.end(), F{});"),
        ("remove_if", "std::vector<long> v{3}; v.erase(std::remove_if(v.begin(), v.end(), F{}), v.end());"),
        ("erase_if", "std::vector<long> v{3}; std::erase_if(v, F{});"),
        ("copy_if", "std::vector<long> v{3}, w; std::copy_if(v.begin(), v.end(), std::back_inserter(w), F{});"),
        ("all_of", "std::vector<long> v{3}; x += std::all_of(v.begin(), v.end(), F{});"),
        ("partition", "std::vector<long> v{3}; std::partition(v.begin(), v.end(), F{});"),
        ("replace_if", "std::vector<long> v{3}; std::replace_if(v.begin(), v.end(), F{}, 4L);"),
        ("list_remove_if", "std::list<long> v{3}; v.remove_if(F{});"),
        ("projection", "std::vector<long> v{3, i}; std::ranges::sort(v, {}, F{}); x += v[0];"),
        ("projection_max", "std::vector<long> v{3, i}; x += std::ranges::max(v, {}, F{});"),
        ("view_transform", "std::vector<long> v{3}; for (long k : v | std::views::transform(F{})) x += k;"),
        ("view_filter", "std::vector<long> v{3}; for (long k : v | std::views::filter(F{})) x += k;"),
        ("view_take_while", "std::vector<long> v{4}; for (long k : v | std::views::take_while(F{})) x += k;"),
        ("visit", "std::variant<int, long> v = 4L; x += std::visit(F{}, v);"),
        ("thread", "std::thread t(F{}, 4); t.join();"), ("jthread", "std::jthread t(F{}, 4);"),
        ("async", "x += std::async(std::launch::async, F{}, 4).get();"),
        ("deferred", "x += std::async(std::launch::deferred, F{}, 4).get();"),
        ("packaged_task", "std::packaged_task<long(long)> t{F{}}; t(4); x += t.get_future().get();"),
        ("call_once", "std::once_flag o; std::call_once(o, F{}, 4);"),
        ("bind_front", "x += std::bind_front(F{}, 4)();"), ("ref", "F h; x += std::ref(h)(4);"),
        ("any", "std::any a = F{}; x += std::any_cast<F>(a)(4);"),
        ("vector_of_functions", "std::vector<std::function<long(long)>> v{F{}}; x += v[0](4);"),
        ("map_of_functions", "std::map<int, std::function<long(long)>> v; v[0] = F{}; x += v[0](4);"),
        ("template_argument", "P<F> p; x += p.go(4);"), ("function_reference", "const auto &h = f; x += h(4);"),
        ("struct_of_function", "Q q{F{}}; x += q.f(4);"), ("exclusive_scan",
         "std::vector<long> v{3}, w(1); std::transform(v.begin(), v.end(), w.begin(), std::ref(f));"),
        ("generate", "F h; std::vector<long> v(2); std::generate(v.begin(), v.end(), [&] { return h(4); });"),
        ("memo", "static std::map<long, long> memo; if (!memo.count(i)) memo[i] = F{}(i); x += memo[i];")):
    effect("call_in_" + name, F1 + " template <class G> struct P { G g1; long go(long k) { return g1(k); } "
           "}; struct Q { std::function<long(long)> f; };", stmt,
           setup="std::function<long(long)> f = F{};" if " f(" in stmt or "f;" in stmt or "(f)" in stmt else "")
effect("stop_callback", "", "std::stop_source src; std::stop_callback cb(src.get_token(), [] { $e }); src.request_stop();")
effect("generator_argument", "struct R { using result_type = unsigned; static constexpr unsigned min() { return 0; } "
       "static constexpr unsigned max() { return 255; } unsigned operator()() { $e return 7; } };",
       "R r; x += std::uniform_int_distribution<int>(0, 3)(r);")
effect("shuffle", "struct R { using result_type = unsigned; static constexpr unsigned min() { return 0; } "
       "static constexpr unsigned max() { return 255; } unsigned operator()() { $e return 7; } };",
       "R r; std::vector<int> v{1, 2, 3}; std::shuffle(v.begin(), v.end(), r);")
HASH = ("struct H { std::size_t operator()(long a) const { $e return a; } }; struct E { bool operator()(long a, long b) "
        "const { $e return a == b; } };")
for name, stmt in (
        ("set", "std::unordered_set<long, H> s; s.insert(i);"), ("map", "std::unordered_map<long, int, H> s; s[i] = 1;"),
        ("find", "std::unordered_set<long, H> s; x += s.count(i);"),
        ("equal", "std::unordered_set<long, std::hash<long>, E> s{3}; s.insert(3);"),
        ("copy", "std::unordered_set<long, H> s{3}, t = s; x += t.size();"),
        ("rehash", "std::unordered_set<long, H, E> s{3}; s.rehash(100); s.insert(4);"),
        ("multimap", "std::unordered_multimap<long, int, H, E> s; s.emplace(1, 2); s.emplace(1, 3);")):
    effect("hash_" + name, HASH, stmt)
effect("hash_kept", HASH, "kept.insert(i % 7); x += kept.size();", setup="std::unordered_set<long, H> kept;")
effect("hash_specialised", "struct K { long v; bool operator==(const K &) const = default; }; struct Hidden { static void "
       "go() { $e } }; } template <> struct std::hash<c_$n::K> { std::size_t operator()(const c_$n::K &k) const { "
       "c_$n::Hidden::go(); return k.v; } }; namespace c_$n {", "std::unordered_set<K> s; s.insert(K{i});")
effect("less_specialised", "struct K { long v; }; struct Hidden { static void go() { $e } }; } template <> struct "
       "std::less<c_$n::K> { bool operator()(const c_$n::K &a, const c_$n::K &b) const { c_$n::Hidden::go(); "
       "return a.v < b.v; } }; namespace c_$n {", "std::set<K> s; s.insert(K{i}); s.insert(K{3});")
effect("swap_found", "struct T { long v; friend void swap(T &a, T &b) { $e std::swap(a.v, b.v); } };",
       "T a{1}, b{2}; using std::swap; swap(a, b); x += a.v;")
effect("swap_in_reverse", "struct T { long v; friend void swap(T &a, T &b) { $e std::swap(a.v, b.v); } };",
       "T a[2] = {{1}, {2}}; std::reverse(a, a + 2); x += a[0].v;")
effect("swap_of_pair", "struct T { long v; friend void swap(T &a, T &b) { $e std::swap(a.v, b.v); } };",
       "std::pair<T, int> a{{1}, 1}, b{{2}, 2}; a.swap(b); x += a.first.v;")
effect("swap_of_array", "struct T { long v; friend void swap(T &a, T &b) { $e std::swap(a.v, b.v); } };",
       "std::array<T, 1> a{{{1}}}, b{{{2}}}; std::swap(a, b); x += a[0].v;")
OPS = ("struct T { long v; T operator+(const T &o) const { $e return {v + o.v}; } T &operator+=(const T &o) { $e v += o.v; "
       "return *this; } T operator*(const T &o) const { $e return {v * o.v}; } T &operator++() { $e ++v; return *this; } "
       "T operator-() const { $e return {-v}; } T operator-(const T &o) const { $e return {v - o.v}; } explicit operator bool() "
       "const { $e return v > 2; } operator long() const { $e return v; } long operator[](int k) const { $e return v + k; } "
       "T *operator->() { $e return this; } long operator()(long k) const { $e return k; } bool operator!() const { $e return !v; } "
       "long operator,(long k) const { $e return k; } T operator<<(int k) const { $e return {v << k}; } };")
for name, stmt in (
        ("plus", "x += (T{1} + T{i}).v;"), ("plus_assign", "T t{1}; t += T{i}; x += t.v;"), ("times", "x += (T{1} * T{i}).v;"),
        ("increment", "T t{1}; ++t; x += t.v;"), ("minus", "x += (-T{i}).v;"), ("bool", "if (T{i}) x += 1;"),
        ("bool_not", "x += !T{i};"), ("bool_while", "for (T t{i % 4 + 2}; bool(t); t.v--) x += 1;"), ("bool_and", "x += bool(T{i}) && i > 2;"),
        ("conversion", "long k = T{i}; x += k;"), ("index", "x += T{1}[i];"), ("arrow", "T t{i}; x += t->v;"),
        ("call", "x += T{1}(i);"), ("comma", "x += (T{1}, long(i));"), ("shift", "x += (T{1} << 2).v;"),
        ("accumulate", "T w[] = {{1}, {2}}; x += std::accumulate(w, w + 2, T{i}).v;"),
        ("inner_product", "T w[] = {{1}, {2}}; x += std::inner_product(w, w + 2, w, T{i}).v;"),
        ("partial_sum", "T w[] = {{1}, {2}}, u[2]; std::partial_sum(w, w + 2, u); x += u[1].v;"),
        ("adjacent_difference", "T w[] = {{1}, {2}}, u[2]; std::adjacent_difference(w, w + 2, u); x += u[1].v;"),
        ("iota", "T w[2]; std::iota(w, w + 2, T{i}); x += w[1].v;"), ("std_plus", "x += std::plus<T>()(T{1}, T{i}).v; // std::plus\n"),
        ("transform_plus", "T w[] = {{1}, {2}}; std::transform(w, w + 2, w, w, std::plus<>()); x += w[0].v;"),
        ("switch", "switch (long(T{i % 3})) { case 0: x += 1; break; default: x += 2; }"),
        ("complex", "std::vector<long> v(std::size_t(long(T{3}))); x += v.size();"),
        ("reduce", "T w[] = {{1}, {2}}; x += std::reduce(w, w + 2, T{i}).v;")):
    effect("operator_" + name, OPS, stmt)
effect("literal", "long operator\"\"_t(unsigned long long k) { $e return k; }", "x += 4_t;")
effect("class_new", "struct T { long v = 1; static void *operator new(std::size_t n) { $e return std::malloc(n); } "
       "static void operator delete(void *p) { std::free(p); } };", "std::unique_ptr<T> p(new T); x += p->v;")
effect("class_delete", "struct T { long v = 1; static void *operator new(std::size_t n) { return std::malloc(n); } "
       "static void operator delete(void *p) { $e std::free(p); } };", "auto p = std::make_unique<T>(); x += p->v;")
effect("placement_of_class", "struct T { long v = 1; static void *operator new(std::size_t n, int) { $e return std::malloc(n); } "
       "static void operator delete(void *p) { std::free(p); } };", "T *p = new (4) T; x += p->v; delete p;")
effect("unary_address", "struct T { long v = 1; T *operator&() { $e return this; } };", "T t; x += (&t)->v;")
GLOBAL_NEW = ("void hidden() { $e } } void *operator new(std::size_t n) { c_$n::hidden(); return std::malloc(n); } "
              "void operator delete(void *p) noexcept { std::free(p); } void operator delete(void *p, std::size_t) noexcept "
              "{ std::free(p); } namespace c_$n {")
ALLOC = ("template <class U> struct A { using value_type = U; A() = default; template <class V> A(const A<V> &) {} U *allocate("
         "std::size_t n) { $e return static_cast<U *>(std::malloc(n * sizeof(U))); } void deallocate(U *p, std::size_t) { std::free(p); } "
         "bool operator==(const A &) const { return true; } };")
for name, stmt in (
        ("vector", "std::vector<long, A<long>> v(1); x += v.size();"), ("vector_grow", "std::vector<long, A<long>> v; v.push_back(i);"),
        ("string", "std::basic_string<char, std::char_traits<char>, A<char>> v(100, 'a'); x += v.size();"),
        ("map", "std::map<int, int, std::less<int>, A<std::pair<const int, int>>> v; v[1] = 1; x += v.size();"),
        ("list", "std::list<long, A<long>> v(1); x += v.size();"), ("shared", "auto p = std::allocate_shared<long>(A<long>()); x += *p;")):
    effect("allocator_" + name, ALLOC, stmt)
effect("allocator_construct", "template <class U> struct A : std::allocator<U> { A() = default; template <class V> A(const A<V> &) {} "
       "template <class V> struct rebind { using other = A<V>; }; template <class V, class... W> void construct(V *p, W &&...w) "
       "{ $e new (p) V(std::forward<W>(w)...); } };", "std::vector<long, A<long>> v(1); x += v.size();")
effect("memory_resource", "struct R : std::pmr::memory_resource { void *do_allocate(std::size_t n, std::size_t) override { $e "
       "return std::malloc(n); } void do_deallocate(void *p, std::size_t, std::size_t) override { std::free(p); } bool do_is_equal("
       "const std::pmr::memory_resource &) const noexcept override { return true; } };",
       "R r; std::pmr::vector<long> v(&r); v.push_back(i); // std::vector\n")
effect("char_traits", "struct C : std::char_traits<char> { static bool lt(char a, char b) { $e return a < b; } static int compare("
       "const char *a, const char *b, std::size_t n) { $e return std::char_traits<char>::compare(a, b, n); } };",
       "std::basic_string<char, C> a = \"a\", b = \"b\"; x += a < b;")
# Iterators and ranges.
ITER = ("struct It { using value_type = long; using difference_type = std::ptrdiff_t; using pointer = const long *; using reference = "
        "const long &; using iterator_category = std::forward_iterator_tag; const long *p = nullptr; const long &operator*() const { $e "
        "return *p; } It &operator++() { $e ++p; return *this; } It operator++(int) { It t = *this; ++p; return t; } bool operator==("
        "const It &o) const { return p == o.p; } bool operator!=(const It &o) const { return p != o.p; } }; struct Rg { std::vector<long> "
        "v{1, 2, 3}; It begin() const { $e return {v.data()}; } It end() const { return {v.data() + v.size()}; } };")
for name, stmt in (
        ("range_for", "Rg r; for (long k : r) x += k;"), ("loop", "Rg r; for (auto t = r.begin(); t != r.end(); ++t) x += *t;"),
        ("accumulate", "Rg r; x += std::accumulate(r.begin(), r.end(), 0L);"), ("vector", "Rg r; std::vector<long> v(r.begin(), r.end()); x += v[0];"),
        ("find", "Rg r; x += std::find(r.begin(), r.end(), 2) != r.end();"), ("copy", "Rg r; std::vector<long> v; std::copy(r.begin(), r.end(), "
         "std::back_inserter(v));"), ("distance", "Rg r; x += std::distance(r.begin(), r.end());"),
        ("ranges_count", "Rg r; x += std::ranges::count(r, 2);"), ("next", "Rg r; x += *std::next(r.begin(), 2);"),
        ("set", "Rg r; std::set<long> s(r.begin(), r.end()); x += s.size();")):
    effect("iterator_" + name, ITER, stmt)
effect("output_iterator", "struct Out { using value_type = void; using difference_type = std::ptrdiff_t; using pointer = void; using reference = void; "
       "using iterator_category = std::output_iterator_tag; Out &operator*() { return *this; } Out &operator++() { return *this; } Out operator++(int) "
       "{ return *this; } Out &operator=(long) { $e return *this; } };",
       "long w[] = {1, 2}; std::copy(w, w + 2, Out{}); // std::iterator_traits\n")
effect("push_back_of_class", "struct V { using value_type = long; void push_back(long) { $e } };",
       "V v; long w[] = {1, 2}; std::copy(w, w + 2, std::back_inserter(v));")
effect("binding_protocol", "struct T { long v = 2; template <int K> long get() const { $e return v; } }; } template <> struct "
       "std::tuple_size<c_$n::T> { static constexpr std::size_t value = 1; }; template <> struct std::tuple_element<0, c_$n::T> { "
       "using type = long; }; namespace c_$n {", "T t; auto [k] = t; x += k;")
effect("begin_found", "struct T { long v[2] = {1, 2}; }; const long *begin(const T &t) { $e return t.v; } const long *end(const T &t) "
       "{ return t.v + 2; }", "T t; for (long k : t) x += k;")
# Streams and locales.
SB = "struct SB : std::streambuf { int overflow(int c) override { $e return c; } };"
effect("streambuf_overflow", SB, "SB sb; std::ostream o(&sb); o << i;")
effect("streambuf_put", SB, "SB sb; sb.sputc('a');")
effect("streambuf_outside", SB, "o << i; x += 1;", setup="SB sb; std::ostream o(&sb);")
effect("streambuf_sync", "struct SB : std::streambuf { int sync() override { $e return 0; } int overflow(int c) override { return c; } };",
       "SB sb; std::ostream o(&sb); o << 'a' << std::flush;")
effect("streambuf_endl", "struct SB : std::streambuf { int sync() override { $e return 0; } int overflow(int c) override { return c; } };",
       "SB sb; std::ostream o(&sb); o << std::endl;")
effect("streambuf_xsputn", "struct SB : std::streambuf { std::streamsize xsputn(const char *, std::streamsize n) override { $e return n; } };",
       "SB sb; std::ostream o(&sb); o << \"text\";")
effect("streambuf_underflow", "struct SB : std::streambuf { char c = 'a'; int underflow() override { $e setg(&c, &c, &c + 1); return c; } };",
       "SB sb; std::istream o(&sb); x += o.get();")
effect("streambuf_iterator", SB, "SB sb; std::ostreambuf_iterator<char> t(&sb); *t = 'a';")
effect("streambuf_rdbuf", SB, "SB sb; std::ostringstream t; std::ostream &u = t; u.rdbuf(&sb); u << i;")
effect("streambuf_tied", "struct SB : std::streambuf { int sync() override { $e return 0; } int overflow(int c) override { return c; } };",
       "SB sb; std::ostream o(&sb); std::istringstream in(\"4\"); in.tie(&o); long k; in >> k; x += k;")
effect("streambuf_unitbuf", "struct SB : std::streambuf { int sync() override { $e return 0; } int overflow(int c) override { return c; } };",
       "SB sb; std::ostream o(&sb); o.setf(std::ios::unitbuf); o << 'a';")
effect("stream_insertion", "struct T { long v; friend std::ostream &operator<<(std::ostream &o, const T &t) { $e return o << t.v; } };",
       "std::ostringstream o; o << T{i}; x += o.str().size();")
effect("stream_extraction", "struct T { long v; friend std::istream &operator>>(std::istream &o, T &t) { $e return o >> t.v; } };",
       "std::istringstream o(\"4\"); T t; o >> t; x += t.v;")
effect("stream_iterator_out", "struct T { long v; friend std::ostream &operator<<(std::ostream &o, const T &t) { $e return o << t.v; } };",
       "std::ostringstream o; T w[] = {{1}, {2}}; std::copy(w, w + 2, std::ostream_iterator<T>(o)); x += o.str().size();")
effect("stream_iterator_in", "struct T { long v; friend std::istream &operator>>(std::istream &o, T &t) { $e return o >> t.v; } };",
       "std::istringstream o(\"4 5\"); std::vector<T> w{std::istream_iterator<T>(o), std::istream_iterator<T>()}; x += w.size();")
effect("stream_manipulator", "std::ostream &hidden(std::ostream &o) { $e return o; }", "std::ostringstream o; o << hidden << i; x += o.str().size();")
effect("stream_base_manipulator", "std::ios_base &hidden(std::ios_base &o) { $e return o; }", "std::ostringstream o; o << hidden << i; // std::ostream\n")
effect("stream_callback", "void hidden(std::ios_base::event, std::ios_base &, int) { $e }",
       "std::ostringstream o; o.register_callback(hidden, 0); o.imbue(std::locale::classic()); // std::ostream\n")
effect("stream_copyfmt", "void hidden(std::ios_base::event, std::ios_base &, int) { $e }",
       "std::ostringstream o, p; o.register_callback(hidden, 0); p.copyfmt(o); // std::ostream\n")
effect("locale_numpunct", "struct Np : std::numpunct<char> { char do_decimal_point() const override { $e return ','; } std::string do_grouping() "
       "const override { $e return \"\"; } };", "std::ostringstream o; o.imbue(std::locale(o.getloc(), new Np)); o << 1.5; x += o.str().size();")
effect("locale_outside", "struct Np : std::numpunct<char> { std::string do_truename() const override { $e return \"yes\"; } };",
       "std::ostringstream o; o.imbue(l); o << std::boolalpha << true; x += o.str().size();", setup="std::locale l(std::locale(), new Np);")
effect("locale_use_facet", "struct Np : std::numpunct<char> { std::string do_truename() const override { $e return \"yes\"; } };",
       "std::locale l(std::locale(), new Np); x += std::use_facet<std::numpunct<char>>(l).truename().size();")
effect("locale_ctype", "struct Ct : std::ctype<char> { char do_toupper(char c) const override { $e return c; } };",
       "std::locale l(std::locale(), new Ct); x += std::toupper('a', l); // std::numpunct\n")
# Exceptions, coroutines, iteration of statics, signals, registries.
effect("exception_what", "struct X : std::exception { const char *what() const noexcept override { $e return \"no\"; } }; // std::terminate\n",
       "try { throw X(); } catch (const std::exception &e) { x += std::string(e.what()).size(); }")
effect("exception_copied", "struct X { X() {} X(const X &) { $e } };", "X t; try { throw t; } catch (X) { x += 1; }")
effect("exception_in_function_try", "struct T { T() try { throw 1; } catch (int) { $e } };",
       "try { T t; } catch (int) { x += 1; }")
effect("coroutine_promise", "struct G { struct promise_type { promise_type() { $e } G get_return_object() { return {std::coroutine_handle"
       "<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() { return {}; } std::suspend_always final_suspend() "
       "noexcept { return {}; } void return_void() {} void unhandled_exception() {} }; std::coroutine_handle<promise_type> h; ~G() { h.destroy(); } }; "
       "G co() { co_return; }", "G t = co(); t.h.resume();")
effect("coroutine_await", "struct G { struct promise_type { G get_return_object() { return {}; } std::suspend_never initial_suspend() { return {}; } "
       "std::suspend_never final_suspend() noexcept { return {}; } void return_void() {} void unhandled_exception() {} }; }; struct Aw { bool await_ready() "
       "{ $e return true; } void await_suspend(std::coroutine_handle<>) {} void await_resume() {} }; G co() { co_await Aw{}; }", "co();")
effect("signal_handler", "extern \"C\" inline void c_$n_hidden(int) { $e }", "std::raise(SIGUSR1);", setup="std::signal(SIGUSR1, c_$n_hidden);")
effect("qsort", "int hidden(const void *a, const void *b) { $e return *static_cast<const int *>(a) - *static_cast<const int *>(b); }",
       "int w[] = {3, 1}; std::qsort(w, 2, sizeof(int), hidden); x += w[0];")
effect("bsearch", "int hidden(const void *a, const void *b) { $e return *static_cast<const int *>(a) - *static_cast<const int *>(b); }",
       "int w[] = {1, 3}, k = 3; x += std::bsearch(&k, w, 2, sizeof(int), hidden) != nullptr;")
effect("id_counter", "struct Id { long id; Id() : id(1) { $e } };", "std::vector<Id> v; v.emplace_back(); x += v[0].id;", item="Id t;")
effect("static_initialiser", "long hidden() { $e return 2; } long once() { static long v = hidden(); return v; }", "x += once();")
effect("event_bus", "struct Bus { static inline std::vector<std::function<void(long)>> hs; static void on(std::function<void(long)> h) "
       "{ hs.push_back(std::move(h)); } static void fire(long k) { for (auto &h : hs) h(k); } };", "Bus::fire(i); x += 1;",
       setup="Bus::on([](long) { $e });")
effect("event_bus_of_pointers", "struct L { virtual void on(long) = 0; }; struct T : L { void on(long) override { $e } }; std::vector<L *> bus;",
       "for (auto *l : bus) l->on(i);", setup="static T t; bus.push_back(&t);")
effect("function_table", "void hidden(long) { $e } void (*const table[])(long) = {hidden};", "table[0](i);")
effect("function_pointer_map", "void hidden(long) { $e } std::map<std::string, void (*)(long)> table{{\"a\", hidden}};", "table.at(\"a\")(i);")
effect("plugin", "struct Pl { virtual ~Pl() {} virtual long go(long k) = 0; }; struct T : Pl { long go(long k) override { $e return k; } }; "
       "std::map<std::string, std::function<std::unique_ptr<Pl>()>> &made() { static std::map<std::string, std::function<std::unique_ptr<Pl>()>> m; "
       "return m; } struct Enter { Enter() { made()[\"t\"] = [] { return std::make_unique<T>(); }; } } entered;", "x += made().at(\"t\")()->go(i);")
effect("proxy_assignment", "struct Px { void operator=(long) { $e } operator long() const { return 3; } }; struct V { Px operator[](int) { return {}; } };",
       "V v; v[2] = i;")
effect("property", "struct T { long get() const { $e return 3; } struct { const T *t; operator long() const { return t->get(); } } p{this}; };",
       "T t; x += t.p;")
effect("expression_template", "struct S { const long *a; long operator[](int k) const { $e return a[k]; } }; template <class E> struct D { E e; "
       "long sum() const { return e[0] + e[1]; } };", "long w[] = {1, 2}; D<S> d{{w}}; x += d.sum();")
effect("crtp_call", "template <class D> struct B { long go() { return static_cast<D *>(this)->f(); } }; struct T : B<T> { long f() { $e return 3; } };",
       "T t; x += t.go();")
effect("concept_call", "template <class C> long all(const C &c) requires requires { c.size(); } { return c.size(); } struct T { std::size_t size() "
       "const { $e return 3; } };", "x += all(T{}) + std::size(T{});")
effect("policy_class", "struct Po { static long pick(long k) { $e return k; } }; template <class P> struct H { long go(long k) { return P::pick(k); } };",
       "x += H<Po>().go(i);")
effect("variable_template", "struct F { long operator()(long k) const { $e return k; } }; template <class T> constexpr T call{};", "x += call<F>(i);")
effect("fold", "struct T { long v; friend long operator+(long a, const T &t) { $e return a + t.v; } }; template <class... A> long all(const A &...a) "
       "{ return (0L + ... + a); }", "x += all(T{1}, T{2});")
effect("member_swap_of_unique", "struct D { long *p = nullptr; void operator()(long *q) const { $e delete q; } };",
       "std::unique_ptr<long, D> p(new long(1)), q(new long(2)); p.swap(q); p.reset();")
effect("lazy_member", "struct T { mutable bool known = false; mutable long v = 0; long get() const { if (!known) { $e known = true; v = 4; } return v; } };",
       "const T t; x += t.get();")
effect("logger_macro", "struct Lg { ~Lg() { $e } template <class U> Lg &operator<<(const U &) { return *this; } };", "Lg() << \"item \" << i;")
effect("timer", "struct Tm { long &t; explicit Tm(long &t) : t(t) {} ~Tm() { $e t += 1; } };", "long t = 0; { Tm m(t); } x += t;")
effect("global_new", GLOBAL_NEW, "long *p = new long(3); x += *p; delete p;", alone=True)
effect("global_new_vector", GLOBAL_NEW, "std::vector<long> v(3, i); x += v[0];", alone=True)
effect("global_new_string", GLOBAL_NEW, "std::string v(200, 'a'); x += v.size();", alone=True)


HOMES = {"global": ("long g = 0;", "g"), "static_member": ("struct Gs { static inline long n = 0; };", "Gs::n"),
         "static_local": ("inline long &gl() { static long n = 0; return n; }", "gl()"),
         "pointee": ("long gn = 0; long *gp = &gn;", "(*gp)"), "namespace": ("namespace deep { long g = 0; }", "deep::g"),
         "array": ("long gs[4] = {};", "gs[2]"), "atomic": ("std::atomic<long> ga = 0;", "ga")}


def replaced(text, **words):
    for word, by in words.items():
        text = text.replace("$" + word, by)
    return text


def cases_of(effect, pick, homes, suffix=""):
    """All that two stages may do with one effect."""
    for home in homes:
        variable, g = HOMES[home]
        changes = f"{g} = ({g} * 3 + 1) % M;"
        reads = f"seen = (seen * 3 + {g}) % M;"

        def case(name, hidden, declarations, stages, end, setup=effect.setup):
            n = f"e_{effect.name}_{home}_{name}{suffix}"
            words = {"e": hidden, "n": n, "g": g}
            decl = replaced(f"{variable} long seen = 0;\n{effect.decl}", **words)
            if effect.name == "deleter_specialised":
                decl += (f"}} void std::default_delete<c_{n}::T>::operator()(c_{n}::T *p) const "
                         f"{{ using namespace c_{n}; {hidden} delete p; }} namespace c_{n} {{")
            body = (f"long s = 0; {setup}\n{loop(pick, declarations, stages)}\n{end}")
            return Case(n, "effects", effect.name, decl, replaced(body, **words),
                        alone=effect.alone)

        x = "long x = 0;"
        stmt = f"{{ {effect.stmt} }}"
        yield case("changes_read", changes, x, [stmt + " x += i;", f"s = (s * 5 + x + {g}) % M;"],
                   f"say(s); later({g} + 0L);")
        yield case("changed_reads", reads, x, [f"{g} = ({g} * 3 + i) % M; x = i;", stmt + " s = (s * 5 + x) % M;"],
                   f"say(s); later({g} + 0L, seen);")
        yield case("both_change", changes, x, [stmt + " x += i;", f"s = (s * 5 + x) % M; {stmt} "
                                               f"s = (s * 5 + x + {g}) % M;"], f"say(s); later({g} + 0L);")
        yield case("reads_changed", reads, x, [stmt + " x += i;", f"{g} = ({g} * 3 + i) % M; s = (s * 5 + x) % M;"],
                   f"say(s); later({g} + 0L, seen);")
        yield case("after", changes, x, [stmt + " x += i;", "s = (s * 5 + x) % M;"], f"say(s); later({g} + 0L);")
        if effect.item:
            yield case("initialiser", changes, f"{effect.item} long x = 0;", ["x = i;", f"s = (s * 5 + x + {g}) % M;"],
                       f"say(s); later({g} + 0L);")
            yield case("initialiser_and_stage", changes, f"{effect.item} long x = 0;", ["x = i;", stmt + " s = (s * 5 + x) % M;"], f"say(s); later({g} + 0L);")


# What the C and C++ libraries themselves keep in one place for the whole process.
PROCESS = {
    "environment": ("setenv(\"REDIST_TEST_X\", std::to_string(i).c_str(), 1); x = i;",
                    "s += x + std::atol(std::getenv(\"REDIST_TEST_X\") ? std::getenv(\"REDIST_TEST_X\") : \"0\");"),
    "rounding": ("std::fesetround(i % 2 ? FE_UPWARD : FE_DOWNWARD); x = i;", "s += x + std::lrint(0.3 * i);"),
    "rounding_read": ("std::fesetround(i % 2 ? FE_UPWARD : FE_DOWNWARD); x = i;", "s += x + std::fegetround();"),
    "rand": ("x = std::rand() % 100;", "s = (s * 3 + x + std::rand() % 100) % M;"),
    "srand": ("std::srand(i); x = i;", "s = (s * 3 + x + std::rand() % 100) % M;"),
    "strtok": ("char t[] = \"1 2 3\"; x = std::atol(std::strtok(t, \" \"));",
               "const char *p = std::strtok(nullptr, \" \"); s += x + (p ? std::atol(p) : 0);"),
    "errno": ("errno = i; x = i;", "s += x + errno;"),
    "errno_by_call": ("x = i; errno = 0; std::strtol(i % 2 ? \"99999999999999999999\" : \"1\", nullptr, 10);",
                      "s += x + errno;"),
    "locale": ("std::locale::global(std::locale(std::locale::classic(), new Np)); x = i;",
               "std::ostringstream o; o << 1.5 + x; s = (s * 3 + o.str()[1]) % M;"),
    "locale_name": ("std::setlocale(LC_ALL, i % 2 ? \"C\" : \"POSIX\"); x = i;",
                    "s = (s * 3 + x + std::string(std::setlocale(LC_ALL, nullptr)).size()) % M;"),
    "cout_flags": ("std::cout << std::hex << std::setw(3); x = i;", "s = (s * 3 + x + long(std::cout.flags() & std::ios::hex) + "
                   "std::cout.width()) % M;"),
    "cout_precision": ("std::cout.precision(i + 1); x = i;", "s = (s * 3 + x + std::cout.precision()) % M;"),
    "stream_index": ("x = std::ios_base::xalloc();", "s = s + x * 0 + std::ios_base::xalloc() * 0; s += i;"),
    "gmtime": ("std::time_t t = i * 100000L; p = std::gmtime(&t); x = i;", "std::time_t t = i; std::gmtime(&t); s += x;"),
    "terminate": ("std::set_terminate(i % 2 ? one : two); x = i;", "s = (s * 3 + (std::get_terminate() == one)) % M;"),
    "new_handler": ("std::set_new_handler(i % 2 ? one : two); x = i;", "s = (s * 3 + (std::get_new_handler() == one)) % M;"),
    "signal": ("std::signal(SIGUSR2, i % 2 ? got : SIG_IGN); x = i;", "auto h = std::signal(SIGUSR2, SIG_IGN); s = (s * 3 + (h == got)) % M; "
               "std::signal(SIGUSR2, h);"),
    "lgamma_sign": ("x = i; std::lgamma(i % 2 ? -0.5 : 2.5);", "s = (s * 3 + x + signgam) % M;"),
    "random_rand": ("x = random() % 100;", "s = (s * 3 + x + std::rand() % 100) % M;"),
    "initstate": ("x = random() % 100;", "s = (s * 3 + x + kept[8]) % M;"),
    "nrand48": ("unsigned short q[7] = {1, 2, 3, 4, (unsigned short)i, 6, 7}; lcong48(q); x = i;",
                "unsigned short q[3] = {3, 1, 4}; s = (s * 3 + x + nrand48(q) % 100) % M;"),
    "mbrtowc": ("wchar_t w = 0; x = i + (std::mbrtowc(&w, \"\\xc3\", 1, nullptr) == std::size_t(-2));",
                "wchar_t w = 0; s = (s * 3 + x + (std::mbrtowc(&w, \"\\xa9\", 1, nullptr) == 1) + w % 100) % M;"),
    "getopt": ("optind = 0; char *view[] = {words[0], words[1], words[2], words[3], nullptr}; (void)view; "
               "x = i + getopt(4, i % 2 ? shown : shown + 0, \"ab\");", "s = (s * 3 + x + shown[1][0] + shown[3][0]) % M;"),
    "getsubopt": ("static char n1[] = \"size\"; char *const t[] = {n1, nullptr}; char *at = options, *v = nullptr; "
                  "getsubopt(&at, t, &v); if (v) *v = char('0' + i % 10); options[4] = '='; x = i;",
                  "s = (s * 3 + x + options[5]) % M;"),
    "thread_specific": ("pthread_setspecific(key, (void *)(long)(i * i)); x = i;",
                        "s = (s * 3 + x + (long)pthread_getspecific(key)) % M;"),
    "sigpending": ("if (i == 3) std::raise(SIGUSR2); x = i;",
                   "sigset_t q; sigpending(&q); s = (s * 3 + x + sigismember(&q, SIGUSR2)) % M;"),
    "error_count": ("error(0, 0, \"%d\", int(i)); x = i;", "s = (s * 3 + x + error_message_count) % M;"),
    "attribute": ("MPI_Comm_set_attr(MPI_COMM_SELF, keyval, nullptr); x = i;", "s = (s * 3 + x + deleted) % M;"),
    "insque": ("Node n{nullptr, nullptr, i}; insque(&n, &front); front.next->v = i + 1; remque(&n); x = i;",
               "s = (s * 3 + x + back.v + (back.prev == &front)) % M;"),
    "uncaught": ("x = std::uncaught_exceptions();", "s += x + std::uncaught_exceptions() + i;"),
    "thread_local": ("tl += i; x = i;", "s = (s * 3 + x + tl) % M;"),
    "mblen": ("std::mblen(nullptr, 0); x = i;", "s += x + std::mblen(\"a\", 1);"),
}


# What some of these need before the loop.
PREPARED = {
    "gmtime": "std::tm *p = nullptr; (void)p;",
    "initstate": "initstate(1, kept, sizeof kept);",
    "mbrtowc": "std::setlocale(LC_CTYPE, \"C.UTF-8\");",
    "thread_specific": "pthread_key_create(&key, nullptr);",
    "sigpending": "sigset_t blocked; sigemptyset(&blocked); sigaddset(&blocked, SIGUSR2); sigprocmask(SIG_BLOCK, &blocked, nullptr);",
    "attribute": "MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, gone, &keyval, &deleted);",
    "insque": "front = {&back, nullptr, 0}; back = {nullptr, &front, 0};",
}


def process_cases(pick, suffix=""):
    decl = ("inline void one() {} inline void two() {} extern \"C\" inline void got(int) {} thread_local long tl = 0; struct Np : std::numpunct<char> { "
            "char do_decimal_point() const override { return ','; } }; // std::get_new_handler std::bad_alloc std::terminate\n"
            "inline char words[4][6] = {\"prog\", \"file\", \"-a\", \"rest\"}; inline char *shown[] = {words[0], words[1], words[2], words[3], nullptr}; "
            "inline char options[] = \"size=0\"; inline char kept[128]; inline pthread_key_t key; inline int keyval = MPI_KEYVAL_INVALID; inline long deleted = 0; "
            "inline int gone(MPI_Comm, int, void *, void *extra) { ++*static_cast<long *>(extra); return MPI_SUCCESS; } "
            "struct Node { Node *next, *prev; long v; }; inline Node front, back;\n")
    for name, (first, second) in PROCESS.items():
        extra = PREPARED.get(name, "")
        clean = ("std::fesetround(FE_TONEAREST); std::locale::global(std::locale::classic()); std::cout.precision(6); std::cout.width(0); "
                 "std::cout << std::dec; std::setlocale(LC_ALL, \"C\"); std::set_terminate(std::abort); std::set_new_handler(nullptr);")
        yield Case(f"e_process_{name}{suffix}", "effects", "process_" + name, decl,
                   f"long s = 0; {extra}\n{loop(pick, 'long x = 0;', [first, second])}\n{clean}\nsay(s);", alone=True)


def cases(pick, count):
    made = list(process_cases(pick))
    homes = list(HOMES)
    rounds = 1 if not count else max(1, min(len(homes), count // 3000 + 1))
    for effect in EFFECTS:
        made += cases_of(effect, pick, pick.sample(homes, rounds))
    again = 1
    while count and len(made) < count:
        again += 1
        for effect in EFFECTS:
            made += cases_of(effect, pick, pick.sample(homes, 2), f"_{again}")
    return made
