/* @opts: -q */
/* Shared by the clauses of one firing; zero at the start of each. */
this int d;

BEGIN, END
{
	printf("%d", this->d);
	this->d = 3;
}

BEGIN, END
{
	printf(" %d\n", this->d);
}

BEGIN
{
	exit(0);
}
