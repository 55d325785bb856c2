/* @opts: -q */
typedef struct out {
	int a;
	int b;
} out_t;

translator out_t < int i > {
	a = i;
	b = i + 1;
};

BEGIN
{
	printf("%d %d\n", xlate<out_t>(8).b, xlate<out_t *>(8)->a);
	exit(0);
}
