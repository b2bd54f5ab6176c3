"""What the generators of pipelines share: a case, and the program around it.

A case is a function `run` in a namespace of its own, with a pipeline in it. It
calls `say` with what the program's results are, and `later` with what it reads
after the loop by another name, or of what may stay on the rank of its stage
(there a warning of redistc is enough). A program holds one case or several,
runs those whose numbers it is given, or all, and prints for each

    name|S|what rank 0 said
    name|L|what rank 0 said later
    name|D|what another rank said that differs, with its number

Every case means what it means with the pragmas ignored, on one rank.
"""
import dataclasses
import re

PRELUDE = r'''static std::ostringstream SAID, LATER;
template <class... T> void say(const T &...t) { ((SAID << t << ' '), ...); }
template <class... T> void later(const T &...t) { ((LATER << t << ' '), ...); }
[[maybe_unused]] static int ranks = 1;
[[maybe_unused]] constexpr long M = 100003;
struct Counter {
  long n = 0;
  void inc() { n = (n * 3 + 1) % M; }
  void add(long k) { n = (n * 3 + k) % M; }
  long get() const { return n; }
};
[[maybe_unused]] static long busy(long rounds) {
  volatile long sum = 0;
  for (long k = 0; k < rounds * 1000; ++k)
    sum = sum + k % 3;
  return sum * 0;
}
'''

MAIN = r'''
static void told(const char *name, int rank) {
  const std::string both = SAID.str() + '\n' + LATER.str();
  SAID.str("");
  LATER.str("");
  if (rank != 0) {
    MPI_Send(both.data(), int(both.size()), MPI_CHAR, 0, 7, MPI_COMM_WORLD);
    return;
  }
  const std::size_t cut = both.find('\n');
  std::printf("%s|S|%s\n%s|L|%s\n", name, both.substr(0, cut).c_str(), name,
              both.substr(cut + 1).c_str());
  for (int other = 1; other < ranks; ++other) {
    MPI_Status status;
    int size = 0;
    MPI_Probe(other, 7, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &size);
    std::string text(std::size_t(size), ' ');
    MPI_Recv(&text[0], size, MPI_CHAR, other, 7, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    const std::size_t end = text.find('\n');
    if (text.substr(0, end) != both.substr(0, cut))
      std::printf("%s|D|%d %s\n", name, other, text.substr(0, end).c_str());
    if (text.substr(end) != both.substr(cut))
      std::printf("%s|E|%d %s\n", name, other, text.substr(end + 1).c_str());
  }
  std::printf("%s|.|\n", name);
  std::fflush(stdout);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int test = 0; test < CASES; ++test) {
    bool wanted = argc == 1;
    for (int k = 1; k < argc; ++k)
      wanted = wanted || std::atoi(argv[k]) == test;
    if (!wanted)
      continue;
    switch (test) {
CALLS
    }
  }
  MPI_Finalize();
}
'''

