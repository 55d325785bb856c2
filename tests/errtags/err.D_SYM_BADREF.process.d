/* @at: 4 pid1`main */
BEGIN
{
	trace(pid1`main);
}
