/* @opts: -q */
struct out {
	int o_a;
	string o_s;
	long o_l;
};
struct in {
	int i_x;
	int i_y;
} v;

translator struct out < struct in *p > {
	o_a = p->i_x + p->i_y;
	o_s = p->i_x > 1 ? "many" : "one";
};

translator struct out < int i > {
	o_a = i * 2;
	o_l = -1;
};

struct in w[1];

BEGIN
{
	w[0].i_x = 2;
	w[0].i_y = 5;
	printf("%d %s\n", xlate<struct out *>(&w[0])->o_a, xlate<struct out>(&w[0]).o_s);
	printf("%d %d\n", xlate<struct out>(21).o_a, xlate<struct out *>(3)->o_l);
	exit(0);
}
