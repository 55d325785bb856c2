struct s {
	int a;
} v;

BEGIN
{
	y = v ? 1 : 2;
}
