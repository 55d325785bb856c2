/* @at: 5 stop() */
BEGIN
{
	speculate(1);
	stop();
}
