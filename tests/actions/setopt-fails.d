/* @opts: -q */
BEGIN
{
	setopt("nosuch", "1");
	setopt("switchrate", "xyz");
	setopt("bufsize", "1m");
	setopt("nosuch");
	printf("still here\n");
	exit(0);
}
