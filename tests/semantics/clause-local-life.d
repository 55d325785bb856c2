/* @opts: -q */
this int x;
int n;

BEGIN
{
	this->x = 5;
}

tick-1ms
/n++ == 0/
{
	printf("%d ", this->x);
	this->x = 6;
}

tick-1ms
/n == 1/
{
	printf("%d\n", this->x);
	exit(0);
}
