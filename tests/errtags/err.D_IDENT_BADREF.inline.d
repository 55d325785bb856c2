inline int f[int x] = x;
BEGIN
{
	trace(f);
}
