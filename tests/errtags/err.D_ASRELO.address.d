/* @at: 5 elsewhere */
extern int elsewhere;
BEGIN
{
	trace(&elsewhere);
}
