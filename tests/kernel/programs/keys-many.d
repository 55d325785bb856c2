/* whole, keys */
#pragma D option aggsize=256k
#pragma D option aggrate=50ms
#pragma D option switchrate=50ms

syscall::getpgid:entry
/pid == $target/
{
	@[arg0] = count();
	@min = min(arg0);
}

END
{
	printa("%d %@d\n", @);
}
