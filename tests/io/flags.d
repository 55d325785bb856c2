/* @E: demo --scene disk */
/* @opts: -q */
/* The classic names of b_flags. */
io:::done
/args[0]->b_irpflags/
{
	@[args[0]->b_flags & B_READ ? "read" : "write", args[0]->b_flags & B_ASYNC ? "async" : "sync",
	    args[0]->b_flags & B_PHYS ? "phys" : "", args[0]->b_flags & B_PAGEIO ? "pageio" : ""] = count();
}

END
{
	printa("%s %s %s%s\n", @);
}
