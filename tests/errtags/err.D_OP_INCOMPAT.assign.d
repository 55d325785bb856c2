/* @at: 5 x = "a" */
BEGIN
{
	x = 1;
	x = "a";
}
