#!/usr/sbin/dtrace -s
/*
 * reg.d - operations on the Windows registry.
 *
 *	dtrace -E trace.etl -s reg.d		over a trace
 *
 * Prints each operation with the full path of its key; at the end, the keys that were used most,
 * the keys that were not found, and the time that the operations took.
 */
#pragma D option quiet

reg:::create,
reg:::open,
reg:::delete,
reg:::setvalue,
reg:::delvalue,
reg:::queryvalue
{
	printf("%6d.%03d %-20s %6d %-10s %8x %s%s%s\n", timestamp / 1000000, timestamp / 1000 % 1000, execname, pid,
		probename, args[0]->r_status, args[0]->r_key, args[0]->r_value != "" ? " : " : "", args[0]->r_value);
}

reg:::
/probename != "kcbcreate" && probename != "kcbdelete"/
{
	@keys[args[0]->r_key] = count();
	@time[execname, probename] = sum(args[0]->r_elapsed / 1000);
}

reg:::open
/args[0]->r_status == STATUS_OBJECT_NAME_NOT_FOUND/
{
	@none[execname, args[0]->r_key] = count();
}

END
{
	trunc(@keys, 10);
	printa("\n%@8d %s", @keys);
	printf("\n");
	printa("\n%-20s looked %@d times for %s", @none);
	printf("\n");
	printa("\n%-20s %-13s %@8d us", @time);
	printf("\n");
}
