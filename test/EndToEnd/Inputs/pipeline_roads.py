"""Roads: ways to reach an object by another name.

A road says how an object `a` is declared (`own`), how another name `$y` for it
comes to be (`setup`), and what changes and reads the object by that name: a
value that can be assigned to (`place`), or texts. Each road is combined with
places where the pipeline may be and with what two stages do: the first writes by
one name what the second reads or writes by another, of the item or of outside.
None of these programs is marked as legal: redistc may refuse each of them, but
for those that it accepts the answer is the serial one.
"""
import dataclasses
import re

from pipeline_case import Case, loop


@dataclasses.dataclass(frozen=True)
class Road:
    name: str
    setup: str
    place: str = ""
    write: str = ""
    read: str = ""
    decl: str = ""
    own: str = "Counter a, b;"
    obj: str = "a.n"
    args: str = "a"     # the names that `obj` uses
    only: str = "SIFG"  # state, item, parameters, globals

    def writes(self, name, amount):
        text = self.write or (f"{self.place} = ({self.place} * 3 + $k) % M;"
                              if self.place else "")
        return text.replace("$y", name).replace("$k", f"({amount})")

    def reads(self, name):
        return (self.read or self.place).replace("$y", name)

    def makes(self, name):
        return self.setup.replace("$y", name)

    def direct(self, amount):
        return f"{self.obj} = ({self.obj} * 3 + {amount}) % M;"


ROADS = []


def road(name, setup, place="", **more):
    ROADS.append(Road(name, setup, place, **more))


# Plain names.
road("reference", "Counter &$y = a;", "$y.n")
road("auto_reference", "auto &$y = a;", "$y.n")
road("forwarding_reference", "auto &&$y = a;", "$y.n")
road("const_reference", "const Counter &$y = a;", read="$y.n")
road("reference_to_part", "long &$y = a.n;", "$y")
road("pointer", "Counter *$y = &a;", "$y->n")
road("const_pointer", "const Counter *$y = &a;", read="$y->n")
road("pointer_to_part", "long *$y = &a.n;", "*$y")
road("pointer_to_pointer", "Counter *p$y = &a; Counter **$y = &p$y;", "(*$y)->n")
road("reference_to_pointer", "Counter *p$y = &a; Counter *&$y = p$y;", "$y->n")
road("pointer_method", "Counter *$y = &a;", write="$y->add($k);", read="$y->get()")
road("pointer_assigned_later", "Counter *$y = &b; $y = &a;", "$y->n")
road("pointer_by_condition", "Counter *$y = ranks > 0 ? &a : &b;", "$y->n")
road("pointer_swapped", "Counter *$y = &b, *q$y = &a; std::swap($y, q$y);", "$y->n")
road("pointer_exchanged", "Counter *q$y = &a; Counter *$y = std::exchange(q$y, &b);",
     "$y->n")
road("addressof", "auto *$y = std::addressof(a);", "$y->n")
road("void_pointer", "void *$y = &a;", "static_cast<Counter *>($y)->n")
road("byte_pointer", "char *$y = reinterpret_cast<char *>(&a);",
     "reinterpret_cast<Counter *>($y)->n")
road("integer_address", "std::uintptr_t $y = reinterpret_cast<std::uintptr_t>(&a);",
     "reinterpret_cast<Counter *>($y)->n")
road("const_cast", "const Counter *$y = &a;", "const_cast<Counter *>($y)->n")
road("bit_cast_address", "auto $y = std::bit_cast<std::uintptr_t>(&a);",
     "std::bit_cast<Counter *>($y)->n")
road("memcpy_pointer", "Counter *q$y = &a, *$y = nullptr; "
     "std::memcpy(&$y, &q$y, sizeof $y);", "$y->n")
road("memcpy_object", "void *$y = &a;",
     write="long t; std::memcpy(&t, $y, sizeof t); t = (t * 3 + $k) % M; "
     "std::memcpy($y, &t, sizeof t);")
road("container_of", "long *$y = &a.n;",
     "reinterpret_cast<Counter *>(reinterpret_cast<char *>($y) - "
     "offsetof(Counter, n))->n")
road("beyond_the_end", "Counter *$y = w + 1;", "$y[-1].n",
     own="Counter w[2];", obj="w[0].n", args="w")
road("structured_binding", "auto &[$y] = a;", "$y", only="SI")
road("binding_of_pair", "std::pair<Counter &, int> p$y(a, 1); auto &[$y, k$y] = p$y;",
     "$y.n", only="SI")
road("binding_of_array", "auto &[$y, o$y] = w;", "$y.n", own="Counter w[2];",
     obj="w[0].n", args="w", only="SI")
road("binding_of_tuple", "auto [$y, o$y] = std::tie(a, b);", "$y.n", only="SI")
road("conditional_lvalue", "bool $y = ranks > 0;", "($y ? a : b).n", only="SI")
road("comma_lvalue", "int $y = 0;", "((void)$y, a).n", only="SI")
road("array_row", "long *$y = m[1];", "$y[2]", own="long m[3][4] = {};",
     obj="m[1][2]", args="m")
road("array_reference", "long (&$y)[4] = m[1];", "$y[2]", own="long m[3][4] = {};",
     obj="m[1][2]", args="m")
road("index_wrapped", "long *$y = m + 3;", "$y[-2]", own="long m[4] = {};",
     obj="m[1]", args="m")
road("member_pointer", "long Counter::*p$y = &Counter::n; Counter *$y = &a;",
     "$y->*(&Counter::n)")
road("member_pointer_variable", "long Counter::*$y = &Counter::n;", "a.*$y", only="SI")
road("member_function_pointer", "void (Counter::*$y)(long) = &Counter::add;",
     write="(a.*$y)($k);", only="SI")
road("member_function_on_pointer", "Counter *$y = &a;",
     write="void (Counter::*f)(long) = &Counter::add; ($y->*f)($k);",
     read="($y->*(&Counter::get))()")
road("union_of_pointers", "U $y; $y.p = &a;", "$y.p->n",
     decl="union U { Counter *p; void *v; };")
road("union_other_member", "U $y; $y.p = &a;", "static_cast<Counter *>($y.v)->n",
     decl="union U { Counter *p; void *v; };", only="SI")
road("anonymous_union", "U $y; $y.p = &a; $y.kind = 1;", "$y.p->n",
     decl="struct U { int kind; union { Counter *p; long v; }; };")
# Arrays and containers of pointers.
road("array_of_pointers", "Counter *$y[2] = {&b, &a};", "$y[1]->n")
road("std_array_of_pointers", "std::array<Counter *, 2> $y = {&b, &a};", "$y[1]->n")
for kind, element in (
        ("vector", "$y[1]->n"), ("deque", "$y[1]->n"), ("list", "$y.back()->n"),
        ("initializer_list", "$y.begin()[1]->n"), ("valarray", "$y[1]->n")):
    road(f"{kind}_of_pointers", f"std::{kind}<Counter *> $y = {{&b, &a}};", element)
road("forward_list_of_pointers", "std::forward_list<Counter *> $y = {&a, &b};",
     "$y.front()->n")
road("vector_push_back", "std::vector<Counter *> $y; $y.push_back(&a);",
     write="for (Counter *c : $y) c->add($k);", read="$y.front()->n")
road("vector_emplace_back", "std::vector<Counter *> $y; $y.emplace_back(&a);", "$y[0]->n")
road("vector_insert", "std::vector<Counter *> $y; $y.insert($y.end(), &a);", "$y[0]->n")
road("vector_assign", "std::vector<Counter *> $y; $y.assign(1, &a);", "$y[0]->n")
road("vector_resize", "std::vector<Counter *> $y; $y.resize(2, &a);", "$y[1]->n")
road("vector_of_count", "std::vector<Counter *> $y(2, &a);", "$y[1]->n")
road("vector_copied", "std::vector<Counter *> v$y{&a}; auto $y = v$y;", "$y[0]->n")
road("vector_by_iterators", "Counter *w$y[] = {&a, &b}; "
     "std::vector<Counter *> $y(w$y, w$y + 2);", "$y[0]->n")
road("vector_by_back_inserter", "Counter *w$y[] = {&a}; std::vector<Counter *> $y; "
     "std::copy(w$y, w$y + 1, std::back_inserter($y));", "$y[0]->n")
road("vector_by_transform", "int w$y[] = {1}; std::vector<Counter *> $y(1); "
     "std::transform(w$y, w$y + 1, $y.begin(), [&](int) { return &a; });", "$y[0]->n")
road("vector_by_fill", "std::vector<Counter *> $y(2); "
     "std::fill($y.begin(), $y.end(), &a);", "$y[1]->n")
road("vector_by_generate", "std::vector<Counter *> $y(2); "
     "std::generate($y.begin(), $y.end(), [&] { return &a; });", "$y[1]->n")
road("vector_of_vectors", "std::vector<std::vector<Counter *>> $y = {{&b}, {&a}};",
     "$y[1][0]->n")
