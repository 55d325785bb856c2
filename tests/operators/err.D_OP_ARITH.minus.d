BEGIN
{
	trace(-"x");
}
