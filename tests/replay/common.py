"""Common to the replay tests: argv is the dtrace to test, the corpus and the trace writer."""
import os
import subprocess
import sys

dtrace, corpus, mketl = sys.argv[1:4]
corpus = os.environ.get("DTRACE_ETL_CORPUS", corpus)
os.environ["XDG_CACHE_HOME"] = "/dev/null/none"  # nothing is learned from other traces
passed = failed = 0
built_with = os.environ.get("DTRACE_OPTIONAL", "lzma expat zip curl zydis").split()


def need_corpus():
    if not os.path.isdir(f"{corpus}/files"):
        print(f"skipped: no event traces in {corpus}")
        sys.exit(77)


def has(library, what):
    """Whether dtrace was built with the library; says what is skipped without it."""
    if library not in built_with:
        print(f"SKIP {what}: needs {library}")
    return library in built_with


def run(*args, ok=True):
    """(status, stdout, stderr) of dtrace."""
    p = subprocess.run([dtrace, *args], capture_output=True, timeout=250)
    if ok and p.returncode:
        check(f"{args}: status {p.returncode}: {p.stderr.decode()}", False)
    return p.returncode, p.stdout, p.stderr.decode(errors="replace")


def check(what, good, why=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED:", what, why)


def finish():
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)
