BEGIN
{
	a["x"] = 1;
	a[1] = 1;
}
