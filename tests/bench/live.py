#!/usr/bin/env python3
"""What tracing costs the traced: loads under dtrace and its peers, as slowdowns of the untraced load.

live.py BUILD [LOAD ...]    a table for each load (dd, pipe, tcp, open): untraced, then each tracer that is installed
live.py BUILD flood [SECONDS]
                            all CPUs make system calls for that long (10) under each way to count them; what was counted
                            and what was reported as lost is set against the number of calls made
live.py BUILD user [LOAD ...]
                            functions of a process (empty, gzip, sqlite): the load waits for its input until the tracer is
                            there, and the time is from then on; at the end what it takes to begin and to end the tracing
                            of all functions of libc

Interleaved runs, medians of BENCH_REPS (5) of them, of the rows whose names match BENCH_ROWS (all).  Nothing is
asserted: read the ratios.  Wall time is what the user waits for; on a busy machine the CPU time (of the load, all of its
processes) is the better one.  The last column is the tracer's own CPU time while the load ran, in % of one CPU.
"""
import atexit, os, random, re, shutil, signal, statistics, subprocess, sys, tempfile, threading, time

REPS = int(os.environ.get("BENCH_REPS", "5"))
ROWS = re.compile(os.environ.get("BENCH_ROWS", ""))
READY = 'BEGIN { printf("ready\\n"); } '

LOADS = {
    "dd": "dd if=/dev/zero of=/dev/null bs=1 count=1000000 status=none",
    "pipe": "taskset -c 1 perf bench sched pipe -l 50000",
    "tcp": "{build}/tests/bench/pingpong 20000",
    "open": "{build}/tests/bench/openstorm 200000",
}
# load: (dtrace's probe, its "print each" action, bpftrace's probe, its comm, its print, perf's event, strace's calls)
EVENTS = {
    "dd": ("syscall:::entry", 'printf("%s %d\\n", execname, arg0);', "tracepoint:raw_syscalls:sys_enter", "comm",
           'printf("%s %d\\n", comm, args->args[0]);', "raw_syscalls:sys_enter", "all"),
    "pipe": ("sched:::on-cpu", 'printf("%s %d\\n", execname, cpu);', "tracepoint:sched:sched_switch", "args->next_comm",
             'printf("%s %d\\n", args->next_comm, cpu);', "sched:sched_switch", None),
    "tcp": ("syscall::read:return", 'printf("%s %d\\n", execname, arg0);', "tracepoint:syscalls:sys_exit_read", "comm",
            'printf("%s %d\\n", comm, args->ret);', "syscalls:sys_exit_read", "read"),
    "open": ("syscall::openat:entry", 'printf("%s %s\\n", execname, copyinstr(arg1));',
             "tracepoint:syscalls:sys_enter_openat", "comm", 'printf("%s %s\\n", comm, str(args->filename));',
             "syscalls:sys_enter_openat", "openat"),
}
# load: {what: (D, bpftrace's program)}
BPF_LATENCY = ("tracepoint:raw_syscalls:sys_enter { @ts[tid] = nsecs; } tracepoint:raw_syscalls:sys_exit /@ts[tid]/ "
               "{ @ = hist(nsecs - @ts[tid]); delete(@ts[tid]); }")
MORE = {
    "dd": {
        "by probefunc": ("syscall:::entry { @[probefunc] = count(); }",
                         "tracepoint:raw_syscalls:sys_enter { @[args->id] = count(); }"),
        "latency": ("syscall:::entry { self->ts = timestamp; } syscall:::return /self->ts/ "
                    "{ @ = quantize(timestamp - self->ts); self->ts = 0; }", BPF_LATENCY),
    },
    "pipe": {
        "off-cpu by kernel stack": ("sched:::off-cpu { @[stack()] = count(); }",
                                    "tracepoint:sched:sched_switch { @[kstack] = count(); }"),
        "sched_switch by kernel stack": ("linux-sched:::sched_switch { @[stack()] = count(); }",
                                         "tracepoint:sched:sched_switch { @[kstack] = count(); }"),
    },
}


