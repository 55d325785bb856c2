/* @E: demo --scene clr --version 4 --ptr 4 */
/* @opts: -q */
/* Version 4 of the events whose layout changes, of a 32-bit process: what it does not say is 0 or empty. */
dnet:::gc-start
{
	printf("start %d %d %d %d %x %d\n", args[0]->gc_count, args[0]->gc_generation, args[0]->gc_reason,
		args[0]->gc_type, args[0]->gc_sequence, args[0]->gc_instance);
}

dnet:::gc-end
{
	printf("end %d %d %d\n", args[0]->gc_count, args[0]->gc_generation, args[0]->gc_instance);
}

dnet:::suspend-start
{
	printf("suspend %d %d\n", args[0]->gc_reason, args[0]->gc_count);
}

dnet:::heapstat
{
	printf("heap %d %d %d %d\n", args[0]->hs_large, args[0]->hs_handles, args[0]->hs_pinned, args[0]->hs_instance);
}

dnet:::allocate-tick
{
	printf("tick %d %d '%s' %x %d %x %d\n", args[0]->al_amount, args[0]->al_kind, args[0]->al_type,
		args[0]->al_typeid, args[0]->al_heap, args[0]->al_addr, args[0]->al_size);
}

dnet:::io-start
{
	printf("io %d %d %d\n", args[0]->ti_active, args[0]->ti_retired, args[0]->ti_instance);
}

dnet:::excp
{
	printf("excp '%s' '%s' %x %x\n", args[0]->ex_type, args[0]->ex_message, args[0]->ex_pc, args[0]->ex_hresult);
}

dnet:::lck-wait,
dnet:::lck-done
{
	printf("%s %x %x %d %d\n", probename, args[0]->lk_lock, args[0]->lk_object, args[0]->lk_owner,
		args[0]->lk_duration);
}

dnet:::method-load
{
	printf("method %s %x %d\n", args[0]->mt_name, args[0]->mt_rejit, args[0]->mt_instance);
}

dnet:::module-load
{
	printf("module %s '%s' %d '%s'\n", args[0]->md_nativepath, args[0]->md_pdb, args[0]->md_nativepdbage,
		args[0]->md_pdbpath);
}

dnet:::assembly-load
{
	printf("assembly %x %s\n", args[0]->as_binding, args[0]->as_name);
}

dnet:::appdomain-load
{
	printf("domain %s %d\n", args[0]->ap_name, args[0]->ap_index);
}

dnet:::strongname-start
{
	printf("signature %s %d\n", args[0]->sn_name, args[0]->sn_instance);
}