road("set_of_pointers", "std::set<Counter *> $y = {&a};",
     write="for (auto *c : $y) c->add($k);", read="(*$y.begin())->n")
road("unordered_set_of_pointers", "std::unordered_set<Counter *> $y = {&a};",
     write="for (auto *c : $y) c->add($k);", read="(*$y.begin())->n")
for kind in ("map", "unordered_map"):
    road(f"{kind}_of_pointers", f"std::{kind}<int, Counter *> $y = {{{{1, &a}}, {{2, &b}}}};",
         "$y.at(1)->n")
    road(f"{kind}_by_index", f"std::{kind}<std::string, Counter *> $y; $y[\"a\"] = &a;",
         "$y[\"a\"]->n")
    road(f"{kind}_by_emplace", f"std::{kind}<int, Counter *> $y; $y.emplace(3, &a);",
         "$y.find(3)->second->n")
road("map_by_insert_or_assign", "std::map<int, Counter *> $y; $y.insert_or_assign(3, &a);",
     "$y.begin()->second->n")
road("map_by_try_emplace", "std::map<int, Counter *> $y; $y.try_emplace(3, &a);",
     "$y.begin()->second->n")
road("map_of_references", "std::map<int, std::reference_wrapper<Counter>> $y; "
     "$y.emplace(1, a);", "$y.at(1).get().n")
road("map_key", "std::map<Counter *, int> $y; $y[&a] = 1;", "$y.begin()->first->n")
road("multimap_of_pointers", "std::multimap<int, Counter *> $y; $y.insert({1, &a});",
     "$y.equal_range(1).first->second->n")
road("queue_of_pointers", "std::queue<Counter *> $y; $y.push(&a);", "$y.front()->n")
road("stack_of_pointers", "std::stack<Counter *> $y; $y.emplace(&a);", "$y.top()->n")
road("priority_queue_of_pointers", "std::priority_queue<std::pair<int, Counter *>> $y; "
     "$y.push({1, &a});", "$y.top().second->n")
# What holds one.
road("initializer_list_in_for", "", write="for (Counter *c : {&b, &a}) c->add($k);",
     read="std::initializer_list<const Counter *>{&b, &a}.begin()[1]->n", only="SI")
road("reference_wrapper", "std::reference_wrapper<Counter> $y = a;", "$y.get().n")
road("ref", "auto $y = std::ref(a);", "$y.get().n")
road("cref", "auto $y = std::cref(a);", read="$y.get().n")
road("vector_of_references", "std::vector<std::reference_wrapper<Counter>> $y = {b, a};",
     "$y[1].get().n")
road("optional_of_pointer", "std::optional<Counter *> $y = &a;", "(*$y)->n")
road("optional_of_reference", "std::optional<std::reference_wrapper<Counter>> $y = a;",
     "$y->get().n")
road("optional_emplaced", "std::optional<Counter *> $y; $y.emplace(&a);", "$y.value()->n")
road("variant_of_pointer", "std::variant<int, Counter *> $y = &a;", "std::get<1>($y)->n")
road("variant_get_if", "std::variant<int, Counter *> $y = &a;",
     "(*std::get_if<Counter *>(&$y))->n")
road("variant_visited", "std::variant<int, Counter *> $y(&a);",
     write="std::visit(W{$k}, $y);", read="std::visit(V{}, $y)",
     decl="struct V { long operator()(Counter *c) const { return c->n; } "
     "long operator()(int) const { return 0; } };\n"
     "struct W { long k; void operator()(Counter *c) const { c->add(k); } "
     "void operator()(int) const {} };")
road("variant_emplaced", "std::variant<int, Counter *> $y; $y.emplace<1>(&a);",
     "std::get<1>($y)->n")
road("any_of_pointer", "std::any $y = &a;", "std::any_cast<Counter *>($y)->n")
road("any_of_reference", "std::any $y = std::ref(a);",
     "std::any_cast<std::reference_wrapper<Counter>>($y).get().n")
road("any_of_lambda", "std::any $y = std::function<void(long)>([&](long k) { a.add(k); });",
     write="std::any_cast<std::function<void(long)>>($y)($k);")
road("pair_of_pointers", "std::pair<Counter *, int> $y = {&a, 1};", "$y.first->n")
road("make_pair", "auto $y = std::make_pair(1, &a);", "$y.second->n")
road("pair_of_references", "std::pair<Counter &, Counter &> $y(b, a);", "$y.second.n")
road("tuple_of_pointers", "std::tuple<int, Counter *> $y{1, &a};", "std::get<1>($y)->n")
road("tuple_of_references", "std::tuple<Counter &> $y(a);", "std::get<0>($y).n")
road("tie", "auto $y = std::tie(b, a);", "std::get<1>($y).n")
road("forward_as_tuple", "auto $y = std::forward_as_tuple(b, a);", "std::get<1>($y).n")
road("make_tuple_ref", "auto $y = std::make_tuple(1, std::ref(a));", "std::get<1>($y).n")
road("tuple_cat", "auto $y = std::tuple_cat(std::tie(b), std::tie(a));",
     "std::get<1>($y).n")
road("tuple_applied", "auto $y = std::tie(b, a);",
     write="std::apply([&](Counter &, Counter &c) { c.add($k); }, $y);")
road("invoke", "Counter *$y = &a;", write="std::invoke(&Counter::add, $y, $k);",
     read="std::invoke(&Counter::get, $y)")
road("apply_member", "std::tuple<Counter *, long> $y(&a, 4);",
     write="std::apply(&Counter::add, $y);", read="std::get<0>($y)->n")
# Structs and classes.
road("struct_pointer", "P $y{&a};", "$y.c->n", decl="struct P { Counter *c; };")
road("struct_reference", "P $y{a};", "$y.c.n", decl="struct P { Counter &c; };")
road("struct_nested", "Q $y{{1, {&a}}};", "$y.o.p.c->n",
     decl="struct P { Counter *c; }; struct O { int k; P p; }; struct Q { O o; };")
road("struct_array", "P $y{{&b, &a}};", "$y.c[1]->n", decl="struct P { Counter *c[2]; };")
road("struct_vector", "P $y; $y.c.push_back(&a);", "$y.c[0]->n",
     decl="struct P { std::vector<Counter *> c; };")
road("struct_assigned", "P $y; $y.c = &a;", "$y.c->n", decl="struct P { Counter *c; };")
road("struct_copied", "P p$y{&a}; P $y = p$y;", "$y.c->n", decl="struct P { Counter *c; };")
road("struct_returned", "P $y = make(a);", "$y.c->n",
     decl="struct P { Counter *c; }; P make(Counter &c) { return {&c}; }")
road("struct_designated", "P $y{.k = 1, .c = &a};", "$y.c->n",
     decl="struct P { int k; Counter *c; };")
road("struct_default_member", "P $y(a);", "$y.d->n",
     decl="struct P { Counter &c; Counter *d = &c; explicit P(Counter &c) : c(c) {} };")
road("class_method", "P $y(a);", write="$y.up($k);", read="$y.rd()",
     decl="class P { Counter &c; public: explicit P(Counter &c) : c(c) {} "
     "void up(long k) { c.add(k); } long rd() const { return c.n; } };")
road("class_setter", "P $y; $y.use(a);", write="$y.up($k);", read="$y.rd()",
     decl="class P { Counter *c = nullptr; public: void use(Counter &x) { c = &x; } "
     "void up(long k) { c->add(k); } long rd() const { return c->n; } };")
road("class_returns_reference", "P $y(a);", "$y.get().n",
     decl="class P { Counter &c; public: explicit P(Counter &c) : c(c) {} "
     "Counter &get() const { return c; } };")
road("class_arrow", "P $y(a);", "$y->n",
     decl="class P { Counter *c; public: explicit P(Counter &c) : c(&c) {} "
     "Counter *operator->() const { return c; } };")
road("class_star", "P $y(a);", "(*$y).n",
     decl="class P { Counter *c; public: explicit P(Counter &c) : c(&c) {} "
     "Counter &operator*() const { return *c; } };")
road("class_index", "P $y(a);", "$y[4].n",
     decl="class P { Counter *c; public: explicit P(Counter &c) : c(&c) {} "
     "Counter &operator[](int) const { return *c; } };")
road("class_call", "P $y(a);", "$y().n",
     decl="class P { Counter *c; public: explicit P(Counter &c) : c(&c) {} "
     "Counter &operator()() const { return *c; } };")
road("class_conversion", "P $y(a);", "static_cast<Counter &>($y).n",
     decl="class P { Counter *c; public: explicit P(Counter &c) : c(&c) {} "
     "operator Counter &() const { return *c; } };")
road("class_proxy_assigned", "P $y{&a};", write="$y = $k;", read="long($y)",
     decl="struct P { Counter *c; P &operator=(long k) { c->add(k); return *this; } "
     "operator long() const { return c->n; } };")