def killed(p):
    """Kills a tracer; bpftrace leaves the event that it was working on behind."""
    p.kill()
    p.wait()
    events = "/sys/kernel/tracing/uprobe_events"
    with open(events) as f:
        left = re.findall(rf"^[pr]:(\S+_bcc_{p.pid}) ", f.read(), re.M)
    for name in left:
        fd = os.open(events, os.O_WRONLY | os.O_APPEND)
        os.write(fd, f"-:{name}\n".encode())
        os.close(fd)


class Tracer:
    """A tracer in the background, from the moment it says it is ready until the block ends."""

    def __init__(self, argv):
        self.argv, self.said = argv, ""

    def __enter__(self):
        if not self.argv:
            return self
        self.log = open("/dev/shm/bench.out", "w+")
        self.p = subprocess.Popen(self.argv, stdout=self.log, stderr=subprocess.STDOUT)
        if "perf" not in self.argv[0]:
            for _ in range(600):
                if b"ready" in os.pread(self.log.fileno(), 4096, 0):
                    break
                if self.p.poll() is not None:
                    sys.exit(f"{self.argv}: did not start: {os.pread(self.log.fileno(), 4096, 0).decode()}")
                time.sleep(0.05)
        time.sleep(1)   # bpftrace says so before its probes are attached
        return self

    def cpu(self):
        """seconds of CPU time that it has used"""
        ns = 0
        for task in os.listdir(f"/proc/{self.p.pid}/task") if self.argv else ():
            with open(f"/proc/{self.p.pid}/task/{task}/schedstat") as f:
                ns += int(f.read().split()[0])
        return ns / 1e9

    def __exit__(self, *_):
        if self.argv:
            self.p.send_signal(signal.SIGINT)
            try:
                self.p.wait(timeout=120)
            except subprocess.TimeoutExpired:
                print(f"{self.argv[0]} doesn't end, and is killed", flush=True)
                killed(self.p)
            self.log.seek(0)
            self.said = self.log.read()
            self.log.close()


def lost(text):
    n = sum(int(m) for m in re.findall(r"(\d+) (?:drops? on|dynamic|aggregation)", text))
    n += sum(int(m) for m in re.findall(r"Lost (\d+) events", text))
    return n


def run(argv):
    """(wall seconds, CPU seconds of it and its children)"""
    t = time.monotonic()
    pid = os.posix_spawn(shutil.which(argv[0]) or argv[0], argv, os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"{' '.join(argv)}: failed with status {status}")
    return time.monotonic() - t, usage.ru_utime + usage.ru_stime


def dtrace(build, text, *options):
    return [f"{build}/dtrace", *options, "-qn", READY + text]


def rows_of(build, load):
    """name: (tracer, wrapper)"""
    probe, echo, bprobe, comm, becho, event, calls = EVENTS[load]
    texts = {
        "count": (f"{probe} {{ @ = count(); }}", f"{bprobe} {{ @ = count(); }}"),
        "by name": (f"{probe} {{ @[execname] = count(); }}", f"{bprobe} {{ @[{comm}] = count(); }}"),
        "by kernel stack": (f"{probe} {{ @[stack()] = count(); }}", f"{bprobe} {{ @[kstack] = count(); }}"),
        "predicate false": (f"{probe} /pid == 1/ {{ @[execname] = count(); }}",
                            f"{bprobe} /pid == 1/ {{ @[comm] = count(); }}"),
        **MORE.get(load, {}),
        "print each": (f"{probe} {{ {echo} }}", f"{bprobe} {{ {becho} }}"),
    }
    rows = {"untraced": (None, [])}
    for what, (text, btext) in texts.items():
        rows[f"{what}: dtrace"] = (dtrace(build, text), [])
        if what != "print each":
            rows[f"{what}: dtrace, kernel=no"] = (dtrace(build, text, "-x", "kernel=no"), [])
        rows[f"{what}: bpftrace"] = (["bpftrace", "-e", READY + btext], [])
    rows["count: perf stat -a"] = (["perf", "stat", "-a", "-e", event], [])
    rows["record each: perf record"] = (["perf", "record", "-q", "-a", "-e", event, "-o", "/dev/shm/bench.perf"], [])
    if calls:
        rows["print each: strace"] = (None, ["strace", "-f", "-o", "/dev/null", "-e", f"trace={calls}"])
    return {k: (t, w) for k, (t, w) in rows.items()
            if not (t or w) or (ROWS.search(k) and shutil.which((t or w)[0]))}


