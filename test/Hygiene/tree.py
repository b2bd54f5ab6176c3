# The files of the project, for the checks in this folder. Comes in: the top
# folder. Goes out: sorted relative paths. Leaves out dot folders and builds.
import os


def files(top, *suffixes):
    found = []
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(
            name for name in folders
            if not name.startswith(".") and not name.startswith("build")
            and name != "__pycache__" and not name.startswith("cmake-build"))
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), top)
            if not suffixes or name.endswith(suffixes):
                found.append(path.replace(os.sep, "/"))
    return sorted(found)


def read(top, path):
    with open(os.path.join(top, path), encoding="utf-8", newline="") as file:
        return file.read()


def report(problems):
    for problem in problems:
        print(problem)
    raise SystemExit(1 if problems else 0)
