struct s {
	int a;
} v;

BEGIN
{
	trace(stringof(v));
}
