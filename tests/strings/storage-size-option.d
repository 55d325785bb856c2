/* @opts: -q -x strsize=8 */
string s;
self string t;
struct holder {
	string h;
} v;

BEGIN
{
	s = "1234567";
	printf("%s %d\n", s, strlen(s));
	s = "12345678";
	self->t = "abcdefghijk";
	v.h = "ABCDEFGHIJKL";
	a["x"] = "zyxwvutsrqp";
	printf("%s %s %s %s\n", s, self->t, v.h, a["x"]);
	exit(0);
}
