struct out { int m; string n; };
translator struct out < pid_t P > { m = P; };
BEGIN
{
	xlate<struct out *>(pid);
}
