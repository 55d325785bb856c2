"""Names of functions from program databases: found in directories, stores and on a server, and not elsewhere."""
import http.server
import os
import subprocess
import tempfile
import threading

from common import check, dtrace, finish, mketl

MKPDB = os.path.join(os.path.dirname(mketl), "..", "symbols", "mkpdb")
GUID = "".join(f"{b:02x}" for b in range(0xa0, 0xb0))
KEY = "A3A2A1A0A5A4A7A6A8A9AAABACADAEAF2"
SCRIPT = "sample-999 /ustackdepth == 3 && stackdepth == 2/ { @[stack(), ustack()] = count(); }"
NAMED = ["ntoskrnl.exe`KiSwapThread", "ntoskrnl.exe`KiExit+0x345", "ntdll.dll+0x1004", "explorer.exe`Draw+0x20",
         "explorer.exe`main+0x111"]
PLAIN = ["ntoskrnl.exe+0x1010", "ntoskrnl.exe+0x2345", "ntdll.dll+0x1004", "explorer.exe+0x2020",
         "explorer.exe+0x1111"]


def frames(path=None, variable=None):
    env = {k: v for k, v in os.environ.items() if k != "_NT_SYMBOL_PATH"}
    if variable is not None:
        env["_NT_SYMBOL_PATH"] = variable
    args = [dtrace, "-qn", SCRIPT, "-E", trace] + (["-x", f"sympath={path}"] if path is not None else [])
    p = subprocess.run(args, capture_output=True, env=env, timeout=120)
    check(f"{path or variable}: status", p.returncode == 0, p.stderr)
    lines = [line.strip() for line in p.stdout.decode().splitlines() if line.strip()]
    return [line for line in lines if not line.isdigit()], p.stderr.decode()


def pdb(path, guid, *names, age=2):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run([MKPDB, path, guid, str(age), *names], check=True)


def both(directory, kernel="ntkrnlmp.pdb", program="explorer.pdb", age=2, guid=GUID):
    pdb(f"{directory}/{kernel}", guid, "KiSwapThread=0x1010", "KiExit=0x2000", age=age)
    pdb(f"{directory}/{program}", guid, "?main@@YAXXZ=0x1000", "main()=0x1000", "Draw()=0x2000", age=age)


def store(directory):
    both(f"{directory}/x")
    for name in ("ntkrnlmp.pdb", "explorer.pdb"):
        os.makedirs(f"{directory}/{name}/{KEY}")
        os.rename(f"{directory}/x/{name}", f"{directory}/{name}/{KEY}/{name}")


def local(tmp):
    check("without a path", frames()[0] == PLAIN, frames()[0])
    both(f"{tmp}/dir")
    check("a directory", frames(f"{tmp}/dir")[0] == NAMED, frames(f"{tmp}/dir")[0])
    check("the variable", frames(variable=f"/nowhere;{tmp}/dir")[0] == NAMED)
    check("the option goes before the variable", frames("/nowhere", variable=f"{tmp}/dir")[0] == PLAIN)
    both(f"{tmp}/case", "NTKRNLMP.PDB", "Explorer.pdb")
    check("names have no case", frames(f"{tmp}/case")[0] == NAMED)
    both(f"{tmp}/newer", age=5)
    check("a later age of the same", frames(f"{tmp}/newer")[0] == NAMED)
    both(f"{tmp}/older", age=1)
    check("an earlier one is another", frames(f"{tmp}/older")[0] == PLAIN)
    both(f"{tmp}/other", guid="00" * 16)
    check("another build's", frames(f"{tmp}/other")[0] == PLAIN)
    os.makedirs(f"{tmp}/damaged")
    with open(f"{tmp}/damaged/ntkrnlmp.pdb", "wb") as f:
        f.write(open(f"{tmp}/dir/ntkrnlmp.pdb", "rb").read()[:1200])
    check("a damaged one", frames(f"{tmp}/damaged")[0] == PLAIN)
    store(f"{tmp}/store")
    for path in (f"srv*{tmp}/store", f"srv*/nowhere*{tmp}/store", f"cache*{tmp}/store", f"symsrv*symsrv.dll*{tmp}/store",
                 f"{tmp}/store"):
        check(path, frames(path)[0] == NAMED)


def served(tmp):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args):
            super().__init__(*args, directory=f"{tmp}/store")

        def do_GET(self):
            if self.path.startswith("/moved/"):
                self.send_response(302)
                self.send_header("Location", f"http://127.0.0.1:{server.server_port}/" + self.path[7:])
                self.end_headers()
            else:
                super().do_GET()

        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    got, err = frames(f"srv*{tmp}/down*{url}")
    check("a server", got == NAMED, (got, err))
    check("what it does not have is said", "ntdll.pdb" in err and "does not have it" in err and err.count("\n") == 1, err)
    got, err = frames(f"srv*{tmp}/down2*{url}/moved")
    check("a server that sends elsewhere", got == NAMED, (got, err))
    server.shutdown()
    server.server_close()
    got, err = frames(f"srv*{tmp}/down*{url}")
    check("what was fetched stays", got == NAMED, (got, err))
    check("a server that is not there is named", f"{url}/ntdll.pdb" in err, err)
    check("nothing half fetched", not [f for _, _, fs in os.walk(f"{tmp}/down") for f in fs if not f.endswith(".pdb")])


with tempfile.TemporaryDirectory() as tmp:
    trace = f"{tmp}/stacks.etl"
    subprocess.run([mketl, trace, "--scene", "stacks"], check=True, stdout=subprocess.DEVNULL)
    local(tmp)
    served(tmp)
    got, err = frames(f"srv*{tmp}/empty*https://symbols.example.org")
    check("https: is refused once, with a remedy", got == PLAIN and err.count("http:") == 1 and "sympath" not in err, err)
finish()
