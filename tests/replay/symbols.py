"""Names of functions from program databases: found in directories, stores and on a server, and not elsewhere."""
import http.server
import os
import signal
import shutil
import socketserver
import ssl
import subprocess
import tempfile
import threading
import time

from common import check, dtrace, finish, has, mketl

for variable in list(os.environ):  # the user's proxies and authorities
    if variable.lower().endswith("_proxy") or variable in ("_NT_SYMBOL_PATH", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        del os.environ[variable]

MKPDB = os.path.join(os.path.dirname(mketl), "..", "symbols", "mkpdb")
GUID = "".join(f"{b:02x}" for b in range(0xa0, 0xb0))
KEY = "A3A2A1A0A5A4A7A6A8A9AAABACADAEAF2"
SCRIPT = "sample-999 /ustackdepth == 3 && stackdepth == 2/ { @[stack(), ustack()] = count(); }"
NAMED = ["ntoskrnl.exe`KiSwapThread", "ntoskrnl.exe`KiExit+0x345", "ntdll.dll+0x1004", "explorer.exe`Draw+0x20",
         "explorer.exe`main+0x111"]
PLAIN = ["ntoskrnl.exe+0x1010", "ntoskrnl.exe+0x2345", "ntdll.dll+0x1004", "explorer.exe+0x2020",
         "explorer.exe+0x1111"]


def frames(path=None, variable=None, trace=None, **more):
    env = dict(os.environ, **more)
    if variable is not None:
        env["_NT_SYMBOL_PATH"] = variable
    args = [dtrace, "-qn", SCRIPT, "-E", trace or stacks] + (["-x", f"sympath={path}"] if path is not None else [])
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
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    got, err = frames(f"srv*{tmp}/down*{url}")
    check("a server", got == NAMED, (got, err))
    check("what it does not have is said", "ntdll.pdb" in err and "not found on the server" in err and err.count("\n") == 1, err)
    got, err = frames(f"srv*{tmp}/down2*{url}/moved")
    check("a server that sends elsewhere", got == NAMED, (got, err))
    server.shutdown()
    server.server_close()
    got, err = frames(f"srv*{tmp}/down*{url}")
    check("what was fetched stays", got == NAMED, (got, err))
    check("a server that is not there is named", f"{url}/ntdll.pdb" in err, err)
    check("nothing half fetched", not [f for _, _, fs in os.walk(f"{tmp}/down") for f in fs if not f.endswith(".pdb")])


class Server(http.server.ThreadingHTTPServer):
    """Answers with the bytes that answer(path) returns, and keeps what was asked."""
    def __init__(self, answer, certificate=None):
        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                head = b""
                while not head.endswith(b"\r\n\r\n"):
                    try:
                        line = self.rfile.readline()
                    except OSError:  # a client that does not like the certificate
                        return
                    if not line:
                        return
                    head += line
                self.server.asked.append(head)
                try:
                    for part in answer(head.split()[1].decode()):
                        self.wfile.write(part)
                        self.wfile.flush()
                except OSError:
                    pass
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = []
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.server_port}"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()


def files(directory):
    return [f for _, _, fs in os.walk(directory) for f in fs]


def http_answer(body, *fields):
    return ["\r\n".join(("HTTP/1.0 200 OK", *fields, "", "")).encode() + body]


