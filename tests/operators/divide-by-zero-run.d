/* @opts: -q */
BEGIN
{
	zero = 0;
}

BEGIN
{
	trace(5 / zero);
}

BEGIN
{
	trace(5 % zero);
}

BEGIN
{
	zero /= zero;
}

BEGIN
{
	zero %= (unsigned)zero;
}

BEGIN
{
	exit(0);
}
