/* @opts: -q */
BEGIN, END
{
	this->x++;
	this->s = "abc";
}

BEGIN, END
{
	printf("%d %s\n", this->x, this->s);
}

BEGIN
{
	exit(0);
}
