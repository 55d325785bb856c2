/* @at: 4 "a" */
BEGIN
{
	tracemem(1, 4, "a");
}
