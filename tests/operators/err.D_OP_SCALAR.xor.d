struct s {
	int a;
} v;

BEGIN
{
	trace(v ^^ 1);
}
