# a misspelt type, where a declaration or a cast needs one
# @status: 1
try()
{
	dtrace -e -n "$1" 2>&1
}
try 'BEGIN { trace((pid_y)1); }'
try 'uint32 x; BEGIN { x = 1; }' | tail -n 1
printf 'uint32 *x;\n' > $work/pointer.d
dtrace -e -s $work/pointer.d 2>&1 | tail -n 1
try 'self strin x; BEGIN { self->x = "a"; }' | tail -n 1
try 'struct s { hrtime x; }; BEGIN { trace(1); }' | tail -n 1
try 'BEGIN { trace(*(uint8 *)&x); }' | tail -n 1
try 'BEGIN { trace((pid_y)-1); }' | tail -n 1
try 'BEGIN { trace(sizeof (psinf_t)); }' | tail -n 1
try 'BEGIN { trace(offsetof(psinf_t, pr_pid)); }' | tail -n 1
echo "a tag:"
try 'struct request { int x; }; struct reqest *p; BEGIN { trace(p->x); }' | tail -n 1
try 'struct request { int x; }; BEGIN { trace(sizeof (struct reqest)); }' | tail -n 1
try 'union both { int x; }; union boht v; BEGIN { trace(1); }' | tail -n 1
echo "and nothing where no type is meant:"
try 'BEGIN { trace(1 2); }' | grep -c hint
try 'BEGIN { foo bar; }' | grep -c hint
try 'BEGIN { trace(strin); }' | grep -c hint
