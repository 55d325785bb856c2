/* @at: 4 nothing(1) */
BEGIN
{
	trace(nothing(1));
}
