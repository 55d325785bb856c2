for v in yes enable enabled true on set YES On 1 7; do dtrace -E $trace -x quiet=$v -s $script | grep -c CPU; done; true
