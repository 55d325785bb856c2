# DTRACE_DEBUG: the path of each library once, before those of the libraries that it needs
mkdir -p $work/debug
printf '#pragma D depends_on library b.d\ninline int aa = 1;\n' >$work/debug/a.d
printf '#pragma D depends_on library c.d\ninline int bb = 2;\n' >$work/debug/b.d
echo 'inline int cc = 3;' >$work/debug/c.d
DTRACE_DEBUG=1 dtrace -E $trace -L $work/debug -e -n BEGIN 2>&1 | grep -o '/debug/.*'