road("class_stream_operator", "P $y{&a};", write="$y << $k;", read="$y.c->n",
     decl="struct P { Counter *c; }; const P &operator<<(const P &p, long k) "
     "{ p.c->add(k); return p; }")
road("class_compound_operator", "P $y{&a};", write="$y += $k;", read="$y.c->n",
     decl="struct P { Counter *c; void operator+=(long k) { c->add(k); } };")
road("class_in_base", "P $y(a);", write="$y.up($k);", read="$y.c.n",
     decl="struct B { Counter &c; explicit B(Counter &c) : c(c) {} "
     "void up(long k) { c.add(k); } }; struct P : B { using B::B; };")
road("class_static_pointer", "P::c = &a; int $y = 0; (void)$y;", "P::c->n",
     decl="struct P { static inline Counter *c = nullptr; };", only="SI")
road("guard", "", write="{ P p(a, $k); }",
     decl="struct P { Counter &c; long k; P(Counter &c, long k) : c(c), k(k) {} "
     "~P() { c.add(k); } };", only="SI")
road("class_copy_shares", "P p$y(a); P $y(p$y);", "$y.c->n",
     decl="struct P { Counter *c; explicit P(Counter &c) : c(&c) {} "
     "P(const P &o) : c(o.c) {} };")
road("class_template", "P<Counter> $y(a);", "$y.c->n",
     decl="template <class T> struct P { T *c; explicit P(T &c) : c(&c) {} };")
road("class_crtp", "P $y(a);", write="$y.up($k);",
     decl="template <class D> struct B { void up(long k) { "
     "static_cast<D &>(*this).c.add(k); } }; struct P : B<P> { Counter &c; "
     "explicit P(Counter &c) : c(c) {} };")
road("pimpl", "P $y(a);", write="$y.up($k);", read="$y.rd()",
     decl="class P { struct I { Counter *c; }; std::unique_ptr<I> i; public: "
     "explicit P(Counter &c) : i(new I{&c}) {} void up(long k) { i->c->add(k); } "
     "long rd() const { return i->c->n; } };")
road("variadic_class", "P<Counter &, Counter &> $y(b, a);", "std::get<1>($y.t).n",
     decl="template <class... T> struct P { std::tuple<T...> t; "
     "explicit P(T... x) : t(x...) {} };")
# Virtual functions.
SHAPES = ("struct B { virtual ~B() {} virtual void up(long) = 0; virtual Counter &at() = 0; "
          "};\nstruct D : B { Counter &c; explicit D(Counter &c) : c(c) {} "
          "void up(long k) override { c.add(k); } Counter &at() override { return c; } };")
road("virtual_call", "D d$y(a); B &$y = d$y;", write="$y.up($k);", read="$y.at().n", decl=SHAPES)
road("virtual_getter", "D d$y(a); B *$y = &d$y;", "$y->at().n", decl=SHAPES)
road("virtual_owned", "std::unique_ptr<B> $y = std::make_unique<D>(a);", "$y->at().n",
     decl=SHAPES)
road("virtual_shared", "std::shared_ptr<B> $y = std::make_shared<D>(a);",
     write="$y->up($k);", read="$y->at().n", decl=SHAPES)
road("virtual_in_vector", "std::vector<std::unique_ptr<B>> $y; "
     "$y.push_back(std::make_unique<D>(a));", write="for (auto &b : $y) b->up($k);",
     read="$y[0]->at().n", decl=SHAPES)
road("virtual_in_map", "std::map<std::string, std::unique_ptr<B>> $y; "
     "$y[\"d\"] = std::make_unique<D>(a);", "$y[\"d\"]->at().n", decl=SHAPES)
road("virtual_from_factory", "auto $y = make(a);", write="$y->up($k);", read="$y->at().n",
     decl=SHAPES + "\nstd::unique_ptr<B> make(Counter &c) { return std::make_unique<D>(c); }")
road("virtual_decorated", "D d$y(a); E $y(d$y);", write="$y.up($k);", read="$y.at().n",
     decl=SHAPES + "\nstruct E : B { B &b; explicit E(B &b) : b(b) {} void up(long k) "
     "override { b.up(k + 1); } Counter &at() override { return b.at(); } };")
road("base_pointer", "B *$y = &d;", "$y->c.n", own="D d;", obj="d.c.n", args="d",
     decl="struct B { Counter c; }; struct D : B { long k = 0; };")
road("base_reference", "B &$y = d;", "$y.c.n", own="D d;", obj="d.c.n", args="d",
     decl="struct B { Counter c; }; struct D : B { long k = 0; };")
road("derived_from_base", "B *b$y = &d; D *$y = static_cast<D *>(b$y);", "$y->k", own="D d;",
     obj="d.k", args="d", decl="struct B { Counter c; }; struct D : B { long k = 0; };")
road("dynamic_cast", "B *b$y = &d; D *$y = dynamic_cast<D *>(b$y);", "$y->k", own="D d;",
     obj="d.k", args="d", decl="struct B { virtual ~B() {} }; struct D : B { long k = 0; };")
road("virtual_base", "B &$y = d;", "$y.n", own="D d;", obj="d.n", args="d",
     decl="struct B { long n = 0; }; struct L : virtual B {}; struct R : virtual B {}; "
     "struct D : L, R {};")
road("second_base", "R *$y = &d;", "$y->m", own="D d;", obj="d.m", args="d",
     decl="struct L { long n = 0; }; struct R { long m = 0; }; struct D : L, R {};")
# Lambdas and functions.
road("lambda_by_reference", "auto $y = [&](long k) { a.add(k); return a.n; };",
     write="$y($k);", read="[&] { return a.n; }()")
road("lambda_named_capture", "auto $y = [&c = a](long k) { c.add(k); };", write="$y($k);")
road("lambda_pointer_capture", "auto $y = [p = &a] { return p; };", "$y()->n")
road("lambda_returns_reference", "auto $y = [&]() -> Counter & { return a; };", "$y().n")
road("lambda_generic", "auto $y = [&](auto k) { a.add(long(k)); };", write="$y($k);")
road("lambda_mutable", "auto $y = [p = &a, k = 0]() mutable { ++k; return p; };", "$y()->n")
road("lambda_in_lambda", "auto i$y = [&](long k) { a.add(k); }; "
     "auto $y = [&](long k) { i$y(k); };", write="$y($k);")
road("lambda_in_struct", "P $y{[&](long k) { a.add(k); }};", write="$y.f($k);",
     decl="struct P { std::function<void(long)> f; };")
road("lambda_in_template", "auto l$y = [&](long k) { a.add(k); }; "
     "P<decltype(l$y)> $y{l$y};", write="$y.f($k);",
     decl="template <class F> struct P { F f; };")
road("lambda_from_factory", "auto $y = make(a);", write="$y($k);",
     decl="auto make(Counter &c) { return [&c](long k) { c.add(k); }; }")
road("lambda_reads_from_factory", "auto $y = peek(a);", read="$y()",
     decl="auto peek(Counter &c) { return [&c] { return c.n; }; }")
road("lambda_curried", "auto $y = [&](long k) { return [&a, k] { a.add(k); }; };",
     write="$y($k)();", only="SI")
road("lambda_recursive", "auto $y = [&](auto &self, long d, long k) -> void { "
     "if (d > 0) self(self, d - 1, k); else a.add(k); };", write="$y($y, 3, $k);")
road("lambda_as_argument", "Counter &$y = a;", write="twice([&] { $y.add($k); });",
     decl="template <class F> void twice(F f) { f(); f(); }")
road("lambda_this", "P $y; $y.c = &a;", write="$y.go($k);",
     decl="struct P { Counter *c; void go(long k) { auto f = [this, k] { c->add(k); }; f(); } };")
road("function_of_lambda", "std::function<void(long)> $y = [&](long k) { a.add(k); };",
     write="$y($k);")
road("function_of_functor", "std::function<void(long)> $y = F{a};", write="$y($k);",
     decl="struct F { Counter &c; void operator()(long k) const { c.add(k); } };")
road("function_returns_reference", "std::function<Counter &()> $y = [&]() -> Counter & "
     "{ return a; };", "$y().n")
road("function_of_bind", "std::function<void(long)> $y = std::bind(&Counter::add, &a, "
     "std::placeholders::_1);", write="$y($k);")
road("functions_in_vector", "std::vector<std::function<void(long)>> $y; "
     "$y.push_back([&](long k) { a.add(k); });", write="for (auto &f : $y) f($k);")
road("functions_in_map", "std::map<std::string, std::function<void(long)>> $y; "
     "$y[\"up\"] = [&](long k) { a.add(k); };", write="$y[\"up\"]($k);")
road("function_of_ref", "auto l$y = [&](long k) { a.add(k); }; "
     "std::function<void(long)> $y = std::ref(l$y);", write="$y($k);")
