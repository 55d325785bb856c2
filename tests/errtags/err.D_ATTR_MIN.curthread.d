/* @opts: -x amin=Evolving/Evolving/Common */
/* @at: 5 curthread */
BEGIN
{
	trace(curthread);
}
