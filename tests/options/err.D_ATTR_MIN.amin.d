/* @opts: -x amin=Standard/Standard/Common */
dtrace:::BEGIN
{
	trace(curthread->t_tid);
	exit(0);
}
