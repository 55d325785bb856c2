/* @opts: -q */
/* A clause-local variable is zero at each firing; on Solaris it is what the last clause left there. */
BEGIN
{
	this->x = 5;
	this->s = "text";
}

END
{
	printf("%d %d\n", this->x, this->s == NULL);
}

BEGIN
{
	exit(0);
}
