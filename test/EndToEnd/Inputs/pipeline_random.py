"""Random programs: structs, references, helpers, containers, polymorphism.

A program has two to four stages, states that belong to one stage each, and
variables of the item. Stages reach them through references, pointers, helpers,
containers and virtual functions that they make themselves, hand values on by
moving them, and keep some in containers. Most are free of conflicts by
construction, and marked as legal where they hold nothing but what every rank
can make for itself; in others one stage reads or writes what is another's, often
through a name from before the loop.
"""
from pipeline_case import Case, loop

DECLARATIONS = """struct Plain { long a = 1, b = 2; };
struct Rich {
  std::string name = "r";
  std::vector<long> values{1};
  template <class Ar> void serialize(Ar &ar) { ar(name, values); }
};
struct Deep {
  Rich rich;
  std::map<long, long> counts{{0, 1}};
  std::array<long, 2> pair{};
  template <class Ar> void serialize(Ar &ar) { ar(rich, counts, pair); }
};
class Tally {
  long sum = 0;
  std::vector<long> last;
public:
  void add(long k) { sum = (sum * 3 + k) % M; last.push_back(k); if (last.size() > 3) last.erase(last.begin()); }
  long value() const { long s = sum; for (long k : last) s = (s * 3 + k) % M; return s; }
  Tally &more(long k) { add(k); return *this; }
  template <class Ar> void serialize(Ar &ar) { ar(sum, last); }
};
struct Op { virtual ~Op() {} virtual long on(long k) = 0; };
struct Twice : Op { long on(long k) override { return 2 * k; } };
struct Plus : Op { long by; explicit Plus(long b) : by(b) {} long on(long k) override { return k + by; } };
struct Into : Op { long &to; explicit Into(long &t) : to(t) {} long on(long k) override { return to = (to * 3 + k) % M; } };
inline std::unique_ptr<Op> made(long k) { if (k % 2) return std::make_unique<Twice>(); return std::make_unique<Plus>(k); }
inline long mixed(long k) { return ((k % M + M) * 7919 + 13) % M; }
inline void change(long &x, long k) { x = (x * 3 + mixed(k)) % M; }
inline void change(Plain &x, long k) { change(x.a, k); x.b += k % 7; }
inline void change(std::string &x, long k) { x += char('a' + mixed(k) % 26); if (x.size() > 50) x = x.substr(30); }
inline void change(std::vector<long> &x, long k) { x.push_back(mixed(k)); if (x.size() > 8) x.erase(x.begin()); }
inline void change(std::map<long, long> &x, long k) { x[mixed(k) % 6] += k; }
inline void change(Rich &x, long k) { if (k % 2) change(x.name, k); else change(x.values, k); }
inline void change(Deep &x, long k) { change(x.rich, k + 1); change(x.counts, k); x.pair[mixed(k) % 2] = k; }
inline void change(Tally &x, long k) { x.add(mixed(k)); }
inline void change(std::unique_ptr<long> &x, long k) { if (x && k % 3) change(*x, k); else x = std::make_unique<long>(k); }
inline void change(std::optional<long> &x, long k) { if (k % 3 == 0) x.reset(); else x = x.value_or(1) + k; }
inline void change(std::vector<std::string> &x, long k) { if (x.empty() || k % 2) x.push_back("s"); change(x.back(), k); if (x.size() > 6) x.erase(x.begin()); }
inline void change(std::vector<std::unique_ptr<long>> &x, long k) { x.push_back(std::make_unique<long>(k)); if (x.size() > 4) x.erase(x.begin()); }
inline void change(std::variant<long, std::string> &x, long k) { if (k % 2) x = k; else x = std::to_string(k); }
inline void change(std::pair<long, Rich> &x, long k) { change(x.first, k); change(x.second, k); }
inline long digest(long x) { return x; }
inline long digest(const Plain &x) { return x.a * 3 + x.b; }
inline long digest(const std::string &x) { long s = 1; for (char c : x) s = (s * 3 + c) % M; return s; }
inline long digest(const std::vector<long> &x) { long s = 1; for (long k : x) s = (s * 3 + k) % M; return s; }
inline long digest(const std::map<long, long> &x) { long s = 1; for (auto &[k, v] : x) s = (s * 3 + k + 7 * v) % M; return s; }
inline long digest(const Rich &x) { return digest(x.name) * 3 + digest(x.values); }
inline long digest(const Deep &x) { return digest(x.rich) * 3 + digest(x.counts) + x.pair[0] + 5 * x.pair[1]; }
inline long digest(const Tally &x) { return x.value(); }
inline long digest(const std::unique_ptr<long> &x) { return x ? *x : -1; }
inline long digest(const std::optional<long> &x) { return x.value_or(-1); }
inline long digest(const std::vector<std::string> &x) { long s = 1; for (auto &k : x) s = (s * 3 + digest(k)) % M; return s; }
inline long digest(const std::vector<std::unique_ptr<long>> &x) { long s = 1; for (auto &k : x) s = (s * 3 + *k) % M; return s; }
inline long digest(const std::variant<long, std::string> &x) { return x.index() == 0 ? std::get<0>(x) : digest(std::get<1>(x)); }
inline long digest(const std::pair<long, Rich> &x) { return x.first * 3 + digest(x.second); }
template <class T> void through(T *x, long k) { change(*x, k); }
template <class T> T changed(T x, long k) { change(x, k); return x; }
template <class T> struct Handle { T &x; void go(long k) { change(x, k); } long see() const { return digest(x); } };
template <class T> struct Guard { T &x; long k; ~Guard() { change(x, k); } };
"""

