/* @at: 4 pid */
BEGIN
{
	jstack(pid);
}
