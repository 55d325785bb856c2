/* @opts: -q */
struct name {
	char n_text[12];
};

struct name n;

BEGIN
{
	n.n_text[0] = 'a';
	n.n_text[1] = 'b';
	n.n_text[2] = 'c';
	@[n] = count();
	exit(0);
}