TYPES = ["long", "Plain", "std::string", "std::vector<long>", "std::map<long, long>", "Rich", "Deep", "Tally",
         "std::unique_ptr<long>", "std::optional<long>", "std::vector<std::string>",
         "std::vector<std::unique_ptr<long>>", "std::variant<long, std::string>", "std::pair<long, Rich>"]
OWNING = {"std::unique_ptr<long>", "std::vector<std::unique_ptr<long>>"}


class Writer:
    def __init__(self, pick, conflicts):
        self.pick = pick
        self.conflicts = conflicts
        self.names = 0

    def chance(self, p):
        return self.pick.random() < p

    def fresh(self, lead):
        self.names += 1
        return f"{lead}{self.names}"

    def number(self):
        """A number of what this stage may read."""
        parts = [self.pick.choice(["i", f"digest({self.pick.choice(sorted(self.items))})", str(self.pick.randint(0, 50))])]
        if self.own and self.chance(0.3):
            parts.append(f"digest({self.pick.choice(self.own)})")
        if self.constants and self.chance(0.3):
            parts.append(f"table[{self.pick.randint(0, 3)}]")
        return " + ".join(parts)

    def change(self, name, type):
        """A statement that changes one variable, by one of many roads."""
        k, y = self.fresh("k"), self.fresh("y")
        number = self.number()
        ways = [f"change({name}, {k});", f"through(&{name}, {k});", f"{{ auto &{y} = {name}; change({y}, {k}); }}",
                f"{{ auto *{y} = &{name}; change(*{y}, {k}); }}", f"[&] {{ change({name}, {k}); }}();",
                f"{{ Handle<{type}> {y}{{{name}}}; {y}.go({k}); }}", f"{{ Guard<{type}> {y}{{{name}, {k}}}; }}",
                f"{{ {type} {y} = std::move({name}); change({y}, {k}); {name} = std::move({y}); }}",
                f"{{ {type} {y}{{}}; change({y}, {k}); std::swap({y}, {name}); }}",
                f"{name} = changed(std::move({name}), {k});",
                f"{{ std::vector<{type} *> {y}{{&{name}}}; for (auto *p : {y}) change(*p, {k}); }}",
                f"{{ std::function<void(long)> {y} = [&](long k) {{ change({name}, k); }}; {y}({k}); }}",
                f"if (({k}) % 3 == 0) change({name}, i);", f"for (int k = 0; k < 2; ++k) change({name}, {k} + k);",
                f"std::get<0>(std::tie({name})) = changed(std::move({name}), {k});",
                f"{{ const auto {y} = std::ref({name}); change({y}.get(), {k}); }}"]
        if type == "long":
            ways += [f"Into({name}).on({k});", f"{{ std::unique_ptr<Op> {y} = std::make_unique<Into>({name}); {y}->on({k}); }}",
                     f"{name} = made({k})->on({name}) % M;", f"{name} += {k};",
                     f"{{ std::vector<std::unique_ptr<Op>> {y}; {y}.push_back(made({k})); {y}.push_back(std::make_unique<Into>({name})); "
                     f"for (auto &o : {y}) o->on(i); }}"]
        elif type == "Tally":
            ways.append(f"{name}.more({k}).more(2);")
        elif type == "Deep":
            ways += [f"{{ auto &{y} = {name}.rich.values; {y}.push_back({k}); }}", f"{{ auto &[r, c, p] = {name}; change(r, {k}); c[3] = p[0]; }}"]
        elif type == "std::vector<long>":
            ways += [f"for (long &e : {name}) e = (e + {k}) % M;", f"std::sort({name}.begin(), {name}.end()); change({name}, {k});"]
        elif type == "std::map<long, long>":
            ways += [f"for (auto &[a, b] : {name}) b += {k};", f"if (auto t = {name}.find(2); t != {name}.end()) t->second = {k}; else {name}[2] = 1;"]
        way = self.pick.choice(ways)
        # The number comes first: arguments have no order.
        return f"{{ const long {k} = ({number}) % M; {way} }}"

    def stage(self, number):
        self.own = [name for name, owner in self.owner.items() if owner == number]
        lines = []
        for _ in range(self.pick.randint(1, 3)):
            name = self.pick.choice(sorted(self.items))
            lines.append(self.change(name, self.items[name]))
        for name in self.own:
            if self.chance(0.8):
                lines.append(self.change(name, self.states[name]))
        if self.own and self.chance(0.3):
            name = self.pick.choice(self.own)
            same = [item for item, type in self.items.items() if type == self.states[name] and type not in OWNING]
            if same:
                lines.append(f"{self.pick.choice(same)} = {name};")
        if number == self.stages:
            for name in self.owner:
                if self.owner[name] == number and self.states[name] in OWNING:
                    same = [item for item, type in self.items.items() if type == self.states[name]]
                    if same:
                        lines.append(f"{name} = std::move({self.pick.choice(same)});")
        elif self.chance(0.15):
            lines.append(f"if (({self.number()}) % 5 == 0) continue;")
        if self.conflicts and number == self.guilty:
            lines.insert(self.pick.randint(0, len(lines)), self.conflict())
        return " ".join(lines)

    def conflict(self):
        """One that touches another's state."""
        others = [name for name, owner in self.owner.items() if owner != self.guilty]
        name = self.pick.choice(others)
        way = self.pick.randrange(5)
        if way == 0:
            return self.change(name, self.states[name])
        alias = {1: ("auto &alias = $;", "alias"), 2: ("auto *alias = &$;", "(*alias)"),
                 3: ("Handle<" + self.states[name] + "> alias{$};", "alias.x"),
                 4: ("std::vector<" + self.states[name] + " *> alias{&$};", "(*alias[0])")}.get(way)
        self.aliases.append(alias[0].replace("$", name))
        if self.chance(0.5):
            return f"change({alias[1]}, i);"
        item = self.pick.choice(sorted(self.items))
        return f"change({item}, digest({alias[1]}));"

    def write(self, name):
        pick = self.pick
        self.stages = pick.randint(2, 4)
        self.items = {f"v{k}": pick.choice(TYPES) for k in range(pick.randint(1, 4))}
        self.states = {f"s{k}": pick.choice(TYPES) for k in range(pick.randint(2, 4))}
        self.owner = {state: pick.randint(1, self.stages) for state in self.states}
        self.owner["s0"], self.owner["s1"] = 1, self.stages
        self.guilty = pick.randint(1, self.stages)
        self.constants = self.chance(0.3)
        self.aliases = []
        self.own = []
        items = " ".join(f"{type} {item}{{}};" for item, type in self.items.items())
        stages = [self.stage(k + 1) for k in range(self.stages)]
        # What the items come to is seen in a state of the last stage.
        stages[-1] += " seen = (seen * 3 + " + " + ".join(f"digest({item})" for item in self.items) + ") % M;"
        text = loop(pick, items, stages)
        states = " ".join(f"{type} {state}{{}};" for state, type in self.states.items())
        table = "const std::vector<long> table{3, 1, 4, 1}; " if self.constants else ""
        aliases = " ".join(self.aliases)
        end = "say(seen); " + " ".join(f"later(digest({state}));" for state in self.states)
        place = pick.choice(["plain", "plain", "members", "template", "lambda"])
        if self.aliases and place == "members":
            place = "plain"
        decl, body = DECLARATIONS, f"{table}long seen = 0; {states} {aliases}\n{text}\n{end}"
        if place == "members":
            decl += f"struct Holder {{ {table}long seen = 0; {states}\nvoid go() {{\n{text}\n}} void tell() {{ {end} }} }};"
            body = "Holder h; h.go(); h.tell();"
        elif place == "template":
            decl += f"template <int> void go() {{\n{body}\n}}"
            body = "go<3>();"
        elif place == "lambda":
            body = f"auto go = [&](int) {{\n{body}\n}};\ngo(0); go(1);"
        return Case(name, "random", "conflict" if self.conflicts else "free", decl, body, legal=not self.conflicts)


def cases(pick, count):
    """A third of them have a conflict."""
    number = count or 600
    return [Writer(pick, k % 3 == 2).write(f"d_{k}") for k in range(number)]
