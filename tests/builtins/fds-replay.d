/* @opts: -q */
/* @E: demo */
BEGIN
{
	printf("%s %s [%s] [%s] %d %d\n", fds[0].fi_name, fds[1].fi_pathname, cwd, root, cgroupid, uregs[R_SP]);
	exit(0);
}
