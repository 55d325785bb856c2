extern int elsewhere;
BEGIN
{
	elsewhere = 1;
}
