/* @at: 4 while */
BEGIN
{
	while (1)
		;
}
