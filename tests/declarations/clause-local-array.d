/* @opts: -q */
this int a[3];

BEGIN
{
	this->a[1] = 8;
	printf("%d %d\n", this->a[1], this->a[2]);
	exit(0);
}
