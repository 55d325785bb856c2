/* @opts: -q */
BEGIN
{
	a[1] = 5;
	a[1] = 0;
	s["k"] = "v";
	s["k"] = NULL;
	printf("%d %d\n", a[1], s["k"] == NULL);
	a[1]++;
	s["k"] = "w";
	printf("%d %s\n", a[1], s["k"]);
	exit(0);
}
