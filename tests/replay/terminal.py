"""A terminal gets no control character that the traced system chose; a file and a pipe get the bytes."""
import os
import pty
import subprocess
import tempfile
import threading

from common import check, dtrace, finish, mketl

EVIL = b"ex\x1b[31mr.exe"      # as long as explorer.exe
MARK = b"\0end"
SHOWN = b"ex\\033[31mr.exe"


def terminal(*args, out=True, err=True):
    """What a terminal is sent: by standard output and error, or by one of them."""
    master, slave = pty.openpty()
    p = subprocess.Popen([dtrace, *args], stdin=subprocess.DEVNULL, stdout=slave if out else subprocess.DEVNULL,
                         stderr=slave if err else subprocess.DEVNULL)
    # What is in a terminal when its last writer closes it can be lost: it stays open until the mark is read.
    writer = threading.Thread(target=lambda: (p.wait(), os.write(slave, MARK)))
    writer.start()
    text = b""
    while not text.endswith(MARK):
        text += os.read(master, 65536)
    writer.join()
    os.close(slave)
    os.close(master)
    text = text[:-len(MARK)]
    return text.replace(b"\r\n", b"\n")


def pipe(*args):
    return subprocess.run([dtrace, *args], capture_output=True, timeout=60).stdout


def values():
    """Constants stand for values: nothing tells them apart."""
    for what, clause, shown, raw in (
            ("%s", 'printf("[%s]", "a\\033[1mb")', b"[a\\033[1mb]", b"[a\033[1mb]"),
            ("%S", 'printf("[%S]", "a\\033[1mb")', b"[a\\033[1mb]", b"[a\\033[1mb]"),
            ("a width counts what is shown", 'printf("[%8s|%-8s]", "\\033[", "\\033[")', b"[   \\033[|\\033[   ]",
             b"[      \033[|\033[      ]"),
            ("a precision counts bytes", 'printf("[%.2s]", "\\033[31m")', b"[\\033[]", b"[\033[]"),
            ("%c", 'printf("[%c]", 7)', b"[\\a]", b"[\a]"),
            ("newline, tab, carriage return", 'printf("[%s]", "a\\nb\\tc\\rd")', b"[a\\nb\\tc\\rd]", b"[a\nb\tc\rd]"),
            ("letters of other languages", 'printf("[%s]", "\\303\\251\\342\\202\\254\\360\\237\\230\\200")',
             "[\u00e9\u20ac\U0001f600]".encode(), "[\u00e9\u20ac\U0001f600]".encode()),
            ("C1", 'printf("[%s]", "\\302\\23331m")', b"[\\302\\23331m]", b"[\xc2\x9b31m]"),
            ("no UTF-8", 'printf("[%s]", "\\233a\\303")', b"[\\233a\\303]", b"[\x9ba\xc3]"),
            ("text that runs backwards", 'printf("[%s]", "a\\342\\200\\256b")', b"[a\\342\\200\\256b]",
             b"[a\xe2\x80\xaeb]"),
            ("what the format says is the program's", 'printf("\\033[1m%d\\033[0m\\n", 1)', b"\033[1m1\033[0m\n",
             b"\033[1m1\033[0m\n"),
            ("trace", 'trace("a\\bb")', b"a\\bb", b"a\bb"),
            ("print", 'print("a\\033b")', b'string "a\\033b"\n', b'string "a\033b"\n'),
            ("a key", '@["a\\033b"] = count()', b"  a\\033b", b"  a\033b"),
            ("a key with a format", '@["a\\033b"] = count(); printa("[%s]", @); clear(@)', b"[a\\033b]", b"[a\033b]"),
            ("a packed key", '@["a\\033b"] = quantize(1)', b"a\\033b", b"a\033b")):
        args = ("-x", "aggpack", "-qn", "BEGIN { %s; exit(0); }" % clause)
        got, want = terminal(*args), pipe(*args)
        check(f"{what}: a terminal", shown in got, got)
        check(f"{what}: a pipe", raw in want, want)
        check(f"{what}: rawterm", raw.replace(b"\r\n", b"\n") in terminal("-x", "rawterm", *args))
    got = terminal("-qn", '#pragma D option rawterm\nBEGIN { printf("[%s]", "\\033"); exit(0); }')
    check("the pragma", b"[\033]" in got, got)
    got = terminal("-qn", 'BEGIN { setopt("rawterm"); printf("[%s]", "\\033"); exit(0); }')
    check("setopt()", b"[\033]" in got, got)


