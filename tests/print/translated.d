/* @E: demo */
/* @opts: -q */
/*
 * A translated struct is printed whole: what a translated argument points to, the current process, and any
 * translation.  Members that the translator leaves out are 0.
 */
struct out {
	int o_tid;
	string o_name;
	long o_none;
	uint8_t o_small;
};

translator struct out < thread_t *T > {
	o_tid = T->t_tid;
	o_name = strjoin(stringof(T->t_proc->p_name), "!");
	o_small = 0x1ff;
};

sched:::off-cpu
/args[1]->pr_pid == 1500/
{
	print(xlate<struct out>((thread_t *)arg0));
	printf("\n");
	print(*xlate<struct out *>((thread_t *)arg0));
	printf("\n%s %d\n", (*args[1]).pr_fname, (*args[1]).pr_pid);
	exit(0);
}
