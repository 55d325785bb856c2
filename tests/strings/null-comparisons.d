/* @opts: -q */
/* A string without a value equals NULL, and the empty string as an operand of a comparison. */
string s;
self string t;
string a[string];

BEGIN
{
	printf("%d%d%d%d%d\n", s == NULL, s == "", s != "x", s < "x", "x" > s);
	printf("%d%d%d%d\n", self->t == NULL, self->t == "", a["n"] == NULL, self->t == s);
	s = "y";
	self->t = "y";
	printf("%d%d%d\n", s == NULL, self->t == NULL, s == self->t);
	s = NULL;
	self->t = 0;
	printf("%d%d%d\n", s == NULL, self->t == NULL, s == self->t);
	exit(0);
}
