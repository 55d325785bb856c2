struct s {
	int a;
} v;

BEGIN
{
	trace((string)v);
}
