#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every command and reads every file of the manual: commands_test.py DIR, with the directory of the built programs.

What a fenced block of the manual is, follows from its info string, which no reader sees:
  sh                 commands, one a line, run in a directory and a store of the page's own. Each must end with 0, unless its comment names
                     another code: "exit code 10" is that code, "exit code 5 if ..." is that or 0
  sh no-run: WHY     commands that cannot run here. Their options are checked all the same
  sql                run by psql on the page's store
  toml file=NAME     a file, which a command of the page must name; append=NAME goes on with it. Also csv, and yaml, which is only parsed
  text               a drawing
A code span that begins with a program's name is a command whose words must exist.

KEY, ROW and NUMBER, hosts of example domains and installed paths are replaced by what this machine has: stand_ins().
"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import socket
import subprocess
import sys
import urllib.parse

import yaml

import book
from program import Help
from sandbox import HERE, LIMIT_S, ROOT, Sandbox

SHELL = r"""
set +e
# What runs until it is stopped: stopped when it has a session in the store, and its SIGTERM (0x4000) waits for a thread of its own.
# Libraries block every signal for a moment, SIGUSR1 (0x200) too.
until_ready() {
  local since=$(psql -XAtc 'SELECT clock_timestamp()') pid
  "$@" &
  pid=$!
  until [ "$(psql -XAtc "SELECT count(*) > 0 FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name LIKE 'oncectl%' AND backend_start > '$since' AND datname = current_database()")" = t ] &&
      [ $((16#$(sed -n 's/^SigBlk:\t//p' "/proc/$pid/status" 2>/dev/null || echo 0) & 0x4200)) = $((0x4000)) ]; do
    kill -0 "$pid" 2>/dev/null || break
  done
  kill -TERM "$pid" 2>/dev/null
  wait "$pid"
}
"""
NUMBERS = {"approvals": "SELECT max(id) FROM onceover.approvals WHERE status = 'waiting'",
           "undo": "SELECT max(id) FROM onceover.audit WHERE action = 'settle'"}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class PageRun:
    def __init__(self, page, sandbox, number):
        self.page, self.sandbox = page, sandbox
        self.database = f"page_{number}"
        self.directory = sandbox.directory / page.path.stem
        self.ports = {}

    def stand_ins(self, text):
        s, socket_dir = self.sandbox, self.sandbox.environment["PGHOST"]
        for pattern, by in [
                (r"@db\.example/", "@" + urllib.parse.quote(socket_dir, safe="") + "/"), (r"\bdb\.example\b", socket_dir),
                (r"https://(gateway|shop)\.example", s.gateway_url), (r"\bbroker:9092\b", "127.0.0.1:9 --option test.mock.num.brokers=1"),
                (r"/usr/share/doc/oncectl/examples/(gateways|profiles)", rf"{ROOT}/resources/\1"), (r"/etc/onceover/", "")]:
            text = re.sub(pattern, by, text)
        return re.sub(r"127\.0\.0\.1:(9464|8090)", lambda m: f"127.0.0.1:{self.ports.setdefault(m[1], free_port())}", text)

    def commands(self):
        """Of each: the block, the line as it is in the manual, and the line as it is run."""
        for block in self.page.blocks:
            if block.language == "sql":
                yield block, block.text, f"psql -X -q -v ON_ERROR_STOP=1 <<'END OF SQL'\n{self.stand_ins(block.text)}\nEND OF SQL"
            if block.language != "sh" or block.attribute:
                continue
            for line in block.text.replace("\\\n", "").splitlines():
                if not line.split("#")[0].strip():
                    continue
                run = re.sub(r"\bKEY\b", "order-1001", re.sub(r"\bROW\b", "cart-1", self.stand_ins(line)))
                for word, query in NUMBERS.items():
                    if word in run:
                        run = re.sub(r"\bNUMBER\b", f'$(psql -XAtc "{query}")', run)
                if re.search(r"oncectl .*(--follow|inbox receive)", run):
                    run = re.sub(r"\boncectl\b", "until_ready oncectl", run, count=1)
                yield block, line, run

    def files(self):
        for block in self.page.blocks:
            how, _, name = block.attribute.partition("=")
            if how in ("file", "append"):
                yield block, how, name

    def problems(self):
        commands = list(self.commands())
        files = list(self.files())
        if not commands and not files:
            return [], 0
        self.directory.mkdir()
        for block, how, name in files:
            with open(self.directory / name, "a" if how == "append" else "w") as file:
                file.write(("\n" if how == "append" else "") + self.stand_ins(block.text))
            if block.language == "yaml":
                yaml.safe_load(block.text)
            elif not any(re.search(rf"\b{re.escape(name)}", line) for _, line, _ in commands):
                return [f"{block}: no command of the page reads {name}"], 0
        self.sandbox.new_store(self.database)
        script = SHELL
        for n, (_, _, run) in enumerate(commands):
            script += f"{{ {run}\n}} >out.{n} 2>&1 </dev/null; echo \"{n} $?\" >&3\n"
        environment = dict(self.sandbox.environment, PGDATABASE=self.database)
        read, write = os.pipe()
        # 3 carries the exit codes.
        shell = subprocess.Popen(["bash", "-c", f"exec 3>&{write}\n{script}"], cwd=self.directory, env=environment, pass_fds=[write],
                                 start_new_session=True)
        os.close(write)
        try:
            shell.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            os.killpg(shell.pid, 9)
        codes = dict(map(int, line.split()) for line in os.fdopen(read).read().splitlines())
        found = []
        for n, (block, line, _) in enumerate(commands):
            wanted = {0}
            for code, more in re.findall(r"exit code (\d+)((?:, \d+)*(?: or \d+)?(?: if| where)?)", line.partition("#")[2]):
                wanted = {int(code), *map(int, re.findall(r"\d+", more))} | ({0} if re.search("if|where", more) else set())
            if codes.get(n) not in wanted:
                output = self.directory / f"out.{n}"
                shown = output.read_text(errors="replace")[-1500:] if output.exists() else ""
                found.append(f"{block}: {line.strip()}\n  exit code {codes.get(n, 'none: it did not end')}, not {sorted(wanted)}\n{shown}")
        return found, len(commands)


