/* @opts: -q */
int zero;

BEGIN
/1 / zero/
{
	printf("never\n");
}

BEGIN
{
	exit(0);
}
