/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "cd /"' */
int seen;

syscall::chdir:entry
/pid == $target && !seen/
{
	seen = 1;
	printf("%s %d %d %d\n", copyinstr(arg0), arg6, arg9, arg0 != 0);
}
