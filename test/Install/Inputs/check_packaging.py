"""check_packaging.py TOP FOLDER: what can be said of the files in FOLDER, a copy of
utils/packaging, without Docker, Apptainer and Spack. A line for each thing that is wrong:

  instructions of a Dockerfile and sections of a definition file that there are not;
  stages that are copied from and do not exist; Debian packages that are not those of
  utils/dependencies.sh; in files for Spack, directives, options of CMake and variants
  that there are not, and another version than the project's.
"""
import importlib.util
import os
import re
import subprocess
import sys
import types

TOP, FOLDER = sys.argv[1:3]
INSTRUCTIONS = set("ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD "
                   "RUN SHELL STOPSIGNAL USER VOLUME WORKDIR".split())
SECTIONS = set("setup files environment post runscript startscript test labels help "
               "arguments".split())
HEADERS = {"Bootstrap", "From", "Stage"}


def read(*path):
    with open(os.path.join(*path)) as file:
        return file.read()


def array(name):
    """An array of utils/dependencies.sh."""
    script = f'. "$1/utils/dependencies.sh" && printf "%s\\n" "${{{name}[@]}}"'
    return set(subprocess.run(["bash", "-c", script, "bash", TOP], check=True, text=True,
                              capture_output=True).stdout.split())


def joined(text):
    """Lines without comments, those that go on as one."""
    lines = [line for line in text.split("\n") if not line.lstrip().startswith("#")]
    return re.sub(r"\\\n", " ", "\n".join(lines)).split("\n")


def packages_of(commands):
    """What apt-get installs, but for files."""
    for command in commands:
        for part in re.split(r"&&|;", command):
            words = part.split()
            if words[:2] == ["apt-get", "install"]:
                yield {word for word in words[2:] if word[0] != "-" and "/" not in word}


def wrong_packages(installs):
    build, known = array("buildPackages"), array("packages")
    installs = list(installs)
    for package in sorted(set().union(*installs) - known):
        yield f"the package {package} is not in utils/dependencies.sh"
    for package in sorted(build - (installs[0] if installs else set())):
        yield f"the first stage lacks the package {package}"


def wrong_docker(text):
    stages, commands = [], []
    for line in filter(str.strip, joined(text)):
        word, _, rest = line.partition(" ")
        if word not in INSTRUCTIONS or not rest.strip():
            yield f"no instruction: {line}"
        elif word == "FROM":
            stages.append(rest.partition(" AS ")[2].strip())
        elif not stages and word != "ARG":
            yield f"before FROM: {line}"
        elif word == "RUN":
            commands.append(rest)
        elif word == "COPY" and rest.startswith("--from="):
            if rest.split()[0][len("--from="):] not in stages[:-1]:
                yield f"no such stage before: {line}"
    yield from wrong_packages(packages_of(commands))


def wrong_definition(text):
    stages, commands, section = [], [], None
    for line in filter(str.strip, joined(text)):
        header = re.match(r"(\w+):", line)
        if header:
            if header[1] not in HEADERS:
                yield f"no header: {line}"
            section = None
            if header[1] == "Stage":
                stages.append(line.split()[1])
        elif line.startswith("%"):
            section, *words = line[1:].split()
            if section not in SECTIONS:
                yield f"no section: {line}"
            if words[:1] == ["from"] and words[1] not in stages[:-1]:
                yield f"no such stage before: {line}"
        elif section is None:
            yield f"in no section: {line}"
        elif section == "post":
            commands.append(line)
    yield from wrong_packages(packages_of(commands))


def spack_module(said):
    """What `from spack.package import *` gives, as far as it is used here."""
    class Package:
        def define(self, option, value):
            said.append(("option", option))

        def define_from_variant(self, option, variant):
            said.extend([("option", option), ("uses", variant)])

    def directive(name):
        return lambda *words, **more: said.append((name, *words, more))

    module = types.ModuleType("spack.package")
    module.Package = module.CMakePackage = Package
    for name in ("license", "version", "variant", "depends_on", "generator"):
        setattr(module, name, directive(name))
    module.install_tree = directive("install_tree")
    return module


def wrong_spack(path, name):
    said = []
    sys.modules.update({"spack": types.ModuleType("spack"),
                        "spack.package": spack_module(said)})
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        package = getattr(module, name.capitalize())
        if not package.__doc__:
            yield "no description"
        if hasattr(package, "cmake_args"):
            package().cmake_args()
    except Exception as error:  # whatever the file does
        yield f"{type(error).__name__}: {error}"
        return
    variants = {words[1] for words in said if words[0] == "variant"}
    for words in said:
        when = words[-1].get("when", "") if isinstance(words[-1], dict) else ""
        for variant in re.findall(r"[+~](\w+)", when) + list(words[1:2] * (words[0] == "uses")):
            if variant not in variants:
                yield f"no variant '{variant}'"
        if words[0] == "option" and not re.search(
                rf"(?:option|set)\({words[1]}\b", CMAKE):
            yield f"no option of CMake: {words[1]}"
        if words[0] == "depends_on" and not re.fullmatch(
                r"[a-z0-9-]+(@[\d.:]+)?( ?[+~]\w+)*", words[1]):
            yield f"no spec: {words[1]}"
    if name == "redistc":
        versions = {words[1] for words in said if words[0] == "version"}
        if versions != set(re.findall(r"project\(redistc VERSION ([\d.]+)", CMAKE)):
            yield f"the version is not that of the project: {sorted(versions)}"


CMAKE = "\n".join(read(TOP, path) for path in (
    "CMakeLists.txt", "cmake/RedistSettings.cmake", "runtime/CMakeLists.txt"))
spack = os.path.join(FOLDER, "spack", "packages")
found = [f"Dockerfile: {problem}" for problem in wrong_docker(read(FOLDER, "Dockerfile"))]
found += [f"redistc.def: {problem}"
          for problem in wrong_definition(read(FOLDER, "redistc.def"))]
for name in sorted(os.listdir(spack)):
    path = os.path.join(spack, name, "package.py")
    found += [f"{name}/package.py: {problem}" for problem in wrong_spack(path, name)]
print("\n".join(found) or "nothing wrong")
sys.exit(1 if found else 0)
