# variables of other kernels, and of this one
try()
{
	dtrace -E "$trace" -n "BEGIN { trace($1); exit(0); }" 2>&1 | tail -n +4
}
try '`freemem'
try '`maxphys'
try 'unix`kmem_flags'
try '`no_such_symbol'
