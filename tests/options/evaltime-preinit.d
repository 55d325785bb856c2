/* @cmd: dtrace -q -x evaltime=preinit -s $case -c true */
/* @feed: live */
/* @needs: root */
/* what the dynamic linker calls */
syscall::set_tid_address:entry
/pid == $target/
{
	early++;
}

END
{
	printf("%d\n", early);
}
