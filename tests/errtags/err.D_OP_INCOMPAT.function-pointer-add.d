int (*fn)(int);
BEGIN
{
	trace(fn + 1);
}
