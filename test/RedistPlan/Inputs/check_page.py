"""check_page.py COMMAND...: with --format html the command writes one
well-formed page that refers to no other file, with the drawing of --format svg
and the tables of --format text."""
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree


def output(form):
    return subprocess.run([*sys.argv[1:], "--format", form], check=True,
                          stdout=subprocess.PIPE, text=True).stdout


page = output("html")
assert page.startswith("<!DOCTYPE html>\n<html lang=\"en\">"), page[:60]
root = ElementTree.fromstring(page.split("\n", 1)[1])
assert [part.tag for part in root] == ["head", "body"]
drawing = output("svg")
assert page.count("<svg ") == 1 and drawing in page
assert root.find("head/meta[@name='viewport']") is not None  # else phones zoom out
tables, = root.iter("pre")
assert tables.text == output("text"), tables.text
elsewhere = page.replace("http://www.w3.org/2000/svg", "")
assert not re.search(r"https?:|src=|href=|@import|url\(", elsewhere)
assert root.find("head/title").text == "redist-plan " + sys.argv[2]
print("a page of", len(page), "characters")
