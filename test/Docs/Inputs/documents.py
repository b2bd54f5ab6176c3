# The documents, for the checks in this folder. Comes in: the top folder, a folder
# of documents, or one document. Goes out: paths, sorted.
import os


def documents(place):
    if os.path.isfile(place):
        return [place]
    docs = os.path.join(place, "docs")
    is_top = os.path.isdir(docs)
    found = [os.path.join(folder, name)
             for folder, _, names in os.walk(docs if is_top else place)
             for name in names if name.endswith(".md")]
    if is_top:
        found.append(os.path.join(place, "README.md"))
    return sorted(found)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