def table(build, load):
    argv = [w.format(build=build) for w in LOADS[load].split()]
    if not shutil.which(argv[0]) or ("perf" in argv and not shutil.which("perf")):
        print(f"{load}: skipped, {argv[0]} or perf is not installed")
        return
    rows = rows_of(build, load)
    got, dropped = {k: [] for k in rows}, {k: 0 for k in rows}
    for _ in range(REPS):
        for k, (tracer, wrap) in rows.items():
            with Tracer(tracer) as tr:
                own = tr.cpu()
                wall, cpu = run(wrap + argv)
                got[k].append((wall, cpu, (tr.cpu() - own) / wall * 100))
            dropped[k] += lost(tr.said)
    base = [statistics.median(g[i] for g in got["untraced"]) for i in (0, 1)]
    print(f"{' '.join(argv)}\n  {'':44} {'wall':>9} {'':8} {'CPU':>9} {'':8} {'tracer':>9}")
    for k in rows:
        wall, cpu, own = (statistics.median(g[i] for g in got[k]) for i in (0, 1, 2))
        note = f"  {dropped[k]} lost in {REPS} runs" if dropped[k] else ""
        print(f"  {k:44} {wall:7.3f} s {wall / base[0]:6.2f} x {cpu:7.3f} s {cpu / base[1]:6.2f} x {own:7.2f} %{note}",
              flush=True)
    if os.path.exists("/dev/shm/bench.perf"):
        os.unlink("/dev/shm/bench.perf")


DD = f"{tempfile.gettempdir()}/dd{os.getpid()}"   # a name that nobody else's has
WRITES = f'syscall::write:entry /execname == "{os.path.basename(DD)}"/'
TOTAL = ' END { printa("total %@d\\n", @); }'
FLOODS = {
    "count": f"{WRITES} {{ @ = count(); }}",
    "by name": f"{WRITES} {{ @[execname] = count(); }}",
    "by kernel stack": f"{WRITES} {{ @[stack()] = count(); }}",
    "latency": f"{WRITES} {{ self->ts = timestamp; }} syscall::write:return /self->ts/ {{ @ = count(); self->ts = 0; }}",
}


def flood_row(argv, seconds):
    """(calls made, counted, reported lost, seconds that it took, CPU seconds of the tracer)"""
    blocks, made = 1000000, 0
    with Tracer(argv) as tr:
        start, own = time.monotonic(), tr.cpu()
        while time.monotonic() - start < seconds:
            dd = f"{DD} if=/dev/zero of=/dev/null bs=1 count={blocks} status=none".split()
            for p in [subprocess.Popen(dd) for _ in range(os.cpu_count())]:
                if p.wait() != 0:
                    sys.exit(f"{DD} failed")
                made += blocks
        took, own = time.monotonic() - start, tr.cpu() - own
    return made, sum(int(n) for n in re.findall(r"total (\d+)", tr.said)), lost(tr.said), took, own


def flood(build, seconds):
    """dd on every CPU; what happened is the number of calls that each dd was asked to make."""
    print(f"dd on {os.cpu_count()} CPUs\n  {'':28} {'calls':>12} {'M/s a CPU':>10} {'counted':>12} {'lost':>10} "
          f"{'unaccounted':>12} {'tracer':>9}")
    os.symlink(shutil.which("dd"), DD)
    atexit.register(os.unlink, DD)
    for what, text in FLOODS.items():
        for name, options in ((what, []), (f"{what}, kernel=no", ["-x", "kernel=no"])):
            if not ROWS.search(name):
                continue
            made, seen, said, took, own = flood_row(dtrace(build, text + TOTAL, *options), seconds)
            print(f"  {name:28} {made:12} {made / took / os.cpu_count() / 1e6:10.2f} {seen:12} {said:10} "
                  f"{made - seen - said:12} {own / took * 100:7.2f} %", flush=True)


LIMIT = 120   # seconds that a load may take
COUNTED = "probe_bench:calls"   # perf's name for the function


def big():
    """text that gzip has work with"""
    rand = random.Random(1)
    return "".join(f"{rand.getrandbits(64):x} {i % 100} the line {i}\n" for i in range(500000)).encode()


