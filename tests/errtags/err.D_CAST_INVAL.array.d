typedef int t[3];
BEGIN
{
	trace((t)1);
}
