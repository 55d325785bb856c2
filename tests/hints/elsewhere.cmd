# what D has on other systems, and this one can't have
try()
{
	dtrace -E "$trace" -e -n "$1" 2>&1 | tail -n 1
}
try 'BEGIN { trace(mutex_owned(curthread)); }'
try 'BEGIN { trace(rw_iswriter(curthread)); }'
try 'BEGIN { trace(msgsize(curthread)); }'
try 'BEGIN { trace(ddi_pathname(0, 0)); }'
try 'BEGIN { trace(getf(1)); }'
try 'BEGIN { printm(3, 0); }'
try 'BEGIN { trace(jid); }'
try 'BEGIN { trace(vmregs[0]); }'
try 'fpuinfo:::'
try 'kinst::vm_fault:0'
try 'dtmalloc:::malloc'
