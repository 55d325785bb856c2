/* @opts: -q */
/* Strings too are nothing again at the next firing. */
this string s;

BEGIN, END
{
	printf("%d\n", this->s == NULL);
	this->s = "left";
}

BEGIN
{
	exit(0);
}
