/* @E: demo --scene disk */
/* @opts: -q */
/* A start says who, what kind and which IRP; the rest is known when it is done, and the IRP leads there. */
io:::start
{
	began[args[0]->b_addr] = timestamp;
	who[args[0]->b_addr] = tid;
	printf("%s %d %s: %s%s%s %d bytes %s %s\n", execname, pid, probefunc,
		args[0]->b_flags & B_READ ? "read" : "", args[0]->b_flags & B_WRITE ? "write" : "",
		args[0]->b_flags & B_FLUSH ? "flush" : "", args[0]->b_bcount, args[1]->dev_statname,
		args[2]->fi_pathname);
}

io:::done
/began[args[0]->b_addr]/
{
	printf("done after %d ns, same thread %d\n", timestamp - began[args[0]->b_addr], who[args[0]->b_addr] == tid);
}
