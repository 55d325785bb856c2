# @needs: root
dtrace -qn 'END { printf("end\n"); }' -c 'sh -c "echo run; exit 3"'
