//===- CFunctions.cpp - What functions of the system touch -----*- C++ -*-===//
//
// Tables of names: functions of C's library, of POSIX and of MPI. Of a function
// that is in no table nothing is known. Files that two stages use, by name or
// by descriptor, count as different ones.
//
//===----------------------------------------------------------------------===//
#include "Library/LibraryFunctions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

namespace redistc::effects {

using Found = std::optional<LibraryFunction>;

/// "f" of "__f_chk" and "__isoc23_f", as system headers rename functions.
static llvm::StringRef plainName(llvm::StringRef name) {
  if (name.starts_with("__") && name.ends_with("_chk"))
    return name.drop_front(2).drop_back(4);
  if (name.consume_front("__isoc99_") || name.consume_front("__isoc23_"))
    return name;
  name.consume_back("64");
  return name;
}

static constexpr llvm::StringLiteral signalsOfProcess =
    "the signals of the process";
static constexpr llvm::StringLiteral childProcesses =
    "the processes that this one has started";

/// What a function keeps between its calls, or what stands for something
/// outside the program.
static llvm::StringRef stateOf(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Cases("printf", "vprintf", "puts", "putchar", "putchar_unlocked",
             "wprintf", "vwprintf", "putwchar", "standard output")
      .Cases("scanf", "vscanf", "getchar", "getchar_unlocked", "gets", "wscanf",
             "getwchar", "standard input")
      .Cases("perror", "psignal", "error", "error_at_line", "warn", "warnx",
             "vwarn", "vwarnx", "standard error")
      // One generator in glibc.
      .Cases("rand", "srand", "random", "srandom", "initstate", "setstate",
             stateOfRand)
      .Cases("drand48", "lrand48", "mrand48", "srand48", "seed48", "lcong48",
             "the state of 'drand48'")
      .Cases("erand48", "nrand48", "jrand48", "the state of 'drand48'")
      .Case("strtok", "the state of 'strtok'")
      .Cases("setenv", "putenv", "unsetenv", "clearenv", "getenv",
             "secure_getenv", "the environment")
      .Cases("chdir", "fchdir", "getcwd", "the working directory")
      .Cases("setlocale", "localeconv", "nl_langinfo", "uselocale",
             "the locale")
      .Cases("asctime", "ctime", "gmtime", "localtime",
             "the buffer of 'localtime'")
      .Cases("tzset", "mktime", "localtime_r", "ctime_r", "strftime",
             "the time zone")
      .Cases("mblen", "mbtowc", "wctomb", "the state of 'mbtowc'")
      // Of their own, where they are given none.
      .Cases("mbrlen", "mbrtowc", "wcrtomb", "mbsrtowcs", "wcsrtombs",
             "mbsnrtowcs", "wcsnrtombs", "the state of 'mbtowc'")
      .Cases("mbrtoc8", "mbrtoc16", "mbrtoc32", "c8rtomb", "c16rtomb",
             "c32rtomb", "the state of 'mbtowc'")
      .Cases("lgamma", "lgammaf", "lgammal", "gamma", "gammaf", "gammal",
             signOfLgamma)
      .Cases("fesetround", "fegetround", "feraiseexcept", "fetestexcept",
             "feclearexcept", "fesetenv", "fegetenv", "feholdexcept",
             "feupdateenv", "the floating-point environment")
      .Cases("feenableexcept", "fedisableexcept", "fegetexcept",
             "fegetexceptflag", "fesetexceptflag",
             "the floating-point environment")
      .Cases("setrlimit", "getrlimit", "prlimit", "sysconf",
             "the limits of the process")
      .Cases("sigprocmask", "pthread_sigmask", "sigpending", "sigsuspend",
             signalsOfProcess)
      .Cases("pthread_setname_np", "pthread_getname_np",
             "pthread_setconcurrency", "pthread_getconcurrency",
             "pthread_setcancelstate", "pthread_setcanceltype",
             "pthread_setschedparam", "pthread_getschedparam",
             "pthread_setschedprio", "what the system knows of the thread")
      .Cases("pthread_setaffinity_np", "pthread_getaffinity_np",
             "what the system knows of the thread")
      .Cases("nice", "setpriority", "getpriority", "the priority")
      .Cases("umask", "getumask", "the mask of new files")
      .Cases("getopt", "getopt_long", "getopt_long_only",
             "the state of 'getopt'")
      .Cases("hcreate", "hsearch", "hdestroy", "the table of 'hsearch'")
      .Cases("ecvt", "fcvt", "l64a", "the buffer of 'ecvt'")
      .Cases("tmpnam", "tempnam", "the names of 'tmpnam'")
      .Cases("getpwnam", "getpwuid", "getpwent", "setpwent", "endpwent",
             "the buffer of 'getpwnam'")
      .Cases("getgrnam", "getgrgid", "getgrent", "setgrent", "endgrent",
             "the buffer of 'getgrnam'")
      .Cases("gethostbyname", "gethostbyaddr", "inet_ntoa", "getservbyname",
             "the buffer of 'gethostbyname'")
      .Cases("ttyname", "ptsname", "getlogin", "ctermid", "crypt",
             "the buffer of 'ttyname'")
      .Cases("alarm", "ualarm", "setitimer", "getitimer", "the timers")
      .Default("");
}

static bool onlyReadsState(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("getenv", "secure_getenv", "getcwd", "nl_langinfo", "fegetround",
             "fetestexcept", "fegetenv", "fegetexcept", "fegetexceptflag", true)
      .Cases("erand48", "nrand48", "jrand48", true)
      .Cases("sysconf", "getrlimit", "getpriority", "getitimer", "sigpending",
             true)
      .Default(false);
}

/// Whether a function with a state of its own also changes what its arguments
/// lead to.
static bool reachesDeep(llvm::StringRef name) {
  return name.starts_with("getopt");
}

static Found ruleOf(llvm::StringRef name) {
  return llvm::StringSwitch<Found>(name)
      .Cases("free", "abort", "exit", "_exit", "_Exit", "quick_exit",
             "__assert_fail", LibraryFunction{LibraryRule::Nothing, "", false})
      .Cases("usleep", "nanosleep", "sleep", "clock_nanosleep", "sched_yield",
             "getpid", "getppid", "gettid", "time", "clock",
             LibraryFunction{LibraryRule::Nothing, "", false})
      .Cases("pthread_mutex_lock", "pthread_mutex_unlock",
             "pthread_mutex_trylock", "pthread_mutex_init",
             "pthread_mutex_destroy", "pthread_rwlock_wrlock",
             "pthread_rwlock_rdlock", "pthread_rwlock_unlock",
             "__pthread_key_create",
             LibraryFunction{LibraryRule::Nothing, "", false})
      .Cases("pthread_rwlock_trywrlock", "pthread_rwlock_tryrdlock",
             LibraryFunction{LibraryRule::Nothing, "", false})
      .Cases("malloc", "calloc", "aligned_alloc", "memalign", "valloc",
             "strdup", "strndup", "fopen", "fdopen", "tmpfile",
             LibraryFunction{LibraryRule::Allocates, "", false})
      .Cases("fmemopen", "open_memstream", "open_wmemstream",
             LibraryFunction{LibraryRule::Opens, "", false})
      .Cases("setvbuf", "setbuf", "setbuffer",
             LibraryFunction{LibraryRule::Stores, "", false})
      .Case("mmap", LibraryFunction{LibraryRule::Maps, "", false})
      // Of each call: a text is used at once, errno is judged by the syntax.
      .Cases("__errno_location", "strerror", "strsignal",
             LibraryFunction{LibraryRule::Allocates, "", false})
      .Case("realloc", LibraryFunction{LibraryRule::Reallocates, "", false})
      .Cases("qsort", "bsearch", "pthread_create", "pthread_once", "qsort_r",
             LibraryFunction{LibraryRule::Starts, "", false})
      .Cases("memcpy", "memmove", "mempcpy", "memccpy", "bcopy", "wmemcpy",
             "wmemmove", "wmempcpy", "swab",
             LibraryFunction{LibraryRule::Mixes, "", false})
      .Cases("__atomic_load", "__atomic_store", "__atomic_exchange",
             "__atomic_compare_exchange",
             LibraryFunction{LibraryRule::Mixes, "", false})
      .Cases("strtok_r", "wcstok", "strsep", "getline", "getdelim", "readv",
             "preadv", "recvmsg", "iconv", "getsubopt",
             LibraryFunction{LibraryRule::Deep, "", false})
      .Cases("atexit", "on_exit", "at_quick_exit",
             LibraryFunction{LibraryRule::Starts,
                             "what is called when the program ends", false})
      .Cases("signal", "sigaction", "sigset", "bsd_signal", "sysv_signal",
             LibraryFunction{LibraryRule::Starts, signalsOfProcess, false})
      .Cases("raise", "kill", "killpg", "pthread_kill", "sigqueue",
             LibraryFunction{LibraryRule::CallsKept, signalsOfProcess, false})
      .Cases("popen", "opendir", "fdopendir",
             LibraryFunction{LibraryRule::Allocates, "", false})
      .Cases("pthread_key_create", "tss_create",
             LibraryFunction{LibraryRule::Starts, "the keys of threads", false})
      .Cases(
          "pthread_setspecific", "tss_set",
          LibraryFunction{LibraryRule::CallsKept, "the keys of threads", false})
      .Cases("makecontext", "getcontext",
             LibraryFunction{LibraryRule::Starts, "the contexts", false})
      .Cases("swapcontext", "setcontext",
             LibraryFunction{LibraryRule::CallsKept, "the contexts", false})
      .Cases("pthread_getspecific", "tss_get",
             LibraryFunction{LibraryRule::System, "the keys of threads", true})
      .Case("pthread_atfork",
            LibraryFunction{LibraryRule::Starts, childProcesses, false})
      // In one object with the children of the process.
      .Cases("fork", "vfork", "_Fork",
             LibraryFunction{LibraryRule::CallsKept, childProcesses, false})
      .Cases("wait", "wait3", "wait4", "waitpid", "waitid", "posix_spawn",
             "posix_spawnp",
             LibraryFunction{LibraryRule::Hidden, childProcesses, false})
      .Cases("insque", "remque", LibraryFunction{LibraryRule::Links, "", false})
      // What is given to another thread.
      .Cases("pthread_exit", "pthread_join",
             LibraryFunction{LibraryRule::System, "", false})
      .Default(std::nullopt);
}

/// Functions of POSIX that LLVM does not know, and that touch what they are
/// given.
static bool keepsToArguments(llvm::StringRef name) {
  return name.starts_with("pthread_") || name.starts_with("sem_") ||
         name.starts_with("__ctype_") || name.starts_with("isw") ||
         llvm::StringSwitch<bool>(name)
             .Cases("rand_r", "random_r", "drand48_r", "lrand48_r", true)
             .Cases("gmtime_r", "asctime_r", "strerror_r", "strptime", "timegm",
                    "difftime", true)
             .Cases("clock_gettime", "clock_getres", "times", "getrusage",
                    "gethostname", "getuid", "geteuid", true)
             .Cases("vfscanf", "vsscanf", "fgetpos", "fsetpos", "rewind",
                    "freopen", true)
             .Cases("fputwc", "fputws", "fgetwc", "fgetws", "fwprintf",
                    "swprintf", "swscanf", "wcstol", "wcstoul", "wcstod", true)
             .Cases("mbstowcs", "wcstombs", "btowc", "wctob", "towupper",
                    "towlower", true)
             .Cases("div", "ldiv", "lldiv", "imaxdiv", "strtoimax", "strtoumax",
                    "a64l", true)
             .Cases("regcomp", "regexec", "regfree", "regerror", "fnmatch",
                    "iconv_open", "iconv_close", true)
             .Cases("sigemptyset", "sigfillset", "sigaddset", "sigdelset",
                    "sigismember", "fileno", true)
             .Cases("htons", "htonl", "ntohs", "ntohl", "inet_pton",
                    "inet_ntop", "basename", "dirname", true)
             .Cases("close", "lseek", "dup", "dup2", "fsync", "ftruncate",
                    "fdatasync", "pipe", "openat", true)
             .Cases("creat", "writev", "munmap", "msync", "select", "poll",
                    "send", "recv", true)
             .Cases("ffs", "memmem", "strcasestr", "strverscmp", true)
             .Cases("posix_memalign", "malloc_usable_size", "getauxval",
                    "get_nprocs", true)
             .Default(false);
}

/// Arithmetic for which the processor has no instruction, as the compiler's own
/// library has it: "__muldc3", "__udivti3", "__floattidf". The letters before
/// the number are the types.
static bool isArithmetic(llvm::StringRef name) {
  if (!name.consume_front("__"))
    return false;
  const bool converts = name.starts_with("float") || name.starts_with("fix");
  if (!converts && !name.consume_back("2") && !name.consume_back("3"))
    return false;
  return name.size() > 4 && name.find_if_not(llvm::isAlpha) == name.npos &&
         llvm::StringRef("hsdxt").contains(name[name.size() - 2]) &&
         llvm::StringRef("fci").contains(name.back());
}

/// Functions of <math.h> and <complex.h>, of all three precisions: LLVM knows
/// some of them for some precisions only.
static bool isMathematics(llvm::StringRef name) {
  const auto isKnown = [](llvm::StringRef one) {
    return llvm::StringSwitch<bool>(one)
        .Cases("acos", "asin", "atan", "atan2", "cos", "sin", "tan", true)
        .Cases("acosh", "asinh", "atanh", "cosh", "sinh", "tanh", true)
        .Cases("exp", "exp2", "expm1", "exp10", "log", "log2", "log10", "log1p",
               true)
        .Cases("pow", "sqrt", "cbrt", "hypot", "fma", "sincos", true)
        .Cases("ceil", "floor", "trunc", "round", "roundeven", "rint",
               "nearbyint", true)
        .Cases("lround", "llround", "lrint", "llrint", true)
        .Cases("fmod", "remainder", "remquo", "modf", "frexp", "ldexp", true)
        .Cases("scalbn", "scalbln", "ilogb", "logb", "nextafter", "nextup",
               "nextdown", true)
        .Cases("fabs", "fdim", "fmax", "fmin", "copysign", "nan", true)
        .Cases("lgamma", "gamma", true) // if the unit does not name signgam
        .Cases("cabs", "carg", "cexp", "clog", "clog10", "csqrt", "cpow",
               "cproj", "conj", true)
        .Cases("creal", "cimag", "csin", "ccos", "ctan", "casin", "cacos",
               "catan", true)
        .Cases("csinh", "ccosh", "ctanh", "casinh", "cacosh", "catanh", true)
        .Cases("j0", "j1", "jn", "y0", "y1", "yn", true)
        .Cases("drem", "significand", "scalb", "nexttoward", "pow10", true)
        .Cases("tgamma", "erf", "erfc", "lgamma_r", true)
        .Default(false);
  };
  return isKnown(name) || ((name.ends_with("f") || name.ends_with("l")) &&
                           isKnown(name.drop_back()));
}

static Found ofMpi(llvm::StringRef name) {
  if (!name.starts_with("MPI_"))
    return std::nullopt;
  const bool isPlain = llvm::StringSwitch<bool>(name)
                           .Cases("MPI_Comm_rank", "MPI_Comm_size", "MPI_Wtime",
                                  "MPI_Wtick", "MPI_Get_processor_name", true)
                           .Cases("MPI_Initialized", "MPI_Finalized",
                                  "MPI_Get_count", "MPI_Type_size", true)
                           .Default(false);
  if (isPlain)
    return LibraryFunction{LibraryRule::Arguments, "", false};
  // What copies and deletes an attribute is a function of the program.
  if (name.contains("_create_keyval") || name == "MPI_Keyval_create")
    return LibraryFunction{LibraryRule::Starts, messagesOfMpi, false};
  const bool callsKept =
      llvm::StringSwitch<bool>(name)
          .Cases("MPI_Attr_put", "MPI_Attr_delete", true)
          .Cases("MPI_Comm_free", "MPI_Comm_dup", "MPI_Type_free",
                 "MPI_Type_dup", "MPI_Win_free", "MPI_Finalize", true)
          .Default(name.ends_with("_set_attr") ||
                   name.ends_with("_delete_attr"));
  return LibraryFunction{callsKept ? LibraryRule::CallsKept
                                   : LibraryRule::Hidden,
                         messagesOfMpi, false};
}

/// Whether the unit names the sign that 'lgamma' stores; hardly any does.
static bool isSignRead(const llvm::Module &unit) {
  return unit.getNamedGlobal("signgam") != nullptr;
}

Found ofC(const llvm::Function &function) {
  const llvm::StringRef name = plainName(function.getName());
  const llvm::StringRef state = stateOf(name);
  if (!state.empty() &&
      (state != signOfLgamma || isSignRead(*function.getParent())))
    return LibraryFunction{reachesDeep(name) ? LibraryRule::Deep
                                             : LibraryRule::Hidden,
                           state, onlyReadsState(name)};
  if (const Found known = ruleOf(name))
    return known;
  if (const Found known = ofMpi(name))
    return known;
  if (isArithmetic(name))
    return LibraryFunction{LibraryRule::Nothing, "", false};
  const llvm::TargetLibraryInfoImpl library(
      llvm::Triple(function.getParent()->getTargetTriple()));
  llvm::LibFunc number;
  if (keepsToArguments(name) || isMathematics(name) ||
      library.getLibFunc(function, number))
    return LibraryFunction{LibraryRule::Arguments, "", false};
  return std::nullopt;
}

} // namespace redistc::effects
