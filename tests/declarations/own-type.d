/* @E: demo */
/* A program's own types hide those of the libraries in the program, and nowhere else. */
#pragma D option quiet

struct hwcpu {
	int a;
};
typedef struct hwcpu hwcpu_t;
hwcpu_t v;

typedef struct psinfo psinfo_t;		/* before it is defined, as headers do */
struct psinfo {
	short mine;
	psinfo_t *next;
};
psinfo_t p;

BEGIN
{
	v.a = 9;
	p.mine = 5;
	printf("%d %d %d\n", v.a, sizeof (v), sizeof (hwcpu_t));
	printf("%d %d %d\n", p.mine, sizeof (p), sizeof (*p.next));
	printf("%d %s\n", curpsinfo->pr_pid == pid, curpsinfo->pr_fname);
	exit(0);
}