road("bind_pointer", "auto $y = std::bind(&Counter::add, &a, std::placeholders::_1);",
     write="$y($k);")
road("bind_ref", "auto $y = std::bind([](Counter &c, long k) { c.add(k); }, std::ref(a), "
     "std::placeholders::_1);", write="$y($k);")
road("bind_front", "auto $y = std::bind_front(&Counter::add, &a);", write="$y($k);")
road("mem_fn", "auto $y = std::mem_fn(&Counter::add);", write="$y(a, $k);", only="SI")
road("function_pointer", "void (*$y)(Counter &, long) = up;", write="$y(a, $k);",
     decl="void up(Counter &c, long k) { c.add(k); }", only="SI")
road("table_of_functions", "void (*$y[])(Counter &, long) = {up};", write="$y[0](a, $k);",
     decl="void up(Counter &c, long k) { c.add(k); }", only="SI")
road("callback_with_context", "void *$y = &a;", write="call(up, $y, $k);",
     decl="void up(void *c, long k) { static_cast<Counter *>(c)->add(k); }\n"
     "void call(void (*f)(void *, long), void *c, long k) { f(c, k); }")
road("identity", "Counter &$y = same(a);", "$y.n",
     decl="Counter &same(Counter &c) { return c; }")
road("identity_template", "auto &$y = same(a);", "$y.n",
     decl="template <class T> T &same(T &c) { return c; }")
road("identity_pointer", "auto *$y = same(&a);", "$y->n",
     decl="Counter *same(Counter *c) { return c; }")
road("identity_const", "const Counter &$y = same(a);", read="$y.n",
     decl="const Counter &same(const Counter &c) { return c; }")
road("choice_of_two", "Counter &$y = choose(a, b, ranks > 0);", "$y.n",
     decl="Counter &choose(Counter &a, Counter &b, bool w) { return w ? a : b; }")
road("called_as_lvalue", "Counter *$y = &a;", "same(*$y).n",
     decl="Counter &same(Counter &c) { return c; }")
road("out_parameter", "Counter *$y = nullptr; point(&$y, a);", "$y->n",
     decl="void point(Counter **to, Counter &c) { *to = &c; }")
road("out_reference", "Counter *$y = nullptr; point($y, a);", "$y->n",
     decl="void point(Counter *&to, Counter &c) { to = &c; }")
road("max_of", "const long &$y = std::max(a.n, minus);", read="$y",
     decl="const long minus = -1;")
road("min_by", "Counter &$y = const_cast<Counter &>(std::min(a, b, [](const Counter &, "
     "const Counter &) { return false; }));", "$y.n")
road("minmax", "auto $y = std::minmax(a.n, large);", read="$y.first",
     decl="const long large = 1000000;")
road("clamp", "const long &$y = std::clamp(a.n, low, high);", read="$y",
     own="Counter a, b; a.n = 4;", decl="const long low = -1, high = 1000000;", only="SF")
road("helper_parameter", "Counter *$y = &a;", write="up(*$y, $k);", read="get(*$y)",
     decl="void up(Counter &c, long k) { c.add(k); } long get(const Counter &c) { return c.n; }")
road("recursion", "Counter *$y = &a;", write="down(*$y, 3, $k);",
     decl="void down(Counter &c, int d, long k) { if (d) down(c, d - 1, k); else c.add(k); }")
road("mutual_recursion", "Counter *$y = &a;", write="even($y, 4, $k);",
     decl="void odd(Counter *c, int d, long k); void even(Counter *c, int d, long k) { "
     "if (d) odd(c, d - 1, k); else c->add(k); }\nvoid odd(Counter *c, int d, long k) "
     "{ if (d) even(c, d - 1, k); }")
road("variadic_template", "Counter *$y = &a;", write="all($k, *$y, extra);",
     decl="static Counter extra; template <class... T> void all(long k, T &...c) { "
     "(c.add(k), ...); }")
road("c_varargs", "Counter *$y = &a;", write="va($k, $y);",
     decl="void va(long k, ...) { va_list l; va_start(l, k); "
     "va_arg(l, Counter *)->add(k); va_end(l); }")
road("perfect_forwarding", "Counter *$y = &a;", write="pass(*$y, $k);",
     decl="void up(Counter &c, long k) { c.add(k); } template <class... T> void pass(T &&...x) "
     "{ up(std::forward<T>(x)...); }")
road("default_argument", "cur = &a; int $y = 0; (void)$y;", write="up($k);",
     decl="static Counter *cur; void up(long k, Counter &c = *cur) { c.add(k); }", only="SI")
road("member_of_temporary", "Counter *$y = &a;", write="P{$y}.c->add($k);", read="P{$y}.c->n",
     decl="struct P { Counter *c; };")
road("builder", "Counter *$y = &a;", write="P().with(*$y).go($k);",
     decl="struct P { Counter *c = nullptr; P &with(Counter &x) { c = &x; return *this; } "
     "void go(long k) { c->add(k); } };")
road("builder_by_value", "Counter *$y = &a;", write="P().with($y).times(2).go($k);",
     decl="struct P { Counter *c = nullptr; int t = 1; P with(Counter *x) const { P p = *this; "
     "p.c = x; return p; } P times(int k) const { P p = *this; p.t = k; return p; } "
     "void go(long k) { for (int j = 0; j < t; ++j) c->add(k); } };")
road("thrown_pointer", "Counter *$y = &a;",
     write="try { throw $y; } catch (Counter *c) { c->add($k); }")
road("thrown_struct", "P $y{&a};", write="try { throw $y; } catch (const P &p) "
     "{ p.c->add($k); }", decl="struct P { Counter *c; };")
road("exception_pointer", "auto $y = std::make_exception_ptr(P{&a});",
     write="try { std::rethrow_exception($y); } catch (const P &p) { p.c->add($k); }",
     decl="struct P { Counter *c; };\n// std::exception_ptr")
road("thread_by_reference", "Counter *$y = &a;",
     write="std::thread t([](Counter &c, long k) { c.add(k); }, std::ref(*$y), $k); t.join();")
road("async_by_reference", "Counter *$y = &a;",
     write="std::async(std::launch::async, [&] { $y->add($k); }).get();")
road("coroutine", "G $y = up(a);", write="$y.h.resume();",
     decl="struct G { struct promise_type { G get_return_object() { return {std::coroutine_handle"
     "<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() { return {}; "
     "} std::suspend_always final_suspend() noexcept { return {}; } void return_void() {} "
     "void unhandled_exception() {} }; std::coroutine_handle<promise_type> h; };\n"
     "G up(Counter &c) { for (;;) { c.inc(); co_await std::suspend_always(); } }", only="SG")
# Ownership.
SHARED = "auto a = std::make_shared<Counter>();"
for name, setup, place in (
        ("shared_copy", "auto $y = a;", "$y->n"),
        ("shared_raw", "Counter *$y = a.get();", "$y->n"),
        ("shared_reference", "Counter &$y = *a;", "$y.n"),
        ("weak", "std::weak_ptr<Counter> $y = a;", "$y.lock()->n"),
        ("shared_alias", "std::shared_ptr<long> $y(a, &a->n);", "*$y"),
        ("shared_in_vector", "std::vector<std::shared_ptr<Counter>> $y{a};", "$y[0]->n"),
        ("shared_in_map", "std::map<int, std::shared_ptr<Counter>> $y; $y[1] = a;",
         "$y[1]->n"),
        ("shared_in_struct", "P $y{a};", "$y.c->n"),
        ("shared_in_lambda", "auto $y = [a] { return a.get(); };", "$y()->n"),
        ("shared_in_variant", "std::variant<int, std::shared_ptr<Counter>> $y = a;",
         "std::get<1>($y)->n"),
        ("shared_in_optional", "std::optional<std::shared_ptr<Counter>> $y = a;", "(*$y)->n"),
        ("shared_in_any", "std::any $y = a;",
         "std::any_cast<std::shared_ptr<Counter>>($y)->n"),
        ("shared_of_const", "std::shared_ptr<const Counter> $y = a;", ""),
        ("shared_of_void", "std::shared_ptr<void> $y = a;",
         "static_cast<Counter *>($y.get())->n")):
    road(name, setup, place, own=SHARED, obj="a->n", read="" if place else "$y->n",
         decl="struct P { std::shared_ptr<Counter> c; };")
road("shared_from_this", "auto $y = a->me();", "$y->n", own="auto a = std::make_shared<P>();",
     obj="a->n", decl="struct P : std::enable_shared_from_this<P> { long n = 0; "
     "std::shared_ptr<P> me() { return shared_from_this(); } };")
road("shared_cycle", "P &$y = *a->other->back;", "$y.n",
     own="auto a = std::make_shared<P>(); a->other = std::make_shared<P>(); "
     "a->other->back = a.get();", obj="a->n",
     decl="struct P { long n = 0; std::shared_ptr<P> other; P *back = nullptr; };")
