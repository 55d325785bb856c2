BEGIN
{
	trace(pid->a);
}
