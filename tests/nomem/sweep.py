"""One allocation after the other fails: the output is the usual one, or there is an error.

sweep.py DTRACE-NOMEM BUILD SOURCE [all | N] [own | ownsince | any | since | read] [SCENARIO ...]

N (60; 25 under the sanitizers) is how many of each scenario's allocations are tried, evenly spread; "all" tries every one.  "own" (the default) are
those of our own code, "any" all of the process, those within libraries included; "since" and
"ownsince" let all fail from there on.  "read" are calls of read() and pread(), which fail with EIO.
"""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

exe, build, source = sys.argv[1:4]
words = sys.argv[4:]
kinds = [w for w in words if w in ("own", "ownsince", "any", "since", "read")] or ["own"]
wanted = [w for w in words if w not in ("all", "own", "ownsince", "any", "since", "read") and not w.isdigit()]
sanitized = os.path.exists(f"{build}/CMakeCache.txt") and "SANITIZE:BOOL=ON" in open(f"{build}/CMakeCache.txt").read()
tries = next((0 if w == "all" else int(w) for w in words if w == "all" or w.isdigit()), 25 if sanitized else 60)
failed = 0

COMPILE = r"""
#pragma D option strsize=100
typedef struct pair { int a; char name[20]; } pair_t;
inline int twice[int x] = x + x;
translator pair_t < struct kproc *P > { a = 1; };
dtrace:::BEGIN, tick-1s
/pid == $target || execname == "x"/
{
	self->start = timestamp; this->s = strjoin("a", probename); assoc[pid, execname] = twice[3];
	@a[execname, ustack(3), stack()] = quantize(arg0); @b = lquantize(arg0, 0, 100, 10); @c[1] = avg(arg1);
	printf("%s %5d %-10x %Y\n", execname, pid, arg0, walltimestamp); trace(curthread); tracemem(arg0, 16);
	if (arg0 > 3) { speculate(speculation()); } else { trace(strtok("a,b", ",")); }
	printa("%@d", @c); normalize(@c, 3); exit(0);
}
"""
REPLAY = r"""
sample-999 { @k[execname, stack()] = count(); @u[ustack(), curlwpsinfo->pr_pri] = count(); @q = quantize(arg0);
	seen[execname] = strjoin(execname, "!"); self->n++; printf("%s %d\n", seen[execname], self->n); }
sched:::off-cpu { @off[execname] = count(); self->t = timestamp; }
sched:::on-cpu /self->t/ { @on[execname] = sum(timestamp - self->t); self->t = 0; }
BEGIN { self->spec = speculation(); speculate(self->spec); trace("spec"); }
BEGIN { commit(self->spec); }
END { printa(@k); trunc(@q); }
"""
LIVE = r"""
BEGIN { printf("%s", execname); @b[execname, 1] = count(); x[1] = "a"; }
syscall::getpgid:entry /pid == $target/ { @ = count(); @u[ustack(1), stackdepth > 0] = count(); self->t = vtimestamp; }
syscall::getpgid:return /self->t/ { @r[execname, probefunc] = count(); trace(ustackdepth > 0); printf("%s", curpsinfo->pr_psargs); }
proc:::exit /pid == $target/ { printf("exit %d", args[0]); }
"""


def scenarios(tmp):
    run = lambda *args: subprocess.run(args, check=True, stdout=subprocess.DEVNULL)
    trace = f"{tmp}/stacks.etl"
    run(f"{build}/tests/libetw/mketl", trace, "--scene", "stacks")
    guid = "".join(f"{b:02x}" for b in range(0xa0, 0xb0))
    os.mkdir(f"{tmp}/pdb")
    for name, *syms in (("ntkrnlmp.pdb", "KiSwapThread=0x1010", "KiExit=0x2000"),
                        ("explorer.pdb", "main()=0x1000", "Draw()=0x2000")):
        run(f"{build}/tests/symbols/mkpdb", f"{tmp}/pdb/{name}", guid, "2", *syms)
    files = {}
    for name, text in (("compile", COMPILE), ("replay", REPLAY), ("live", LIVE)):
        files[name] = f"{tmp}/{name}.d"
        with open(files[name], "w") as f:
            f.write(text)
    with open(f"{tmp}/load.py", "w") as f:
        f.write("import os\nfor i in range(50): os.getpgid(0)\n")
    all_ = {
        "compile": ["-e", "-s", files["compile"], "-E", trace],
        "replay": ["-q", "-s", files["replay"], "-E", trace, "-x", f"sympath={tmp}/pdb"],
        "list": ["-lv", "-E", trace, "-n", "sample-999", "-n", "sched:::"],
        "live": ["-q", "-s", files["live"], "-c", f"python3 -S {tmp}/load.py"],
        "compile-live": ["-e", "-n", "syscall::read:entry { trace(fds[arg0].fi_pathname); print(*curpsinfo); }",
                         "-n", "linux-sched:::sched_switch { trace(args[0]->prev_comm); }"],
    }
    if os.geteuid() != 0 or not os.access("/sys/kernel/btf/vmlinux", os.R_OK):
        del all_["live"], all_["compile-live"]
    return {k: v for k, v in all_.items() if not wanted or k in wanted}


def run(args, **env):
    base = dict(os.environ, DTRACE_LIBDIR=f"{source}/translators", XDG_CACHE_HOME="/dev/null/none", LC_ALL="C",
                ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1", **env)
    try:
        p = subprocess.run([exe, *args], capture_output=True, env=base, timeout=120, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "hangs", b"", b""
    return p.returncode, p.stdout, p.stderr


def judge(usual, got):
    """What is wrong with it, or None."""
    status, out, err = got
    if status == "hangs":
        return "hangs"
    if status < 0 or b"Sanitizer" in err or b"runtime error" in err:
        return f"ends by signal {-status}" if status < 0 else "sanitizer"
    if status == 0:
        return None if out == usual[1] else "another output, and no error"
    return None if err.strip() else "an error without a word"


def sweep(name, args, kind, tmp):
    global failed
    variable = f"NOMEM_{kind.upper()}"
    count = f"{tmp}/count"
    usual = run(args, NOMEM_COUNT=count)
    if usual[0] != 0 or run(args)[1] != usual[1]:
        print(f"FAILED: {name}: status {usual[0]}, or twice not the same", usual)
        failed += 1
        return
    with open(count) as f:
        n = int(f.read().split()[2 if kind == "read" else not kind.startswith("own")])
    step = max(1, n // tries) if tries else 1
    bad = {}
    places = range(1, n + 1, step)
    with ThreadPoolExecutor(2) as pool:
        for at, got in zip(places, pool.map(lambda at: run(args, **{variable: str(at)}), places)):
            why = judge(usual, got)
            if why:
                bad.setdefault(why, []).append(at)
                if len(bad[why]) <= 3:
                    print(f"FAILED: {name}: {variable}={at}: {why}: status {got[0]}, {got[2][-300:]}")
    failed += sum(map(len, bad.values()))
    print(f"{name}: {len(places)} of {n} allocations ({kind}):", {k: (len(v), v[:30]) for k, v in bad.items()} or "all well")


with tempfile.TemporaryDirectory() as tmp:
    for name, args in scenarios(tmp).items():
        for kind in kinds:
            if kind.startswith("own") or kind == "read" or not sanitized:
                sweep(name, args, kind, tmp)
sys.exit(failed > 0)
