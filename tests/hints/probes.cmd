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
echo "an interval:"
try 'tick-100us' | tail -n 1
try 'tick-0s' | tail -n 1
try 'profile-5001hz' | tail -n 1
try 'tick-1fortnight' | tail -n 1