# What a word in a program says about the headers that it needs.
HEADERS = {
    "algorithm": r"std::(ranges::)?(sort|stable_sort|partial_sort|nth_element|"
                 r"for_each|for_each_n|transform|copy|copy_if|copy_n|"
                 r"copy_backward|move_backward|max|min|minmax|max_element|"
                 r"min_element|find|find_if|count|count_if|remove_if|remove|"
                 r"unique|lower_bound|upper_bound|equal_range|binary_search|"
                 r"fill|fill_n|generate|generate_n|reverse|rotate|swap_ranges|"
                 r"iter_swap|all_of|any_of|none_of|equal|mismatch|"
                 r"lexicographical_compare|merge|inplace_merge|set_union|"
                 r"set_intersection|set_difference|includes|push_heap|pop_heap|"
                 r"make_heap|sort_heap|is_sorted|is_heap|clamp|partition|"
                 r"stable_partition|replace|replace_if|search|adjacent_find|"
                 r"next_permutation|shuffle|is_permutation|sample)\b",
    "any": r"std::any\b|std::any_cast", "array": r"std::array\b|std::to_array",
    "atomic": r"std::atomic", "bit": r"std::(bit_cast|popcount|countr_zero)",
    "bitset": r"std::bitset", "cctype": r"std::(isalpha|isdigit|isspace|"
    r"toupper|tolower|isalnum|isupper)\b",
    "error.h": r"\berror\(0", "getopt.h": r"\bgetopt\(", "search.h": r"\binsque\(",
    "pthread.h": r"\bpthread_key_t\b", "cwchar": r"std::mbrtowc\b",
    "cerrno": r"\berrno\b", "cfenv": r"std::fe(set|get)round",
    "charconv": r"std::(from_chars|to_chars)", "chrono": r"std::chrono",
    "climits": r"\bINT_M(AX|IN)\b", "clocale": r"std::setlocale|std::localeconv",
    "cmath": r"std::(sqrt|sin|cos|exp|log|pow|fabs|floor|lround|hypot|"
    r"nearbyint|rint|lrint|lgamma|fmod|abs)\b|\bsigngam\b",
    "compare": r"std::(strong_ordering|weak_ordering|partial_ordering)",
    "complex": r"std::complex", "concepts": r"std::(integral|same_as|invocable|"
    r"convertible_to|floating_point)\b",
    "condition_variable": r"std::condition_variable",
    "coroutine": r"std::(coroutine_handle|suspend_always|suspend_never)",
    "csetjmp": r"setjmp\b", "csignal": r"std::(signal|raise)\b|\bsigset_t\b",
    "cstdarg": r"\bva_list\b", "cstdint": r"std::u?int(8|16|32|64|ptr)_t\b|"
    r"\bu?int(8|16|32|64|ptr)_t\b",
    "cstring": r"std::(memcpy|memset|strlen|strtok|memmove|strcmp|strcpy|"
    r"memcmp)\b", "ctime": r"std::(gmtime|mktime|time_t|tm)\b",
    "deque": r"std::deque|std::stack|std::queue",
    "exception": r"std::(exception_ptr|current_exception|uncaught_exceptions|"
    r"terminate)\b", "execution": r"std::execution",
    "forward_list": r"std::forward_list",
    "functional": r"std::(function|bind|bind_front|ref|cref|mem_fn|invoke|"
    r"plus|less|greater|hash|reference_wrapper|not_fn|multiplies|identity|"
    r"placeholders|equal_to)\b",
    "future": r"std::(promise|future|async|packaged_task|shared_future|launch)",
    "initializer_list": r"std::initializer_list|:\s*\{",
    "iomanip": r"std::(setw|setfill|setprecision|quoted|put_time|hex)\b",
    "iostream": r"std::(cout|cerr|clog|cin)\b",
    "istream": r"std::(istream|ws)\b",
    "iterator": r"std::(back_inserter|inserter|front_inserter|"
    r"ostream_iterator|istream_iterator|reverse_iterator|make_move_iterator|"
    r"istreambuf_iterator|ostreambuf_iterator|next|prev|advance|distance|"
    r"size|begin|end|data|input_iterator_tag|forward_iterator_tag|"
    r"random_access_iterator_tag|iterator_traits|default_sentinel|"
    r"counted_iterator|common_iterator|move_iterator|iter_swap)\b",
    "limits": r"std::numeric_limits", "list": r"std::list",
    "locale": r"std::(locale|numpunct|ctype|use_facet|codecvt)\b",
    "map": r"std::(map|multimap)", "memory": r"std::(unique_ptr|shared_ptr|"
    r"weak_ptr|make_unique|make_shared|allocator|addressof|enable_shared|"
    r"default_delete|construct_at|destroy_at|static_pointer_cast|"
    r"allocate_shared|dynamic_pointer_cast|allocator_traits|owner_less)|"
    r"\bstd::uninitialized_",
    "memory_resource": r"std::pmr", "mutex": r"std::(mutex|lock_guard|"
    r"unique_lock|scoped_lock|call_once|once_flag|recursive_mutex)\b",
    "new": r"\bnew ?\(|std::(launder|bad_alloc|align_val_t|nothrow)|operator new",
    "numbers": r"std::numbers", "numeric": r"std::(accumulate|iota|"
    r"inner_product|partial_sum|adjacent_difference|reduce|transform_reduce|"
    r"exclusive_scan|inclusive_scan|gcd|lcm|midpoint)\b",
    "optional": r"std::(optional|nullopt|make_optional)",
    "ostream": r"std::ostream\b|std::endl", "queue": r"std::(queue|priority_queue)",
    "random": r"std::(mt19937|mt19937_64|minstd_rand|uniform_int_distribution|"
    r"uniform_real_distribution)", "ranges": r"std::(ranges|views)::",
    "ratio": r"std::ratio\b", "regex": r"std::(regex|smatch|sregex)",
    "scoped_allocator": r"std::scoped_allocator", "set": r"std::(set|multiset)\b",
    "shared_mutex": r"std::shared_(mutex|lock)\b", "source_location":
    r"std::source_location", "span": r"std::(span|as_writable_bytes|as_bytes)\b",
    "stack": r"std::stack", "stdexcept": r"std::(runtime_error|logic_error|"
    r"invalid_argument|out_of_range|domain_error)\b",
    "stop_token": r"std::stop_", "streambuf": r"std::streambuf",
    "string_view": r"std::string_view", "thread": r"std::(thread|jthread|"
    r"this_thread)\b", "tuple": r"std::(tuple|tie|make_tuple|"
    r"forward_as_tuple|apply|tuple_cat|tuple_size|tuple_element)",
    "type_traits": r"std::(is_\w+|decay_t|remove_\w+|enable_if_t|conditional_t|"
    r"type_identity|integral_constant|true_type|false_type)\b",
    "typeindex": r"std::type_index", "typeinfo": r"\btypeid\b",
    "unordered_map": r"std::unordered_(multi)?map",
    "unordered_set": r"std::unordered_(multi)?set",
    "valarray": r"std::(valarray|slice|gslice)",
    "variant": r"std::(variant|visit|get_if|monostate|holds_alternative)\b",
    "vector": r"std::vector",
}
NEEDS = {header: re.compile(words) for header, words in HEADERS.items()}
ALWAYS = ("cstdio", "cstdlib", "cstddef", "sstream", "string", "utility")


