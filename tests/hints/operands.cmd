try()
{
	dtrace -e "$@" 2>&1
}
try -n 'BEGIN { trace($1); }'
try -n 'BEGIN { trace($$2); }' 1 | tail -n 1
try -n 'tick-$1 { }' | tail -n 1
try -n 'BEGIN { trace($uidd); }' | tail -n 1
