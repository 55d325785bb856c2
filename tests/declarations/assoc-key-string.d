/* @opts: -q */
string s;

BEGIN
{
	a["one"] = 1;
	a["two"] = 2;
	a[""] = 3;
	s = "longer than that";
	s = "one";
	printf("%d %d %d %d\n", a[s], a["two"], a[""], a["on"]);
	b[probename] = 4;
	printf("%d\n", b["BEGIN"]);
	exit(0);
}
