#!/bin/sh
# A few random programs give the same in the kernel and in the DIF machine; random_programs.py runs any number of them.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"

check "random programs" python3 "$here/random_programs.py" "$dtrace" "$3" 1 12
exit $failed
