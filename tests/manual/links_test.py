#!/usr/bin/python3
"""Every link of the manual leads to a page, a heading or a file of this tree, and the contents list every page."""
import sys
import urllib.parse

import book


def problems():
    pages = {page.path: page for page in book.pages()}
    for page in pages.values():
        for line, target in page.links():
            where = f"{page.name}:{line}: {target}"
            url = urllib.parse.urlsplit(target)
            if url.scheme:
                if url.scheme != "https" or not url.netloc:
                    yield f"{where}: neither https nor a path"
                continue
            path = (page.path.parent / url.path).resolve() if url.path else page.path
            if not path.exists() or not path.is_relative_to(book.ROOT):
                yield f"{where}: there is no such file"
            elif url.fragment and url.fragment not in (pages.get(path) or book.Page(path)).anchors():
                yield f"{where}: there is no such heading"
    listed = [target for _, target in pages[book.MANUAL / "README.md"].links()]
    for page in pages.values():
        if page.name != "README.md" and page.name not in listed:
            yield f"README.md does not list {page.name}"


if __name__ == "__main__":
    found = list(problems())
    print("\n".join(found))
    count = sum(len(list(page.links())) for page in book.pages())
    print(f"{count} links, {len(found)} problems")
    sys.exit(1 if found or not count else 0)
