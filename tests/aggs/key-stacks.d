/* @opts: -q -c "dd if=/dev/zero of=/dev/null count=9 status=none" */
/* @feed: live */
/* @needs: root */
/* stack(), ustack() and jstack() are keys of one kind. */
syscall::read:entry
/!n++/
{
	@[stack(1)] = count();
	@[ustack(1)] = count();
	@[jstack(1)] = count();
	exit(0);
}

END
{
	printa("%@d\n", @);
}
