/* @at: 5 *fn */
int (*fn)(int);
BEGIN
{
	trace(*fn);
}
