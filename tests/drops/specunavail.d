/* @opts: -q */
BEGIN
{
	this->a = speculation();
	this->b = speculation();
	this->c = speculation();
	printf("%d %d %d\n", this->a, this->b, this->c);
	exit(0);
}
