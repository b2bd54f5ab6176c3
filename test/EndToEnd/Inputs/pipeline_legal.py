"""Legal programs of ordinary kinds: each stage's state is its own.

What people write who read, work and write: files and streams as states of a
stage, tables that nobody changes, classes with members, algorithms, ownership
that moves into a sink. redistc may refuse at most one in ten of them.
"""
from pipeline_case import Case, loop

# Name, declarations before the function, what stands before the loop, the items'
# variables, the stages, what follows; `header` where it is no counter.
PROGRAMS = []


def legal(name, decl, before, items, stages, after, header=None):
    PROGRAMS.append((name, decl, before, items, stages, after, header))


legal("sum_of_squares", "", "long sum = 0;", "long x = 0;", ["x = i * i;", "sum += x;"], "say(sum);")
legal("three_stages", "", "long sum = 0;", "long x = 0, y = 0;", ["x = i + 1;", "y = x * x % 17;", "sum += y;"], "say(sum);")
legal("divisors", "std::vector<int> divisors(int n) { std::vector<int> f; for (int k = 1; k <= n; ++k) if (n % k == 0) f.push_back(k); return f; }",
      "std::string primes; long sum = 0;", "std::vector<int> found; long mine = 0;",
      ["found = divisors(i + 2);", "for (int d : found) mine += d;", "if (found.size() == 2) primes += std::to_string(i + 2) + \" \"; sum += mine;"], "say(primes, sum);")
legal("word_count", "", "std::string text = \"the quick brown fox jumps over the lazy dog the end\"; std::map<std::string, int> counts;",
      "std::string word;", ["std::istringstream in(text); for (int k = 0; k <= i % 11; ++k) in >> word;",
                            "std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::toupper(c); });", "++counts[word];"],
      "for (const auto &[w, n] : counts) say(w, n);")
legal("stream_reader", "", "std::istringstream in(\"1 2 3 4 5 6 7 8 9 10 11 12\"); long sum = 0; int value = 0;", "long square = 0;",
      ["square = long(value) * value;", "sum += square;"], "say(sum);", header="while (in >> value)")
legal("line_reader", "", "std::istringstream in(\"a=1\\nb=2\\nc=33\\n# no\\nd=4\\n\"); std::map<std::string, int> values; std::string line;",
      "std::string key; int value = 0;", ["if (line.empty() || line[0] == '#') continue; key = line.substr(0, line.find('=')); value = std::stoi(line.substr(line.find('=') + 1));",
                                         "values[key] += value;"], "for (auto &[k, v] : values) say(k, v);", header="while (std::getline(in, line))")
legal("file_reader", "struct File { std::FILE *f; File() : f(std::tmpfile()) { for (int k = 0; k < 200; ++k) std::fputc('a' + k % 7, f); std::rewind(f); } "
      "~File() { std::fclose(f); } bool read(std::string &chunk) { char b[16]; std::size_t n = std::fread(b, 1, sizeof b, f); chunk.assign(b, n); return n > 0; } };",
      "File file; long sum = 0; std::array<long, 26> histogram{};", "std::string chunk;",
      ["file.read(chunk);", "for (char c : chunk) ++histogram[c - 'a'];"], "for (long n : histogram) sum = sum * 3 % M + n; say(sum);")
legal("run_length", "std::vector<std::pair<char, int>> packed(const std::string &t) { std::vector<std::pair<char, int>> r; for (char c : t) if (!r.empty() && r.back().first == c) "
      "++r.back().second; else r.push_back({c, 1}); return r; }", "long runs = 0; std::string out;",
      "std::string raw; std::vector<std::pair<char, int>> runs_of;", ["raw = std::string(i % 5, 'a') + std::string(i % 3 + 1, 'b');", "runs_of = packed(raw);",
                                                                      "for (auto [c, n] : runs_of) out += c + std::to_string(n); runs += long(runs_of.size());"], "say(runs, out);")
legal("histogram", "", "std::array<int, 10> bins{};", "double value = 0;", ["value = (i * 37 % 100) / 10.0;", "++bins[std::size_t(value)];"], "for (int b : bins) say(b);")
legal("image_blur", "struct Image { int w, h; std::vector<int> p; int at(int x, int y) const { return p[std::clamp(y, 0, h - 1) * w + std::clamp(x, 0, w - 1)]; } template <class Ar> void serialize(Ar &ar) "
      "{ ar(w, h, p); } };\nImage drawn(int k) { Image m{6, 5, std::vector<int>(30)}; for (int j = 0; j < 30; ++j) m.p[j] = j * k % 51; return m; }\nImage blurred(const Image &m) { Image r = m; "
      "for (int y = 0; y < m.h; ++y) for (int x = 0; x < m.w; ++x) r.p[y * m.w + x] = (m.at(x - 1, y) + m.at(x + 1, y) + m.at(x, y - 1) + m.at(x, y + 1)) / 4; return r; }",
      "long sum = 0;", "Image a, b;", ["a = drawn(i);", "b = blurred(a);", "for (int v : b.p) sum = (sum * 3 + v) % M;"], "say(sum);")
