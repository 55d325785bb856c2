/* @E: demo --scene disk */
/* @opts: -q */
io:::done
/args[0]->b_flags & B_READ/
{
	print(*args[1]);
	printf("\n");
	exit(0);
}
