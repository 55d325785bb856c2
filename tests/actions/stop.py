"""A child that calls getpriority() has to stop; it goes on when it is told to."""
import os, signal, sys

pid = os.fork()
if pid == 0:
    signal.alarm(20)
    os.getpriority(os.PRIO_PROCESS, 0)
    while True:
        signal.pause()
_, status = os.waitpid(pid, os.WUNTRACED)
sys.stderr.write("stopped by %d\n" % os.WSTOPSIG(status) if os.WIFSTOPPED(status) else "not stopped\n")
os.kill(pid, signal.SIGKILL)
os.kill(pid, signal.SIGCONT)
os.waitpid(pid, 0)
