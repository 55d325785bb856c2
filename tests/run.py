#!/usr/bin/env python3
"""run.py [-l | -L | -n] [CHAPTER | CHAPTER/case.d | CHAPTER/case.cmd] ...

Runs the cases of this folder's chapters (all of them without arguments) and ends with the line
"N passed, N failed, N skipped".  -l: only those that watch the live machine ("@feed: live"); -L: only the others; -n: the scripts of -l with -x kernel=no,
which must print the same.
Environment: DTRACE (the command), MKETL (writes the demo trace), DTRACE_ETL (a folder of trace files), DTRACE_TIMEOUT
(seconds for one run of dtrace), DTRACE_OPTIONAL (the optional libraries that dtrace was built with; unset: all),
DTRACE_ONCE (set: what would be run twice is run over the trace only).

A case is a script, CHAPTER/NAME.d, or a command line, CHAPTER/NAME.cmd (a shell command; $script is a script that
prints a line and ends, $trace the demo trace, $work a folder of its chapter), with
	NAME.out	what stdout must be (no file: empty)
	NAME.err	what stderr must be; or, with lines that begin with "~ ", for each of them an
			extended regular expression that some line of stderr must match
Without NAME.err nothing but "matched N probes" and "N events, nothing lost" may be on stderr.  err.D_TAG.NAME.d is run with
-x errtags, has to fail with status 1, print nothing, and say [D_TAG] on stderr; with
	/* @at: 5 some text */		it also has to name line 5 of the case and mark that text of it

It may begin with lines of directives, in a .cmd file as comments of the shell ("# @status: 2"):
	/* @opts: -q -x foo */		words before -s case.d
	/* @args: 1 'two words' */	operands
	/* @status: 3 */		exit status
	/* @E: demo --cpus 2 */		replay a trace that mketl writes with these options ...
	/* @E: some.etl */		... or one of $DTRACE_ETL; skipped by name if it isn't there
	/* @feed: live */		live, replay or both.  Without @feed, @E and @cmd a case is run
					twice, on the running kernel and over the demo trace, and must
					print the same; an error of the compiler is one in either, so
					err.D_* is run over the trace.  Of a command, live says that
					what it does depends on the live machine
	/* @needs: root */		also etl:FILE, cmd:NAME, lib:NAME (an optional library):
					skipped by name if it is missing
	/* @filter: sed s/x/y/ */	what stdout goes through before it is compared
	/* @cmd: dtrace -V */		a shell command instead; $case is the .d file, $trace the trace
	/* @cmd: scene_versions net 0 1 */	the case over a scene of mketl in each of these versions
					of its records, on 32-bit and 64-bit machines
"""

import difflib
import glob
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# What the shell commands of cases may call.
PRELUDE = r"""
dtrace()
{
	timeout -k 5 "${DTRACE_TIMEOUT:-60}" "$DTRACE" "$@"
}

# Sets $trace to the demo trace that mketl writes with these options; each is written once.
trace_get()
{
	set -- $1
	shift
	trace=$work/demo$(echo "$*" | tr -c 'A-Za-z0-9\n' _).etl
	[ -f "$trace" ] || "$MKETL" "$trace" "$@" >/dev/null
}

# signalled SIGNAL COMMAND...: the command gets the signal as soon as it has printed something.
signalled()
{
	signal=$1
	shift
	rm -f "$work/printed"
	"$@" >"$work/printed" &
	while kill -0 $! && ! [ -s "$work/printed" ]; do sleep 0.02; done
	kill -s "$signal" $! 2>/dev/null
	wait $!
	set -- $?
	cat "$work/printed"
	return $1
}

scene_versions()
{
	scene=$1
	shift
	for version; do
		for ptr in 4 8; do
			"$MKETL" "$work/scene.etl" --scene "$scene" --version "$version" --ptr "$ptr" \
				>/dev/null || return
			echo "version $version, pointers of $ptr bytes:"
			dtrace -q -s "$case" -E "$work/scene.etl" || return
		done
	done
}
"""


class Failure(Exception):
    """A case that failed: what is wrong, and the text that shows it."""

    def __init__(self, what, text=""):
        super().__init__(what)
        self.text = text


def file_text(path):
    """A file's bytes as text: cases compare bytes, whatever they mean.  Empty if there is no file."""
    try:
        with open(path, encoding="latin-1", newline="") as f:
            return f.read()
    except FileNotFoundError:
        return ""


def text_differs(what, path, want, got):
    if want != got:
        diff = difflib.unified_diff(want.splitlines(), got.splitlines(), path, "printed", lineterm="")
        raise Failure(what + " differs", "\n".join(diff))


