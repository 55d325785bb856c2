/* @cmd: for n in 1 2; do trace_get "demo --scene names"; echo "$n passes"; dtrace -qs "$case" -x etlpasses=$n -E "$trace"; done */
/* A number that stands for one file after another: the name is the one at the time of the transfer. */
io:::done
{
	printf("%d %s\n", args[0]->b_bcount, args[2]->fi_pathname);
}
