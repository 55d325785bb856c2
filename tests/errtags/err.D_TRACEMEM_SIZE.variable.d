/* @at: 4 pid */
BEGIN
{
	tracemem(1, pid);
}
