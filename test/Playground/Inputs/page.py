"""What the page of the playground shows in Chromium.

Comes in: Chromium, the page, and addresses behind '#' or, after a '!', scripts that
act on it and may call set(name, value). Goes out: after each the command line, the error, the first lines of the
text, whether there is a drawing, and the address.
"""
import json
import sys
import tempfile

from browser import Browser

SHOWN = """new Promise((resolve) => {
  const look = () => {
    if (document.body.getAttribute("aria-busy") !== "false") return setTimeout(look, 20);
    const text = (id) => document.getElementById(id).textContent;
    resolve([text("command"), text("error"), ...text("text").split("\\n").slice(0, 5),
             "drawing: " + (drawing.naturalWidth > 0 && !drawing.hidden),
             "address: " + decodeURIComponent(location.hash)].join("\\n"));
  };
  // A change of the address is told later.
  setTimeout(() => drawing.decode().catch(() => 0).then(look), 50);
})"""

SET = """function set(name, value) {
  const control = form.querySelector(`:not([hidden]) > label > [name="${name}"]`);
  control.value = value;
  control.dispatchEvent(new Event("input", {bubbles: true}));
}"""


def main():
    chromium, page, *steps = sys.argv[1:]
    with (tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
          Browser(chromium, folder) as browser):
        browser.open("file://" + page + steps[0])
        browser.evaluate(SET)
        for step in steps:
            if step.startswith("!"):
                browser.evaluate(step[1:])
            elif step is not steps[0]:
                browser.evaluate(f"location.hash = {json.dumps(step)}")
            print(browser.evaluate(SHOWN))


if __name__ == "__main__":
    main()