legal("image_rows", "std::vector<int> row(int y) { std::vector<int> r(20); for (int x = 0; x < 20; ++x) r[x] = x * y % 31; return r; }", "std::vector<std::vector<int>> picture;",
      "std::vector<int> line;", ["line = row(i);", "for (int &v : line) v = v > 15 ? 255 : 0;", "picture.push_back(std::move(line));"],
      "long s = 0; for (auto &r : picture) for (int v : r) s = (s * 3 + v) % M; say(picture.size(), s);")
legal("running_statistics", "class Stats { long n = 0; double mean = 0, m2 = 0; public: void add(double x) { ++n; double d = x - mean; mean += d / n; m2 += d * (x - mean); } double average() const { return mean; } "
      "double variance() const { return n ? m2 / n : 0; } };", "Stats stats;", "double x = 0;", ["x = (i * 7919 % 101) / 8.0;", "stats.add(x);"], "say(std::lround(stats.average() * 1000), std::lround(stats.variance() * 1000));")
legal("statistics_serialized", "class Stats { std::vector<double> all; public: void add(double x) { all.push_back(x); } double median() const { auto v = all; std::sort(v.begin(), v.end()); return v[v.size() / 2]; } "
      "template <class Ar> void serialize(Ar &ar) { ar(all); } };", "Stats stats;", "double x = 0;", ["x = i * 7919 % 101;", "stats.add(x);"], "say(stats.median());")
legal("two_states", "", "long first = 1; std::vector<long> second;", "long x = 0;", ["first = (first * 7 + i) % 1009; x = first;", "second.push_back(x);"], "say(first); for (long v : second) say(v);")
legal("three_states", "", "long a = 0, b = 0; std::string c;", "long x = 0, y = 0;", ["a += i; x = a;", "b ^= x; y = b;", "c += char('a' + y % 26);"], "say(a, b, c);")
legal("sorted_chunks", "", "std::vector<long> merged;", "std::vector<long> chunk;", ["for (int k = 0; k < 8; ++k) chunk.push_back((i * 8 + k) * 7919 % 997);", "std::sort(chunk.begin(), chunk.end());",
                                                                                      "std::vector<long> r; std::merge(merged.begin(), merged.end(), chunk.begin(), chunk.end(), std::back_inserter(r)); merged = std::move(r);"],
      "long s = 0; for (long v : merged) s = (s * 3 + v) % M; say(merged.size(), s);")
legal("sort_by_comparator", "struct P { std::string name; int age; template <class Ar> void serialize(Ar &ar) { ar(name, age); } };", "std::string order;", "std::vector<P> people;",
      ["for (int k = 0; k < 4; ++k) people.push_back({std::string(1, char('a' + k)), (i * 7 + k * 5) % 11});", "std::sort(people.begin(), people.end(), [](const P &a, const P &b) { return a.age != b.age ? a.age < b.age : a.name < b.name; });",
       "for (const P &p : people) order += p.name;"], "say(order);")
legal("maximum", "", "long most = -1;", "long x = 0;", ["x = i * 7919 % 101;", "most = std::max(most, x);"], "say(most);")
legal("minmax_of_vector", "", "long low = 1000, high = -1;", "std::vector<long> v;", ["for (int k = 0; k < 5; ++k) v.push_back((i + k) * 31 % 97);", "auto [a, b] = std::minmax_element(v.begin(), v.end()); low = std::min(low, *a); high = std::max(high, *b);"],
      "say(low, high);")
legal("struct_item", "struct Point { double x, y; };", "double sum = 0;", "Point p{0, 0};", ["p = {i * 0.5, i * 0.25};", "std::swap(p.x, p.y); p.x *= 2;", "sum += p.x + p.y;"], "say(sum);")
legal("struct_with_vector", "struct Job { int id = 0; std::vector<int> data; std::string name; template <class Ar> void serialize(Ar &ar) { ar(id, data, name); } };", "std::string log;", "Job job;",
      ["job.id = i; job.data.assign(3, i);", "job.name = \"job\" + std::to_string(job.id); job.data.push_back(1);", "log += job.name + \":\" + std::to_string(job.data.size()) + \" \";"], "say(log);")
