/* @at: 4 pid.a */
BEGIN
{
	trace(pid.a);
}
