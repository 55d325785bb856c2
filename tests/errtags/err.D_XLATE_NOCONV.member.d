/* @at: 6 xlate<struct out>(1).n */
struct out { int m; string n; };
translator struct out < int I > { m = I; };
BEGIN
{
	trace(xlate<struct out>(1).n);
}
