#!/usr/bin/env python3
"""What tracing costs the traced: loads under dtrace and its peers, as slowdowns of the untraced load.

live.py BUILD [LOAD ...]    a table for each load (dd, pipe, tcp, open): untraced, then each tracer that is installed
live.py BUILD flood [SECONDS]
                            all CPUs make system calls for that long (10) under each way to count them; what was counted
                            and what was reported as lost is set against the number of calls made

Interleaved runs, medians of BENCH_REPS (5) of them, of the rows whose names match BENCH_ROWS (all).  Nothing is
asserted: read the ratios.  Wall time is what the user waits for; on a busy machine the CPU time (of the load, all of its
processes) is the better one.  The last column is the tracer's own CPU time while the load ran, in % of one CPU.
"""
import atexit, os, re, shutil, signal, statistics, subprocess, sys, tempfile, time

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
            self.p.wait(timeout=120)
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


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[2:3] == ["flood"]:
        flood(sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 10)
    else:
        for name in sys.argv[2:] or LOADS:
            if name not in LOADS:
                sys.exit(f"live.py: no load {name}; there are {', '.join(LOADS)} and flood")
            table(sys.argv[1], name)
