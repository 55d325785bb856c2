# @needs: lib:expat
# @E: demo --scene etw
cd "$work"
mkdir m; mkfifo m/a.man; for m in m/a.man m /dev/zero; do dtrace -E "$trace" -q -x manifests=$m -n microsoft-windows-dns-client:::; echo $?; done; truncate -s 65m big.man; dtrace -E "$trace" -q -x manifests=big.man -n microsoft-windows-dns-client::: ; echo $?
