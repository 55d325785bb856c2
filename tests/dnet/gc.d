/* @E: demo --scene clr */
/* @opts: -q */
/* A collection: why, of which generation, how long the world stood still. */
dnet:::suspend-start
{
	printf("suspend %d for %d\n", args[0]->gc_count, args[0]->gc_reason);
	self->suspended = timestamp;
}

dnet:::gc-start
{
	printf("start\n");
	print(*args[0]);
	printf("\n");
}

dnet:::gc-end
{
	printf("end %d gen %d\n", args[0]->gc_count, args[0]->gc_generation);
}

dnet:::suspend-end,
dnet:::resume-begin,
dnet:::finalizer-begin,
dnet:::conc-thr-create,
dnet:::conc-thr-exit
{
	printf("%s of runtime %d\n", probename, args[0]->gc_instance);
}

dnet:::resume-end
/self->suspended/
{
	printf("stood still for %d us\n", (timestamp - self->suspended) / 1000);
	self->suspended = 0;
}

dnet:::finalizer-end
{
	printf("%d finalizers\n", args[0]->gc_count);
}
