/* @feed: live */
/* @cmd: dtrace -q -s $case -c 'cat /nonexistent-file' 2>/dev/null */
syscall::openat:entry, syscall::open:entry
/pid == $target/
{
	self->path = arg1;
	self->before = errno;
}

syscall::openat:return, syscall::open:return
/pid == $target && errno != 0/
{
	printf("%d %d %d %d\n", self->before, errno, errno == ENOENT, (int)arg0);
	exit(0);
}
