double d;

BEGIN
{
	trace((int)d);
}
