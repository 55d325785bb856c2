"""The load of net.sh, on addresses of its own: 5 connections, one that is refused, one that has to be asked for again, 7
datagrams."""
import socket
import sys
import threading
import time

HERE = sys.argv[1]


def serve(listener):
    for _ in range(5):
        c, _ = listener.accept()
        got = 0
        while got < 2000:
            got += len(c.recv(4096))
        c.sendall(b"a" * 300)
        c.close()


def connections():
    listener = socket.socket()
    listener.bind((HERE, 0))
    listener.listen(9)
    t = threading.Thread(target=serve, args=(listener,))
    t.start()
    for _ in range(5):
        c = socket.create_connection(listener.getsockname())
        c.sendall(b"q" * 1000)
        c.sendall(b"q" * 1000)
        while c.recv(4096):
            pass
        c.close()
    t.join()


def refused():
    try:
        socket.create_connection((HERE, 1))
    except ConnectionRefusedError:
        return
    sys.exit("nobody refused")


def retried(port):
    """Has a socket that waits for its connection to that port sent its request again?"""
    with open("/proc/net/tcp") as f:
        for line in f.readlines()[1:]:
            w = line.split()
            if w[2].endswith(f":{port:04X}") and w[3] == "02" and int(w[6], 16) > 0:
                return True
    return False


def asked_again():
    """Where the queue is full, requests go unheard."""
    listener = socket.socket()
    listener.bind((HERE, 0))
    listener.listen(0)
    waiting = []
    for _ in range(4):
        c = socket.socket()
        c.setblocking(False)
        c.connect_ex(listener.getsockname())
        waiting.append(c)
    for _ in range(400):
        if retried(listener.getsockname()[1]):
            return
        time.sleep(0.05)
    sys.exit("no request was sent again")


def datagrams():
    a = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    b = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    a.bind((HERE, 0))
    b.bind((HERE, 0))
    a.connect(b.getsockname())
    b.connect(a.getsockname())
    for _ in range(7):
        a.send(b"d" * 33)
        b.recv(100)


connections()
refused()
datagrams()
asked_again()
