/* @opts: -q */
BEGIN
{
	this->a = rand();
	this->b = rand();
	printf("%d %d %d\n", this->a >= 0, this->b >= 0, this->a != this->b);
	exit(0);
}
