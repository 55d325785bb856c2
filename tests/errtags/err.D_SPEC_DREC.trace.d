/* @at: 5 speculate(1) */
BEGIN
{
	trace(1);
	speculate(1);
}
