/* @opts: -q */
char t[6];

BEGIN
{
	t[0] = 'h';
	t[1] = 'i';
	print(t);
	exit(0);
}