OWNED = "auto a = std::make_unique<Counter>();"
for name, setup, place in (
        ("unique_get", "Counter *$y = a.get();", "$y->n"),
        ("unique_star", "Counter &$y = *a;", "$y.n"),
        ("unique_by_reference", "auto &$y = a;", "$y->n"),
        ("unique_part", "long *$y = &a->n;", "*$y")):
    road(name, setup, place, own=OWNED, obj="a->n")
road("unique_moved", "", "y->n", own="auto u = std::make_unique<Counter>(); "
     "Counter &a = *u; auto y = std::move(u);", args="a", only="SG1")
road("unique_released", "", "y->n", own="auto u = std::make_unique<Counter>(); "
     "Counter &a = *u; Counter *y = u.release();", only="S1")
road("unique_in_vector", "", "v[0]->n", own="std::vector<std::unique_ptr<Counter>> v; "
     "v.push_back(std::make_unique<Counter>()); Counter &a = *v[0];", only="S1")
road("unique_pushed", "", "v[0]->n", own="auto u = std::make_unique<Counter>(); "
     "Counter *p = u.get(); std::vector<std::unique_ptr<Counter>> v; "
     "v.push_back(std::move(u));", obj="p->n", only="S1")
road("unique_in_struct", "", "p.c->n", own="auto u = std::make_unique<Counter>(); "
     "Counter &a = *u; P p{std::move(u)};", only="S1",
     decl="struct P { std::unique_ptr<Counter> c; };")
road("unique_into_function", "", "p.c->n", own="auto u = std::make_unique<Counter>(); "
     "Counter &a = *u; P p; p.take(std::move(u));", only="S1",
     decl="struct P { std::unique_ptr<Counter> c; void take(std::unique_ptr<Counter> x) "
     "{ c = std::move(x); } };")
road("unique_in_lambda", "", "f()->n", own="auto u = std::make_unique<Counter>(); "
     "Counter &a = *u; auto f = [u = std::move(u)] { return u.get(); };", only="S1")
road("unique_swapped", "", "v->n", own="auto u = std::make_unique<Counter>(), "
     "v = std::make_unique<Counter>(); Counter &a = *u; std::swap(u, v);", only="S1")
road("unique_array", "long *$y = a.get();", "$y[1]", own="auto a = std::make_unique<long[]>(3);",
     obj="a[1]")
road("new_object", "P *$y = new P(&a);", "$y->c->n",
     decl="struct P { Counter *c; explicit P(Counter *c) : c(c) {} };")
road("new_aggregate", "P *$y = new P{&a};", "$y->c->n", decl="struct P { Counter *c; };")
road("new_pointer", "Counter **$y = new Counter *(&a);", "(*$y)->n")
road("new_array", "Counter **$y = new Counter *[2]{&b, &a};", "$y[1]->n")
road("new_then_assigned", "P *$y = new P; $y->c = &a;", "$y->c->n",
     decl="struct P { Counter *c; };")
road("new_counter", "Counter *$y = a;", "$y->n", own="Counter *a = new Counter;", obj="a->n")
road("malloc", "long *$y = a;", "$y[0]",
     own="long *a = static_cast<long *>(std::calloc(2, sizeof(long)));", obj="a[0]")
road("placement", "alignas(P) static char m$y[sizeof(P)]; P *$y = new (m$y) P{&a};", "$y->c->n",
     decl="struct P { Counter *c; };", only="S")
road("make_unique_object", "auto $y = std::make_unique<P>(&a);", "$y->c->n",
     decl="struct P { Counter *c; explicit P(Counter *c) : c(c) {} };")
road("make_unique_reference", "auto $y = std::make_unique<P>(a);", "$y->c.n",
     decl="struct P { Counter &c; explicit P(Counter &c) : c(c) {} };")
road("make_shared_object", "auto $y = std::make_shared<P>(a);", "$y->c.n",
     decl="struct P { Counter &c; explicit P(Counter &c) : c(c) {} };")
road("vector_emplaces_object", "std::vector<P> $y; $y.emplace_back(a);", "$y[0].c.n",
     decl="struct P { Counter &c; explicit P(Counter &c) : c(c) {} };")
road("optional_emplaces_object", "std::optional<P> $y; $y.emplace(a);", "$y->c.n",
     decl="struct P { Counter &c; explicit P(Counter &c) : c(c) {} };")
road("no_deleter", "std::shared_ptr<Counter> $y(&a, [](Counter *) {});", "$y->n")
road("deleter_keeps", "", write="{ auto d = [&](long *p) { a.add($k); delete p; }; "
     "std::unique_ptr<long, decltype(d)> u(new long(1), d); }", only="SI")
road("arena", "long *$y = ar.again();", "*$y", own="A ar; long *a = ar.get();", obj="*a",
     args="ar", decl="struct A { alignas(8) char buffer[64] = {}; long *get() { return "
     "new (buffer) long(0); } long *again() { return reinterpret_cast<long *>(buffer); } };",
     only="SG")
road("pool", "Counter *$y = pool.at(0);", "$y->n", own="P pool; Counter *a = pool.at(0);",
     obj="a->n", args="pool", only="SG",
     decl="struct P { std::deque<Counter> all; P() : all(4) {} Counter *at(int k) "
     "{ return &all[k]; } };")
road("handles", "int $y = 1;", "pool.at($y).n", own="P pool; int a = 1;", obj="pool.at(a).n",
     args="pool, a", only="SI",
     decl="struct P { std::vector<Counter> all; P() : all(4) {} Counter &at(int k) "
     "{ return all[k]; } };")
# Elements.
VECTOR = "std::vector<Counter> v(3);"
for name, setup, place in (
        ("vector_element", "Counter &$y = v[1];", "$y.n"),
        ("vector_iterator", "auto $y = v.begin() + 1;", "$y->n"),
        ("vector_iterator_index", "auto $y = v.begin();", "$y[1].n"),
        ("vector_data", "Counter *$y = v.data();", "$y[1].n"),
        ("vector_element_pointer", "Counter *$y = &v[1];", "$y->n"),
        ("vector_reverse", "auto $y = v.rbegin() + 1;", "$y->n"),
        ("vector_at", "Counter &$y = v.at(1);", "$y.n"),
        ("vector_next", "auto $y = std::next(v.begin());", "$y->n"),
        ("vector_span", "std::span<Counter> $y(v);", "$y[1].n"),
        ("vector_subspan", "auto $y = std::span<Counter>(v).subspan(1);", "$y[0].n"),
        ("vector_span_of_one", "std::span<Counter, 1> $y(&v[1], 1);", "$y.front().n"),
        ("vector_reference_of_all", "std::vector<Counter> &$y = v;", "$y[1].n"),
        ("vector_all", "auto $y = std::views::all(v);", "$y[1].n"),
        ("vector_take", "auto $y = v | std::views::take(2);", "$y[1].n"),
        ("vector_drop", "auto $y = v | std::views::drop(1);", "$y[0].n"),
        ("vector_reverse_view", "auto $y = v | std::views::reverse;", "$y[1].n"),
        ("vector_subrange", "std::ranges::subrange $y(v.begin() + 1, v.end());", "$y[0].n"),
        ("vector_transform_view",
         "auto $y = v | std::views::transform([](Counter &c) -> Counter & { return c; });",
         "$y[1].n"),
        ("vector_filter_view",
         "auto $y = v | std::views::filter([](const Counter &) { return true; });",
         "(*std::next($y.begin())).n"),
        ("vector_find", "auto $y = std::find_if(v.begin() + 1, v.end(), [](const Counter &) "
         "{ return true; });", "$y->n"),
        ("vector_max_element", "auto $y = std::max_element(v.begin() + 1, v.begin() + 2, "
         "[](const Counter &p, const Counter &q) { return p.n < q.n; });", "$y->n"),
        ("vector_pair_of_iterators", "auto $y = std::make_pair(v.begin(), v.end());",
         "$y.first[1].n"),
        ("vector_bytes", "auto $y = std::as_writable_bytes(std::span<Counter>(v));",
         "reinterpret_cast<Counter *>($y.data())[1].n"),
        ("vector_begin_of", "auto *$y = std::data(v);", "$y[1].n")):
    road(name, setup, place, own=VECTOR, obj="v[1].n", args="v",
         only="SIG" if "view" in name or "take" in name or "drop" in name else "SIFG")
road("vector_moved", "", "y[0].n", own="std::vector<Counter> v(2); Counter &a = v[0]; "
     "auto y = std::move(v);", only="S1")
road("vector_swapped", "", "y[0].n", own="std::vector<Counter> v(2), y(2); "
     "Counter &a = v[0]; std::swap(v, y);", only="S1")
road("vector_member_swap", "", "y[0].n", own="std::vector<Counter> v(2), y(2); "
     "Counter &a = v[0]; v.swap(y);", only="S1")
road("vector_move_assigned", "", "y[0].n", own="std::vector<Counter> v(2), y; "
     "Counter &a = v[0]; y = std::move(v);", only="S1")