def million():
    return (b"create table t(a, b); with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) "
            b"insert into t select i, i * 7 % 1000 from n; select a, b from t where b > 10;\n")


# load: (command, module, function, its input)
USER = {
    "empty": ("{build}/tests/bench/usercalls", "a.out", "empty", lambda: b"1000000\n"),
    "gzip": ("gzip -c", "libc", "read", big),
    "sqlite": ("sqlite3 :memory:", "libsqlite3", "sqlite3_step", million),
}
USER_TEXTS = {   # what: (D, bpftrace's program); {f} is the function
    "count": ("{f}:entry {{ @ = count(); }}", "uprobe:{f} {{ @ = count(); }}"),
    "by ustack": ("{f}:entry {{ @[ustack()] = count(); }}", "uprobe:{f} {{ @[ustack] = count(); }}"),
    "time": ("{f}:entry {{ self->t = timestamp; }} {f}:return /self->t/ {{ @ = quantize(timestamp - self->t); self->t = 0; }}",
             "uprobe:{f} {{ @t[tid] = nsecs; }} uretprobe:{f} /@t[tid]/ {{ @ = hist(nsecs - @t[tid]); delete(@t[tid]); }}"),
}


class Load:
    """A process that waits for its input; killed if it takes too long."""

    def __init__(self, argv):
        self.p = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.watch = threading.Timer(LIMIT * 2, self.p.kill)
        self.watch.daemon = True
        self.watch.start()
        while open(f"/proc/{self.p.pid}/stat").read().rsplit(")", 1)[1].split()[0] != "S" or not self.module("libc"):
            time.sleep(0.02)

    def module(self, name):
        """the path of a.out or of a library that is mapped"""
        if name == "a.out":
            return os.readlink(f"/proc/{self.p.pid}/exe")
        with open(f"/proc/{self.p.pid}/maps") as f:
            found = re.search(rf"(/\S*/{name}[-.]\S*)$", f.read(), re.M)
        return found and found[1]

    def run(self, text):
        """(wall seconds, CPU seconds) from its input to its end, or None"""
        own = self.cpu()
        t = time.monotonic()
        try:
            self.p.stdin.write(text)
            self.p.stdin.close()
        except BrokenPipeError:
            pass
        _, status, usage = os.wait4(self.p.pid, 0)
        wall = time.monotonic() - t
        self.watch.cancel()
        self.p.returncode = status
        return None if status else (wall, usage.ru_utime + usage.ru_stime - own)

    def cpu(self):
        with open(f"/proc/{self.p.pid}/schedstat") as f:
            return int(f.read().split()[0]) / 1e9

    def end(self):
        self.watch.cancel()
        self.p.kill()
        self.p.wait()
        self.p.stdin.close()


def user_rows(build, module, path, function):
    """name: a tracer of the process {pid}"""
    rows = {"untraced": None}
    for what, (text, btext) in USER_TEXTS.items():
        text = text.format(f=f"pid$target:{module}:{function}")
        rows[f"{what}: dtrace"] = dtrace(build, text) + ["-p", "{pid}"]
        rows[f"{what}: dtrace, kernel=no"] = dtrace(build, text, "-x", "kernel=no") + ["-p", "{pid}"]
        rows[f"{what}: bpftrace"] = ["bpftrace", "-e", READY + btext.format(f=f"{path}:{function}"), "-p", "{pid}"]
    if shutil.which("perf") and subprocess.run(["perf", "probe", "-q", "-x", path, "--add", f"{COUNTED}={function}"],
                                               timeout=60, stderr=subprocess.DEVNULL).returncode == 0:
        rows["count: perf stat"] = ["perf", "stat", "-e", COUNTED, "-p", "{pid}"]
        rows["by ustack: perf record -g"] = ["perf", "record", "-q", "-g", "-e", COUNTED, "-p", "{pid}", "-o",
                                             "/dev/shm/bench.perf"]
    return {k: t for k, t in rows.items() if not t or (ROWS.search(k) and shutil.which(t[0]))}


def perf_end():
    if shutil.which("perf"):
        subprocess.run(["perf", "probe", "-q", "-d", COUNTED], timeout=60, stderr=subprocess.DEVNULL)
    if os.path.exists("/dev/shm/bench.perf"):
        os.unlink("/dev/shm/bench.perf")


