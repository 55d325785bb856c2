# @status: 1
# -e without a program compiles the libraries and reports their errors.
d=$work/lib; mkdir -p $d; echo '#pragma D depends_on library b.d' >$d/a.d; echo '#pragma D depends_on library a.d' >$d/b.d; dtrace -L $d -e 2>&1; rm $d/b.d; dtrace -L $d -e 2>&1; rm $d/a.d; dtrace -L $d -e && echo good; dtrace -L /nosuch -e 2>/dev/null && echo none; false
