# @needs: root
dtrace -qn 'BEGIN { printf("%d\n", $target == $1); exit(0); }' -p $$ -c 'sleep 1' -- $$
