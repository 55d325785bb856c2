/* @at: 8 struct hwcpu { */
/* The second definition is the program's own. */
struct hwcpu {
	int a;
};
hwcpu_t *p;

struct hwcpu {
	int b;
};

BEGIN
{
	exit(0);
}