@dataclasses.dataclass(frozen=True)
class Case:
    """One small program."""
    name: str            # an identifier, unique
    kind: str            # roads, effects, transport, random or legal
    group: str           # what it is about: the name of the road, the effect ...
    declarations: str    # what stands before the function
    body: str            # what stands in it
    legal: bool = False  # by the contract, each stage's state is its own
    alone: bool = False  # cannot share a program: replaces what is global


def program(cases):
    """The text of a program with these cases, and the line on which each starts."""
    texts = [f"namespace c_{case.name} {{\n{case.declarations.strip()}\n"
             f"void run() {{\n{case.body.strip()}\n}}\n"
             f"}} // namespace c_{case.name}\n" for case in cases]
    whole = "\n".join(texts)
    headers = sorted({*ALWAYS, *(header for header, words in NEEDS.items()
                                 if words.search(whole))})
    head = "#include <mpi.h>\n\n" + "".join(f"#include <{header}>\n"
                                            for header in headers)
    extra = "#include <cereal/archives/binary.hpp>\n" if "cereal::" in whole else ""
    text = f"{head}{extra}\n{PRELUDE}"
    starts = []
    for one in texts:
        starts.append(text.count("\n") + 1)
        text += one
    calls = "\n".join(f'    case {number}: c_{case.name}::run(); '
                      f'told("{case.name}", rank); break;'
                      for number, case in enumerate(cases))
    return text + MAIN.replace("CASES", str(len(cases))).replace("CALLS", calls), starts


# What a pipeline says of its weights and ranks: nothing, so that the first items
# are measured and stages may move; or how much each stage has to do; or where
# stages are to be.
MODES = ("plain", "plain", "busy", "busy", "work", "at", "onto", "depth")


def loop(pick, declarations, stages, header=None, modes=MODES):
    """A pipeline of these stages, each a text of statements."""
    mode = pick.choice(modes)
    count = pick.choice([12, 20, 30, 40])
    clauses, extra = [""] * len(stages), [""] * len(stages)
    pragma = "#pragma pipeline"
    if mode == "busy":  # what is measured is uneven, and stages move
        extra[pick.randrange(len(stages))] = f" busy({pick.choice([5, 20])});"
    elif mode == "work":
        clauses = [f" work({pick.randint(1, 9)})" for _ in stages]
        pragma += pick.choice(["", " bandwidth(1e9)", " onto(ranks) bandwidth(1e6)"])
    elif mode == "at":
        clauses[pick.randrange(len(stages))] = pick.choice([" at(0)", " at(ranks - 1)"])
    elif mode == "onto":
        pragma += " onto(ranks > 1 ? 2 : 1)"
    elif mode == "depth":
        pragma += f" depth({pick.choice([1, 5])})"
    header = header or f"for (int i = 0; i < {count}; ++i)"
    lines = [pragma, f"{header} {{"]
    if declarations:
        lines.append("  " + declarations)
    for stage, clause, more in zip(stages, clauses, extra):
        lines += ["#pragma pipeline stage" + clause, f"  {{ {stage}{more} }}"]
    lines.append("} // end of loop")
    return "\n".join(lines)
