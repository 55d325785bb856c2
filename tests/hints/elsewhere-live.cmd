# @feed: live
# @needs: root
try()
{
	dtrace -e -n "$1" 2>&1 | tail -n 1
}
try 'sched:::remain-cpu'
try 'sched:::schedctl-yield'
try 'lockstat:::rw-upgrade'
try 'vminfo:::zfod'
echo "a misspelt one is one:"
try 'lockstat:::spin-spinn'
try 'vminfo:::as_faul'
