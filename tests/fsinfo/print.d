/* @E: demo --scene file --ptr 4 */
/* @opts: -q */
fsinfo:::done
/args[0]->fi_op == "read" && pid == 1500/
{
	print(*args[0]);
	printf("\n");
}
