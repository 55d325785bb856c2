float f;
BEGIN
{
	trace(f + f);
}
