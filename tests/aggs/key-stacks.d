/* @opts: -q */
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
