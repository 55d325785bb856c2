# descriptions that match nothing
try()
{
	dtrace -E "$trace" -n "$1" 2>&1
}
try 'proc:::exec-sucess'
try 'begin' | tail -n 1
try 'sched:::of-cpu' | tail -n 1
try 'prco:::create' | tail -n 1
try 'ip:::send' | tail -n 1
try 'sdt:::callout-start' | tail -n 1
try 'mib:::' | tail -n 1
try 'nfsv3:::' | tail -n 1
try 'pid:::entry' | tail -n 1
echo "the message has said it:"
try 'fbt:::entry' | tail -n 1