legal("aggregate_of_members", "struct Rec { int id = 0; std::string name; std::vector<int> data; };", "std::string log;", "Rec r;",
      ["r.id = i; r.data.assign(3, i);", "r.name = std::string(r.id % 4, 'n');", "log += r.name + std::to_string(r.data.size()) + \" \";"], "say(log);")
legal("sink_of_vectors", "class Sink { std::vector<std::vector<int>> all; public: void take(std::vector<int> v) { all.push_back(std::move(v)); } long sum() const { long s = 0; for (auto &v : all) for (int k : v) s = (s * 3 + k) % M; return s; } "
      "template <class Ar> void serialize(Ar &ar) { ar(all); } };", "Sink sink;", "std::vector<int> v;", ["v = std::vector<int>(i % 5 + 1, i);", "v.push_back(7);", "sink.take(std::move(v));"], "say(sink.sum());")
legal("unique_into_sink", "", "std::vector<std::unique_ptr<int>> sink;", "std::unique_ptr<int> p;", ["p = std::make_unique<int>(i);", "*p *= 3;", "sink.push_back(std::move(p));"], "long s = 0; for (auto &p : sink) s += *p; say(s);")
legal("helper_by_reference", "void fill(std::vector<long> &v, long n) { for (long k = 0; k < n; ++k) v.push_back(k * n); } void scale(std::vector<long> &v) { for (long &x : v) x = x * 3 % 101; }", "long sum = 0;", "std::vector<long> v;",
      ["fill(v, i % 6);", "scale(v);", "sum = std::accumulate(v.begin(), v.end(), sum);"], "say(sum);")
legal("lambdas", "", "long sum = 0; auto square = [](long k) { return k * k; };", "long x = 0;", ["x = square(i);", "x = square(x % 10) + 1;", "sum += x;"], "say(sum);")
legal("lambda_captures_const", "", "const std::vector<int> table{1, 4, 9, 16}; auto look = [&table](int k) { return table[k % 4]; }; long sum = 0;", "int x = 0;", ["x = look(i);", "x += look(i + 1);", "sum += x;"], "say(sum);")
legal("const_table", "const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};", "long sum = 0;", "int x = 0;", ["x = table[i % 8];", "x = x * 10 + table[x % 8];", "sum += x;"], "say(sum);")
legal("constexpr_table", "constexpr std::array<int, 4> table = {2, 3, 5, 7};", "long sum = 0;", "int x = 0;", ["x = table[i % 4];", "x *= table[(i + 1) % 4];", "sum += x;"], "say(sum);")
legal("static_table", "long sq(int n) { static const std::vector<long> t = [] { std::vector<long> v; for (int k = 0; k < 60; ++k) v.push_back(k * k); return v; }(); return t[n]; }", "long sum = 0;", "long x = 0;",
      ["x = sq(i);", "sum += x + sq(i / 2);"], "say(sum);")
legal("lookup_of_constants", "", "const std::unordered_map<std::string, int> price{{\"tea\", 3}, {\"cake\", 5}, {\"soup\", 7}}; const std::vector<std::string> order{\"tea\", \"soup\", \"cake\"}; long total = 0;", "int cost = 0; std::string what;",
      ["what = order[i % 3];", "cost = price.at(what);", "total += cost + long(price.count(what));"], "say(total);")
legal("map_find", "", "const std::map<int, std::string> names{{1, \"one\"}, {2, \"two\"}}; std::string out;", "std::string w;", ["auto it = names.find(i % 4); if (it != names.end()) w = it->second;", "if (w.empty()) w = \"-\";", "out += w;"], "say(out);")
legal("array_item", "", "long sum = 0;", "std::array<int, 4> a{};", ["for (int k = 0; k < 4; ++k) a[k] = i + k;", "std::reverse(a.begin(), a.end());", "sum = sum * 3 % M + a[0] * 7 + a[3];"], "say(sum);")
legal("plain_array_item", "", "long sum = 0;", "int a[4] = {};", ["for (int k = 0; k < 4; ++k) a[k] = i + k;", "for (int &v : a) v *= 2;", "for (int v : a) sum = (sum * 3 + v) % M;"], "say(sum);")
legal("matrices", "template <int N> struct Mat { std::array<std::array<long, N>, N> m{}; Mat operator*(const Mat &o) const { Mat r; for (int i = 0; i < N; ++i) for (int j = 0; j < N; ++j) for (int k = 0; k < N; ++k) "
      "r.m[i][j] = (r.m[i][j] + m[i][k] * o.m[k][j]) % M; return r; } };", "long trace = 0;", "Mat<3> a, b;", ["for (int j = 0; j < 9; ++j) a.m[j / 3][j % 3] = i + j;", "b = a * a;", "trace = (trace * 3 + b.m[0][0] + b.m[1][1] + b.m[2][2]) % M;"], "say(trace);")
