/* @opts: -q -c "sleep 0.01" */
/* @feed: live */
/* @needs: root */
/* @filter: sed -E 's/;0x[0-9a-f]+/;libc.so.6`0/g; s/(;[^;`]+`[^;` >]+)+/;FRAMES/g' */
syscall::clock_nanosleep:entry
/pid == $target/
{
	printf("<%#k>\n", ustack(5));
	@[execname, stack(3)] = count();
}

BEGIN
{
	printf("<%#k>\n", stack());
}

END
{
	printa("%s%#k %@d\n", @);
}
