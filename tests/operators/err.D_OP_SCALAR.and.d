struct s {
	int a;
} v;

BEGIN
{
	trace(1 && v);
}
