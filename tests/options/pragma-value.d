#pragma D option quiet
#pragma D option strsize=8

BEGIN
{
	x = "0123456789";
	printf("%s\n", x);
	exit(0);
}
