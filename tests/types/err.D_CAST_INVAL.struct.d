struct s {
	int a;
} v;

BEGIN
{
	trace((int)v);
}
