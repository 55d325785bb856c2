/* @E: demo --scene stacks --ptr 4 */
/* @opts: -q */
/* Two clauses of one probe, and two probes of one event, all have the stack; caller and ucaller are its second frames. */
sample-999 /ustackdepth > 0/ { @a[stackdepth, ustackdepth] = count(); }
sample-4999 /caller != 0/ { @b[func(caller), umod(ucaller)] = count(); }
sample-999 { @c = sum(stackdepth + ustackdepth); }
