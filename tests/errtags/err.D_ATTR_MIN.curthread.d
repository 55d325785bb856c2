/* @opts: -x amin=Evolving/Evolving/Common */
/* @at: 5 curthread */
dtrace:::BEGIN
{
	trace(curthread);
}
