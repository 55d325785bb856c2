struct out { int m; string n; };
translator struct out < int I > { m = I; };
BEGIN
{
	trace(xlate<struct out>(execname).m);
}
