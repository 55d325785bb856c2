#!/usr/bin/env python3
"""Shows that the tests notice errors.

    mutate.py [-j JOBS] [-k] [WORD ...]

Copies the tree, builds it, and then, one after the other, applies each mutant of mutants.txt to the copy, builds what
its tests need, and runs them; every one of them has to fail.  With words, only the mutants whose file or tests contain
one of them.  -k keeps the copy, -j is for the build.

A line for each mutant: killed, or SURVIVED and the tests that passed, or an error: "no longer applies" (its place is
not in the file, or there more than once), "does not build", or a test that fails, or skips all, without the mutant.
The last line is "N killed, N survived, N errors"; the exit status is 0 if all were killed.

It is run by hand: all of them take some minutes.  Live tests need root.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Error(Exception):
    pass


class Mutant:
    def __init__(self, file, line):
        self.file, self.line = file, line
        self.old = self.new = ""
        self.tests = []

    def __str__(self):
        return "%s: %s" % (self.file, " ".join((self.new or "without " + self.old).split()))


def read_list(path):
    mutants = []
    for number, line in enumerate(open(path), 1):
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            continue
        if line[0] == "-":
            mutants[-1].old += line[1:].strip()
        elif line[0] == "+":
            mutants[-1].new += line[1:].strip()
        elif line[0] == "=":
            mutants[-1].tests += line[1:].split()
        else:
            mutants.append(Mutant(line.strip(), number))
    for m in mutants:
        if not m.old or not m.tests:
            sys.exit("%s:%d: a mutant needs a line - and a line =" % (path, m.line))
    return mutants


def pattern(text):
    """Words and signs of a piece of source, with any white space between them."""
    tokens = re.findall(r"\w+|[^\w\s]", text)
    parts = []
    for a, b in zip(tokens, tokens[1:] + [""]):
        word = re.match(r"\w", a) and re.match(r"\w", b)
        parts.append(re.escape(a) + (r"\s+" if word else r"\s*" if b else ""))
    start = r"(?<!\w)" if re.match(r"\w", tokens[0]) else ""
    end = r"(?!\w)" if re.match(r"\w", tokens[-1]) else ""
    return re.compile(start + "".join(parts) + end)


class Copy:
    """A copy of the tree in which mutants are made."""

    def __init__(self, jobs):
        self.dir = tempfile.mkdtemp(prefix="mutate.")
        self.src = os.path.join(self.dir, "tree")
        self.build = os.path.join(self.src, "build")
        self.jobs = jobs
        self.ctests = {}
        self.sound = {}
        files = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True,
                               capture_output=True).stdout.decode().split("\0")
        for name in files:
            if name and os.path.isfile(os.path.join(ROOT, name)):
                to = os.path.join(self.src, name)
                os.makedirs(os.path.dirname(to), exist_ok=True)
                shutil.copy2(os.path.join(ROOT, name), to)
        self.files = [name for name in files if name and not name.startswith("tests/")]
        subprocess.run(["cmake", "-S", self.src, "-B", self.build, "-G", "Ninja"], check=True,
                       stdout=subprocess.DEVNULL)
        # all of it once: ctest has no command for a test whose program is not there
        r = subprocess.run(["ninja", "-j%d" % jobs, "-C", self.build], capture_output=True, text=True)
        if r.returncode:
            sys.exit(r.stdout[-2000:])
        shown = subprocess.run(["ctest", "--test-dir", self.build, "--show-only=json-v1"], check=True,
                               capture_output=True).stdout
        for t in json.loads(shown)["tests"]:
            self.ctests[t["name"]] = t

    def find(self, file):
        found = [name for name in self.files if os.path.basename(name) == file]
        if not found:
            raise Error("no longer applies: there is no file %s" % file)
        return [os.path.join(self.src, name) for name in found]

    def apply(self, mutant):
        """Changes the one file that has the place; returns its path and its text before."""
        places = []
        for path in self.find(mutant.file):
            text = open(path).read()
            places += [(path, text, m) for m in pattern(mutant.old).finditer(text)]
        if len(places) != 1:
            raise Error("no longer applies: found %d times: %s" % (len(places), mutant.old))
        path, text, m = places[0]
        # the lines that follow keep their numbers
        new = mutant.new + "\n" * (m.group().count("\n") if mutant.new else 0)
        with open(path, "w") as f:
            f.write(text[:m.start()] + (new or ";") + text[m.end():])
        return path, text

    def command(self, test):
        name, _, case = test.partition("/")
        t = self.ctests.get(name)
        if not t:
            raise Error("no such test: %s" % name)
        props = {p["name"]: p["value"] for p in t.get("properties", [])}
        command = list(t["command"])
        if case:
            command[-1] += "/" + case
        env = dict(e.split("=", 1) for e in props.get("ENVIRONMENT", []))
        return command, env, props.get("SKIP_RETURN_CODE"), props.get("WORKING_DIRECTORY", self.build)

    def targets(self, tests):
        """The programs of the build that the commands of the tests name, and always the command itself."""
        need = {"dtrace"}
        for test in tests:
            command, env, _, _ = self.command(test)
            for word in command + list(env.values()):
                if word.startswith(self.build + "/") and not os.path.isdir(word):
                    need.add(os.path.relpath(word, self.build))
        return sorted(need)

    def make(self, tests):
        r = subprocess.run(["ninja", "-j%d" % self.jobs, "-C", self.build] + self.targets(tests),
                           capture_output=True, text=True)
        if r.returncode:
            raise Error("does not build:\n" + "\n".join(r.stdout.splitlines()[-8:]))

    def passes(self, test):
        """None if it skips."""
        command, env, skip, cwd = self.command(test)
        try:
            r = subprocess.run(command, env=dict(os.environ, **env), cwd=cwd, stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, errors="replace", timeout=600)
        except subprocess.TimeoutExpired:
            return False
        if r.returncode == skip or re.search(r"^0 passed, 0 failed", r.stdout, re.M):
            return None
        return r.returncode == 0

    def check_sound(self, tests):
        """A test that fails anyway shows nothing."""
        for test in tests:
            if test not in self.sound:
                self.make([test])
                self.sound[test] = self.passes(test)
            if not self.sound[test]:
                raise Error("%s %s without the mutant" % (test, "skips" if self.sound[test] is None else "fails"))

    def survived(self, mutant):
        """The tests that do not notice."""
        self.check_sound(mutant.tests)
        path, text = self.apply(mutant)
        try:
            self.make(mutant.tests)
            return [t for t in mutant.tests if self.passes(t) is not False]
        finally:
            with open(path, "w") as f:
                f.write(text)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("-j", type=int, default=os.cpu_count())
    ap.add_argument("-k", action="store_true")
    ap.add_argument("words", nargs="*")
    args = ap.parse_args()
    mutants = [m for m in read_list(os.path.join(HERE, "mutants.txt"))
               if not args.words or any(w in " ".join([m.file] + m.tests) for w in args.words)]
    copy = Copy(args.j)
    killed = survived = errors = 0
    try:
        for m in mutants:
            try:
                left = copy.survived(m)
            except Error as e:
                errors += 1
                print("ERROR %s\n\t%s" % (m, e), flush=True)
                continue
            if left:
                survived += 1
                print("SURVIVED %s\n\tpassed: %s" % (m, " ".join(left)), flush=True)
            else:
                killed += 1
                print("killed %s" % m, flush=True)
    finally:
        if args.k:
            print("the copy is", copy.dir)
        else:
            shutil.rmtree(copy.dir)
    print("%d killed, %d survived, %d errors" % (killed, survived, errors))
    return survived + errors > 0


if __name__ == "__main__":
    sys.exit(main())