def wrong_words(page, helps):
    """Commands in prose, and those that are not run, name only commands and options that exist."""
    lines = [(f"{page.name}:{n}", span) for n, span in page.spans()]
    lines += [(str(b), line) for b in page.blocks if b.language == "sh" for line in b.text.splitlines()]
    for where, line in lines:
        try:
            words = shlex.split(line.replace("…", ""), comments=True)
        except ValueError:
            continue  # an apostrophe: a word, no command
        while words and (re.fullmatch(r"[A-Z]+=.*", words[0]) or words[0] in ("sudo",)):
            words.pop(0)
        if len(words) > 1 and words[0] in helps:
            program = words[0]
            words = words[1:next((i for i, w in enumerate(words) if w in ("|", ">", ">>")), len(words))]
            if (why := helps[program].wrong_with(words)) is not None:
                yield f"{where}: {line.strip()}\n  {why}"


def wrong_shape(page):
    known = {"sh": r"(no-run: .+)?", "sql": "", "toml": r"(file|append)=\S+", "csv": r"file=\S+", "yaml": r"file=\S+", "text": "",
             "properties": r"no-run: .+"}
    for block in page.blocks:
        if block.language not in known or not re.fullmatch(known[block.language], block.attribute):
            yield f"{block}: ```{block.language} {block.attribute} is no block that this test knows"


def main(bin_dir):
    bin_dir = pathlib.Path(bin_dir)
    pages = [p for p in book.pages() if not os.environ.get("ONCEOVER_MANUAL_PAGE") or p.path.stem == os.environ["ONCEOVER_MANUAL_PAGE"]]
    helps = {name: Help(bin_dir / name) for name in ("oncectl", "onceover") if (bin_dir / name).exists()}
    problems = [p for page in pages for p in (*wrong_shape(page), *wrong_words(page, helps))]
    with Sandbox(bin_dir) as sandbox, concurrent.futures.ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(PageRun(page, sandbox, n).problems) for n, page in enumerate(pages)]
        done = [run.result() for run in runs]
    problems += [p for found, _ in done for p in found]
    print("\n\n".join(problems))
    count = sum(n for _, n in done)
    print(f"{len(pages)} pages, {count} commands, {len(problems)} problems")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
