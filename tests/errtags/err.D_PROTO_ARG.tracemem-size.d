/* @at: 4 "s" */
BEGIN
{
	tracemem(1, "s");
}
