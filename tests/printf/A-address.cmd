# an address of the process that the probe fires in; the process has ended when it is printed
# @feed: live
# @needs: root
dtrace -qn 'syscall::exit_group:entry /pid == $target/ { printf("%A|%A|%d\n", uregs[R_PC], (char *)uregs[R_PC], 5); }' \
	-c true | sed 's/[^|`]*`_[eE]xit+0x[0-9a-f]*/LIBC`_exit/g'
