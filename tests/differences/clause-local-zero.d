/* @opts: -q */
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
