dtrace -V