def user_once(argv, tracer, text):
    load = Load(argv)
    with Tracer(tracer and [a.replace("{pid}", str(load.p.pid)) for a in tracer]) as tr:
        took = load.run(text)
    return took, lost(tr.said)


def user_table(build, name):
    command, module, function, make = USER[name]
    argv = command.format(build=build).split()
    if not shutil.which(argv[0]):
        print(f"{name}: skipped, {argv[0]} is not installed")
        return
    load, text = Load(argv), make()
    path = load.module(module)
    load.end()
    if not path:
        print(f"{name}: skipped, {argv[0]} has no {module}")
        return
    rows = user_rows(build, module, path, function)
    got, dropped = {k: [] for k in rows}, {k: 0 for k in rows}
    for _ in range(REPS):
        for k, tracer in rows.items():
            took, n = user_once(argv, tracer, text)
            if took:
                got[k].append(took)
            dropped[k] += n
    perf_end()
    base = [statistics.median(g[i] for g in got["untraced"]) for i in (0, 1)]
    print(f"{command.format(build=build)}: {module}`{function}\n  {'':44} {'wall':>9} {'':8} {'CPU':>9}")
    for k, g in got.items():
        if not g:
            print(f"  {k:44} took more than {LIMIT} s, or failed")
            continue
        wall, cpu = (statistics.median(e[i] for e in g) for i in (0, 1))
        note = f"  {dropped[k]} lost in {REPS} runs" if dropped[k] else ""
        print(f"  {k:44} {wall:7.3f} s {wall / base[0]:6.2f} x {cpu:7.3f} s {cpu / base[1]:6.2f} x{note}", flush=True)


def begin_and_end(build):
    """A tracer that ends as soon as it has begun: with no probe, and with one at each function of libc."""
    load = Load([f"{build}/tests/bench/usercalls"])
    pid, libc = str(load.p.pid), load.module("libc")
    load.watch.cancel()
    over = "BEGIN { exit(0); } "
    rows = {
        "dtrace, no function": [f"{build}/dtrace", "-qn", over, "-p", pid],
        "dtrace, all of libc": [f"{build}/dtrace", "-n", over + "pid$target:libc:*:entry { @ = count(); }", "-p", pid],
        "bpftrace, no function": ["bpftrace", "-e", "BEGIN { exit(); }", "-p", pid],
        "bpftrace, all of libc": ["bpftrace", "-e", f"BEGIN {{ exit(); }} uprobe:{libc}:* {{ @ = count(); }}", "-p", pid],
    }
    rows = {k: argv for k, argv in rows.items() if ROWS.search(k) and shutil.which(argv[0])}
    got, said = {k: [] for k in rows}, {k: "" for k in rows}
    for _ in range(REPS):
        for k, argv in rows.items():
            if float("inf") in got[k]:
                continue
            t = time.monotonic()
            p = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                 env={**os.environ, "BPFTRACE_MAX_PROBES": "10000"})
            text = ""
            try:
                text = p.communicate(timeout=LIMIT)[0]
            except subprocess.TimeoutExpired:
                killed(p)
            got[k].append(time.monotonic() - t if p.returncode == 0 else float("inf"))
            said[k] = "".join(re.findall(r"(?:matched|Attaching) (\d+) probes", text))
    load.end()
    print("begin and end")
    for k, g in got.items():
        s = statistics.median(g)
        print(f"  {k:44} {f'{s:7.3f} s' if s < LIMIT else f'more than {LIMIT} s, or failed'}  {said[k] and said[k] + ' probes'}")


def user(build, names):
    atexit.register(perf_end)
    for name in names or USER:
        if name not in USER:
            sys.exit(f"live.py: no load {name}; there are {', '.join(USER)}")
        user_table(build, name)
    begin_and_end(build)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[2:3] == ["flood"]:
        flood(sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 10)
    elif sys.argv[2:3] == ["user"]:
        user(sys.argv[1], sys.argv[3:])
    else:
        for name in sys.argv[2:] or LOADS:
            if name not in LOADS:
                sys.exit(f"live.py: no load {name}; there are {', '.join(LOADS)}, flood and user")
            table(sys.argv[1], name)
