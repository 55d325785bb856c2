d=$(mktemp -d); printf "#!/bin/sh\nsed s/1/2/" >$d/pp; chmod +x $d/pp; dtrace -E $trace -C -q -X c -x cpppath=$d/pp -s $script; rm -r $d
