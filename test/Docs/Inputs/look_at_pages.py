# Opens pages in Chromium, narrow and wide, and reports what a reader would see go
# wrong: links to nowhere, missing images, errors of the console, requests to the
# network, text beyond its page or cut off, a theme switch that does not switch.
# Comes in: Chromium, a folder for pictures, pages or folders of pages. Goes out: one
# line a fault, and a picture of each page at each width.
import os
import sys
from urllib.parse import unquote, urldefrag, urlparse

from browser import Browser

WIDTHS = (400, 1400)
HIGHEST = 6000  # pixels of a picture

# Text is in sight where it is between the edges of the page and of each box that cuts
# it off; a box that scrolls shows all of its text.
FAULTS = """(() => {
  const faults = [], name = element => element.tagName.toLowerCase() +
      (typeof element.className == "string" && element.className
           ? "." + element.className.trim().replace(/\\s+/g, ".") : "");
  for (const image of document.images)
    if (!image.complete || image.naturalWidth == 0)
      faults.push("image is missing: " + image.getAttribute("src"));
  const page = document.documentElement, width = page.clientWidth;
  if (page.scrollWidth > width)
    faults.push(`page is ${page.scrollWidth} pixels wide`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility({visibilityProperty: true}))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let boxes = [...range.getClientRects()].filter(box => box.width > 1);
    let right = width, left = 0;
    for (let box = parent; box && box != page; box = box.parentElement) {
      const style = getComputedStyle(box), place = box.getBoundingClientRect();
      if (["auto", "scroll"].includes(style.overflowX) || style.position == "fixed")
        boxes = [];
      if (["hidden", "clip"].includes(style.overflowX)) {
        if (place.width <= 1) boxes = [];  // for readers that speak
        right = Math.min(right, place.right);
        left = Math.max(left, place.left);
      }
    }
    if (boxes.some(box => box.right > right + 1 || box.left < left - 1))
      faults.push(`text is cut off in ${name(parent)}: ` +
                  node.data.trim().slice(0, 60));
  }
  return faults;
})()"""
LINKS = "[...document.links].map(link => link.href)"
NAMES = "[...document.querySelectorAll('[id]')].map(element => element.id)"
SWITCH = "document.querySelector('.theme-toggle')"
GROUND = """(() => {
  const of = element => getComputedStyle(element).backgroundColor;
  const ground = of(document.body);
  return ground == "rgba(0, 0, 0, 0)" ? of(document.documentElement) : ground;
})()"""
# Luminance of a colour "rgb(r, g, b)", from 0 to 255.
BRIGHT = "%s.match(/[0-9.]+/g).slice(0, 3).reduce((sum, part) => sum + +part, 0) / 3"


def pages_in(paths):
    for path in paths:
        if os.path.isfile(path):
            yield os.path.dirname(path), path
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                if name.endswith(".html"):
                    yield path, os.path.join(folder, name)


def theme_faults(browser, url):
    """Dark where the system is, and else where the reader switches to it."""
    is_bright = BRIGHT % GROUND
    for scheme in ("light", "dark"):
        browser.open(url, WIDTHS[-1], scheme)
        if (browser.evaluate(is_bright) > 127) != (scheme == "light"):
            yield f"is not {scheme} where the system is"
    browser.open(url, WIDTHS[-1])
    if not browser.evaluate(SWITCH + " != null"):
        return
    seen = {}
    for _ in range(3):
        browser.evaluate(SWITCH + ".click()")
        theme = browser.evaluate("document.body.dataset.theme")
        seen[theme] = browser.evaluate(is_bright) > 127
    if seen != {"auto": True, "light": True, "dark": False}:
        yield f"theme switch: {seen}"
    browser.evaluate("localStorage.clear()")


def link_faults(page, links, names):
    """Links to other hosts are not followed."""
    for link in sorted(set(links)):
        address, fragment = urldefrag(link)
        if urlparse(address).scheme != "file":
            continue
        path = unquote(urlparse(address).path)
        if not os.path.exists(path):
            yield f"{page}: link to nowhere: {link}"
        elif fragment and path in names and unquote(fragment) not in names[path]:
            yield f"{page}: link to no part of a page: {link}"


def main(chromium, pictures, *paths):
    os.makedirs(pictures, exist_ok=True)
    links, names, faults = {}, {}, []
    with Browser(chromium) as browser:
        for top, path in pages_in(paths):
            path = os.path.realpath(path)
            page = os.path.relpath(path, os.path.realpath(top))
            url = "file://" + path
            for width in WIDTHS:
                browser.open(url, width)
                found = browser.evaluate(FAULTS)
                browser.picture(os.path.join(
                    pictures, page.replace(os.sep, "-")[:-5] + f"-{width}.png"),
                    HIGHEST)
                found += browser.complaints()
                faults += [f"{page}: {width}: {fault}" for fault in found]
            links[path] = page, browser.evaluate(LINKS)
            names[path] = set(browser.evaluate(NAMES))
            faults += [f"{page}: {fault}" for fault in theme_faults(browser, url)]
    for page, targets in links.values():
        faults += link_faults(page, targets, names)
    if not names:
        sys.exit(f"no pages in {', '.join(paths)}")
    print("\n".join(faults) if faults else f"{len(names)} pages: no fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
