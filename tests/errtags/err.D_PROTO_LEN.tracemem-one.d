/* @at: 4 tracemem(1) */
BEGIN
{
	tracemem(1);
}