road("vector_exchanged", "", "y[0].n", own="std::vector<Counter> v(2); Counter &a = v[0]; "
     "auto y = std::exchange(v, {});", only="S1")
road("vector_moved_to_struct", "", "p.v[0].n", own="std::vector<Counter> v(2); "
     "Counter &a = v[0]; P p{std::move(v)};", only="S1",
     decl="struct P { std::vector<Counter> v; };")
road("vector_moved_to_vector", "", "w[0][0].n", own="std::vector<Counter> v(2); "
     "Counter &a = v[0]; std::vector<std::vector<Counter>> w; w.push_back(std::move(v));",
     only="S1")
road("list_spliced", "", "y.front().n", own="std::list<Counter> l(1), y; "
     "Counter &a = l.front(); y.splice(y.begin(), l);", only="S1")
road("list_merged", "", "y.front().n", own="std::list<Counter> l(1), y; "
     "Counter &a = l.front(); y.merge(l, [](const Counter &p, const Counter &q) "
     "{ return p.n < q.n; });", only="S1")
road("list_swapped", "", "y.front().n", own="std::list<Counter> l(1), y(1); "
     "Counter &a = l.front(); l.swap(y);", only="S1")
road("map_extracted", "", "y[1].n", own="std::map<int, Counter> m, y; Counter &a = m[1]; "
     "y.insert(m.extract(1));", only="S1")
road("map_merged", "", "y[1].n", own="std::map<int, Counter> m, y; Counter &a = m[1]; "
     "y.merge(m);", only="S1")
road("map_moved", "", "y[1].n", own="std::map<int, Counter> m; Counter &a = m[1]; "
     "auto y = std::move(m);", only="S1")
road("map_node", "", "node.mapped().n", own="std::map<int, Counter> m; Counter &a = m[1]; "
     "auto node = m.extract(1);", only="S1")
road("optional_moved", "", "(*y)[0].n", own="std::optional<std::vector<Counter>> v("
     "std::in_place, 2); Counter &a = (*v)[0]; auto y = std::move(v);", only="S1")
road("pair_swapped", "", "y.first[0].n", own="std::pair<std::vector<Counter>, int> v, y; "
     "v.first.resize(1); Counter &a = v.first[0]; std::swap(v, y);", only="S1")
road("string_swapped", "", "y[0]", own="std::string v(40, 'a'), y(40, 'b'); char &a = v[0]; "
     "v.swap(y);", obj="a", write="y[0] = char('a' + (y[0] + $k) % 20);", read="y[0]", only="S1W")
MAP = "std::map<int, Counter> m{{1, {}}, {2, {}}};"
for name, setup, place in (
        ("map_value", "Counter &$y = m[1];", "$y.n"), ("map_at", "Counter &$y = m.at(1);", "$y.n"),
        ("map_iterator", "auto $y = m.find(1);", "$y->second.n"),
        ("map_begin", "auto $y = m.begin();", "$y->second.n"),
        ("map_entry", "auto &$y = *m.begin();", "$y.second.n"),
        ("map_emplace_result", "auto $y = m.emplace(1, Counter()).first;", "$y->second.n"),
        ("map_values_view", "auto $y = m | std::views::values;", "(*$y.begin()).n"),
        ("map_binding", "auto &[k$y, $y] = *m.begin();", "$y.n"),
        ("map_pointer", "auto *$y = &m.begin()->second;", "$y->n")):
    road(name, setup, place, own=MAP, obj="m.at(1).n", args="m",
         only="SI" if "binding" in name else "SIG" if "view" in name else "SIFG")
road("unordered_value", "Counter &$y = m[1];", "$y.n", args="m", obj="m.at(1).n",
     own="std::unordered_map<int, Counter> m{{1, {}}};")
road("list_element", "Counter &$y = l.back();", "$y.n", args="l", obj="l.back().n",
     own="std::list<Counter> l(2);")
road("list_iterator", "auto $y = l.begin();", "$y->n", args="l", obj="l.front().n",
     own="std::list<Counter> l(2);")
road("deque_element", "Counter &$y = l[1];", "$y.n", args="l", obj="l[1].n",
     own="std::deque<Counter> l(2);")
road("array_element", "Counter &$y = l[1];", "$y.n", args="l", obj="l[1].n",
     own="std::array<Counter, 2> l;")
road("array_span", "std::span $y(l);", "$y[1].n", args="l", obj="l[1].n", own="Counter l[2];")
road("optional_value", "Counter &$y = *o;", "$y.n", args="o", obj="o->n",
     own="std::optional<Counter> o(std::in_place);")
road("variant_value", "Counter *$y = std::get_if<Counter>(&o);", "$y->n", args="o",
     obj="std::get<1>(o).n", own="std::variant<int, Counter> o = Counter();")
road("any_value", "Counter *$y = std::any_cast<Counter>(&o);", "$y->n", args="o",
     obj="std::any_cast<Counter &>(o).n", own="std::any o = Counter();")
road("tuple_element", "auto &$y = std::get<1>(t);", "$y.n", args="t", obj="std::get<1>(t).n",
     own="std::tuple<int, Counter> t;")
road("pair_element", "auto &$y = t.second;", "$y.n", args="t", obj="t.second.n",
     own="std::pair<int, Counter> t;")
road("valarray_element", "long &$y = t[1];", "$y", args="t", obj="t[1]",
     own="std::valarray<long> t(0L, 3);")
road("valarray_slice", "std::slice_array<long> $y = t[std::slice(1, 1, 1)];",
     write="$y += std::valarray<long>($k, 1);", args="t", obj="t[1]",
     own="std::valarray<long> t(0L, 3);", only="SF")
road("vector_bool", "auto $y = v[3];", write="$y = ($k) % 2;", read="long(bool($y))", args="v",
     obj="v[3]", own="std::vector<bool> v(8);", only="SIFW")
road("vector_bool_iterator", "auto $y = v.begin() + 3;", write="*$y = ($k) % 2;",
     read="long(bool(*$y))", args="v", obj="v[3]", own="std::vector<bool> v(8);", only="SIFW")
road("bitset_reference", "auto $y = v[3];", write="$y = ($k) % 2;", read="long(bool($y))",
     args="v", obj="v[3]", own="std::bitset<8> v;", only="SIFW")
road("matrix_row", "auto &$y = v[1];", "$y[2]", args="v", obj="v[1][2]",
     own="std::vector<std::vector<long>> v(3, std::vector<long>(3));")
TEXT = "std::string t(8, 'a');"
road("string_element", "char &$y = t[2];", write="$y = char('a' + ($y + $k) % 20);", read="$y",
     args="t", obj="t[2]", own=TEXT, only="SIFW")
road("string_pointer", "char *$y = t.data();", write="$y[2] = char('a' + ($y[2] + $k) % 20);",
     read="$y[2]", args="t", obj="t[2]", own=TEXT, only="SIFW")
road("string_iterator", "auto $y = t.begin();", write="$y[2] = char('a' + ($y[2] + $k) % 20);",
     read="$y[2]", args="t", obj="t[2]", own=TEXT, only="SIFW")
road("string_view", "std::string_view $y = t;", read="$y[2]", args="t", obj="t[2]", own=TEXT,
     only="SIFW")
road("string_view_part", "auto $y = std::string_view(t).substr(1);", read="$y[1]", args="t",
     obj="t[2]", own=TEXT, only="SIFW")
road("string_c_str", "const char *$y = t.c_str();", read="$y[2]", args="t", obj="t[2]", own=TEXT,
     only="SIFW")
# Linked structures.
road("linked_list", "N *$y = &h;", "$y->next->n", own="N t, h; h.next = &t;", obj="t.n",
     args="t", decl="struct N { long n = 0; N *next = nullptr; };")
road("linked_list_walk", "N *$y = &h;", write="for (N *p = $y; p; p = p->next) p->n = "
     "(p->n * 3 + $k) % M;", own="N t, h; h.next = &t;", obj="t.n", args="t",
     decl="struct N { long n = 0; N *next = nullptr; };")
road("owned_list", "N *$y = h.next.get();", "$y->n", own="N h; h.next = std::make_unique<N>();",
     obj="h.next->n", args="h", decl="struct N { long n = 0; std::unique_ptr<N> next; };")
road("tree", "T *$y = &r;", write="up(*$y, $k);", read="all(*$y)",
     own="T a, r; r.kids.push_back(&a);",
     decl="struct T { long n = 0; std::vector<T *> kids; };\nlong all(const T &t) { long s = t.n; "
     "for (auto *k : t.kids) s += all(*k); return s; }\nvoid up(T &t, long k) { t.n = "
     "(t.n * 3 + k) % M; for (auto *c : t.kids) up(*c, k); }")
road("tree_parent", "T *$y = &k;", "$y->up->n", own="T a, k; k.up = &a;",
     decl="struct T { long n = 0; T *up = nullptr; };")
