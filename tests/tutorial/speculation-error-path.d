/* @feed: live */
/* @needs: root */
/* @cmd: dtrace -q -s $case -c 'cat /etc/passwd /nonexistent-file' 2>/dev/null | grep '^|' */
/* What led to the failure is kept, what did not is thrown away. */
syscall::openat:entry
/pid == $target/
{
	self->spec = speculation();
	speculate(self->spec);
	printf("|open %s\n", copyinstr(arg1));
}

syscall::openat:return
/self->spec && errno == ENOENT/
{
	commit(self->spec);
	self->spec = 0;
}

syscall::openat:return
/self->spec/
{
	discard(self->spec);
	self->spec = 0;
}
