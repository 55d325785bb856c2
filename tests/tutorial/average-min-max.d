/* @feed: live */
/* @needs: root */
/* @cmd: dtrace -q -s $case -c 'dd if=/dev/zero of=/dev/null bs=100 count=7' 2>/dev/null | grep dd */
syscall::read:return
/pid == $target && arg0 == 100/
{
	@c[execname] = count();
	@a[execname] = avg(arg0);
	@n[execname] = min(arg0);
	@x[execname] = max(arg0);
	@s[execname] = stddev(arg0);
}

END
{
	printa("%s %@d %@d %@d %@d %@d\n", @c, @a, @n, @x, @s);
}
