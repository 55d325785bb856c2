/* @opts: -q */
string s;
struct holder {
	string h_s;
	int h_i;
} h;

BEGIN
{
	t = "abc";
	printf("%d %d %d %d\n", sizeof (string), sizeof (s), sizeof (t), sizeof ("x"));
	printf("%d %d\n", sizeof (h.h_s), sizeof (probename));
	exit(0);
}
