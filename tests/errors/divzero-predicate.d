/* @opts: -q */
BEGIN
{
	x = 0;
}

BEGIN
/5 % x/
{
	printf("never\n");
}

BEGIN
{
	printf("next\n");
	exit(0);
}