legal("matrix_vector", "", "std::vector<std::vector<double>> m(4, std::vector<double>(4, 0.5)); double norm = 0;", "std::vector<double> v(4), w(4);", ["for (int k = 0; k < 4; ++k) v[k] = i + k;", "for (int r = 0; r < 4; ++r) { w[r] = 0; for (int c = 0; c < 4; ++c) w[r] += m[r][c] * v[c]; }",
                                                                                                                                                      "for (double x : w) norm += x * x;"], "say(std::lround(norm));")
legal("template_function", "template <class T> T twice(const T &x) { return x + x; }", "std::string all;", "std::string t; int n = 0;", ["n = twice(i); t = std::to_string(n);", "t = twice(t);", "all += t;"], "say(all);")
legal("template_pipeline", "template <class T> T total(T start) { T sum = start;\n" "$LOOP" "\nreturn sum; }", "", "T x = 0;", ["x = T(i) / 2;", "x = x * x;", "sum += x;"], "say(total<double>(0.5), total<long>(3));")
legal("member_pipeline", "class Worker { long scale; std::vector<long> results; public: explicit Worker(long s) : scale(s) {} void work() {\n" "$LOOP" "\n} long sum() const { long s = 0; for (long r : results) s = (s * 3 + r) % M; return s; } };", "",
      "long x = 0;", ["x = i * scale;", "x += scale;", "results.push_back(x);"], "Worker w(3); w.work(); say(w.sum());")
legal("member_two_states", "class Filter { double low = 0, high = 0; std::vector<double> out; public: void work() {\n" "$LOOP" "\n} double sum() const { double s = low + high; for (double r : out) s += r; return s; } };", "",
      "double x = 0;", ["x = i % 7;", "low = low * 0.5 + x; x = low;", "high = x - high; out.push_back(high);"], "Filter f; f.work(); say(std::lround(f.sum() * 64));")
legal("member_helpers", "class Parser { std::map<std::string, int> counts; int lines = 0; std::string next(int i) { ++lines; return \"w\" + std::to_string(i % 5); } void count(const std::string &w) { ++counts[w]; } public: void work() {\n" "$LOOP"
      "\n} void tell() { say(lines); for (auto &[w, n] : counts) say(w, n); } };", "", "std::string w;", ["w = next(i);", "count(w);"], "Parser p; p.work(); p.tell();")
legal("log_in_last_stage", "", "long sum = 0; std::ostringstream log;", "long x = 0;", ["x = i * 3;", "x += 1;", "sum += x; log << \"item \" << i << ' ' << x << '\\n';"], "say(sum);")
legal("cout_in_last_stage", "", "long sum = 0;", "long x = 0;", ["x = i * 3;", "sum += x; if (sum < 0) std::cout << \"item \" << i << std::endl;"], "say(sum);")
legal("printf_in_last_stage", "", "long sum = 0;", "long x = 0;", ["x = i * 3;", "sum += x; if (sum < 0) std::printf(\"%ld\\n\", x);"], "say(sum);")
legal("range_for_source", "", "const std::vector<int> source{5, 2, 8, 1, 9, 3, 7}; std::string out;", "std::string t;", ["t = std::to_string(value * value);", "std::reverse(t.begin(), t.end());", "out += t + \" \";"], "say(out);", header="for (int value : source)")
legal("range_for_map", "", "std::map<std::string, int> source{{\"a\", 1}, {\"b\", 2}, {\"c\", 3}}; std::string out;", "std::string t;", ["t = key + std::to_string(value);", "t += '!';", "out += t;"], "say(out);", header="for (const auto &[key, value] : source)")
legal("range_for_strings", "", "std::vector<std::string> source{\"alpha\", \"beta\", \"gamma\"}; std::map<char, int> letters;", "std::string t;", ["t = word;", "std::sort(t.begin(), t.end());", "for (char c : t) ++letters[c];"],
      "for (auto [c, n] : letters) say(c, n);", header="for (const std::string &word : source)")
