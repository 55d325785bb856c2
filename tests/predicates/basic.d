/* @opts: -q */
BEGIN
/0/
{
	printf("never\n");
}

BEGIN
/1/
{
	x = 5;
	printf("always\n");
}

BEGIN
/x == 5 && (x / 5) == 1/
{
	printf("five\n");
}

BEGIN
/x != 5/
{
	printf("not five\n");
}

BEGIN
{
	exit(0);
}
