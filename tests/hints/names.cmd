# a misspelt name: the message and its caret are as they always were, and a line more says what is near
# @status: 1
try()
{
	dtrace -e -n "$1" 2>&1
}
try 'BEGIN { trace(execnam); }'
try 'BEGIN { trace(strln("a")); }' | tail -n 1
try 'BEGIN { trcae(1); }' | tail -n 1
try 'BEGIN { self->start = 1; trace(self->strat); }' | tail -n 1
try 'BEGIN { this->ab = 1; trace(this->ba); }' | tail -n 1
try 'BEGIN { trace(curpsinfo->pr_pidd); }' | tail -n 1
try 'BEGIN { trace(offsetof(psinfo_t, pr_frame)); }' | tail -n 1
try 'struct s { union { int here; }; }; BEGIN { trace(((struct s *)0)->hree); }' | tail -n 1
try 'BEGIN { @times = count(); printa(@tines); }' | tail -n 1
try 'BEGIN { bytes = 1; trace(bites); }' | tail -n 1
echo "and nothing where nothing is near, or the name comes later:"
try 'BEGIN { trace(nothinglikeit); }' | grep -c hint
try 'BEGIN { trace(later); } END { later = 1; }' | grep -c hint
