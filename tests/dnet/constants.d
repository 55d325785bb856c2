/* @E: demo --scene clr */
/* @opts: -q */
/* Names of the numbers in the records. */
dnet:::gc-start
/args[0]->gc_reason == NET_GC_INDUCED && args[0]->gc_type == NET_GC_BACKGROUND/
{
	printf("induced, in the background\n");
}

dnet:::gc-start
/args[0]->gc_reason == NET_GC_SMALL && args[0]->gc_type == NET_GC_BLOCKING/
{
	printf("small objects\n");
}

dnet:::suspend-start
/args[0]->gc_reason == NET_SUSPEND_GC/
{
	printf("suspended for a collection\n");
}

dnet:::allocate-tick
/args[0]->al_kind == NET_HEAP_LARGE/
{
	printf("a large %s\n", args[0]->al_type);
}

dnet:::method-load
/args[0]->mt_flags == (NET_METHOD_DYNAMIC | NET_METHOD_JITTED)/
{
	printf("dynamic method\n");
}

dnet:::lck-done
/args[0]->lk_flags == NET_LOCK_NATIVE/
{
	printf("native lock\n");
}

dnet::arm:thr-create
/args[0]->th_flags & NET_THREAD_POOL/
{
	printf("thread of the pool\n");
}

dnet:::runtime
/args[0]->ri_sku == NET_SKU_CORE/
{
	printf(".NET Core\n");
}
