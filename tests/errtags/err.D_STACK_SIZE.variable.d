/* @at: 4 pid */
BEGIN
{
	stack(pid);
}
