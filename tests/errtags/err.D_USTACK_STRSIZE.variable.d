/* @at: 4 pid */
BEGIN
{
	ustack(1, pid);
}