def wrong_answers(tmp):
    """What isn't the database that was asked for enters no store."""
    with open(f"{tmp}/store/ntkrnlmp.pdb/{KEY}/ntkrnlmp.pdb", "rb") as f:
        kernel = f.read()
    with open(f"{tmp}/other/ntkrnlmp.pdb", "rb") as f:
        other = f.read()
    for name, answer, why in (
            ("empty", http_answer(b""), "is empty"),
            ("a page", http_answer(b"<html>sign in</html>"), "another database"),
            ("another build", http_answer(other), "another database"),
            ("short", http_answer(kernel[:-1], f"Content-Length: {len(kernel)}"), "shorter than it claims"),
            ("encoded", http_answer(kernel, "Content-Encoding: gzip"), "content encoding"),
            ("not HTTP", [b"220 mail ready\r\n"], "is not HTTP"),
            ("a head without end", [b"HTTP/1.0 200 OK\r\n" + b"X: y\r\n" * 100000], "is too long"),
            ("a redirect to a file", [b"HTTP/1.0 302 F\r\nLocation: file:///etc/passwd\r\n\r\n"], "is not http:"),
            ("a redirect with a password", [b"HTTP/1.0 302 F\r\nLocation: http://a:b@h/\r\n\r\n"], "a user name"),
            ("refused", [b"HTTP/1.0 403 Forbidden\r\n\r\nno"], "status 403"),
            ("nothing new", [b"HTTP/1.0 204 No Content\r\n\r\n"], "status 204"),
            ("too large", http_answer(kernel, f"Content-Length: {1 << 40}"), "too large"),
            ("a redirect with control characters", [b"HTTP/1.0 302 F\r\nLocation: http://h/\x1b[m\r\n\r\n"],
             "must be percent-encoded"),
            ("a redirect to itself", [b"HTTP/1.0 302 F\r\nLocation: /x\r\n\r\n"], "too many redirects")):
        server = Server(lambda path, answer=answer: answer)
        got, err = frames(f"srv*{tmp}/wrong*{server.url}")
        check(f"{name}: no names", got == PLAIN, got)
        check(f"{name}: said", why in err, err)
        check(f"{name}: nothing kept", files(f"{tmp}/wrong") == [], files(f"{tmp}/wrong"))
        server.close()
    server = Server(lambda path: http_answer(kernel + b"x", f"Content-Length: {len(kernel)}"))
    frames(f"srv*{tmp}/wrong*{server.url}")
    size = os.path.getsize(f"{tmp}/wrong/ntkrnlmp.pdb/{KEY}/ntkrnlmp.pdb")
    check("what follows the stated length isn't taken", size == len(kernel), size)
    check("what has the right identity is kept", "ntkrnlmp.pdb" in files(f"{tmp}/wrong"), files(f"{tmp}/wrong"))
    check("the host has its port", all(f"\r\nHost: 127.0.0.1:{server.server_port}\r\n".encode() in a for a in server.asked))
    server.close()


def hostile_names(tmp):
    """A name in the trace becomes an encoded part of the address, or no question at all."""
    with open(stacks, "rb") as f:
        original = f.read()
    check("the scene has the name", b"ntkrnlmp.pdb" in original)
    for name, asked in ((b"nt% kr#l.pdb", b"nt%25%20kr%23l.pdb"), (b"nt\xc3\xa9krnl.pdb", b"nt%C3%A9krnl.pdb"),
                        (b"a\r\nX: y.pdb", None), (b"nt*/../n.pdb", None), (b"nt:krnlm.pdb", None), (b"nt?krnlm.pdb", None),
                        (b"nt\x1b[31m.pdb", None)):
        changed = f"{tmp}/changed.etl"
        name = name.ljust(12, b"_")
        assert len(name) == 12
        with open(changed, "wb") as f:
            f.write(original.replace(b"ntkrnlmp.pdb", name))
        server = Server(lambda path: [b"HTTP/1.0 404 Not Found\r\n\r\n"])
        got, err = frames(f"srv*{tmp}/names*{server.url}", trace=changed)
        kernel = [a.split(b" HTTP")[0] for a in server.asked if b"explorer" not in a and b"ntdll" not in a]
        want = [] if asked is None else [b"GET /%s/%s/%s" % (asked, KEY.encode(), asked)]
        check(f"{name}: asked", kernel == want, server.asked)
        check(f"{name}: names", got == PLAIN)
        check(f"{name}: three lines and no more", all(a.count(b"\r\n") == 5 for a in server.asked), server.asked)
        check(f"{name}: nothing kept", files(f"{tmp}/names") == [])
        server.close()


def from_store(tmp):
    """An answer for Server: what the store has, or 404."""
    def answer(path):
        try:
            with open(f"{tmp}/store/{path}", "rb") as f:
                body = f.read()
        except OSError:
            return [b"HTTP/1.0 404 Not Found\r\n\r\n"]
        return http_answer(body, f"Content-Length: {len(body)}")
    return answer


