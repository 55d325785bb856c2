/* @opts: -q */
string s;

BEGIN
{
	printf("<%s>\n", s);
}

BEGIN
{
	trace(s);
}

BEGIN
{
	exit(0);
}
