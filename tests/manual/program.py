# SPDX-License-Identifier: Apache-2.0
"""What the programs' own --help lists."""
import concurrent.futures
import pathlib
import re
import subprocess


class Help:
    """`options` of each command, by its words ("keys list"; "" is the program itself), and the whole text of the first page."""

    def __init__(self, program):
        self.program = pathlib.Path(program)
        self.options, self.choices, self.parents = {}, {}, set()
        self.text = ""
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            waiting = [pool.submit(self._read, ())]
            while waiting:
                path, text = waiting.pop(0).result()
                if not path:
                    self.text = text
                self.options[" ".join(path)] = set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.M)) | set(
                    re.findall(r"^  (-\w),--", text, re.M))
                self.choices[" ".join(path)] = [m.split(",") for m in re.findall(r"\{([a-z_0-9,]+)\}", text)]
                listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
                below = re.findall(r"^  ([a-z-]+)(?:, ([a-z-]+))?", listed[1], re.M) if listed else []
                if below:
                    self.parents.add(" ".join(path))
                waiting += [pool.submit(self._read, (*path, name)) for names in below for name in names if name]

    def _read(self, path):
        done = subprocess.run([self.program, *path, "--help"], capture_output=True, text=True, check=True, timeout=60)
        return path, done.stdout

    def commands(self):
        """Those that do something by themselves, or the name of a group."""
        return sorted(name for name in self.options if name)

    def wrong_with(self, words):
        """Why `oncectl WORDS…` is no command line, or nothing. Values are not looked at."""
        while words and words[0] in self.options[""]:  # of the program, before the command
            words = words[1 if words[0] in ("--json", "--help", "--version") else 2:]
        path = ""
        for word in words:
            longer = f"{path} {word}".strip()
            if longer not in self.options:
                break
            path = longer
        rest = words[len(path.split()):]
        if path in self.parents and rest and re.fullmatch(r"[a-z-]+", rest[0]) and not rest[0].startswith("-") and path in ("", *(
                p for p in self.parents if p and not self.acts(p))):
            return f"there is no command \"{' '.join(words[:len(path.split()) + 1])}\""
        for word in rest:
            name = word.split("=")[0]
            if re.fullmatch(r"--[a-z][a-z-]*|-[a-z]", name) and name not in self.options[path] | self.options[""]:
                return f"\"{path}\" has no option {name}"
        return None

    def acts(self, path):
        usage = self._read(tuple(path.split()))[1]
        return "[SUBCOMMAND]" in usage.splitlines()[1]
