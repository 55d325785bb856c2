/* @E: demo */
/* A program's translator of types of ours is the program's; curpsinfo is as ever. */
#pragma D option quiet

translator psinfo_t < thread_t *t > {
	pr_pid = 4711;
	pr_fname = "own";
};

BEGIN
{
	printf("%d %s\n", xlate<psinfo_t *>(curthread)->pr_pid, xlate<psinfo_t *>(curthread)->pr_fname);
	printf("%d\n", curpsinfo->pr_pid == pid);
	exit(0);
}
