#line 70 "other.d"
BEGIN
{
	trace(nowhere);
}
