/* @opts: -q */
char t[3];

BEGIN
{
	t[0] = 'h';
	t[1] = 1;
	print(t);
	exit(0);
}
