/* @opts: -q */
/* As a key a string is what stands before its NUL. */
string s;
string a[string];

BEGIN
{
	s = "long string to leave remains";
	s = "k";
	a[s] = "v";
	printf("%s %d\n", a["k"], a["long string to leave remains"] == NULL);
	@[s] = count();
	s = "another one";
	s = "k";
	@[s] = count();
	printa("%s %@d\n", @);
	exit(0);
}
