inline int none = 0;

BEGIN
{
	trace(5 % none);
}