legal("while_counter", "", "int n = 27; long steps = 0, highest = 0;", "int height = 0;", ["n = n % 2 == 0 ? n / 2 : 3 * n + 1; height = n;", "++steps; highest = std::max<long>(highest, height);"], "say(steps, highest);", header="while (n != 1)")
legal("while_queue", "", "std::queue<int> jobs; for (int k = 0; k < 20; ++k) jobs.push(k * 3); long done = 0;", "int job = 0;", ["job = jobs.front(); jobs.pop();", "job = job * job % 101;", "done += job;"], "say(done);", header="while (!jobs.empty())")
legal("while_optional", "class Source { int left = 20; public: std::optional<int> next() { if (left == 0) return std::nullopt; return --left * 7; } };", "Source source; long sum = 0;", "long x = 0;", ["x = *job;", "x = x * x;", "sum += x;"], "say(sum);", header="while (auto job = source.next())")
legal("while_pop", "struct Queue { std::deque<int> d{3, 1, 4, 1, 5}; std::unique_ptr<int> pop() { if (d.empty()) return nullptr; auto p = std::make_unique<int>(d.front()); d.pop_front(); return p; } };", "Queue queue; long sum = 0;", "long x = 0;",
      ["x = *job;", "sum = sum * 10 + x;"], "say(sum);", header="while (auto job = queue.pop())")
legal("break_in_first", "", "std::istringstream in(\"3 1 4 1 5 9 0 2 6\"); long sum = 0;", "int x = 0;", ["if (!(in >> x) || x == 0) break;", "sum = sum * 10 + x;"], "say(sum);", header="while (true)")
legal("continue_filters", "", "long sum = 0, kept = 0;", "int x = 0;", ["x = i * 7 % 10; if (x < 3) continue;", "if (x % 2) continue; ++kept;", "sum += x;"], "say(sum, kept);")
legal("string_processing", "std::string trimmed(const std::string &s) { auto a = s.find_first_not_of(' '), b = s.find_last_not_of(' '); return a == std::string::npos ? \"\" : s.substr(a, b - a + 1); } std::vector<std::string> split(const std::string &s, char c) { "
      "std::vector<std::string> r; std::istringstream in(s); std::string p; while (std::getline(in, p, c)) r.push_back(p); return r; }", "std::map<std::string, int> counts;", "std::string line; std::vector<std::string> fields;",
      ["line = \" a\" + std::to_string(i % 3) + \", b ,c \";", "fields = split(line, ','); for (auto &f : fields) f = trimmed(f);", "for (const auto &f : fields) ++counts[f];"], "for (auto &[w, n] : counts) say(w, n);")
legal("caesar", "char shifted(char c, int k) { return char('a' + (c - 'a' + k) % 26); }", "std::string out;", "std::string t;", ["t = std::string(3, char('a' + i % 26));", "for (char &c : t) c = shifted(c, 3);", "out += t;"], "say(out);")
legal("checksum", "unsigned adler(const std::string &t) { unsigned a = 1, b = 0; for (unsigned char c : t) { a = (a + c) % 65521; b = (b + a) % 65521; } return b << 16 | a; }", "unsigned all = 0;", "std::string t; unsigned c = 0;",
      ["t = std::string(i + 1, char('a' + i % 26));", "c = adler(t);", "all = all * 31 + c;"], "say(all);")
legal("compressor_class", "class Coder { int level; public: explicit Coder(int l) : level(l) {} std::vector<char> code(const std::vector<char> &in) const { std::vector<char> out; for (char c : in) out.push_back(char(c ^ level)); return out; } };",
      "const Coder coder(5); long bytes = 0, sum = 0;", "std::vector<char> raw, packed;", ["raw.assign(i % 9 + 1, char(i));", "packed = coder.code(raw);", "bytes += long(packed.size()); for (char c : packed) sum = (sum * 3 + c) % M;"], "say(bytes, sum);")
legal("set_of_seen", "", "std::set<long> seen; long repeated = 0;", "long x = 0;", ["x = i * i % 23;", "if (!seen.insert(x).second) ++repeated;"], "say(seen.size(), repeated);")
legal("deque_window", "", "std::deque<long> window; long best = 0;", "long x = 0;", ["x = i * 7919 % 101;", "window.push_back(x); if (window.size() > 4) window.pop_front(); best = std::max(best, std::accumulate(window.begin(), window.end(), 0L));"], "say(best, window.size());")
legal("priority_queue_best", "", "std::priority_queue<long, std::vector<long>, std::greater<long>> best;", "long x = 0;", ["x = i * 7919 % 101;", "best.push(x); if (best.size() > 3) best.pop();"], "while (!best.empty()) { say(best.top()); best.pop(); }")
legal("optional_item", "std::optional<int> parsed(const std::string &t) { if (t.empty() || !std::isdigit((unsigned char)t[0])) return std::nullopt; return std::stoi(t); }", "long sum = 0, bad = 0;", "std::string t; std::optional<int> n;",
      ["t = i % 3 ? std::to_string(i) : \"no\";", "n = parsed(t);", "if (n) sum += *n; else ++bad;"], "say(sum, bad);")