class Case:
    def __init__(self, path):
        self.path = path
        self.stem = os.path.splitext(path)[0]
        self.text = file_text(path)
        self.is_command = path.endswith(".cmd")
        m = re.match(r"err\.(D_\w+)\.", os.path.basename(path))
        self.tag = m and m.group(1)
        self.directives = {}
        for line in self.text.splitlines()[:20]:
            m = re.match(r"/\* @(\w+): (.*[^ ]) *\*/$", line) or re.match(r"# @(\w+): (.*)", line)
            if m:
                self.directives.setdefault(m.group(1), m.group(2))

    def get(self, name, default=""):
        return self.directives.get(name, default)

    def command(self):
        """The shell command, of a .cmd case or of a directive; empty if dtrace runs the script."""
        if self.is_command:
            return "".join(line for line in self.text.splitlines(True) if not line.startswith("#"))
        return self.get("cmd")

    def check(self, status, out, err):
        want = int(self.get("status", "1" if self.tag else "0"))
        if status != want:
            raise Failure("status %d, not %d" % (status, want), out + err)
        self.check_stderr(err)
        path = self.stem + ".out"
        text_differs("stdout", path, file_text(path), out)

    def check_stderr(self, err):
        path = self.stem + ".err"
        want = file_text(path)
        if self.tag:
            if "[%s]" % self.tag not in err:
                raise Failure("no [%s] on stderr" % self.tag, err)
            self.check_position(err.split("\n"))
            if not want:
                return
        if not os.path.exists(path):
            rest = re.sub(r"(?m)^(dtrace: script '[^']*' matched \d+ probes?|.*: \d+ events?, nothing lost)\n", "", err)
            if rest:
                raise Failure("unexpected text on stderr", rest)
            return
        patterns = re.findall("(?m)^~ (.*)$", want)
        for pattern in patterns:
            if not any(re.search(pattern, line) for line in err.split("\n")):
                raise Failure("stderr has no line like: " + pattern, err)
        if not patterns:
            text_differs("stderr", path, want, err)

    def check_position(self, lines):
        """@at: the message names the line, shows it, and marks just that text of it."""
        number, _, text = self.get("at").partition(" ")
        if not number:
            return
        shown = self.text.split("\n")[int(number) - 1]
        named, before = False, ""
        for line in lines:
            if re.match(r"[ \t]*\^~*$", line) and named and before == shown:
                if before[line.index("^"):len(line)] == text:
                    return
            named = named or "line %s: " % number in line
            before = line
        raise Failure("stderr does not point at line %s, %s" % (number, text), "\n".join(lines))