def encrypted(tmp):
    if not shutil.which("openssl"):
        print("SKIP https: needs the command openssl")
        return
    certificate = f"{tmp}/certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-subj", "/CN=here", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
                    "-keyout", certificate, "-out", f"{tmp}/public.pem"], check=True, capture_output=True)
    with open(certificate, "a") as f, open(f"{tmp}/public.pem") as public:
        f.write(public.read())
    server = Server(from_store(tmp), certificate)
    got, err = frames(f"srv*{tmp}/secret*{server.url}")
    check("https: an unknown authority is refused", got == PLAIN and "certificate is not trusted" in err and
          "CURL_CA_BUNDLE" in err, (got, err))
    check("https: once", err.count("certificate is not") == 1 and not server.asked, err)
    for name in ("CURL_CA_BUNDLE", "SSL_CERT_FILE"):
        got, err = frames(f"srv*{tmp}/secret-{name}*{server.url}", **{name: f"{tmp}/public.pem"})
        check(f"https: {name} names the authority", got == NAMED, (got, err))
    got, err = frames(f"srv*{tmp}/secret*{server.url}", CURL_CA_BUNDLE=f"{tmp}/none.pem")
    check("https: no such file of authorities", got == PLAIN and "cannot be read" in err and "ca-certificates" in err, err)
    got, err = frames(f"srv*{tmp}/secret*{server.url.replace('127.0.0.1', 'localhost')}", CURL_CA_BUNDLE=f"{tmp}/public.pem")
    check("https: the certificate is another host's", got == PLAIN and "is not trusted" in err, err)
    plain = Server(lambda path: ["HTTP/1.0 302 F\r\nContent-Length: 0\r\nLocation: {}{}\r\n\r\n".format(server.url, path).encode()])
    got, err = frames(f"srv*{tmp}/secret-moved*{plain.url}", CURL_CA_BUNDLE=f"{tmp}/public.pem")
    check("from http: to https:", got == NAMED, (got, err))
    plain.close()
    server.close()
    plain = Server(from_store(tmp))
    server = Server(lambda path: ["HTTP/1.0 302 F\r\nContent-Length: 0\r\nLocation: {}{}\r\n\r\n".format(plain.url, path).encode()], certificate)
    got, err = frames(f"srv*{tmp}/secret*{server.url}", CURL_CA_BUNDLE=f"{tmp}/public.pem")
    check("from https: to http:", got == PLAIN and "from https: to http:" in err and not plain.asked, (got, err))
    check("https: nothing kept of what was refused", files(f"{tmp}/secret") == [])
    plain.close()
    server.close()


def by_proxy(tmp):
    def answer(path):
        return from_store(tmp)(path.replace("http://symbols.invalid/", ""))
    server = Server(answer)
    got, err = frames(f"srv*{tmp}/proxy*http://symbols.invalid", http_proxy=server.url)
    check("a proxy", got == NAMED, (got, err))
    check("a proxy: for each host but those of no_proxy", server.asked and
          frames(f"srv*{tmp}/direct*{server.url}", http_proxy="http://127.0.0.1:1", no_proxy="127.0.0.1")[0] == NAMED)
    server.close()
    got, err = frames(f"srv*{tmp}/none*http://symbols.invalid", http_proxy=server.url)
    check("a proxy that is not there", got == PLAIN and err.count("\n") == 1 and "not asked again" in err, err)


def chunked(tmp):
    def answer(path):
        head, *rest = from_store(tmp)(path)
        head, body = head.split(b"\r\n\r\n", 1)
        if b"404" in head:
            return [head + b"\r\n\r\n"]
        parts = [body[i:i + 777] for i in range(0, len(body), 777)] + [b""]
        return [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"] + \
            [b"%x\r\n%s\r\n" % (len(part), part) for part in parts]
    server = Server(answer)
    got, err = frames(f"srv*{tmp}/chunked*{server.url}")
    check("an answer in chunks", got == NAMED, (got, err))
    server.close()


def interrupted(tmp):
    """A server that never answers holds nobody who has had enough."""
    waiting, go = threading.Event(), threading.Event()

    def answer(path):
        waiting.set()
        go.wait(60)
        return []
    server = Server(answer)
    p = subprocess.Popen([dtrace, "-qn", SCRIPT, "-E", stacks, "-x", f"sympath=srv*{tmp}/waits*{server.url}"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    waiting.wait(60)
    begin = time.monotonic()
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=60)
    check("^C ends the waiting", time.monotonic() - begin < 15 and b"interrupted; no symbol server is asked any more" in err, err)
    check("^C: one question", len(server.asked) == 1, server.asked)
    check("^C: the output is there, without names", b"ntoskrnl.exe+0x1010" in out, out)
    check("^C: nothing kept", files(f"{tmp}/waits") == [])
    go.set()
    server.close()


with tempfile.TemporaryDirectory() as tmp:
    stacks = f"{tmp}/stacks.etl"
    subprocess.run([mketl, stacks, "--scene", "stacks"], check=True, stdout=subprocess.DEVNULL)
    local(tmp)
    if has("curl", "downloads from symbol servers"):
        served(tmp)
        wrong_answers(tmp)
        hostile_names(tmp)
        chunked(tmp)
        encrypted(tmp)
        by_proxy(tmp)
        interrupted(tmp)
finish()
