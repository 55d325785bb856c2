/* The body of a clause is compiled before its predicate: the predicate may read what only the body assigns. */
/* @opts: -q */
BEGIN
/left != 2/
{
	left++;
	printf("%d\n", left);
}

BEGIN
/this->x == 0/
{
	this->x = 3;
	self->y = this->x;
}

BEGIN
/mine[1] == 0/
{
	if (left == 1)
		printf("one\n");
	mine[1] = 1;
	exit(0);
}
