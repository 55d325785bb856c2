# @feed: replay
# @status: 1
# a variable of more than 16 KiB is refused, global or this->
for size in 16384 16385; do
	dtrace -E $trace -qn "struct s { char a[$size]; }; struct s v; BEGIN { v.a[0] = 'x'; printf(\"%c\n\", v.a[0]); exit(0); }" 2>&1
	dtrace -E $trace -qx strsize=$size -n 'BEGIN { this->s = execname; printf("%s\n", this->s); exit(0); }' 2>&1
done