road("owned_tree", "T *$y = r.kids[0].get();", "$y->n", own="T r; "
     "r.kids.push_back(std::make_unique<T>());", obj="r.kids[0]->n", args="r",
     decl="struct T { long n = 0; std::vector<std::unique_ptr<T>> kids; };")
road("graph", "E $y{&a, &b};", "$y.from->n", decl="struct E { Counter *from, *to; };")
road("ring_of_three", "N *$y = &c;", "$y->next->n", own="N a, b, c; a.next = &b; b.next = &c; "
     "c.next = &a;", obj="a.n", args="a", decl="struct N { long n = 0; N *next = nullptr; };")
road("intrusive_hook", "H *$y = &o.hook;", "$y->owner->n", own="O o; o.hook.owner = &o;",
     obj="o.n", args="o", decl="struct O; struct H { O *owner; }; struct O { long n = 0; H hook; };")
road("self_pointer", "long *$y = o.self;", "*$y", own="O o; o.self = &o.n;", obj="o.n", args="o",
     decl="struct O { long n = 0; long *self = nullptr; };")
road("self_in_constructor", "long *$y = o.self;", "*$y", own="O o;", obj="o.n", args="o",
     decl="struct O { long n = 0; long *self; O() : self(&n) {} O(const O &p) : n(p.n), "
     "self(&n) {} O &operator=(const O &p) { n = p.n; return *this; } };")
road("observer", "S $y; $y.attach(&a);", write="$y.fire($k);",
     decl="struct S { std::vector<Counter *> all; void attach(Counter *c) { all.push_back(c); } "
     "void fire(long k) { for (auto *c : all) c->add(k); } };")
road("observer_functions", "S $y; $y.on([&](long k) { a.add(k); });", write="$y.fire($k);",
     decl="struct S { std::vector<std::function<void(long)>> all; void on(std::function<void"
     "(long)> f) { all.push_back(std::move(f)); } void fire(long k) { for (auto &f : all) f(k); "
     "} };")
road("visitor", "E e$y{a}; Up $y;", write="e$y.accept($y);",
     decl="struct Up; struct E { Counter &c; void accept(Up &); }; struct Up { void see(E &e) "
     "{ e.c.inc(); } }; void E::accept(Up &u) { u.see(*this); }", only="SI")
road("mediator", "Md md$y{&a}; Cl $y{&md$y};", "$y.m->c->n",
     decl="struct Md { Counter *c; }; struct Cl { Md *m; };")
# What is everywhere.
road("function_static", "Counter &$y = inst();", "$y.n", own="Counter &a = inst();",
     decl="Counter &inst() { static Counter c; return c; }")
road("function_static_called", "", "inst().n", own="Counter &a = inst();",
     decl="Counter &inst() { static Counter c; return c; }", only="S1")
road("singleton", "", write="One::get().up($k);", read="One::get().c.n",
     own="Counter &a = One::get().c;", only="S1",
     decl="struct One { Counter c; static One &get() { static One o; return o; } "
     "void up(long k) { c.add(k); } };")
road("singleton_of_pointer", "One::get().c = &a;", write="One::get().up($k);",
     read="One::get().c->n", decl="struct One { Counter *c = nullptr; static One &get() { static "
     "One o; return o; } void up(long k) { c->add(k); } };", only="SI1")
road("global", "", "g.n", own="Counter &a = g;", decl="Counter g;", only="S1")
road("global_by_function", "", write="up($k);", read="get()", own="Counter &a = g;", only="S1",
     decl="Counter g; void up(long k) { g.add(k); } long get() { return g.n; }")
road("global_pointer", "cur = &a;", write="up($k);", read="cur->n",
     decl="Counter *cur; void up(long k) { cur->add(k); }", only="SI1")
road("global_registry", "all.push_back(&a);", write="for (auto *c : all) c->add($k);",
     read="all.back()->n", decl="std::vector<Counter *> all;", only="S1")
road("global_map", "all[\"a\"] = &a;", write="all[\"a\"]->add($k);", read="all[\"a\"]->n",
     decl="std::map<std::string, Counter *> all;", only="SI1")
road("global_array", "all[2] = &a;", "all[2]->n", decl="Counter *all[4];", only="SI1")
road("global_functions", "all.push_back([&](long k) { a.add(k); });",
     write="for (auto &f : all) f($k);", decl="std::vector<std::function<void(long)>> all;",
     only="S1")
road("static_member", "P::cur = &a;", write="P::up($k);", read="P::cur->n",
     decl="struct P { static inline Counter *cur = nullptr; static void up(long k) "
     "{ cur->add(k); } };", only="SI1")
road("registered_in_constructor", "", write="bump($k);", read="R::all[0]->n", own="R a;",
     decl="struct R { long n = 0; static inline std::vector<R *> all; R() { all.push_back(this); "
     "} }; void bump(long k) { for (R *r : R::all) r->n = (r->n * 3 + k) % M; }", only="S1")
road("registered_by_member", "", write="bump($k);", read="all[0]->n", own="R a; a.enter();",
     decl="struct R; std::vector<R *> all; struct R { long n = 0; void enter() { "
     "all.push_back(this); } }; void bump(long k) { for (R *r : all) r->n = (r->n * 3 + k) % M; }",
     only="S1")
road("current_in_constructor", "P $y(a);", write="P::cur->c.add($k);", read="P::cur->c.n",
     decl="struct P { Counter &c; static inline P *cur = nullptr; explicit P(Counter &c) : c(c) "
     "{ cur = this; } };", only="SI1")
road("thread_local_pointer", "P $y(a);", "cur->n",
     decl="thread_local Counter *cur; struct P { explicit P(Counter &c) { cur = &c; } };",
     only="SI1")
road("thread_local_object", "", "g.n", own="Counter &a = g;", decl="thread_local Counter g;",
     only="S1")
road("template_variable", "", "g<0>.n", own="Counter &a = g<0>;",
     decl="template <int K> Counter g;", only="S1")
road("inline_static_in_template", "", "P<int>::c.n", own="Counter &a = P<int>::c;",
     decl="template <class T> struct P { static inline Counter c; };", only="S1")
road("event_bus", "Bus::on([&](long k) { a.add(k); });", write="Bus::fire($k);",
     decl="struct Bus { static inline std::vector<std::function<void(long)>> hs; static void "
     "on(std::function<void(long)> h) { hs.push_back(std::move(h)); } static void fire(long k) "
     "{ for (auto &h : hs) h(k); } };", only="S1")
road("service_locator", "Loc::put(a);", "Loc::get<Counter>().n",
     decl="struct Loc { static inline std::map<int, void *> all; template <class T> static void "
     "put(T &t) { all[1] = &t; } template <class T> static T &get() { return "
     "*static_cast<T *>(all[1]); } };", only="SI1")
road("atomic_of_pointer", "std::atomic<Counter *> $y = &a;", "$y.load()->n")
road("atomic_stored", "std::atomic<Counter *> $y; $y.store(&a);", "$y.load()->n")
road("atomic_exchanged", "std::atomic<Counter *> $y{&b}; $y.exchange(&a);", "$y.load()->n")
road("atomic_compared", "std::atomic<Counter *> $y{&b}; Counter *e$y = &b; "
     "$y.compare_exchange_strong(e$y, &a);", "$y.load()->n")
road("atomic_ref", "std::atomic_ref<long> $y(a.n);", write="$y.store(($y.load() * 3 + $k) % M);",
     read="$y.load()")
road("atomic_shared", "std::atomic<std::shared_ptr<Counter>> $y(a);", "$y.load()->n", own=SHARED,
     obj="a->n")
# Streams.
road("stream_reference", "std::ostream &$y = o;", write="$y << ($k) % 10;", args="o",
     read="long($y.tellp())", obj="o.str().size()", own="std::ostringstream o;", only="SFRW")
road("stream_buffer", "std::ostream $y(o.rdbuf());", write="$y << ($k) % 10;", args="o",
     obj="o.str().size()", own="std::ostringstream o;", only="SFRW")
road("stream_iterator", "std::ostream_iterator<int> $y(o, \" \");", write="*$y++ = ($k) % 10;",
     args="o", obj="o.str().size()", own="std::ostringstream o;", only="SFRW")
road("stream_wrapped", "P $y{o};", write="$y.log(($k) % 10);", args="o",
     obj="o.str().size()", own="std::ostringstream o;", only="SFRW",
     decl="struct P { std::ostream &o; void log(long k) { o << k; } };")
road("back_inserter", "auto $y = std::back_inserter(v);", write="*$y = $k;", args="v",
     obj="v.size()", own="std::vector<long> v;", only="SFRW")
road("inserter", "auto $y = std::inserter(v, v.end());", write="*$y = $k;", args="v",
     obj="v.size()", own="std::set<long> v;", only="SFRW")
# Algorithms that are given the address.
road("for_each", "Counter *$y = &a;", write="std::for_each($y, $y + 1, [&](Counter &c) "
     "{ c.add($k); });")