legal("variant_item", "", "long sum = 0; std::string text;", "std::variant<int, std::string> v;", ["if (i % 2) v = i; else v = std::to_string(i);", "if (auto *n = std::get_if<int>(&v)) sum += *n; else text += std::get<std::string>(v);"], "say(sum, text);")
legal("tuple_item", "", "std::string out;", "std::tuple<int, std::string> t;", ["t = {i, std::string(i % 3, 'q')};", "std::get<0>(t) *= 2;", "const auto &[n, s] = t; out += std::to_string(n) + s;"], "say(out);")
legal("random_engine", "", "std::mt19937 engine(7); long sum = 0;", "long x = 0;", ["x = long(engine() % 1000);", "sum = (sum * 3 + x) % M;"], "say(sum);")
legal("enum_machine", "enum class State { idle, word, number }; State next(State s, char c) { return std::isdigit((unsigned char)c) ? State::number : c == ' ' ? State::idle : s == State::number ? State::number : State::word; }",
      "State state = State::idle; long words = 0; const std::string text = \"ab 12 c3 4d e 56 fg\";", "State now = State::idle;", ["state = next(state, text[i % text.size()]); now = state;", "if (now == State::word) ++words;"], "say(words, int(state));")
legal("polymorphic_local", "struct Shape { virtual ~Shape() {} virtual double area() const = 0; }; struct Square : Shape { double a; explicit Square(double a) : a(a) {} double area() const override { return a * a; } }; struct Disc : Shape { double r; "
      "explicit Disc(double r) : r(r) {} double area() const override { return 3 * r * r; } };", "double sum = 0;", "double area = 0;", ["std::unique_ptr<Shape> s; if (i % 2) s = std::make_unique<Square>(i); else s = std::make_unique<Disc>(i); area = s->area();", "sum += area;"], "say(sum);")
legal("shared_local", "", "std::vector<int> table{1, 2, 3}; long s = 0;", "long x = 0;", ["auto q = std::make_shared<std::vector<int>>(table); q->push_back(i); x = long(q->size());", "s += x + long(table.size());"], "say(s);")
legal("scratch_buffers", "", "std::vector<long> buffer(4); long sum = 0;", "long x = 0;", ["for (int k = 0; k < 4; ++k) buffer[k] = i + k; x = buffer[3];", "sum += x;"], "say(sum);")
legal("scratch_in_both", "", "std::vector<long> buffer; long sum = 0;", "long x = 0;", ["buffer.clear(); for (int k = 0; k < 4; ++k) buffer.push_back(i + k); x = buffer[3];", "buffer.assign(2, x); sum += buffer[1];"], "say(sum);")
legal("in_place_elements", "", "std::vector<long> a(60, 1);", "", ["a[i] = a[i] + i;", "a[i] = a[i] * 2;"], "long s = 0; for (long v : a) s = (s * 3 + v) % M; say(s);")
legal("counters_apart", "struct Counts { long read = 0, kept = 0; };", "Counts c;", "int x = 0;", ["++c.read; x = i * 7 % 5;", "if (x > 2) ++c.kept;"], "say(c.read, c.kept);")
legal("counters_of_caller", "struct Totals { std::atomic<long> seen{0}; std::vector<int> sizes; std::string log; }; long counted(Totals &t) { long s = 0;\n" "$LOOP" "\nreturn s; }", "", "std::string x;",
      ["x = std::string(i % 5, 'c'); t.sizes.push_back(i);", "t.log += x;", "s += long(x.size());"], "Totals t; say(counted(t), t.sizes.size(), t.log);")
