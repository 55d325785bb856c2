/* @at: 4 1 % execname */
BEGIN
{
	trace(1 % execname);
}
