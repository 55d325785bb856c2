/* @at: 5 counter */
extern int counter;
BEGIN
{
	trace(&counter);
}