legal("counters_of_this", "struct Meter { struct Counts { long in = 0, out = 0; } counts; void run() {\n" "$LOOP" "\n} };", "", "long x = 0;", ["x = i; ++counts.in;", "counts.out += x;"], "Meter m; m.run(); say(m.counts.in, m.counts.out);")
legal("atomic_progress", "std::atomic<int> progress{0};", "long sum = 0;", "long x = 0;", ["x = i * 3; ++progress;", "x += 1; progress.fetch_add(1, std::memory_order_relaxed);", "sum += x; progress += 1;"], "say(sum, progress.load());")
legal("mutex_in_both", "", "std::mutex m; long first = 0, second = 0;", "long x = 0;", ["std::lock_guard<std::mutex> hold(m); x = i; first += x;", "std::lock_guard<std::mutex> hold(m); second += x;"], "say(first, second);")
legal("literal_item", "const char *kindOf(int i) { return i % 3 == 0 ? \"fizz\" : i % 5 == 0 ? \"buzz\" : \"\"; }", "std::string out;", "const char *kind = nullptr;", ["kind = kindOf(i);", "out += kind;"], "say(out);")
legal("view_item", "constexpr std::string_view days[] = {\"mon\", \"tue\", \"wed\"};", "std::string out;", "std::string_view day;", ["day = days[i % 3];", "out += std::string(day) + \" \";"], "say(out);")
legal("function_item", "long halved(long k) { return k / 2; } long tripled(long k) { return k * 3 + 1; }", "long sum = 0;", "long (*step)(long) = nullptr; long x = 0;", ["x = i; step = x % 2 ? tripled : halved;", "x = step(x);", "sum += x;"], "say(sum);")
legal("constant_item", "struct Rate { const char *name; double value; }; const Rate rates[] = {{\"low\", 0.5}, {\"high\", 2.5}};", "double sum = 0; std::string out;", "const Rate *rate = nullptr;", ["rate = &rates[i % 2];", "sum += rate->value * i; out += rate->name;"], "say(sum, out);")
legal("accumulate_and_transform", "", "long sum = 0;", "std::vector<int> v(6);", ["std::iota(v.begin(), v.end(), i);", "std::transform(v.begin(), v.end(), v.begin(), [](int k) { return k * k; });", "sum += std::accumulate(v.begin(), v.end(), 0L);"], "say(sum);")
legal("algorithms", "", "long sum = 0;", "std::vector<int> v;", ["for (int k = 0; k < 9; ++k) v.push_back((i * 3 + k * 5) % 7);", "std::sort(v.begin(), v.end()); v.erase(std::unique(v.begin(), v.end()), v.end());", "sum += long(v.size()) + std::count_if(v.begin(), v.end(), [](int k) { return k > 3; });"], "say(sum);")
legal("ranges", "", "long sum = 0;", "std::vector<int> v;", ["for (int k = 0; k < 9; ++k) v.push_back((i + k) % 7);", "std::ranges::sort(v);", "for (int k : v | std::views::filter([](int k) { return k % 2 == 0; })) sum += k;"], "say(sum);")
legal("complex_numbers", "", "std::complex<double> sum = 0;", "std::complex<double> z;", ["z = {i * 0.5, 1.0};", "z = z * z;", "sum += z;"], "say(std::lround(sum.real()), std::lround(sum.imag()));")
legal("state_in_struct", "struct State { long n = 0; std::vector<long> all; void add(long k) { ++n; all.push_back(k); } template <class Ar> void serialize(Ar &ar) { ar(n, all); } };", "State a, b;", "long x = 0;", ["a.add(i); x = a.n * 2;", "b.add(x);"], "say(a.n, a.all.back(), b.n, b.all.back());")
legal("classes_calling_classes", "class Reader { int at = 0; public: std::string read() { return \"line\" + std::to_string(at++); } }; class Worker { public: std::size_t work(const std::string &t) const { return std::hash<int>()(int(t.size())); } }; class Writer { std::string out; public: "
      "void write(std::size_t n) { out += std::to_string(n) + \",\"; } const std::string &text() const { return out; } template <class Ar> void serialize(Ar &ar) { ar(out); } };", "Reader reader; const Worker worker; Writer writer;",
      "std::string line; std::size_t n = 0;", ["line = reader.read();", "n = worker.work(line);", "writer.write(n);"], "say(writer.text());")
