#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every link of the manual leads to a page, a heading or a file: in this tree, and where the packages install it. The contents list every
page."""
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

import book


def broken_in(pages, root):
    """pages: by their paths, all of them below root."""
    for page in pages.values():
        for line, target in page.links():
            where = f"{page.name}:{line}: {target}"
            url = urllib.parse.urlsplit(target)
            if url.scheme:
                if url.scheme != "https" or not url.netloc:
                    yield f"{where}: neither https nor a path"
                continue
            path = (page.path.parent / url.path).resolve() if url.path else page.path
            if not path.exists() or not path.is_relative_to(root):
                yield f"{where}: there is no such file"
            elif url.fragment and url.fragment not in (pages.get(path) or book.Page(path)).anchors():
                yield f"{where}: there is no such heading"


def broken_where_installed():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        subprocess.run(["cmake", f"-DROOT={book.ROOT}", f"-DTO={root}", "-P", book.ROOT / "packaging" / "documents.cmake"], check=True,
                       stdout=subprocess.DEVNULL, timeout=60)
        pages = {path: book.Page(path) for path in sorted(root.glob("**/*.md"))}
        if len(pages) < len(list(book.pages())):
            yield f"only {len(pages)} pages are installed"
        yield from (f"installed: {problem}" for problem in broken_in(pages, root))


def problems():
    pages = {page.path: page for page in book.pages()}
    yield from broken_in(pages, book.ROOT)
    yield from broken_where_installed()
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