class Runner:
    def __init__(self, half):
        self.half = half
        self.passed = self.failed = self.skipped = 0
        self.work = tempfile.mkdtemp()
        env = dict(os.environ, LC_ALL="C", TZ="UTC", TERM="dumb", XDG_CACHE_HOME=self.work + "/cache")
        env.pop("DTRACE_DEBUG", None)
        for name, path in (("DTRACE", "../build/dtrace"), ("MKETL", "../build/tests/libetw/mketl")):
            env[name] = os.path.abspath(env.get(name) or os.path.join(HERE, path))
        env.setdefault("DTRACE_ETL", "")
        # under sanitizers: undefined behavior is a trap that says where it was
        env["ASAN_OPTIONS"] = env.get("ASAN_OPTIONS", "") + ":handle_sigill=1:handle_sigtrap=1"
        self.optional = env.setdefault("DTRACE_OPTIONAL", "lzma expat zip curl zydis").split()
        self.timeout = float(env.setdefault("DTRACE_TIMEOUT", "60"))
        self.env = env
        os.mkdir(env["XDG_CACHE_HOME"])

    def missing(self, case):
        """What the case needs and isn't there; None if nothing."""
        for need in case.get("needs").split():
            kind, _, name = need.partition(":")
            if kind == "root":
                if os.geteuid() != 0:
                    return "needs root"
            elif kind == "etl":
                if not os.path.isfile(os.path.join(self.env["DTRACE_ETL"], name)):
                    return "needs " + name
            elif kind == "cmd":
                if not shutil.which(name):
                    return "needs the command " + name
            elif kind == "lib":
                if name not in self.optional:
                    return "needs the library " + name
            else:
                return "needs %s, which run.py does not know" % need
        return None

    def trace_get(self, name):
        """The trace file that @E names, or None if there is none; each demo trace is written once."""
        words = (name or "demo").split()
        if words[0] != "demo":
            path = os.path.join(self.env["DTRACE_ETL"], words[0])
            return path if os.path.isfile(path) else None
        path = self.work + "/demo" + re.sub("[^A-Za-z0-9]", "_", " ".join(words[1:])) + ".etl"
        if not os.path.exists(path):
            try:
                written = subprocess.run([self.env["MKETL"], path] + words[1:], stdout=subprocess.DEVNULL)
            except OSError:
                return None
            if written.returncode != 0:
                return None
        return path

    def spawn(self, words, timeout, **files):
        """The exit status as a shell counts it; 124, as of timeout(1), after so many seconds."""
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, **files)
        late = []

        def stop(*_):
            late.append(child.kill() if late else child.terminate())

        # not wait(timeout), which polls and sleeps in between
        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, timeout, 5)
        status = child.wait()
        signal.setitimer(signal.ITIMER_REAL, 0)
        if late:
            return 124
        return status if status >= 0 else 128 - status

    def shell(self, case, trace, command):
        variables = {"case": case.path, "script": "script.d", "work": self.work, "trace": trace or ""}
        setting = "".join("%s=%s\n" % (k, shlex.quote(v)) for k, v in variables.items())
        return ["sh", "-c", PRELUDE + setting + command]

    def run_one(self, case, label, trace):
        command = case.command()
        if command:
            words, timeout = self.shell(case, trace, command), 0
        else:
            words = [self.env["DTRACE"]]
            words += ["-E", trace] if trace else []
            words += ["-x", "kernel=no"] if self.half == "-n" else []
            words += ["-x", "errtags"] if case.tag else []
            words += shlex.split(case.get("opts")) + ["-s", case.path] + shlex.split(case.get("args"))
            timeout = self.timeout
        env = self.env
        # the leak checker hangs for good where a signal meets it at the process's end
        if any(word in command for word in ("timeout", "kill", "signalled")):
            env = dict(env, ASAN_OPTIONS=env["ASAN_OPTIONS"] + ":detect_leaks=0")
        raw, err = self.work + "/raw", self.work + "/err"
        with open(raw, "wb") as o, open(err, "wb") as e:
            status = self.spawn(words, timeout, stdout=o, stderr=e, env=env)
        if case.get("filter"):
            with open(raw, "rb") as i:
                subprocess.run(self.shell(case, trace, "{ %s\n} >%s" % (case.get("filter"), shlex.quote(raw + ".f"))),
                               stdin=i, env=env)
            raw += ".f"
        try:
            case.check(status, file_text(raw), file_text(err))
            self.passed += 1
        except Failure as f:
            self.failed += 1
            print("FAIL %s: %s" % (label, f))
            sys.stdout.write("".join("\t%s\n" % line for line in f.text.splitlines()))

    def skip(self, label, why):
        self.skipped += 1
        print("SKIP %s: %s" % (label, why))

    def run_replay(self, case):
        label = case.path + " (replay)"
        trace = self.trace_get(case.get("E"))
        if trace:
            self.run_one(case, label, trace)
        else:
            self.skip(label, "needs " + (case.get("E") or "demo").split()[0])

    def run_live(self, case):
        label = case.path + " (live)"
        if os.geteuid() == 0:
            self.run_one(case, label, None)
        else:
            self.skip(label, "live needs root")

    def run_case(self, case):
        feed = case.get("feed")
        if self.half and (self.half != "-L") != (feed == "live") or self.half == "-n" and case.command():
            return
        why = self.missing(case)
        if why:
            self.skip(case.path, why)
        elif case.command():
            trace = self.trace_get(case.get("E"))
            if trace:
                self.run_one(case, case.path, trace)
            else:
                self.skip(case.path, "needs " + (case.get("E") or "mketl").split()[0])
        elif case.get("E") or feed == "replay" or not feed and case.tag:
            self.run_replay(case)
        elif feed == "live":
            self.run_live(case)
        else:
            if not os.environ.get("DTRACE_ONCE"):
                self.run_live(case)
            self.run_replay(case)


def main(words):
    half = words.pop(0) if words and words[0] in ("-l", "-L", "-n") else None
    runner = Runner(half)
    os.chdir(HERE)
    try:
        if not os.access(runner.env["DTRACE"], os.X_OK):
            sys.exit("run.py: no %s: build it, or set DTRACE" % runner.env["DTRACE"])
        for what in words or sorted(glob.glob("*/")):
            paths = [what] if what.endswith((".d", ".cmd")) else (
                sorted(glob.glob(what.rstrip("/") + "/*.d")) + sorted(glob.glob(what.rstrip("/") + "/*.cmd")))
            for path in paths:
                runner.run_case(Case(path))
                sys.stdout.flush()
    finally:
        shutil.rmtree(runner.work, ignore_errors=True)
    print("%d passed, %d failed, %d skipped" % (runner.passed, runner.failed, runner.skipped))
    return 1 if runner.failed else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