road("for_each_functor", "F $y{&a};", write="int w[] = {1, 2}; std::for_each(w, w + 2, $y);",
     read="$y.c->n", decl="struct F { Counter *c; void operator()(int k) const { c->add(k); } };")
road("accumulate_pointer", "Counter *$y = &a;", write="int w[] = {1, 2}; std::accumulate(w, w + 2, "
     "$y, [](Counter *c, int k) { c->add(k); return c; });")
road("transform_pointers", "Counter *$y[1] = {&a};", write="long w[1]; std::transform($y, $y + 1, w, "
     "[&](Counter *c) { c->add($k); return c->n; });", read="$y[0]->n")
road("sort_context", "Counter *$y = &a;", write="int w[] = {3, 1, 2}; std::sort(w, w + 3, "
     "[&](int p, int q) { $y->add($k); return p < q; });")
road("set_comparator", "std::set<int, L> $y(L{&a});", write="$y.insert(($k) % 5);",
     read="$y.key_comp().c->n",
     decl="struct L { Counter *c; bool operator()(int p, int q) const { c->inc(); return p < q; } };")
road("unordered_hash", "std::unordered_set<int, H> $y(8, H{&a});", write="$y.insert(($k) % 5);",
     read="$y.hash_function().c->n",
     decl="struct H { Counter *c; std::size_t operator()(int p) const { c->inc(); return p; } };")
road("allocator_context", "std::vector<long, A<long>> $y((A<long>(&a)));",
     write="$y.clear(); $y.shrink_to_fit(); $y.push_back($k);", read="$y.get_allocator().c->n",
     decl="template <class T> struct A { using value_type = T; Counter *c; explicit A(Counter *c) "
     ": c(c) {} template <class U> A(const A<U> &o) : c(o.c) {} T *allocate(std::size_t n) { "
     "c->inc(); return std::allocator<T>().allocate(n); } void deallocate(T *p, std::size_t n) { "
     "std::allocator<T>().deallocate(p, n); } bool operator==(const A &) const = default; };")
road("exchange_part", "Counter *$y = &a;", write="std::exchange($y->n, ($y->n * 3 + $k) % M);")
road("swap_part", "Counter *$y = &a;", write="long t = ($y->n * 3 + $k) % M; std::swap(t, $y->n);")
road("iota", "Counter *$y = &a;", write="std::iota(&$y->n, &$y->n + 1, ($y->n * 3 + $k) % M);")
road("copy_n", "Counter *$y = &a;", write="long t = ($y->n * 3 + $k) % M; std::copy_n(&t, 1, &$y->n);")
road("from_chars", "long *$y = &a.n;", write="const std::string t = std::to_string((*$y * 3 + $k) % M); "
     "std::from_chars(t.data(), t.data() + t.size(), *$y);")
road("sscanf", "long *$y = &a.n;", write="const std::string t = std::to_string((*$y * 3 + $k) % M); "
     "std::sscanf(t.c_str(), \"%ld\", $y);")
road("extraction", "long *$y = &a.n;", write="std::istringstream t(std::to_string((*$y * 3 + $k) % M)); "
     "t >> *$y;")
road("qsort_context", "ctx = &a; int $y = 0; (void)$y;", write="int w[] = {2, 1}; "
     "std::qsort(w, 2, sizeof(int), less);", read="ctx->n",
     decl="Counter *ctx; int less(const void *, const void *) { ctx->inc(); return 0; }", only="SI1")


def state_bodies(road, two):
    """What two stages do with one object of outside: name, body, stages' texts."""
    w, d = road.writes("y", "i"), road.direct("i")
    r, o = road.reads("y"), road.obj
    if w:
        yield "write_read", [f"{w} x = i;", f"s = (s * 5 + x + {o}) % M;"]
        yield "write_write", [f"{w} x = i;", f"s = (s * 5 + x) % M; {d}"]
        yield "read_write", [f"x = {o};", f"s = (s * 5 + x) % M; {w}"]
        yield "write_after", [f"{w} x = i;", "s = (s * 5 + x) % M;"]
    if r:
        yield "direct_read", [f"{d} x = i;", f"s = (s * 5 + x + {r}) % M;"]
        yield "after_read", [f"{d} x = i;", "s = (s * 5 + x) % M;"]
    if w and r and two:
        yield "both", [f"{w} x = i;", f"s = (s * 5 + x + {road.reads('z')}) % M;"]


def cases_of(road, pick):
    single = "1" in road.only  # `setup` may stand there but once
    changes = "W" not in road.only and "R" not in road.only

    def case(name, body, declarations=""):
        return Case(f"r_{road.name}_{name}", "roads", road.name,
                    road.decl + "\n" + declarations, body)

    def bodies(two):
        for name, stages in state_bodies(road, two):
            if changes or not any(road.direct("i") in text for text in stages):
                yield name, stages

    end = f"say(s); later({road.obj}" + (f", {road.reads('y')}" if road.reads("y") else "") + ");"
    if "S" in road.only:
        for name, stages in bodies(not single):
            setup = road.makes("y") + (" " + road.makes("z") if name == "both" else "")
            yield case("state_" + name, f"long s = 0; {road.own} {setup}\n"
                       f"{loop(pick, 'long x = 0;', stages)}\n{end}")
            if pick.random() < 0.34:
                yield case("lambda_" + name, f"long s = 0; {road.own} {setup}\nauto go = [&] {{\n"
                           f"{loop(pick, 'long x = 0;', stages)}\n}};\ngo(); {end}")
    if "F" in road.only and not single and "$y" in road.setup:
        names = [word.strip() for word in road.args.split(",")]
        types = ", ".join(f"class T{k}" for k in range(len(names) + 1))
        parameters = ", ".join(f"T{k} &{name}" for k, name in enumerate([*names, "y"]))
        for name, stages in bodies(False):
            if name.endswith("after") or name == "after_read":
                continue
            go = (f"template <{types}> void go({parameters}, long &s) {{\n"
                  f"{loop(pick, 'long x = 0;', stages)}\n}}")
            yield case("parameters_" + name, f"long s = 0; {road.own} {road.makes('y')} "
                       f"go({', '.join([*names, 'y'])}, s); {end}", go)
    # Members of a class, and variables of a namespace.
    plain = re.fullmatch(r"(?!auto|bool|int)[^;=]*\$y( = [^;]*|\{[^;]*\})?;", road.setup)
    if "G" in road.only and plain and not single and "F" in road.only:
        for name, stages in bodies(False):
            if name not in ("write_read", "direct_read", "write_write"):
                continue
            if ";" in road.own[:-1]:  # more than declarations
                continue
            if " = " not in road.own and "(" not in road.own:
                yield case("members_" + name, "P0 p; p.go(); p.tell();",
                           f"struct P0 {{ {road.own} {road.makes('y')} long s = 0; void go() {{\n"
                           f"{loop(pick, 'long x = 0;', stages)}\n}} void tell() {{ {end} }} }};")
            yield case("globals_" + name, loop(pick, "long x = 0;", stages) + "\n" + end,
                       f"long s = 0; {road.own} {road.makes('y')}")
    if "I" in road.only:
        yield from item_cases(road, pick, case, single, changes)


def item_cases(road, pick, case, single, changes):
    """The object is an item's variable, the other name too, or a stage's own."""
    w, r = road.writes("y", "i + k"), road.reads("y")
    many = f"for (int k = 0; k <= i % 3; ++k) {{ {w} }}"
    read = f"s = (s * 5 + {road.obj}) % M;"
    by_name = f"s = (s * 5 + {r}) % M;"
    setup = road.makes("y")
    if "static" in setup:
        return
    named = "$y" in road.setup

    def item(name, declarations, stages):
        return case("item_" + name, f"long s = 0;\n{loop(pick, declarations, stages)}\nsay(s);")

    if w:
        yield item("stage_writes", road.own, [f"{setup} {many}", read])
    if r and changes:
        yield item("stage_reads", road.own, [road.direct("i"), f"{setup} {by_name}"])
    if named and re.fullmatch(r"[^;]*;( [^;=]*[*&] ?\w*\$y[^;]*;)?", road.setup) and not single:
        if w:
            yield item("name_writes", f"{road.own} {setup}", [many, read])
        if r and changes:
            yield item("name_reads", f"{road.own} {setup}", [road.direct("i"), by_name])
        if w and r and changes:
            yield item("three", f"{road.own} {setup}",
                       [many, road.direct("i + 1"), by_name])


def cases(pick, count):
    """All combinations; more of them, of other shapes, where more are asked for."""
    made = [case for road in ROADS for case in cases_of(road, pick)]
    rounds = 1
    while count and len(made) < count:
        rounds += 1
        made += [dataclasses.replace(case, name=f"{case.name}_{rounds}")
                 for road in ROADS for case in cases_of(road, pick)]
    return made
