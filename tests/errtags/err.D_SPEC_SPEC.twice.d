/* @at: 5 speculate(1) */
BEGIN
{
	speculate(1);
	speculate(1);
}
