/* @opts: -q */
char buf[8];

BEGIN
{
	p = &buf[2];
	@ = sum(p == NULL);
	@ = sum(p != NULL);
	exit(0);
}
