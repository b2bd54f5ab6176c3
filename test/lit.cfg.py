# Configuration of the text tests: formats, tools, features.
import os
import shutil
import subprocess

import lit.formats

config.name = "redist"
if config.sanitizer:
    config.name += "-" + config.sanitizer
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".test"]
# Unit and Property are suites of their own, found by their site configuration.
config.excludes = ["Inputs", "benchmark", "VirtualRanks", "CMakeLists.txt"]
if config.sanitizer:
    config.available_features.add("sanitizer-" + config.sanitizer)
else:
    config.excludes.append("Sanitized")
if not config.can_fuzz:
    config.excludes.append("Fuzz")
config.test_source_root = os.path.join(config.redist_source_dir, "test")
config.test_exec_root = os.path.join(config.redist_build_dir, "test")

# A user's settings must not change what the tests see.
for name in [n for n in os.environ if n.startswith("REDIST_")]:
    config.environment.pop(name, None)
config.environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1"
config.environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
config.environment["PATH"] = os.path.pathsep.join(
    [config.llvm_tools_dir, os.environ.get("PATH", "")])

# Open MPI or MPICH: launchers have other options, and the compiler that
# redistc++ calls is that of the runtime at hand.
config.is_open_mpi = True
if config.mpiexec and config.has_runtime:
    version = subprocess.run([config.mpiexec, "--version"],
                             capture_output=True, text=True, check=False)
    config.is_open_mpi = "HYDRA" not in version.stdout
if not config.is_open_mpi:
    config.environment["REDIST_CXX"] = config.mpicxx
    config.name += "-mpich"
    config.available_features.add("mpich")
# All programs compare what they can, with one of the two (lit.py --param verify=1).
if lit_config.params.get("verify") or not config.is_open_mpi:
    config.environment["REDIST_VERIFY"] = "1"
if config.has_compiler:
    config.available_features.add("compiler")
if config.has_runtime:
    config.available_features.add("runtime")
if config.has_bench_owners:
    config.available_features.add("bench-owners")
if config.has_simgrid:
    config.available_features.add("simgrid")
for library, header in (("eigen", "eigen3/Eigen/Core"), ("xtensor", "xtensor/xtensor.hpp"),
                        ("boost", "boost/multi_array.hpp"),
                        ("opencv", "opencv4/opencv2/core.hpp")):
    if os.path.exists(os.path.join("/usr/include", header)):
        config.available_features.add(library)
if config.hdf5_library:
    config.available_features.add("hdf5")
    if shutil.which("h5dump") and shutil.which("h5diff"):
        config.available_features.add("hdf5-tools")
# A Python that has NumPy: that of the build, or that of the system.
numpy = next((python for python in (config.python, "/usr/bin/python3")
              if python and subprocess.run([python, "-c", "import numpy"], check=False,
                                           capture_output=True).returncode == 0), "")
if numpy:
    config.available_features.add("numpy")
if shutil.which("dpkg-shlibdeps") and shutil.which("file"):
    config.available_features.add("dpkg")

clangd = next(filter(None, map(shutil.which, ("clangd-19", "clangd"))), "")
if clangd:
    config.available_features.add("clangd")
clangxx = next(filter(None, map(shutil.which, ("clang++-19", "clang++"))), "")
if clangxx:
    config.available_features.add("clang++")
if config.is_open_mpi and shutil.which("ompi-server"):
    config.available_features.add("ompi-server")
if shutil.which("gdb"):
    config.available_features.add("gdb")
if shutil.which("ccache"):
    config.available_features.add("ccache")
if shutil.which("git"):
    config.available_features.add("git")
if shutil.which("rsvg-convert"):
    config.available_features.add("rsvg")

chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), "")
if chromium:
    config.available_features.add("chromium")

if config.sphinx:
    config.available_features.add("sphinx")
if config.playground:
    config.available_features.add("emscripten")

if all(os.path.exists(path) for path in (
        config.aarch64_cxx, config.aarch64_run, config.gtest_source)):
    config.available_features.add("aarch64")

# What MPI never frees lies in modules that it unloads, where no suppression
# finds it: leaks are looked for in unit and property tests. Its threads do what
# they do without telling.
mpicxx = config.mpicxx
if config.sanitizer:
    mpicxx = " ".join([config.mpicxx, *config.sanitizer_flags.split(";"), "-g"])
    config.environment["OMPI_CXX"] = config.cxx
    config.environment["MPICH_CXX"] = config.cxx
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0"
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    config.environment["TSAN_OPTIONS"] = (
        "halt_on_error=1:print_suppressions=0:suppressions=" +
        os.path.join(config.test_source_root, "Inputs", "races.supp"))

binaries = os.path.join(config.redist_build_dir, "bin")
# More ranks than processors: who waits is to let others go on.
mpi_options = " --oversubscribe --mca mpi_yield_when_idle 1 -n"
if not config.is_open_mpi:
    mpi_options = (" -genv LD_PRELOAD " +
                   os.path.join(config.redist_build_dir, "lib",
                                "libyieldWhenIdle.so") + " -n")
# All programs run across hosts that utils/hosts.sh has made (lit.py --param
# hosts=3,1 or hosts=round-robin).
hosts = lit_config.params.get("hosts")
# What takes minutes by itself is left to utils/check.sh --all.
if lit_config.params.get("all"):
    config.available_features.add("every-case")
launch = os.path.join(config.test_source_root, "launch.sh")
mpirun = launch + " " + config.mpiexec + mpi_options
if hosts:
    config.name += "-hosts"
    placement = ("--round-robin" if hosts == "round-robin" else
                 "--ranks " + hosts)
    mpirun = ("env MPIRUN=" + config.mpiexec + " " +
              os.path.join(config.redist_source_dir, "utils", "hosts.sh") +
              " mpirun " + placement + mpi_options)
else:
    config.available_features.add("one-node")
# Longest names first: lit substitutes in this order.
config.substitutions += [
    ("%check_redistc", config.python + " " +
     os.path.join(config.test_source_root, "check_redistc.py") +
     " --redistc " + os.path.join(binaries, "redistc")),
    (r"%redistc\+\+", os.path.join(binaries, "redistc++")),
    ("%redistc", os.path.join(binaries, "redistc")),
    ("%redist-plan", os.path.join(binaries, "redist-plan")),
    ("%clangd", clangd),
    ("%clangxx", clangxx),
    ("%fuzz", " ".join([
        config.python, os.path.join(config.test_source_root, "Fuzz", "run_fuzzers.py"),
        "--programs", os.path.join(config.redist_build_dir, "test", "Fuzz"),
        "--seconds", os.environ.get("REDIST_FUZZ_SECONDS", "10")])),
    ("%mpirun", mpirun),
    # For what puts options of its own behind the launcher's name.
    ("%launcher", config.mpiexec + mpi_options),
    ("%launch", launch),
    ("%mpicxx", mpicxx),
    ("%aarch64_cxx", config.aarch64_cxx),
    ("%aarch64_run", config.aarch64_run),
    ("%gtest_source", config.gtest_source),
    ("%hdf5", "-lredistHdf5 -lredistRuntime " + config.hdf5_library),
    ("%python", config.python),
    ("%numpy", numpy),
    ("%sphinx", config.sphinx),
    ("%playground", config.playground),
    ("%node", config.node),
    ("%chromium", chromium),
    ("%source_dir", config.redist_source_dir),
    ("%build_dir", config.redist_build_dir),
]
