inline int add[int a, int b] = a + b;

BEGIN
{
	trace(add["x", 1]);
}
