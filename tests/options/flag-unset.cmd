for v in no disable disabled false off unset NO Off 0 ''; do dtrace -E $trace -x quiet=$v -s $script 2>/dev/null | grep -c CPU; done
