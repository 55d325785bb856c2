/* @opts: -q */
BEGIN
{
	_a = 1;
	A9_b = 2;
	a_very_long_identifier_that_goes_on_and_on_and_on_and_on_and_on_until_it_stops = 3;
	__ = 4;
	printf("%d %d %d %d\n", _a, A9_b,
	    a_very_long_identifier_that_goes_on_and_on_and_on_and_on_and_on_until_it_stops, __);
	exit(0);
}
