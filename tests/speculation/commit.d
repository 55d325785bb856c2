/* What was recorded aside comes when it is committed, in its order and with the columns of its probe. */
/* @opts: -q -x nspec=2 */
BEGIN
{
	this->a = speculation();
	this->b = speculation();
	printf("%d %d\n", this->a, this->b);
	a = this->a;
	b = this->b;
}

BEGIN
{
	speculate(a);
	printf("a1 %s\n", probename);
	trace("x");
}

BEGIN
{
	speculate(b);
	printf("b1\n");
}

BEGIN
{
	speculate(a);
	printf("a2\n");
}

BEGIN
{
	printf("before\n");
}

BEGIN
{
	commit(a);
}

BEGIN
{
	printf("between\n");
}

BEGIN
{
	commit(b);
}

BEGIN
{
	printf("after\n");
	exit(0);
}
