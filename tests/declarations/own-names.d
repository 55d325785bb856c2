/* @E: demo */
/* Enumerators, inlines and translators of a program hide those of the libraries in its own text. */
#pragma D option quiet

enum family { AF_INET = 200, AF_UNIX = 1 };
inline int SIGKILL = 99;
inline int O_RDONLY = 77;

typedef struct lwpsinfo {
	int pr_lwpid;
	int twice;
} lwpsinfo_t;

translator lwpsinfo_t < int n > {
	pr_lwpid = n;
	twice = n * 2;
};

BEGIN
{
	printf("%d %d %d %d\n", AF_INET, AF_UNIX, SIGKILL, O_RDONLY);
	printf("%d %d\n", xlate<lwpsinfo_t>(21).twice, sizeof (lwpsinfo_t));
	printf("%d\n", curlwpsinfo->pr_lwpid == tid);
	exit(0);
}