legal("state_by_reference", "void count(std::map<std::string, int> &m, const std::string &w) { ++m[w]; }", "std::map<std::string, int> m;", "std::string w;", ["w = std::string(1, char('a' + i % 5));", "count(m, w);"], "for (auto &[k, n] : m) say(k, n);")
legal("reference_in_stage", "", "std::map<int, std::vector<int>> groups;", "int x = 0;", ["x = i * 7;", "auto &g = groups[x % 4]; g.push_back(x);"], "for (auto &[k, g] : groups) say(k, g.size(), g.back());")
legal("iterator_in_stage", "", "std::map<int, int> counts;", "int x = 0;", ["x = i * 7 % 5;", "auto it = counts.find(x); if (it == counts.end()) counts.emplace(x, 1); else ++it->second;"], "for (auto &[k, n] : counts) say(k, n);")
legal("exceptions_inside", "int checked(int k) { if (k % 5 == 0) throw std::runtime_error(\"five\"); return k; }", "long good = 0, bad = 0;", "int x = -1;", ["try { x = checked(i); } catch (const std::exception &) { x = -1; } // std::terminate\n", "if (x < 0) ++bad; else good += x;"], "say(good, bad);")
legal("recursive_helper", "long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }", "long sum = 0;", "long x = 0;", ["x = fib(i % 12);", "x = fib(int(x % 10)) + x;", "sum += x;"], "say(sum);")
legal("gcd_and_numeric", "", "long sum = 0;", "long a = 0, b = 0;", ["a = i * 12;", "b = std::gcd(a, 30L) + std::lcm(4L, a + 1);", "sum = (sum + b) % M;"], "say(sum);")
legal("mean_and_deviation", "#define SQUARE(x) ((x) * (x))", "double sum = 0, squares = 0;", "double x = 0, y = 0;", ["x = std::sin(i * 0.1);", "y = SQUARE(x);", "sum += x; squares += y;"], "say(std::lround(sum * 1e6), std::lround(squares * 1e6));")
legal("four_stages", "", "std::vector<std::string> out;", "int n = 0; std::vector<int> digits; std::string t;", ["n = i * i * 37;", "for (int k = n; k > 0; k /= 10) digits.push_back(k % 10);", "for (int d : digits) t += char('0' + d);", "out.push_back(t);"], "for (auto &t : out) say(t);")
legal("early_declared_const", "", "const int width = 5; const std::string prefix = \"p-\"; std::string out;", "std::string t;", ["t = prefix + std::to_string(i);", "t.resize(width, '_');", "out += t;"], "say(out);")
legal("pair_of_vectors", "", "long dot = 0;", "std::pair<std::vector<int>, std::vector<int>> p;", ["p.first.assign(4, i); p.second.assign(4, i + 1);", "std::reverse(p.first.begin(), p.first.end());", "dot += std::inner_product(p.first.begin(), p.first.end(), p.second.begin(), 0L);"], "say(dot);")

legal("number_log", "", "std::vector<std::string> lines(20, \"12 7\"); std::map<std::string, long> sums;", "std::string key; long value = 0;", ["key = lines[std::size_t(i) % 20].substr(0, 1 + i % 2); value = std::stol(lines[std::size_t(i) % 20]);", "value += std::strtol(\"30\", nullptr, 10);", "sums[key] += value;"], "for (auto &[k, n] : sums) say(k, n);")
for names, members in (("ints", "int id = 0; int level = 2;"), ("longs", "long id = 0; long level = 2;"), ("mixed", "std::size_t id = 0; double level = 2; bool on = true; char sign = 'a';"),
                       ("nested", "int id = 0; struct In { short a = 1; long b = 2; } in; int level = 2;"), ("array", "int id = 0; int more[3] = {1, 2, 3}; float level = 2;")):
    for way, stage in (("copied", "job = jobs[std::size_t(i) % 20];"), ("moved", "Job other = jobs[std::size_t(i) % 20]; job = std::move(other);"), ("made", "job = make(jobs, i);")):
        legal(f"struct_of_{names}_{way}", "struct Job { " + members + " std::string text = \"x\"; template <class Ar> void serialize(Ar &ar) { ar(id, level, text); } };\n"
              "[[maybe_unused]] Job make(const std::vector<Job> &jobs, int i) { Job made = jobs[std::size_t(i) % 20]; made.id += i; return made; }",
              "std::vector<Job> jobs(20); long sum = 0;", "Job job;", [stage + " job.text += \"#\";", "job.level += i;", "sum += long(job.text.size()) + long(job.level) + long(job.id);"], "say(sum);")


def written(pick, program):
    """A case of one program."""
    name, decl, before, items, stages, after, header = program
    text = loop(pick, items, stages, header)
    if "$LOOP" in decl:
        return decl.replace("$LOOP", text), after
    return decl, f"{before}\n{text}\n{after}"


def cases(pick, count):
    made = []
    rounds = -(-(count or 1) // len(PROGRAMS))
    for program in PROGRAMS:
        for number in range(rounds):
            decl, body = written(pick, program)
            suffix = f"_{number}" if number else ""
            made.append(Case(f"l_{program[0]}{suffix}", "legal", program[0], decl, body, legal=True,
                             alone="#define" in decl))
    return made