def elsewhere(tmp):
    """freopen() and system() lead to no terminal."""
    script = 'BEGIN { freopen("%s/out"); printf("[%%s]", "\\033"); freopen(""); printf("[%%s]", "\\033"); exit(0); }' % tmp
    got = terminal("-wqn", script)
    check("after freopen()", b"[\\033]" in got, got)
    with open(f"{tmp}/out", "rb") as f:
        got = f.read()
    check("the file of freopen()", got == b"[\033]", got)
    script = 'BEGIN { system("printf %%%%s \'%%s\' | od -An -tx1 >%s/sys", "\\033["); exit(0); }' % tmp
    terminal("-wqn", script)
    with open(f"{tmp}/sys", "rb") as f:
        got = f.read()
    check("what system() is given", got.split() == [b"1b", b"5b"], got)
    subprocess.run([dtrace, "-o", f"{tmp}/o", "-qn", 'BEGIN { printf("%s", "\\033"); exit(0); }'], check=True)
    with open(f"{tmp}/o", "rb") as f:
        got = f.read()
    check("the file of -o", got == b"\033\n", got)


def names(tmp):
    """A trace names its processes, images, files as it likes."""
    subprocess.run([mketl, f"{tmp}/good.etl", "--scene", "stacks"], check=True, stdout=subprocess.DEVNULL)
    trace = f"{tmp}/evil.etl"
    with open(f"{tmp}/good.etl", "rb") as f, open(trace, "wb") as g:
        text = f.read()
        wide, evil = "explorer.exe".encode("utf-16le"), EVIL.decode().encode("utf-16le")
        check("the scene has the names", b"explorer.exe" in text and wide in text)
        g.write(text.replace(b"explorer.exe", EVIL).replace(wide, evil))
    for what, script in (("execname", 'sample-999 { @[execname] = count(); }'),
                         ("printf", 'sample-999 { printf("%s\\n", execname); }'),
                         ("ustack()", 'sample-999 { @[ustack()] = count(); }'),
                         ("folded", 'sample-999 { printf("%#k\\n", ustack()); }'),
                         ("usym()", 'sample-999 { @[uaddr(ucaller), umod(ucaller)] = count(); }'),
                         ("psinfo", 'sample-999 { print(*curpsinfo); }')):
        got = terminal("-qn", script, "-E", trace)
        check(f"{what}: nothing obeyed", b"\033[31m" not in got, got)
        if what != "psinfo":
            check(f"{what}: shown", SHOWN in got, got)
            check(f"{what}: rawterm", EVIL in terminal("-x", "rawterm", "-qn", script, "-E", trace, err=False))
            check(f"{what}: a pipe", EVIL in pipe("-qn", script, "-E", trace))
    ends = os.pipe2(os.O_DIRECT)        # a packet for each write
    subprocess.run([dtrace, "-ln", "BEGIN", "-E", f"{tmp}/none.etl"], stderr=ends[1], timeout=60)
    got = os.read(ends[0], 65536)
    check("a message is one write", got.startswith(b"dtrace: failed") and got.endswith(b"\n"), got)
    evil = f"{tmp}/\033[31m.etl"
    got = terminal("-ln", "BEGIN", "-E", evil)
    check("the name of a file in a message", b"\\033[31m.etl" in got and b"\033[31m" not in got, got)
    got = terminal("-n", "BEGIN\n{ x; }")
    check("messages keep their lines", b"\\n" not in got, got)


with tempfile.TemporaryDirectory() as tmp:
    values()
    elsewhere(tmp)
    names(tmp)
finish()
